// grader class: what it finds, what it writes, and what it says of those it cannot grade.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <set>

#include "grader/base/text.h"
#include "grader/cli/class_testing.h"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

TEST(ClassTest, EverySubmissionGetsARecordAndAReport) {
  const TestClass klass;
  klass.hand_in("ann.h", klass.right());
  klass.hand_in("bob/week1/solution.h", klass.wrong());
  klass.hand_in("cid.h", klass.unwritten());
  klass.hand_in("dan.h", "int x = ;\n");
  fs::create_directories(klass.folder() / "eve/solution.h");
  ASSERT_EQ(::mkfifo((klass.folder() / "fay.h").c_str(), 0600), 0);
  klass.hand_in("gus.h", std::string("\xFF\xFEi\0", 4));
  fs::create_symlink("/etc/passwd", klass.folder() / "hal.h");
  klass.hand_in("ian/readme.txt", "nothing");
  const Ran ran = klass.grade();
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(line_of(ran.out, 1), "9 submissions: 9 graded, 0 as before");
  EXPECT_EQ(line_of(ran.out, 2), "1 accepted, 1 not_implemented, 1 wrong_answer, 6 compile_error");
  constexpr struct {
    const char* id;
    const char* verdict;
    double points;
    const char* reason;
  } kTable[] = {
      {"ann", "accepted", 100, ""},
      {"bob", "wrong_answer", 0, ""},
      {"cid", "not_implemented", 0, ""},
      {"dan", "compile_error", 0, ""},
      {"eve", "compile_error", 0, "a file is asked for, and this is a folder"},
      {"fay", "compile_error", 0, "a file is asked for, and this is a pipe"},
      {"gus", "compile_error", 0, "the file is in UTF-16: save it as UTF-8"},
      {"hal", "compile_error", 0, "the file is a link that leads out of the class's folder, or nowhere"},
      {"ian", "compile_error", 0, "the folder has no 'solution.h', up to 4 folders deep"},
  };
  for (const auto& [id, verdict, points, reason] : kTable) {
    const auto record = klass.record(id);
    EXPECT_EQ(record.at("verdict"), verdict) << id;
    EXPECT_EQ(record.at("points"), points) << id;
    EXPECT_EQ(record.at("max_points"), 100) << id;
    if (id != std::string("dan")) {
      EXPECT_EQ(record.at("reason"), reason) << id;
    }
    for (const char* folder : {"students", "instructor"})
      EXPECT_TRUE(fs::exists(klass.out() / folder / (std::string(id) + ".html"))) << folder << id;
  }
  EXPECT_NE(klass.record("dan").at("reason"), "");
  EXPECT_EQ(klass.record("bob").at("file"), "bob/week1/solution.h");
  EXPECT_EQ(split_lines(read_text(klass.out() / "gradebook.csv")).size(), 10U);
  EXPECT_TRUE(fs::exists(klass.out() / "summary.json"));
  EXPECT_TRUE(fs::exists(klass.out() / "summary.html"));
}

TEST(ClassTest, ARecordHasWhatItTakesToGradeTheSameAgain) {
  const TestClass klass;
  klass.hand_in("ann.h", klass.right());
  ASSERT_EQ(klass.grade().code, 0);
  const auto record = klass.record("ann");
  EXPECT_EQ(record.at("submission_sha256").get<std::string>().size(), 64U);
  for (const char* name :
       {"exercise_sha256", "cases_sha256", "mistakes_sha256", "kit_sha256", "package_key", "grader_version",
        "grader_sha256", "compiler", "compiler_flags", "options", "sandbox", "seeds"})
    EXPECT_NE(record.at("provenance").at(name), "") << name;
  EXPECT_EQ(record.at("provenance").at("options"), "cases all, sanitizers auto");
  EXPECT_EQ(record.at("cases").at(0).back(), "rtol 1e-10, atol 1e-12 max");
}

TEST(ClassTest, HostileNamesAreShownCleanAndStayApart) {
  const TestClass klass;
  const std::string text = klass.right();
  const Names names{"al", "AL", "a\nb", "\x1b[31mred", "=1+1", "a\"b'c", "\xff\xfe", "-rf", "a b", "_"};
  for (const std::string& name : names) klass.hand_in(name + ".h", text);
  klass.hand_in("al/solution.h", text);
  const Ran ran = klass.grade();
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(line_of(ran.out, 1), "11 submissions: 11 graded, 0 as before");
  EXPECT_EQ(ran.err.find('\x1b'), std::string::npos);
  std::set<std::string> students;
  for (const std::string& file : klass.records()) {
    EXPECT_EQ(file.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"),
              std::string::npos)
        << file;
    const auto record = klass.record(file.substr(0, file.size() - 5));
    EXPECT_EQ(record.at("verdict"), "accepted") << file;
    const std::string student = record.at("student");
    EXPECT_EQ(student, clean_line(student));
    students.insert(student);
  }
  EXPECT_EQ(klass.records().size(), 11U);
  EXPECT_TRUE(students.contains("a\\nb") && students.contains("=1+1") && students.contains("AL"));
}

TEST(ClassTest, NothingHiddenReachesTheStudents) {
  const TestClass klass;
  write_text_file(klass.package() / "cases/hidden/center.yaml",
                  "function: center\ncases:\n  - name: one_row\n    why: \"MARKER_WHY\"\n    args:\n"
                  "      x: [[7919.25, 0]]\n    expect: [[3959.625, -3959.625]]\n");
  ASSERT_EQ(run_grader({"cases", "check", "--write", "--package", klass.package().string()}).code, 0);
  klass.hand_in("ann.h", klass.wrong());
  klass.hand_in("bob.h",
                "#include <cstdio>\n" + klass.right() + "inline int out = std::printf(\"MARKER_OUT\\n\");\n");
  std::vector<std::string> formats;
  for (const char* format : {"text", "json", "junit", "gradescope", "exercism", "github", "github-summary",
                             "github-classroom", "tap", "html", "csv"})
    formats.insert(formats.end(), {"--format", format});
  ASSERT_EQ(klass.grade(formats).code, 0);
  EXPECT_EQ(names_in(klass.out() / "students").size(), 22U);
  EXPECT_EQ(names_in(klass.out() / "students"), names_in(klass.out() / "instructor"));
  for (const char* marker : {"MARKER_WHY", "3959", "mean-of-columns"}) {
    EXPECT_FALSE(is_anywhere(klass.out() / "students", marker)) << marker;
    EXPECT_TRUE(is_anywhere(klass.out() / "instructor", marker)) << marker;
  }
  EXPECT_FALSE(is_anywhere(klass.out() / "students", "7919")) << "an argument";
}

TEST(ClassTest, WhoseReportsAndWhichFormatsIsSaid) {
  const TestClass klass;
  klass.hand_in("ann.h", klass.right());
  ASSERT_EQ(klass.grade({"--audience", "student", "--format", "text", "--format", "junit"}).code, 0);
  EXPECT_EQ(names_in(klass.out() / "students"), (Names{"ann+junit.xml", "ann.txt"}));
  EXPECT_FALSE(fs::exists(klass.out() / "instructor"));
  const Ran more = klass.grade({"--audience", "instructor"});
  EXPECT_EQ(line_of(more.out, 1), "1 submission: 1 graded, 0 as before") << "its report was not there yet";
  EXPECT_EQ(names_in(klass.out() / "instructor"), Names{"ann.html"});
}

TEST(ClassTest, ARosterGivesRowsToThoseWhoHandedInNothing) {
  const TestClass klass;
  klass.hand_in("ann.h", klass.right());
  klass.hand_in("zoe.h", klass.wrong());
  const fs::path roster = klass.other("roster.csv");
  write_text_file(roster, "\xEF\xBB\xBFname,login\r\n\"Ann, A.\",ann\r\nBob,bob\r\n");
  const Ran ran = klass.grade({"--roster", roster.string()});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(line_of(ran.out, 1), "2 submissions: 2 graded, 0 as before; 1 handed in nothing");
  EXPECT_NE(ran.err.find("note: 1 submission is not on the roster: 'zoe'\n"), std::string::npos) << ran.err;
  EXPECT_EQ(klass.record("ann").at("roster").at("name"), "Ann, A.");
  EXPECT_EQ(klass.record("bob").at("state"), "not_handed_in");
  EXPECT_TRUE(klass.record("bob").at("points").is_null());
  EXPECT_EQ(split_lines(read_text(klass.out() / "gradebook.csv")).size(), 4U);

  write_text_file(roster, "login,name\nann,Anna\n");
  EXPECT_EQ(line_of(klass.grade({"--roster", roster.string()}).out, 1),
            "2 submissions: 0 graded, 2 as before");
  EXPECT_EQ(klass.record("ann").at("roster").at("name"), "Anna");
  EXPECT_EQ(split_lines(read_text(klass.out() / "gradebook.csv")).size(), 3U);

  write_text_file(roster, "login\nann\nann\n\"bob\n");
  EXPECT_EQ(klass.grade({"--roster", roster.string()}).code, 2);
}

// A compiler that makes no module of one submission, and says that all went well.
TEST(ClassTest, AnInternalErrorIsNeverTheStudents) {
  const TestClass klass;
  klass.hand_in("ann.h", klass.right());
  klass.hand_in("bob.h", "// NO_MODULE\n" + klass.right());
  const fs::path compiler = klass.other("g++");
  write_text_file(compiler,
                  "#!/bin/sh\ncase \"$*\" in\n"
                  "  *-shared*) grep -q NO_MODULE solution.h && exit 0 ;;\nesac\nexec /usr/bin/g++ \"$@\"\n");
  fs::permissions(compiler, fs::perms::owner_all);
  const auto run = [&](const std::string& cxx) {
    std::vector<std::string> all{"GRADER_CXX=" + cxx, grader_program().string()};
    for (const std::string& argument : klass.command({"--sandbox", "off"})) all.push_back(argument);
    return run_program("env", all);
  };
  const Ran ran = run(compiler.string());
  EXPECT_EQ(ran.code, 3) << ran.out << ran.err;
  EXPECT_EQ(line_of(ran.out, 2), "1 accepted, 1 internal_error");
  const auto record = klass.record("bob");
  EXPECT_EQ(record.at("state"), "failed");
  EXPECT_TRUE(record.at("points").is_null());
  EXPECT_NE(record.at("reason").get<std::string>().find("the compiler made no module"), std::string::npos);
  const Ran again = run(compiler.string());
  EXPECT_EQ(line_of(again.out, 1), "2 submissions: 1 graded, 1 as before") << "what failed is tried again";
}

TEST(ClassTest, WrongUseSaysWhatToDo) {
  const TestClass klass;
  const std::string folder = klass.folder().string();
  const Ran none = klass.grade();
  EXPECT_EQ(none.code, 2);
  EXPECT_EQ(none.err,
            "no submission in '" + folder +
                "': looked for files NAME.h and for folders, one a student, with a 'solution.h' in them; "
                "say with --pattern where else they are\n");
  EXPECT_FALSE(fs::exists(klass.out())) << "nothing was to be written";
  klass.hand_in("ann.h", klass.right());
  const fs::path foreign = klass.other("foreign");
  fs::create_directories(foreign);
  write_text_file(foreign / "thesis.txt", "mine");
  constexpr struct {
    std::array<const char*, 2> arguments;
    const char* message;
  } kTable[] = {
      {{"--shard", "0/2"}, "--shard '0/2' is no I/N with 1 <= I <= N"},
      {{"--memory", "1M"}, "--memory 1 MiB is too little: by the exercise's limits one submission may take"},
      {{"--only", "nope"}, "no case is named 'nope'"},
      {{"--format", "docx"}, "--format: docx not in"},
      {{"--pattern", "x"}, "--pattern 'x' has no '*'"},
      {{"--regrade", "/nowhere"}, "'/nowhere' has no results of 'grader class'"},
  };
  for (const auto& [arguments, message] : kTable) {
    const Ran ran = klass.grade({arguments[0], arguments[1]});
    EXPECT_EQ(ran.code, 2) << arguments[0];
    EXPECT_NE(ran.err.find(message), std::string::npos) << ran.err;
  }
  const Ran ran = klass.grade({"--out", foreign.string()});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(
      ran.err,
      "'" + foreign.string() +
          "' has files that are no results of 'grader class': give an empty or a new folder as --out\n");
  EXPECT_EQ(names_in(foreign), Names{"thesis.txt"});
}

}  // namespace
}  // namespace grader::cli
