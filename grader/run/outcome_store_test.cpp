// Outcomes come back as they were kept, and no bytes of the file can do harm.
#include "grader/run/outcome_store.h"

#include <gtest/gtest.h>

#include <limits>

#include "grader/base/file.h"

namespace grader {
namespace {

RunOutcome full_outcome() {
  RunOutcome outcome;
  outcome.ended = {.how = Ended::How::kForbiddenCall,
                   .code = -3,
                   .detail = "socket",
                   .wall_time = std::chrono::milliseconds(12),
                   .cpu_time = std::chrono::milliseconds(7),
                   .peak_memory_bytes = 1LL << 40};
  outcome.answers.push_back({.result = Array{{2, 1}, {std::numeric_limits<double>::infinity(), -0.0}},
                             .arguments_after = {std::int64_t{3}, NamedArrays{{"Wq", Array{{1}, {0.5}}}}}});
  outcome.answers.push_back(
      {.result = Thrown{.type = "E", .bases = {"std::exception"}, .message = "no\n", .line = 9},
       .arguments_after = {}});
  outcome.complete = true;
  outcome.malformed = "m";
  outcome.stdout_text = std::string("a\0b\xff", 4);
  outcome.stderr_text = "e";
  outcome.output_cut = true;
  outcome.operations.push_back({.name = "matmul",
                                .inputs = {{2, 3}, {3, 1}},
                                .output = {2, 1},
                                .line = 4,
                                .count = 2,
                                .call = 1,
                                .data = {1, 2},
                                .is_stage = true});
  return outcome;
}

void expect_same(const RunOutcome& got, const RunOutcome& kept) {
  EXPECT_EQ(got.ended.how, kept.ended.how);
  EXPECT_EQ(got.ended.code, kept.ended.code);
  EXPECT_EQ(got.ended.detail, kept.ended.detail);
  EXPECT_EQ(got.ended.wall_time, kept.ended.wall_time);
  EXPECT_EQ(got.ended.cpu_time, kept.ended.cpu_time);
  EXPECT_EQ(got.ended.peak_memory_bytes, kept.ended.peak_memory_bytes);
  ASSERT_EQ(got.answers.size(), kept.answers.size());
  EXPECT_EQ(std::get<Value>(got.answers[0].result), std::get<Value>(kept.answers[0].result));
  EXPECT_EQ(got.answers[0].arguments_after, kept.answers[0].arguments_after);
  const auto& thrown = std::get<Thrown>(got.answers[1].result);
  EXPECT_EQ(thrown.type + thrown.bases.at(0) + thrown.message, "Estd::exceptionno\n");
  EXPECT_EQ(thrown.line, 9);
  EXPECT_EQ(got.complete, kept.complete);
  EXPECT_EQ(got.malformed + got.stdout_text + got.stderr_text,
            kept.malformed + kept.stdout_text + kept.stderr_text);
  EXPECT_EQ(got.output_cut, kept.output_cut);
  ASSERT_EQ(got.operations.size(), 1U);
  EXPECT_EQ(got.operations[0].name, "matmul");
  EXPECT_EQ(got.operations[0].inputs, kept.operations[0].inputs);
  EXPECT_EQ(got.operations[0].data, kept.operations[0].data);
  EXPECT_TRUE(got.operations[0].is_stage);
}

TEST(OutcomeStoreTest, AnOutcomeComesBackWhole) {
  const RunOutcome kept = full_outcome();
  const auto got = decode_outcome(encode_outcome(kept), 2);
  ASSERT_TRUE(got);
  expect_same(*got, kept);
  EXPECT_FALSE(decode_outcome(encode_outcome(kept), 1)) << "more answers than calls";
}

TEST(OutcomeStoreTest, BytesThatWereNotWrittenGiveNothing) {
  const std::string whole = encode_outcome(full_outcome());
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(decode_outcome(whole.substr(0, size), 2)) << size;
  EXPECT_FALSE(decode_outcome(whole + "x", 2));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x80);
    decode_outcome(changed, 2);  // any answer will do, no crash
  }
}

TEST(OutcomeStoreTest, AFileKeepsWhatWasUsedAlone) {
  const auto folder = TemporaryFolder::make("store").value();
  const auto path = folder.path() / "runs";
  OutcomeStore first;
  first.keep("one", full_outcome());
  first.keep("two", full_outcome());
  ASSERT_TRUE(first.write(path));
  OutcomeStore second;
  second.read(path);
  EXPECT_TRUE(second.find("one", 2));
  ASSERT_TRUE(second.write(path));
  OutcomeStore third;
  third.read(path);
  EXPECT_TRUE(third.find("one", 2));
  EXPECT_FALSE(third.find("two", 2)) << "nobody asked for it in the run before";
  EXPECT_EQ(third.found(), 1);
  EXPECT_EQ(third.kept(), 0);
}

TEST(OutcomeStoreTest, AFileThatWasTouchedIsNotBelieved) {
  const auto folder = TemporaryFolder::make("store").value();
  const auto path = folder.path() / "runs";
  OutcomeStore store;
  store.keep("one", full_outcome());
  ASSERT_TRUE(store.write(path));
  const std::string whole = read_file(path).value();
  for (const std::size_t at : {std::size_t{0}, whole.size() / 2, whole.size() - 1}) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    ASSERT_TRUE(write_file(path, changed));
    OutcomeStore again;
    again.read(path);
    EXPECT_FALSE(again.find("one", 2)) << "byte " << at;
  }
}

TEST(OutcomeStoreTest, WhatHangsOnTheMachineIsNotKept) {
  RunOutcome outcome;
  for (const auto& [how, kept] :
       {std::pair(Ended::How::kExited, true), std::pair(Ended::How::kSignalled, true),
        std::pair(Ended::How::kTimeLimit, false), std::pair(Ended::How::kNotStarted, false)}) {
    outcome.ended.how = how;
    EXPECT_EQ(can_be_kept(outcome), kept) << static_cast<int>(how);
  }
}

TEST(OutcomeStoreTest, AProgramIsItsModulesBytesAndItsRunner) {
  const auto folder = TemporaryFolder::make("store").value();
  const auto options = [&](std::string_view module, std::string_view bytes) {
    const auto path = folder.path() / module;
    EXPECT_TRUE(write_file(path, bytes));
    return Session::Options{.runner = "/c/packages/P/runner", .module = path};
  };
  const Session::Options one = options("M", "bytes");
  const std::string program = program_key(one).value();
  EXPECT_EQ(program, program_key(options("N", "bytes")).value());
  EXPECT_NE(program, program_key(options("O", "other")).value());
  Session::Options other = one;
  other.runner = "/d/packages/P/runner";
  EXPECT_EQ(program, program_key(other).value());
  other.runner = "/c/packages/Q/runner";
  EXPECT_NE(program, program_key(other).value());
  other = one;
  other.mode = sandbox::Mode::kOff;
  EXPECT_NE(program, program_key(other).value());
  other.module = folder.path() / "none";
  EXPECT_FALSE(program_key(other));
  // More than a limit that is left as it is lets.
  const Session::Options large = options("L", "");
  std::filesystem::resize_file(large.module, (64U << 20) + 1);
  EXPECT_TRUE(program_key(large));
}

TEST(OutcomeStoreTest, TheKeyHangsOnProgramRequestAndLimits) {
  const std::string request =
      request_digest({.calls = {{.function = 1, .arguments = {Value(std::int64_t{2})}}}});
  const std::string key = outcome_key("program", request, {});
  EXPECT_EQ(key, outcome_key("program", request, {}));
  EXPECT_NE(key, outcome_key("other", request, {}));
  EXPECT_NE(key, outcome_key("program", request_digest({}), {}));
  EXPECT_NE(key, outcome_key("program", request, {.memory_bytes = 1}));
}

TEST(OutcomeStoreTest, WhatAnotherFileHasIsWrittenToItsOwn) {
  const auto folder = TemporaryFolder::make("store").value();
  OutcomeStore first;
  first.keep("one", full_outcome());
  ASSERT_TRUE(first.write(folder.path() / "first"));
  OutcomeStore second;
  EXPECT_TRUE(second.read_other(folder.path() / "first"));
  EXPECT_FALSE(second.read_other(folder.path() / "first")) << "nothing new";
  EXPECT_TRUE(second.find("one", 2));
  EXPECT_EQ(second.kept(), 0);
  ASSERT_TRUE(second.write(folder.path() / "second"));
  EXPECT_EQ(read_file(folder.path() / "second").value(), read_file(folder.path() / "first").value());
}

TEST(OutcomeStoreTest, DigestsMadeBeforeAreThoseOfTheRequests) {
  const auto one = [](std::int64_t number) {
    return Request{.calls = {{.function = 1, .arguments = {Value(number)}}}};
  };
  const auto requests = std::make_shared<const std::vector<Request>>(std::vector{one(2), one(3)});
  const RequestDigests digests(requests);
  for (const Request& known : *requests) EXPECT_EQ(digests.of(known), request_digest(known));
  EXPECT_EQ(digests.of(one(3)), request_digest(one(3)));
  EXPECT_EQ(digests.of(one(4)), request_digest(one(4)));
  EXPECT_NE(request_digest(one(3)), request_digest(one(4)));
}

}  // namespace
}  // namespace grader
