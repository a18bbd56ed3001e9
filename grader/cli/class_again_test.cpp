// grader class, started again: what stands is kept, what changed is graded, shards add up to the whole.
#include <gtest/gtest.h>

#include <fstream>

#include "grader/base/text.h"
#include "grader/cli/class_testing.h"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

void hand_in_some(const TestClass& klass, int count) {
  for (int i = 0; i < count; ++i)
    klass.hand_in("s" + std::to_string(i) + ".h", i % 2 == 0 ? klass.right() : klass.wrong());
}

// `command` in a shell that does `then` as soon as a record is there.
Ran run_till_a_record(const TestClass& klass, const std::string& then) {
  std::string line = "'" + grader_program().string() + "'";
  for (const std::string& argument : klass.command({"--jobs", "1"})) line += " '" + argument + "'";
  const std::string script =
      line + " & pid=$!\nfor i in $(seq 2000); do\n  ls '" + (klass.out() / "records").string() +
      "'/*.json >/dev/null 2>&1 && break\n  sleep 0.02\ndone\n" + then + "\nwait $pid\n";
  return run_program("bash", {"-c", script});
}

TEST(ClassAgainTest, KilledAtAnyMomentItGoesOn) {
  const TestClass klass;
  hand_in_some(klass, 8);
  EXPECT_EQ(run_till_a_record(klass, "kill -KILL $pid").code, 137);
  const std::size_t before = klass.records().size();
  ASSERT_GE(before, 1U);
  ASSERT_LT(before, 8U);
  const Ran ran = klass.grade();
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(line_of(ran.out, 1), "8 submissions: " + std::to_string(8 - before) + " graded, " +
                                     std::to_string(before) + " as before");
  EXPECT_EQ(line_of(ran.out, 2), "4 accepted, 4 wrong_answer");
  EXPECT_EQ(klass.records().size(), 8U);
  EXPECT_EQ(split_lines(read_text(klass.out() / "gradebook.csv")).size(), 9U);
}

TEST(ClassAgainTest, AskedToStopItSaysHowToGoOn) {
  const TestClass klass;
  hand_in_some(klass, 8);
  const Ran ran = run_till_a_record(klass, "kill -TERM $pid");
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.err.find("of 8 submissions have a record; the same command goes on from there\n"),
            std::string::npos)
      << ran.err;
  EXPECT_FALSE(fs::exists(klass.out() / "gradebook.csv"));
  for (const std::string& file : klass.records())
    EXPECT_NE(klass.record(file.substr(0, file.size() - 5)).at("verdict"), "internal_error") << file;
}

TEST(ClassAgainTest, WhatDidNotChangeIsKept) {
  const TestClass klass;
  hand_in_some(klass, 3);
  ASSERT_EQ(klass.grade().code, 0);
  const std::string gradebook = read_text(klass.out() / "gradebook.csv");
  const std::string record = read_text(klass.out() / "records/s1.json");
  const Ran same = klass.grade();
  EXPECT_EQ(same.out,
            "3 submissions: 0 graded, 3 as before\n2 accepted, 1 wrong_answer\n"
            "0 compiled; 0 runs, and 0 known already\n"
            "gradebook.csv, summary.json and summary.html are in '" +
                klass.out().string() + "'\n");
  EXPECT_EQ(read_text(klass.out() / "gradebook.csv"), gradebook);
  EXPECT_EQ(read_text(klass.out() / "records/s1.json"), record);

  klass.hand_in("s1.h", klass.right());
  fs::remove(klass.folder() / "s2.h");
  const Ran changed = klass.grade();
  EXPECT_EQ(line_of(changed.out, 1), "2 submissions: 1 graded, 1 as before");
  EXPECT_EQ(line_of(changed.out, 2), "2 accepted");
  EXPECT_EQ(line_of(klass.grade({"--fresh"}).out, 1), "2 submissions: 2 graded, 0 as before");
}

TEST(ClassAgainTest, OneCaseChangedRunsThatCaseAlone) {
  const TestClass klass;
  hand_in_some(klass, 4);
  const Ran first = klass.grade();
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_TRUE(line_of(first.out, 3).starts_with("4 compiled; ")) << first.out;
  EXPECT_TRUE(line_of(first.out, 3).ends_with(" and 0 known already")) << first.out;
  const fs::path file = klass.package() / "cases/hidden/center.yaml";
  std::string text = read_text(file);
  text.replace(text.find("[[2, 4, 6, 8]]"), 14, "[[3, 5, 7, 9]]");
  write_text_file(file, text);
  const Ran second = klass.grade();
  EXPECT_EQ(second.code, 0) << second.err;
  EXPECT_EQ(line_of(second.out, 1), "4 submissions: 4 graded, 0 as before");
  EXPECT_TRUE(line_of(second.out, 3).starts_with("0 compiled; 4 runs, and ")) << second.out;
  EXPECT_FALSE(line_of(second.out, 3).ends_with(" 0 known already")) << second.out;

  const Ran fresh = klass.grade({"--out", klass.other("fresh").string()});
  ASSERT_EQ(fresh.code, 0) << fresh.err;
  auto kept = klass.record("s1");
  auto anew = nlohmann::json::parse(read_text(klass.other("fresh") / "records/s1.json"));
  for (auto* record : {&kept, &anew}) record->erase("duration_ms");
  EXPECT_EQ(kept, anew) << "what was kept says the same as what is run";
}

TEST(ClassAgainTest, RunsThatWereTouchedAreRunAgain) {
  const TestClass klass;
  hand_in_some(klass, 1);
  const std::string first = line_of(klass.grade().out, 3);
  fs::remove(klass.out() / "records/s0.json");
  const Ran known = klass.grade();
  EXPECT_TRUE(line_of(known.out, 3).starts_with("0 compiled; 0 runs, and 3 known")) << first << known.out;
  fs::remove(klass.out() / "records/s0.json");
  const fs::path runs = klass.out() / ".state/runs/s0";
  std::string bytes = read_text(runs);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write_text_file(runs, bytes);
  const Ran anew = klass.grade();
  EXPECT_TRUE(line_of(anew.out, 3).starts_with("0 compiled; 3 runs, and 0 known")) << anew.out;
}

TEST(ClassAgainTest, ADamagedRecordIsMadeAnew) {
  const TestClass klass;
  hand_in_some(klass, 2);
  ASSERT_EQ(klass.grade().code, 0);
  const fs::path path = klass.out() / "records/s1.json";
  const std::string whole = read_text(path);
  for (const std::string& damaged :
       {whole.substr(0, whole.size() / 2), std::string(), std::string("\xff{[")}) {
    write_text_file(path, damaged);
    const Ran ran = klass.grade();
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(line_of(ran.out, 1), "2 submissions: 1 graded, 1 as before");
    EXPECT_NE(ran.err.find("note: the record of 's1' was damaged and is made anew"), std::string::npos)
        << ran.err;
    EXPECT_EQ(klass.record("s1").at("verdict"), "wrong_answer");
  }
}

TEST(ClassAgainTest, TheSameContentIsCompiledOnce) {
  const TestClass klass;
  const std::string same = klass.right();
  for (const char* name : {"a.h", "b.h", "c/solution.h"}) klass.hand_in(name, same);
  klass.hand_in("d.h", klass.right());
  const Ran ran = klass.grade({"--jobs", "4"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(line_of(ran.out, 1), "4 submissions: 4 graded, 0 as before");
  EXPECT_TRUE(line_of(ran.out, 3).starts_with("2 compiled; ")) << ran.out;
  EXPECT_EQ(klass.record("a").at("submission_sha256"), klass.record("c").at("submission_sha256"));
  EXPECT_EQ(klass.record("c").at("points"), 100);
}

TEST(ClassAgainTest, AnEqualProgramIsRunOnce) {
  const TestClass klass;
  const std::string text = klass.wrong();
  klass.hand_in("a.h", text + "// by Ann\n");
  klass.hand_in("b.h", text + "// by Bob, who knows her\n");
  const Ran ran = klass.grade({"--jobs", "1"});
  const std::string line = line_of(ran.out, 3);
  EXPECT_TRUE(line.starts_with("2 compiled; ")) << ran.out;
  const std::string runs = line.substr(12, line.find(" run") - 12);
  EXPECT_TRUE(line.ends_with("and " + runs + " known already")) << ran.out;
  EXPECT_NE(klass.record("a").at("submission_sha256"), klass.record("b").at("submission_sha256"));
  EXPECT_EQ(klass.record("a").at("cases"), klass.record("b").at("cases"));
  EXPECT_EQ(klass.record("b").at("verdict"), "wrong_answer");

  fs::remove(klass.folder() / "a.h");
  fs::remove(klass.out() / "records/b.json");
  const Ran again = klass.grade();
  EXPECT_TRUE(line_of(again.out, 3).starts_with("0 compiled; 0 runs, and " + runs + " known")) << again.out;
}

TEST(ClassAgainTest, ShardsAddUpToTheWhole) {
  const TestClass klass;
  hand_in_some(klass, 7);
  const fs::path roster = klass.other("roster.csv");
  write_text_file(roster, "id\ns0\nabsent\n");
  const Names common{"--roster", roster.string()};
  const auto with = [&](const Names& more) {
    Names all = common;
    all.insert(all.end(), more.begin(), more.end());
    return klass.grade(all);
  };
  ASSERT_EQ(with({}).code, 0);
  const std::string one = klass.other("one").string();
  const std::string two = klass.other("two").string();
  ASSERT_EQ(with({"--out", one, "--shard", "1/2"}).code, 0);
  EXPECT_FALSE(fs::exists(fs::path(one) / "gradebook.csv"));
  const std::string merged = klass.other("merged").string();
  const Ran missing = run_grader({"class", "--merge", one, "--out", merged});
  EXPECT_EQ(missing.code, 1) << missing.out;
  EXPECT_NE(missing.err.find("no record yet: '"), std::string::npos) << missing.err;
  ASSERT_EQ(with({"--out", two, "--shard", "2/2"}).code, 0);
  const Ran ran = run_grader({"class", "--merge", one, two, "--out", merged});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(line_of(ran.out, 1), "8 records");
  EXPECT_EQ(names_in(fs::path(merged) / "records"), klass.records());
  EXPECT_EQ(names_in(fs::path(merged) / "students"), names_in(klass.out() / "students"));
  EXPECT_EQ(names_in(fs::path(one) / "records").size() + names_in(fs::path(two) / "records").size(), 8U);
  for (const std::string& file : klass.records()) {
    auto whole = klass.record(file.substr(0, file.size() - 5));
    auto part = nlohmann::json::parse(read_text(fs::path(merged) / "records" / file));
    for (auto* record : {&whole, &part}) record->erase("duration_ms");
    EXPECT_EQ(whole, part) << file;
  }
  EXPECT_EQ(read_text(fs::path(merged) / "gradebook.csv"), read_text(klass.out() / "gradebook.csv"));
}

TEST(ClassAgainTest, ShardsMayShareAFolder) {
  const TestClass klass;
  hand_in_some(klass, 5);
  const std::string out = klass.out().string();
  int graded = 0;
  for (const char* shard : {"1/3", "2/3", "3/3"}) {
    ASSERT_EQ(klass.grade({"--shard", shard}).code, 0);
    graded = static_cast<int>(klass.records().size());
  }
  EXPECT_EQ(graded, 5);
  EXPECT_EQ(run_grader({"class", "--merge", out, "--out", out}).code, 0);
  EXPECT_EQ(split_lines(read_text(klass.out() / "gradebook.csv")).size(), 6U);
  EXPECT_EQ(line_of(klass.grade({}).out, 1), "5 submissions: 0 graded, 5 as before");
}

TEST(ClassAgainTest, PartsOfTwoGradingsAreNotMixed) {
  const TestClass klass;
  hand_in_some(klass, 2);
  const std::string one = klass.other("one").string();
  const std::string two = klass.other("two").string();
  ASSERT_EQ(klass.grade({"--out", one, "--shard", "1/2"}).code, 0);
  ASSERT_EQ(klass.grade({"--out", two, "--shard", "2/2", "--cases", "public"}).code, 0);
  const Ran ran = run_grader({"class", "--merge", one, two, "--out", klass.out().string()});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err,
            "'" + one + "' and '" + two +
                "' are no parts of one grading: they differ in cases_sha256, options; grade the older one "
                "again\n");
}

TEST(ClassAgainTest, TwoGradersDoNotWriteToOneFolder) {
  const TestClass klass;
  hand_in_some(klass, 1);
  ASSERT_EQ(klass.grade().code, 0);
  std::vector<std::string> locked{(klass.out() / ".state/lock").string(), grader_program().string()};
  for (const std::string& argument : klass.command()) locked.push_back(argument);
  const Ran ran = run_program("flock", locked);
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "another grader works in '" + klass.out().string() +
                         "': wait for it to end, or give another --out\n");
}

TEST(ClassAgainTest, ARegradeSaysWhoChangedAndWhy) {
  const TestClass klass;
  hand_in_some(klass, 2);
  ASSERT_EQ(klass.grade().code, 0);
  const fs::path file = klass.package() / "cases/hidden/center.yaml";
  std::string text = read_text(file);
  text.replace(text.find("[[-3, -1, 1, 3]]"), 16, "[[-3, -1, 1, 4]]");
  write_text_file(file, text);
  const Ran ran = klass.grade({"--out", klass.other("new").string(), "--regrade", klass.out().string()});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("center_one_long_row"), std::string::npos) << ran.out;
  EXPECT_TRUE(fs::exists(klass.other("new") / "regrade.csv"));
  EXPECT_EQ(split_lines(read_text(klass.other("new") / "regrade.csv")).size(), 2U) << "s0 alone changed";
}

}  // namespace
}  // namespace grader::cli
