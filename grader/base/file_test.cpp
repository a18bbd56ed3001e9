#include "grader/base/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <thread>
#include <vector>

#include "grader/base/unique_fd.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

class FileTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(folder_); }
  fs::path path(const std::string& name) const { return folder_->path() / name; }
  std::string message(const Result<std::string>& result) const {
    return result ? "no error" : result.error().message;
  }
  // The names in the folder, in order.
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder_->path()))
      found.push_back(entry.path().filename());
    std::sort(found.begin(), found.end());
    return found;
  }

  Result<TemporaryFolder> folder_ = TemporaryFolder::make("file_test");
};

TEST_F(FileTest, ReadsBackWhatItWrote) {
  const std::string bytes("a\0b\r\n\xff", 6);
  ASSERT_TRUE(write_file(path("x"), bytes));
  EXPECT_EQ(read_file(path("x")).value(), bytes);
  ASSERT_TRUE(write_file(path("x"), ""));
  EXPECT_EQ(read_file(path("x")).value(), "");
  EXPECT_EQ(names(), std::vector<std::string>{"x"}) << "no half-written file is left";
}

TEST_F(FileTest, MakesTheFoldersAbove) {
  ASSERT_TRUE(write_file(path("a/b/c"), "x"));
  EXPECT_EQ(read_file(path("a/b/c")).value(), "x");
}

TEST_F(FileTest, NeverBlocksOnWhatIsNoFile) {
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  ASSERT_TRUE(fs::create_directory(path("folder")));
  fs::create_symlink("nowhere", path("broken"));
  EXPECT_EQ(message(read_file(path("fifo"))), "'" + path("fifo").string() + "' is not a regular file");
  EXPECT_EQ(message(read_file(path("folder"))), "'" + path("folder").string() + "' is not a regular file");
  EXPECT_EQ(message(read_file("/dev/zero")), "'/dev/zero' is not a regular file");
  EXPECT_EQ(message(read_file(path("broken"))),
            "cannot open '" + path("broken").string() + "': No such file or directory");
}

TEST_F(FileTest, RefusesMoreThanItMayRead) {
  ASSERT_TRUE(write_file(path("x"), "12345"));
  EXPECT_TRUE(read_file(path("x"), 5));
  EXPECT_EQ(message(read_file(path("x"), 4)),
            "'" + path("x").string() + "' is 5 bytes long, at most 4 are read");
  // A file that says it has no size, and has.
  EXPECT_EQ(message(read_file("/proc/self/maps", 10)), "'/proc/self/maps' is larger than 10 bytes");
}

TEST_F(FileTest, CleansNamesInMessages) {
  EXPECT_EQ(message(read_file(path("\x1b[2J\n"))),
            "cannot open '" + path("\\x1B[2J\\n").string() + "': No such file or directory");
}

TEST_F(FileTest, SaysWhyItCanNotWrite) {
  ASSERT_TRUE(write_file(path("x"), "1"));
  const auto below_a_file = write_file(path("x/y"), "1");
  ASSERT_FALSE(below_a_file);
  EXPECT_EQ(below_a_file.error().message, "cannot make folder '" + path("x").string() + "': Not a directory");
  ASSERT_TRUE(fs::create_directories(path("full/of")));
  const auto on_a_folder = write_file(path("full"), "1");
  ASSERT_FALSE(on_a_folder);
  EXPECT_EQ(on_a_folder.error().message, "cannot write '" + path("full").string() + "': Is a directory");
  EXPECT_EQ(names(), (std::vector<std::string>{"full", "x"}));
}

TEST_F(FileTest, ShowsReadersTheOldFileOrTheNewOne) {
  const std::string one(1 << 16, '1');
  const std::string two(1 << 16, '2');
  ASSERT_TRUE(write_file(path("x"), one));
  std::thread writer([&] {
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(write_file(path("x"), i % 2 == 0 ? two : one));
  });
  for (int i = 0; i < 50; ++i) {
    const auto read = read_file(path("x"));
    ASSERT_TRUE(read);
    EXPECT_TRUE(*read == one || *read == two);
  }
  writer.join();
}

// Run as root, a rename would leave a plain file where /dev/null was.
TEST_F(FileTest, WritesThroughAPipeAndALink) {
  const fs::path pipe = path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const UniqueFd reader(::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  ASSERT_TRUE(write_file(pipe, "report"));
  std::array<char, 16> buffer{};
  EXPECT_EQ(::read(reader.get(), buffer.data(), buffer.size()), 6);
  EXPECT_TRUE(fs::is_fifo(pipe));

  ASSERT_TRUE(write_file(path("target"), "a longer text"));
  fs::create_symlink("target", path("link"));
  ASSERT_TRUE(write_file(path("link"), "short"));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(read_file(path("target")).value(), "short");
}

TEST_F(FileTest, ReplacesALinkDurably) {
  ASSERT_TRUE(write_file(path("target"), "stays"));
  fs::create_symlink("target", path("link"));
  ASSERT_TRUE(write_file_durably(path("link"), "a record"));
  EXPECT_FALSE(fs::is_symlink(path("link")));
  EXPECT_EQ(read_file(path("link")).value(), "a record");
  EXPECT_EQ(read_file(path("target")).value(), "stays");
}

TEST(TemporaryFolderTest, GoesWithAllInIt) {
  fs::path path;
  {
    auto folder = TemporaryFolder::make("file_test");
    ASSERT_TRUE(folder);
    path = folder->path();
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
    ASSERT_TRUE(write_file(path / "a/b", "x"));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolderTest, MovesItsOwnership) {
  auto folder = TemporaryFolder::make("file_test");
  ASSERT_TRUE(folder);
  const fs::path path = folder->path();
  {
    const TemporaryFolder moved = std::move(*folder);
    EXPECT_EQ(moved.path(), path);
    EXPECT_TRUE(fs::exists(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolderTest, SaysWhereItCanNotBeMade) {
  const auto folder = TemporaryFolder::make("no/such/folder/x");
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().message, "cannot make a temporary folder: No such file or directory");
}

}  // namespace
}  // namespace grader
