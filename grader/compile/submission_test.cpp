#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "grader/base/file.h"
#include "grader/compile/module.h"

namespace grader {
namespace {

class SubmissionTest : public testing::Test {
 protected:
  void SetUp() override {
    auto made = TemporaryFolder::make("submission-test");
    ASSERT_TRUE(made);
    folder_ = std::make_unique<TemporaryFolder>(std::move(*made));
  }
  std::filesystem::path at(const std::string& name) const { return folder_->path() / name; }
  Submission read(const std::filesystem::path& path, Links links = Links::kFollow) const {
    auto submission = read_submission(path, Limits{}, links);
    EXPECT_TRUE(submission) << submission.error().message;
    return submission ? *submission : Submission{};
  }

 private:
  std::unique_ptr<TemporaryFolder> folder_;
};

TEST_F(SubmissionTest, KeepsOrRefusesTextsByTheirBytes) {
  struct Row {
    std::string bytes;
    std::string text;
    std::string refusal;
  };
  const Row rows[] = {
      {"int a;\n", "int a;\n", ""},
      {"int a;", "int a;", ""},
      {"\xEF\xBB\xBFint a;\n", "int a;\n", ""},
      {"int a;\r\nint b;\r\n", "int a;\r\nint b;\r\n", ""},
      {"// caf\xE9\n", "// caf\xE9\n", ""},
      {"// \xE2\x80\xAE\n", "// \xE2\x80\xAE\n", ""},
      {"", "", "the file is empty"},
      {" \n\t\r\n", "", "the file is empty"},
      {"\xEF\xBB\xBF", "", "the file is empty"},
      {std::string("\xFF\xFEi\0n\0", 6), "", "the file is in UTF-16: save it as UTF-8"},
      {std::string("\xFE\xFF\0i\0n", 6), "", "the file is in UTF-16: save it as UTF-8"},
      {std::string("int a;\n\0", 8), "",
       "line 2 has a zero byte, so the file is no C++ text: save it as UTF-8"},
      {std::string("\x7F"
                   "ELF\0",
                   5),
       "", "line 1 has a zero byte, so the file is no C++ text: save it as UTF-8"},
      {std::string(256 << 10, 'x'), std::string(256 << 10, 'x'), ""},
      {std::string((256 << 10) + 1, 'x'), "", "the file has 257 KiB, and 256 KiB are allowed"},
  };
  for (const Row& row : rows) {
    ASSERT_TRUE(write_file(at("solution.h"), row.bytes));
    const Submission submission = read(at("solution.h"));
    EXPECT_EQ(submission.refusal, row.refusal);
    EXPECT_TRUE(submission.text == row.text) << row.refusal;
  }
}

TEST_F(SubmissionTest, ReadsNothingOfAHugeFile) {
  const int fd = ::open(at("sparse.h").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  ASSERT_GE(fd, 0);
  ASSERT_EQ(::ftruncate(fd, 50 << 20), 0);
  ::close(fd);
  EXPECT_EQ(read(at("sparse.h")).refusal, "the file has 50 MiB, and 256 KiB are allowed");
}

TEST_F(SubmissionTest, RefusesWhatIsNoFileWithoutOpeningIt) {
  ASSERT_EQ(::mkfifo(at("pipe.h").c_str(), 0600), 0);
  EXPECT_EQ(read(at("pipe.h")).refusal, "a file is asked for, and this is a pipe");
  EXPECT_EQ(read(at("")).refusal, "a file is asked for, and this is a folder");
  EXPECT_EQ(read("/dev/zero").refusal, "a file is asked for, and this is a device");
  const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  const std::string path = at("socket.h");
  ASSERT_LT(path.size(), sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  ASSERT_EQ(::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(read(path).refusal, "a file is asked for, and this is a socket");
  ::close(fd);
}

TEST_F(SubmissionTest, FollowsALinkOnlyWhereItMay) {
  ASSERT_TRUE(write_file(at("real.h"), "int a;\n"));
  ASSERT_EQ(::symlink("real.h", at("link.h").c_str()), 0);
  ASSERT_EQ(::symlink("/dev/zero", at("zero.h").c_str()), 0);
  EXPECT_EQ(read(at("link.h")).text, "int a;\n");
  EXPECT_EQ(read(at("link.h"), Links::kRefuse).refusal, "a file is asked for, and this is a link");
  EXPECT_EQ(read(at("zero.h")).refusal, "a file is asked for, and this is a device");
  ASSERT_EQ(::symlink("/etc/passwd", at("passwd.h").c_str()), 0);
  EXPECT_EQ(read(at("passwd.h")).refusal,
            "this is a link to a file of another kind: put the header itself here");
  EXPECT_EQ(read(at("passwd.h")).text, "");
}

TEST_F(SubmissionTest, FailsWhereNothingIsThere) {
  ASSERT_EQ(::symlink("nowhere.h", at("dangling.h").c_str()), 0);
  for (const char* name : {"missing.h", "dangling.h"}) {
    const auto submission = read_submission(at(name), Limits{});
    ASSERT_FALSE(submission);
    EXPECT_EQ(submission.error().message,
              "cannot read '" + at(name).string() + "': No such file or directory");
    EXPECT_EQ(submission.error().fault, Fault::kUse);
  }
}

TEST_F(SubmissionTest, ShowsNamesWithoutWhatATerminalObeys) {
  struct Row {
    const char* name;
    const char* shown;
  };
  const Row rows[] = {{"with space.h", "with space.h"},
                      {"quote's \"x\".h", "quote's \"x\".h"},
                      {"new\nline.h", "new\\nline.h"},
                      {"red\x1b[31m.h", "red\\x1B[31m.h"},
                      {"-rf.h", "-rf.h"},
                      {"\xC3\xA9t\xC3\xA9.h", "\xC3\xA9t\xC3\xA9.h"},
                      {"bad\xFF.h", "bad\\xFF.h"}};
  for (const Row& row : rows) {
    ASSERT_TRUE(write_file(at(row.name), "int a;\n"));
    EXPECT_EQ(read(at(row.name)).shown_name, (at("") / row.shown).string());
  }
}

}  // namespace
}  // namespace grader
