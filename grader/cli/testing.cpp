#include "grader/cli/testing.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "grader/base/file.h"
#include "grader/base/text.h"

namespace grader::cli {
namespace fs = std::filesystem;
namespace {

struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  }
};

// Reads both pipes until they are closed or time is up; false: time is up.
bool read_both(int out_fd, int err_fd, std::chrono::seconds patience, Ran& ran) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  std::array<pollfd, 2> fds{{{out_fd, POLLIN, 0}, {err_fd, POLLIN, 0}}};
  std::array<std::string*, 2> texts{&ran.out, &ran.err};
  while (fds[0].fd >= 0 || fds[1].fd >= 0) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    ::poll(fds.data(), fds.size(), 1000);
    for (std::size_t i = 0; i < fds.size(); ++i) {
      if (fds[i].fd < 0 || fds[i].revents == 0) continue;
      std::array<char, 65536> buffer{};
      const ssize_t count = ::read(fds[i].fd, buffer.data(), buffer.size());
      if (count > 0) texts[i]->append(buffer.data(), static_cast<std::size_t>(count));
      if (count <= 0) fds[i].fd = -1;
    }
  }
  return true;
}

pid_t spawn(const std::string& program, const std::vector<std::string>& arguments, const fs::path& folder,
            const Pipe& out, const Pipe& err) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.ends[1], STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t pid = -1;
  const int failed = ::posix_spawnp(&pid, program.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::runtime_error("cannot start " + program);
  return pid;
}

// One folder for all that the tests write; it goes with the program.
const fs::path& scratch() {
  static const TemporaryFolder kFolder = TemporaryFolder::make("grader-test").value();
  return kFolder.path();
}

}  // namespace

fs::path grader_program() {
  return fs::read_symlink("/proc/self/exe").parent_path() / "grader";
}

Ran run_grader(const std::vector<std::string>& arguments, const fs::path& folder,
               std::chrono::seconds patience) {
  return run_program(grader_program().string(), arguments, folder, patience);
}

Ran run_program(const std::string& program, const std::vector<std::string>& arguments, const fs::path& folder,
                std::chrono::seconds patience) {
  ::setenv("NO_COLOR", "1", 1);
  ::setenv("LC_ALL", "C.UTF-8", 1);
  const Pipe out;
  const Pipe err;
  const pid_t pid = spawn(program, arguments, folder.empty() ? root() : folder, out, err);
  ::close(out.ends[1]);
  ::close(err.ends[1]);
  Ran ran;
  if (!read_both(out.ends[0], err.ends[0], patience, ran)) ::kill(pid, SIGKILL);
  ::close(out.ends[0]);
  ::close(err.ends[0]);
  int status = 0;
  ::waitpid(pid, &status, 0);
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ran;
}

nlohmann::json grade_file(const fs::path& file, const std::vector<std::string>& arguments, int* code) {
  std::vector<std::string> all{"grade", "--package", root().string(), "--format", "json"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  all.emplace_back("--");
  all.push_back(file.string());
  const Ran ran = run_grader(all);
  if (code != nullptr) *code = ran.code;
  auto report = nlohmann::json::parse(ran.out, nullptr, false);
  if (report.is_discarded())
    throw std::runtime_error("no report, code " + std::to_string(ran.code) + ": " + ran.err + ran.out);
  return report;
}

nlohmann::json grade_text(const std::string& submission, const std::vector<std::string>& arguments,
                          int* code) {
  const fs::path file = fresh_folder() / "solution.h";
  write_text_file(file, submission);
  return grade_file(file, arguments, code);
}

std::string reference_with(const std::string& from, const std::string& to) {
  std::string text = read_text(root() / "solution/solution.h");
  const std::size_t at = text.find(from);
  if (at == std::string::npos || text.find(from, at + 1) != std::string::npos)
    throw std::runtime_error("'" + from + "' does not stand once in the reference");
  return text.replace(at, from.size(), to);
}

std::string reference_starting(const std::string& function, const std::string& line) {
  const std::string text = read_text(root() / "solution/solution.h");
  const std::size_t at = text.find("inline Tensor " + function + "(");
  const std::size_t brace = text.find("{\n", at);
  if (at == std::string::npos || brace == std::string::npos) throw std::runtime_error("no " + function);
  return text.substr(0, brace + 2) + "  " + line + "\n" + text.substr(brace + 2);
}

std::size_t count_cases(const std::string& set) {
  const Ran ran = run_grader({"grade", "--list", "--cases", set});
  return static_cast<std::size_t>(std::ranges::count(ran.out, '\n'));
}

std::map<std::string, int> verdicts(const nlohmann::json& report) {
  std::map<std::string, int> counts;
  for (const auto& one : report.at("cases")) ++counts[one.at("verdict").get<std::string>()];
  return counts;
}

const nlohmann::json& case_of(const nlohmann::json& report, const std::string& name) {
  for (const auto& one : report.at("cases"))
    if (one.at("name") == name) return one;
  throw std::runtime_error("no case '" + name + "' in the report");
}

fs::path fresh_folder() {
  static int count = 0;
  fs::path folder = scratch() / std::to_string(++count);
  fs::create_directories(folder);
  return folder;
}

fs::path new_package() {
  fs::path folder = fresh_folder() / "weighted_mean";
  const Ran ran = run_grader({"new", folder.string()});
  if (ran.code != 0) throw std::runtime_error("no new package: " + ran.err);
  return folder;
}

std::vector<ShellBlock> shell_blocks(const std::string& document) {
  std::vector<ShellBlock> blocks;
  bool inside = false;
  const std::vector<std::string> lines = split_lines(document);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (inside && lines[i] == "```") inside = false;
    if (inside) blocks.back().commands += lines[i] + "\n";
    if (lines[i] != "```sh") continue;
    blocks.push_back({.line = i + 1, .commands = ""});
    inside = true;
  }
  return blocks;
}

// Tests run at the root, by CTest's and Bazel's own word.
fs::path root() {
  return fs::current_path();
}

std::string read_text(const fs::path& path) {
  return read_file(path).value();
}

void write_text_file(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace grader::cli
