// What is known is not run again, and a runner starts only where something is not.
#include "grader/run/cached_session.h"

#include <gtest/gtest.h>

#include <deque>

namespace grader {
namespace {

/// Answers every run with its number; the third one is not started.
class CountingSession : public Session {
 public:
  explicit CountingSession(int& runs) : runs_(runs) {}
  void submit(const Request& /*request*/, const RunLimits& /*limits*/, Done done) override {
    waiting_.push_back(std::move(done));
  }
  bool pump(std::chrono::milliseconds /*timeout*/) override {
    if (waiting_.empty()) return false;
    RunOutcome outcome;
    outcome.ended.code = ++runs_;
    if (runs_ == 3) outcome.ended.how = Ended::How::kNotStarted;
    const Done done = std::move(waiting_.front());
    waiting_.pop_front();
    done(outcome);
    return !waiting_.empty();
  }
  void cancel() override { waiting_.clear(); }
  const Isolation& isolation() const override { return isolation_; }

 private:
  int& runs_;
  std::deque<Done> waiting_;
  Isolation isolation_;
};

class CachedSessionTest : public ::testing::Test {
 protected:
  std::unique_ptr<Session> session() {
    return make_cached_session({}, "program", store_,
                               [this](const Session::Options&) -> Result<std::unique_ptr<Session>> {
                                 ++starts_;
                                 return std::make_unique<CountingSession>(runs_);
                               });
  }
  static Request request(int function) { return {.calls = {{.function = function, .arguments = {}}}}; }

  OutcomeStore store_;
  int starts_ = 0;
  int runs_ = 0;
};

TEST_F(CachedSessionTest, StartsNothingForWhatIsKnown) {
  EXPECT_EQ(session()->run(request(1), {}).ended.code, 1);
  EXPECT_EQ(session()->run(request(1), {}).ended.code, 1);
  EXPECT_EQ(starts_, 1);
  EXPECT_EQ(session()->run(request(2), {}).ended.code, 2);
  EXPECT_EQ(runs_, 2);
}

TEST_F(CachedSessionTest, RunsAgainWhatCouldNotBeKept) {
  auto one = session();
  for (const int function : {1, 2, 3, 3}) one->run(request(function), {});
  EXPECT_EQ(runs_, 4);
}

TEST_F(CachedSessionTest, DrainsWhatIsSubmittedWhileItTells) {
  session()->run(request(1), {});
  auto one = session();
  int told = 0;
  one->submit(request(1), {}, [&](const RunOutcome&) {
    ++told;
    one->submit(request(2), {}, [&](const RunOutcome&) { ++told; });
  });
  one->drain();
  EXPECT_EQ(told, 2);
  EXPECT_FALSE(one->pump(std::chrono::milliseconds(0)));
}

TEST_F(CachedSessionTest, TellsNothingOfWhatWasCancelled) {
  session()->run(request(1), {});
  auto one = session();
  for (const int function : {1, 2})
    one->submit(request(function), {}, [](const RunOutcome&) { ADD_FAILURE() << "cancelled"; });
  one->cancel();
  EXPECT_FALSE(one->pump(std::chrono::milliseconds(0)));
}

TEST_F(CachedSessionTest, ARunnerThatDoesNotStartIsNotTheRunsFault) {
  const auto broken = make_cached_session(
      {}, "program", store_,
      [](const Session::Options&) -> Result<std::unique_ptr<Session>> { return fail("no room"); });
  const RunOutcome outcome = broken->run(request(1), {});
  EXPECT_EQ(outcome.ended.how, Ended::How::kNotStarted);
  EXPECT_EQ(outcome.ended.detail, "no room");
}

}  // namespace
}  // namespace grader
