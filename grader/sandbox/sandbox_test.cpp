#include "grader/sandbox/sandbox.h"

#include <gtest/gtest.h>

namespace grader::sandbox {
namespace {

using std::chrono::milliseconds;
using How = Ended::How;

Program shell(const std::string& script) {
  return {.path = "/bin/sh", .arguments = {"-c", script}, .environment = {}, .mounts = {}, .pass_fds = {}};
}

Finished run_shell(const std::string& script, const Limits& limits = {}) {
  auto finished = run(shell(script), limits, Mode::kOn);
  EXPECT_TRUE(finished) << (finished ? "" : finished.error().message);
  return finished ? *finished : Finished{};
}

TEST(SandboxTest, TellsTheExitCodeAndBothOutputs) {
  const Finished finished = run_shell("echo out; echo err >&2; exit 7");
  EXPECT_EQ(finished.ended.how, How::kExited);
  EXPECT_EQ(finished.ended.code, 7);
  EXPECT_EQ(finished.stdout_text, "out\n");
  EXPECT_EQ(finished.stderr_text, "err\n");
}

TEST(SandboxTest, TellsTheSignal) {
  const Finished finished = run_shell("kill -SEGV $$");
  EXPECT_EQ(finished.ended.how, How::kSignalled);
  EXPECT_EQ(finished.ended.code, 11);
}

TEST(SandboxTest, EndsAtTheWallLimit) {
  const Finished finished = run_shell("sleep 60 & sleep 60", {.wall_time = milliseconds(100)});
  EXPECT_EQ(finished.ended.how, How::kTimeLimit);
}

TEST(SandboxTest, EndsAtTheCpuLimit) {
  const Finished finished = run_shell("while :; do :; done", {.cpu_time = milliseconds(1000)});
  EXPECT_EQ(finished.ended.how, How::kTimeLimit);
}

TEST(SandboxTest, EndsAFloodOfOutput) {
  const Finished finished = run_shell("while :; do echo 0123456789; done", {.output_kill_bytes = 1 << 20});
  EXPECT_EQ(finished.ended.how, How::kOutputLimit);
  EXPECT_TRUE(finished.output_cut);
  EXPECT_EQ(finished.stdout_text.size(), 16384U);
}

TEST(SandboxTest, AProgramThatIsNotThereIsOurError) {
  Program program = shell("");
  program.path = "/bin/nothing";
  const auto finished = run(program, {}, Mode::kOn);
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().message, "sandbox: cannot start /bin/nothing: No such file or directory");
}

}  // namespace
}  // namespace grader::sandbox
