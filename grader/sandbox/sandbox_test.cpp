// How programs end, what of them is kept, and what is left of them, at every level that this machine has.
#include "grader/sandbox/sandbox.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <sstream>
#include <thread>

#include "grader/base/file.h"
#include "grader/sandbox/cgroup_roots.h"
#include "grader/sandbox/sandbox_testing.h"

namespace grader::sandbox {
namespace {

using std::chrono::milliseconds;
using How = Ended::How;

class SandboxTest : public testing::TestWithParam<Level> {
 protected:
  Finished run_shell(const std::string& script, const Limits& limits = {}) {
    return run_at(GetParam(), shell(script), limits);
  }
  Finished run_inside(Inside inside, const Limits& limits = {}) {
    return run_at(GetParam(), nothing(Profile::kCompile), limits, inside);
  }
};
INSTANTIATE_TEST_SUITE_P(Levels, SandboxTest, testing::ValuesIn(all_levels()), level_name);

TEST_P(SandboxTest, TellsTheExitCodeAndBothOutputs) {
  const Finished finished = run_shell("echo out; echo err >&2; exit 7");
  EXPECT_EQ(finished.ended.how, How::kExited);
  EXPECT_EQ(finished.ended.code, 7);
  EXPECT_EQ(finished.stdout_text, "out\n");
  EXPECT_EQ(finished.stderr_text, "err\n");
  EXPECT_FALSE(finished.output_cut);
}

TEST_P(SandboxTest, TellsTheSignal) {
  const Finished finished = run_inside([] { return ::raise(SIGSEGV); });
  EXPECT_EQ(finished.ended.how, How::kSignalled);
  EXPECT_EQ(finished.ended.code, SIGSEGV);
}

TEST_P(SandboxTest, EndsAtTheWallLimitWithAllItStarted) {
  const std::string mark = unique_seconds();
  const Finished finished = run_shell("sleep " + mark + " & sleep " + mark, {.wall_time = milliseconds(100)});
  EXPECT_EQ(finished.ended.how, How::kTimeLimit);
  EXPECT_FALSE(process_is_there(mark));
}

TEST_P(SandboxTest, TellsTheTimeThatAKilledProgramUsed) {
  const Finished finished = run_shell("while :; do :; done", {.wall_time = milliseconds(300)});
  EXPECT_EQ(finished.ended.how, How::kTimeLimit);
  EXPECT_GT(finished.ended.cpu_time, milliseconds(0));
  EXPECT_GT(finished.ended.peak_memory_bytes, 0);
  EXPECT_GE(finished.ended.wall_time, milliseconds(300));
}

TEST_P(SandboxTest, EndsAtTheCpuLimit) {
  const Finished finished = run_shell("while :; do :; done", {.cpu_time = milliseconds(1000)});
  EXPECT_EQ(finished.ended.how, How::kTimeLimit);
}

TEST_P(SandboxTest, EndsAFloodOfOutput) {
  const Finished finished = run_shell("while :; do echo 0123456789; done", {.output_kill_bytes = 1 << 20});
  EXPECT_EQ(finished.ended.how, How::kOutputLimit);
  EXPECT_TRUE(finished.output_cut);
  EXPECT_EQ(finished.stdout_text.size(), 16384U);
}

TEST_P(SandboxTest, RefusesMemoryAboveTheLimit) {
  const Finished finished = run_inside(
      [] {
        void* memory = ::mmap(nullptr, 1 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return memory == MAP_FAILED && errno == ENOMEM ? 0 : 1;
      },
      {.memory_bytes = 256 << 20});
  EXPECT_EQ(finished.ended.code, 0);
}

TEST_P(SandboxTest, EndsAtTheFileLimit) {
  auto folder = TemporaryFolder::make("sandbox-test");
  ASSERT_TRUE(folder);
  Program program = nothing(Profile::kCompile);
  program.mounts = {{folder->path(), folder->path(), true}};
  program.folder = folder->path();
  const Finished finished = run_at(GetParam(), program, {.file_bytes = 1000}, [] {
    const int fd = ::open("file", O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    char bytes[4096] = {};
    while (::write(fd, bytes, sizeof bytes) > 0) {
    }
    return 0;
  });
  EXPECT_EQ(finished.ended.how, How::kFileLimit);
  EXPECT_EQ(std::filesystem::file_size(folder->path() / "file"), 1000U);
}

TEST_P(SandboxTest, TheEnvironmentIsWhatWasGiven) {
  Program program;
  program.path = "/usr/bin/env";
  program.environment = {"ONE=1", "TWO=2"};
  EXPECT_EQ(run_at(GetParam(), program).stdout_text, "ONE=1\nTWO=2\n");
}

TEST_P(SandboxTest, InputIsAtItsEnd) {
  EXPECT_EQ(run_shell("cat; echo done").stdout_text, "done\n");
}

TEST_P(SandboxTest, PassedDescriptorsCountFromThreeAndNoOtherIsOpen) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const UniqueFd reader(ends[0]);
  UniqueFd writer(ends[1]);
  const UniqueFd stray(::fcntl(reader.get(), F_DUPFD, 70));  // not close-on-exec: somebody was careless
  Program program = nothing(Profile::kCompile);
  program.pass_fds = {writer.get(), writer.get()};
  const Finished finished = run_at(GetParam(), program, {}, [] {
    int open = 0;
    for (int fd = 0; fd < 1024; ++fd) open += ::fcntl(fd, F_GETFD) >= 0 ? 1 : 0;
    return ::write(3, "a", 1) == 1 && ::write(4, "b", 1) == 1 ? open : 99;
  });
  EXPECT_EQ(finished.ended.code, 5);
  char text[3] = {};
  EXPECT_EQ(::read(reader.get(), text, 2), 2);
  EXPECT_STREQ(text, "ab");
}

TEST_P(SandboxTest, LeavesNoProcessThatRanAway) {
  const std::string mark = unique_seconds();
  const Finished finished =
      run_shell("(setsid setsid sleep " + mark + " >/dev/null 2>&1 &) ; sleep 0.1; exit 3");
  EXPECT_EQ(finished.ended.code, 3);
  EXPECT_FALSE(process_is_there(mark));
}

TEST_P(SandboxTest, DoesNotWaitForAPipeThatAStrayHolds) {
  EXPECT_EQ(run_shell("sleep " + unique_seconds() + " & echo done").stdout_text, "done\n");
}

TEST_P(SandboxTest, OutlivesTheThreadThatStartedIt) {
  Result<std::unique_ptr<ChildProcess>> process = fail("not started");
  std::thread([&] { process = spawn(shell("sleep 0.3; echo late"), {}, GetParam().layers); }).join();
  ASSERT_TRUE(process) << process.error().message;
  EXPECT_EQ((*process)->wait().stdout_text, "late\n");
}

TEST_P(SandboxTest, DiesWithItsObject) {
  const std::string mark = unique_seconds();
  {
    auto process = spawn(shell("sleep " + mark), {}, GetParam().layers);
    ASSERT_TRUE(process) << process.error().message;
    EXPECT_TRUE(process_comes(mark));
  }
  EXPECT_FALSE(process_is_there(mark));
}

std::vector<std::string> names_of_children() {
  std::istringstream numbers(
      read_file("/proc/self/task/" + std::to_string(::getpid()) + "/children").value_or(""));
  std::vector<std::string> names;
  for (std::string number; numbers >> number;)
    names.push_back(read_file("/proc/" + number + "/comm").value_or(""));
  return names;
}

// Else init would be a copy of us, expected values and all, for as long as the program runs.
TEST_P(SandboxTest, NothingOfOurMemoryStaysWithTheProgram) {
  const Layers& layers = GetParam().layers;
  if (layers.user_namespace || (layers.memory_group && group_roots().memory->version == 2))
    GTEST_SKIP() << "init is a copy of us at this level";
  auto process = spawn(shell("sleep 60"), {}, layers);
  ASSERT_TRUE(process) << process.error().message;
  EXPECT_EQ(names_of_children(), std::vector<std::string>{"sandbox_watcher\n"});
}

TEST_P(SandboxTest, ItsDescriptorTellsWhenThereIsSomethingToDo) {
  auto process = spawn(shell("echo now"), {}, GetParam().layers);
  ASSERT_TRUE(process) << process.error().message;
  while (!(*process)->pump()) {
    struct pollfd ready {
      (*process)->poll_fd(), POLLIN, 0
    };
    ASSERT_EQ(::poll(&ready, 1, 10000), 1);
  }
  EXPECT_EQ((*process)->wait().stdout_text, "now\n");
}

TEST_P(SandboxTest, NothingOutlivesAKilledGrader) {
  const std::string mark = unique_seconds();
  const std::string script = "sleep " + mark + " & (setsid sleep " + mark + " &); sleep " + mark;
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const pid_t grader = ::fork();
  if (grader == 0) {
    auto process = spawn(shell(script), {}, GetParam().layers);
    (void)!::write(ends[1], process ? "y" : "n", 1);
    for (;;) ::pause();
  }
  ASSERT_GT(grader, 0);  // and never kill(-1)
  char started = 'n';
  EXPECT_EQ(::read(ends[0], &started, 1), 1);
  EXPECT_EQ(started, 'y');
  ::kill(grader, SIGKILL);
  ::waitpid(grader, nullptr, 0);
  ::close(ends[0]);
  ::close(ends[1]);
  EXPECT_TRUE(process_goes(mark));
}

TEST_P(SandboxTest, AProgramThatIsNotThereIsOurError) {
  Program program = shell("");
  program.path = "/bin/nothing";
  const auto process = spawn(program, {}, GetParam().layers);
  ASSERT_FALSE(process);
  EXPECT_EQ(process.error().message, "sandbox: cannot start /bin/nothing: No such file or directory");
  EXPECT_EQ(process.error().fault, Fault::kInternal);
}

TEST(SandboxStartTest, NamesAMountThatIsNotThere) {
  if (!has_own_root(Profile::kCompile, Mode::kOn)) GTEST_SKIP() << "no mount namespaces here";
  Program program = shell("");
  program.mounts = {{"/no/such/folder", "/folder"}};
  const auto process = start(program, {}, Mode::kOn);
  ASSERT_FALSE(process);
  EXPECT_EQ(process.error().message, "sandbox: there is no '/no/such/folder' to mount");
}

TEST(SandboxStartTest, RunsATrustedProgramInTheOpen) {
  Program program = shell("test -r /etc/passwd && echo seen");
  program.profile = Profile::kTrusted;
  const auto finished = run(program, {}, Mode::kOn);
  ASSERT_TRUE(finished) << finished.error().message;
  EXPECT_EQ(finished->stdout_text, "seen\n");
}

}  // namespace
}  // namespace grader::sandbox
