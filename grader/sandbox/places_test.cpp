// The tests of this folder again, in the places where the grader may be started: as an ordinary user, in a
// user namespace, under a container's filter, in another sandbox, on an older kernel.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "grader/sandbox/layers.h"
#include "grader/sandbox/privileges.h"
#include "grader/sandbox/seccomp_filter.h"

namespace grader::sandbox {
namespace {

constexpr int kNoSuchPlace = 77;  // the exit code of a place that cannot be made here
constexpr const char* kLevelVariable = "GRADER_TEST_EXPECTED_LEVEL";

// ---- Making places: each changes the calling process for good, and is false where it cannot.

bool become_ordinary_user() {
  return ::geteuid() == 0 && !become_user(54321);
}

bool enter_user_namespace() {
  const auto uid = ::geteuid();
  const auto gid = ::getegid();
  if (::unshare(CLONE_NEWUSER) != 0) return false;
  std::ofstream("/proc/self/setgroups") << "deny";
  std::ofstream("/proc/self/uid_map") << "0 " << uid << " 1";
  std::ofstream("/proc/self/gid_map") << "0 " << gid << " 1";
  return ::geteuid() == 0;
}

bool refuse(const std::vector<const char*>& names, int error) {
  std::vector<CallRule> rules;
  rules.reserve(names.size());
  for (const char* name : names) rules.push_back({name, SCMP_ACT_ERRNO(static_cast<unsigned>(error)), {}});
  const auto filter = build_filter(rules, SCMP_ACT_ALLOW);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return filter && load_filter(*filter);
}

bool refuse_namespaces() {
  std::vector<CallRule> rules = {{"clone3", SCMP_ACT_ERRNO(ENOSYS), {}}};
  for (std::uint64_t bit = 1; bit != 0; bit <<= 1)
    if (0x7E020000 & bit)
      rules.push_back({"clone", SCMP_ACT_ERRNO(EPERM), {ArgumentTest::masked(0, bit, bit)}});
  const auto filter = build_filter(rules, SCMP_ACT_ALLOW);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return filter && load_filter(*filter) &&
         refuse({"unshare", "setns", "mount", "umount2", "pivot_root", "open_tree", "move_mount", "fsopen",
                 "fsconfig", "fsmount", "fspick", "mount_setattr"},
                EPERM);
}

// As Docker's default profile and capabilities (moby's profiles/seccomp/default.json), where they matter
// here.
bool enter_container() {
  unsigned long long kept = 0;
  for (const int cap :
       {CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_FOWNER, CAP_FSETID, CAP_KILL, CAP_SETGID, CAP_SETUID, CAP_SETPCAP,
        CAP_NET_BIND_SERVICE, CAP_NET_RAW, CAP_SYS_CHROOT, CAP_MKNOD, CAP_AUDIT_WRITE, CAP_SETFCAP})
    kept |= 1ULL << cap;
  return refuse_namespaces() &&
         refuse({"io_uring_setup", "userfaultfd", "keyctl", "add_key", "bpf"}, EPERM) &&
         !drop_capabilities(kept);
}

bool enter_container_as_user() {
  return enter_container() && (::geteuid() != 0 || become_ordinary_user());
}

bool have_no_pivot_root() {
  return refuse({"pivot_root"}, EPERM);
}

bool have_no_landlock() {
  return refuse({"landlock_create_ruleset"}, ENOSYS);
}

bool have_nothing() {
  return refuse_namespaces() && have_no_landlock();
}

struct Place {
  const char* name;
  bool (*enter)();
  const char* level;  // expected there; "" where it depends
  std::vector<std::string> wrapper;
};
void PrintTo(const Place& place, std::ostream* out) {
  *out << place.name;
}

const std::vector<std::string> kBubblewrap = {
    "/usr/bin/bwrap",   "--ro-bind", "/",    "/",      "--dev", "/dev",
    "--bind",           "/tmp",      "/tmp", "--proc", "/proc", "--unshare-all",
    "--die-with-parent"};

std::vector<Place> places() {
  return {{"OrdinaryUser", become_ordinary_user, "2", {}},
          {"UserNamespace", enter_user_namespace, "", {}},
          {"Container", enter_container, "3", {}},
          {"ContainerAsUser", enter_container_as_user, "3", {}},
          {"ContainerThatMayMount", have_no_pivot_root, "", {}},
          {"OldKernel", have_no_landlock, "2", {}},
          {"Bubblewrap", [] { return ::access("/usr/bin/bwrap", X_OK) == 0; }, "", kBubblewrap}};
}

// ---- Running a test program there

std::string folder_of_tests() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path();
}

[[noreturn]] void exec_test(const Place& place, const std::string& program, const std::string& filter,
                            int output) {
  std::vector<std::string> arguments = place.wrapper;
  arguments.insert(arguments.end(), {program, "--gtest_brief=1", "--gtest_filter=" + filter});
  ::setenv(kLevelVariable, place.level, 1);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  if (!place.enter()) ::_exit(kNoSuchPlace);
  if (::access(program.c_str(), X_OK) != 0) ::_exit(kNoSuchPlace);
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  ::execv(argv.front(), argv.data());
  ::_exit(kNoSuchPlace);
}

struct TestRun {
  int code = -1;
  std::string output;
};

TestRun run_test(const Place& place, const std::string& name, const std::string& filter) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  const pid_t pid = ::fork();
  if (pid == 0) exec_test(place, folder_of_tests() + "/" + name, filter, ends[1]);
  ::close(ends[1]);
  TestRun run;
  std::array<char, 4096> buffer;
  for (ssize_t count = 0; (count = ::read(ends[0], buffer.data(), buffer.size())) > 0;)
    run.output.append(buffer.data(), static_cast<std::size_t>(count));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(pid, &status, 0);
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return run;
}

class PlacesTest : public testing::TestWithParam<Place> {
 protected:
  void expect_passes(const std::string& name, const std::string& filter) {
    const TestRun run = run_test(GetParam(), name, filter);
    if (run.code == kNoSuchPlace) GTEST_SKIP() << "this place cannot be made here";
    EXPECT_EQ(run.code, 0) << run.output;
  }
};
INSTANTIATE_TEST_SUITE_P(Places, PlacesTest, testing::ValuesIn(places()),
                         [](const auto& place) { return std::string(place.param.name); });

TEST_P(PlacesTest, TheLevelIsAsExpected) {
  expect_passes("places_test", "LevelTest.*");
}

TEST_P(PlacesTest, ProgramsEndAndNothingIsLeft) {
  expect_passes("sandbox_test", "-*CpuLimit*");
}

TEST_P(PlacesTest, ProgramsAreLockedIn) {
  expect_passes("lockin_test", "*");
}

TEST_P(PlacesTest, TheChildsLockHolds) {
  expect_passes("lock_test", "*");
  expect_passes("call_table_test", "*");
}

TEST_P(PlacesTest, CanariesAreRefused) {
  expect_passes("doctor_test", "*");
}

TEST(PlacesTest, WithNeitherNamespacesNorLandlockNothingIsStarted) {
  const Place nowhere{"Nothing", have_nothing, "0", {}};
  const TestRun run = run_test(nowhere, "places_test", "LevelTest.*:RefusalTest.*");
  if (run.code == kNoSuchPlace) GTEST_SKIP() << "this place cannot be made here";
  EXPECT_EQ(run.code, 0) << run.output;
}

// ---- What runs there

TEST(LevelTest, IsAsTheEnvironmentSays) {
  const char* expected = std::getenv(kLevelVariable);
  if (!expected || *expected == '\0') GTEST_SKIP() << "nothing is expected here";
  EXPECT_EQ(std::to_string(available().level), expected);
}

TEST(RefusalTest, StartSaysWhatIsMissing) {
  const char* expected = std::getenv(kLevelVariable);
  if (!expected || std::string(expected) != "0") GTEST_SKIP() << "there is a sandbox here";
  Program program;
  program.path = "/bin/true";
  const auto process = start(program, {}, Mode::kOn);
  ASSERT_FALSE(process);
  EXPECT_EQ(
      process.error().message,
      "this machine cannot lock a submission in: neither namespaces nor Landlock with seccomp can be had; "
      "'grader doctor' says how to get them");
  EXPECT_TRUE(start(program, {}, Mode::kOff));
}

}  // namespace
}  // namespace grader::sandbox
