// Control groups: where they are found in either version's files, what is written to them, what is swept.
#include "grader/sandbox/cgroup.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "grader/base/file.h"

namespace grader::sandbox {
namespace {

namespace fs = std::filesystem;

struct FolderRow {
  const char* what;
  const char* mountinfo;
  const char* cgroup;
  const char* controller;
  std::optional<GroupRoot> root;
};

const FolderRow kFolders[] = {
    {"version 1, a hierarchy for each controller",
     "30 25 0:26 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"
     "31 25 0:27 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids\n",
     "8:pids:/\n4:memory:/user/me\n0::/\n", "memory", GroupRoot{"/sys/fs/cgroup/memory/user/me", 1}},
    {"version 1 in a container, which sees a part of the hierarchy",
     "30 25 0:26 /docker/abc /sys/fs/cgroup/memory ro,nosuid - cgroup cgroup rw,memory\n",
     "4:memory:/docker/abc\n", "memory", GroupRoot{"/sys/fs/cgroup/memory", 1}},
    {"version 1 with controllers together",
     "30 25 0:26 / /sys/fs/cgroup/cpu,memory rw shared:9 - cgroup cgroup rw,cpu,memory\n",
     "4:cpu,memory:/a\n", "memory", GroupRoot{"/sys/fs/cgroup/cpu,memory/a", 1}},
    {"version 2", "29 24 0:25 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n",
     "0::/user.slice/user-1000.slice/run.scope\n", "pids",
     GroupRoot{"/sys/fs/cgroup/user.slice/user-1000.slice/run.scope", 2}},
    {"both: version 1 has the controller",
     "29 24 0:25 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
     "30 25 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n",
     "4:memory:/\n0::/\n", "memory", GroupRoot{"/sys/fs/cgroup/memory", 1}},
    {"mounted from elsewhere in the hierarchy", "29 24 0:25 /other /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
     "0::/mine\n", "pids", GroupRoot{"/sys/fs/cgroup", 2}},
    {"nothing is mounted", "22 28 0:20 / /proc rw - proc proc rw\n", "0::/\n", "pids", std::nullopt},
    {"half a line", "22 28 0:20 / /proc rw - cgroup2\n", "0::/\n", "pids", std::nullopt},
};

TEST(CgroupTest, FindsTheFolderOfAController) {
  for (const FolderRow& row : kFolders)
    EXPECT_EQ(find_group_folder(row.mountinfo, row.cgroup, row.controller), row.root) << row.what;
}

pid_t dead_pid() {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(0);
  ::waitpid(pid, nullptr, 0);
  return pid;
}

TEST(CgroupTest, SweepsWhatDeadGradersLeft) {
  const auto folder = TemporaryFolder::make("cgroup-test");
  ASSERT_TRUE(folder);
  const std::string dead = "grader-" + std::to_string(dead_pid());
  const std::string alive = "grader-" + std::to_string(::getpid());
  for (const std::string& name : {dead + "-0", dead + "-main", alive + "-0", dead + "-full",
                                  std::string("system"), std::string("grader-x-0"), std::string("grader-1")})
    fs::create_directory(folder->path() / name);
  ASSERT_TRUE(write_file(folder->path() / (dead + "-full") / "cgroup.procs", "1\n"));
  sweep_groups(folder->path());
  std::vector<std::string> left;
  for (const auto& entry : fs::directory_iterator(folder->path())) left.push_back(entry.path().filename());
  std::sort(left.begin(), left.end());
  std::vector<std::string> expected = {alive + "-0", dead + "-full", "grader-1", "grader-x-0", "system"};
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(left, expected);
}

// A plain folder stands for the file system of control groups: what would be written can be read back.
class FakeGroupTest : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    auto made = TemporaryFolder::make("cgroup-test");
    ASSERT_TRUE(made);
    folder_ = std::make_unique<TemporaryFolder>(*std::move(made));
    fs::create_directory(path("memory"));
    fs::create_directory(path("pids"));
    roots_.memory = GroupRoot{path("memory"), GetParam()};
    roots_.pids = GroupRoot{GetParam() == 2 ? path("memory") : path("pids"), GetParam()};
  }
  fs::path path(const std::string& name) const { return folder_->path() / name; }
  static fs::path only_one_in(const fs::path& folder) {
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1) << folder;
    return fs::directory_iterator(folder)->path();
  }

  std::unique_ptr<TemporaryFolder> folder_;
  GroupRoots roots_;
};
INSTANTIATE_TEST_SUITE_P(Versions, FakeGroupTest, testing::Values(1, 2));

TEST_P(FakeGroupTest, HasLimitsAndAWayIn) {
  auto group = ControlGroup::make(roots_, {.memory_bytes = 1 << 20, .processes = 8});
  ASSERT_TRUE(group) << group.error().message;
  ASSERT_TRUE(*group);
  const auto doors = (*group)->doors();
  ASSERT_TRUE(doors) << doors.error().message;
  EXPECT_EQ(doors->tasks.size(), GetParam() == 1 ? 2U : 0U);
  EXPECT_EQ(static_cast<bool>(doors->folder), GetParam() == 2);
  for (const UniqueFd& tasks : doors->tasks) ASSERT_EQ(::write(tasks.get(), "0", 1), 1);
  ASSERT_TRUE((*group)->add(4321));
  const fs::path memory = only_one_in(roots_.memory->folder);
  const fs::path pids = only_one_in(roots_.pids->folder);
  EXPECT_EQ(read_file(memory / (GetParam() == 1 ? "memory.limit_in_bytes" : "memory.max")), "1048576");
  EXPECT_EQ(read_file(memory / (GetParam() == 1 ? "memory.memsw.limit_in_bytes" : "memory.swap.max")),
            GetParam() == 1 ? "1048576" : "0");
  EXPECT_EQ(read_file(pids / "pids.max"), "9");
  for (const fs::path& folder : {memory, pids})
    EXPECT_EQ(read_file(folder / (GetParam() == 1 ? "tasks" : "cgroup.procs")),
              GetParam() == 1 ? "0" : "4321");
}

TEST_P(FakeGroupTest, ReadsWhatTheKernelTells) {
  auto group = ControlGroup::make(roots_, {.memory_bytes = 1 << 20, .processes = 8});
  ASSERT_TRUE(group) << group.error().message;
  const fs::path memory = only_one_in(roots_.memory->folder);
  EXPECT_FALSE((*group)->killed_for_memory());
  const char* events = GetParam() == 1 ? "memory.oom_control" : "memory.events";
  ASSERT_TRUE(write_file(memory / events, "oom_kill_disable 0\nunder_oom 0\noom_kill 0\n"));
  EXPECT_FALSE((*group)->killed_for_memory());
  ASSERT_TRUE(write_file(memory / events, "low 0\nhigh 0\noom_kill 2\n"));
  EXPECT_TRUE((*group)->killed_for_memory());
  ASSERT_TRUE(
      write_file(memory / (GetParam() == 1 ? "memory.max_usage_in_bytes" : "memory.peak"), "123456\n"));
  EXPECT_EQ((*group)->peak_bytes(), 123456);
}

TEST(CgroupTest, WithoutRootsThereIsNoGroup) {
  const auto group = ControlGroup::make({}, {.memory_bytes = 1, .processes = 1});
  ASSERT_TRUE(group);
  EXPECT_FALSE(*group);
}

TEST(CgroupTest, AGroupGoesWithItsObject) {
  if (!group_roots().memory) GTEST_SKIP() << group_roots().memory_missing;
  const auto count = [] {
    const std::string mine = "grader-" + std::to_string(::getpid()) + "-";
    return std::count_if(
        fs::directory_iterator(group_roots().memory->folder), fs::directory_iterator(),
        [&](const auto& entry) { return entry.path().filename().string().starts_with(mine); });
  };
  const auto before = count();
  {
    auto group = ControlGroup::make(group_roots(), {.memory_bytes = 32 << 20, .processes = 8});
    ASSERT_TRUE(group && *group);
    EXPECT_EQ(count(), before + 1);
  }
  EXPECT_EQ(count(), before);
}

}  // namespace
}  // namespace grader::sandbox
