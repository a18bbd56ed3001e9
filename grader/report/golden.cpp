#include "grader/report/golden.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/base/unique_fd.h"

namespace grader::testing {
namespace {

std::string read_all(int fd) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t count = 0; (count = ::read(fd, buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(count));
  return text;
}

[[noreturn]] void exec(const std::vector<std::string>& command, int output) {
  ::dup2(::open("/dev/null", O_RDONLY), 0);
  ::dup2(output, 1);
  ::dup2(output, 2);
  std::vector<char*> argv;
  argv.reserve(command.size() + 1);
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  ::execvp(argv[0], argv.data());
  ::_exit(127);
}

}  // namespace

void expect_golden(const std::string& name, const std::string& text) {
  const std::filesystem::path path = std::filesystem::path("grader/report/testdata") / name;
  if (std::getenv("GRADER_UPDATE_GOLDEN") != nullptr) {
    ASSERT_TRUE(write_file(path, text));
    return;
  }
  const auto expected = read_file(path);
  ASSERT_TRUE(expected) << expected.error().message;
  EXPECT_EQ(text, *expected)
      << "where the new text is meant, run with GRADER_UPDATE_GOLDEN=1 and look at the change";
}

void expect_clean(const std::string& text) {
  EXPECT_EQ(clean_text(text), text);
}

std::string run(const std::vector<std::string>& command, int* code) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const UniqueFd reader(ends[0]);
  UniqueFd writer(ends[1]);
  const pid_t child = ::fork();
  if (child == 0) exec(command, writer.get());
  writer.reset();
  std::string output = read_all(reader.get());
  int status = 0;
  ::waitpid(child, &status, 0);
  *code = WIFEXITED(status) ? WEXITSTATUS(status) : 255;
  return output;
}

std::string run_reader(std::vector<std::string> command, const std::string& input, int* code) {
  auto folder = TemporaryFolder::make("report_test");
  EXPECT_TRUE(folder);
  const auto path = folder->path() / "input";
  EXPECT_TRUE(write_file(path, input));
  for (std::string& word : command)
    if (word == "@") word = path.string();
  return run(command, code);
}

}  // namespace grader::testing
