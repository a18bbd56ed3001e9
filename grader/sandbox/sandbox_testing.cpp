#include "grader/sandbox/sandbox_testing.h"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <ostream>
#include <thread>

#include "grader/base/file.h"

namespace grader::sandbox {
namespace fs = std::filesystem;

void PrintTo(const Level& level, std::ostream* out) {
  *out << level.name;
}

std::string level_name(const testing::TestParamInfo<Level>& info) {
  return info.param.name;
}

std::vector<Level> locked_levels() {
  const Layers& offered = offered_layers();
  std::vector<Level> levels;
  if (offered.landlock > 0 && offered.seccomp)
    levels.push_back({"NoNamespaces", {.landlock = offered.landlock, .seccomp = true}});
  if (offered.namespaces && !offered.user_namespace)
    levels.push_back({"UserNamespace",
                      {.namespaces = true,
                       .user_namespace = true,
                       .landlock = offered.landlock,
                       .seccomp = offered.seccomp}});
  levels.push_back({"Offered", offered});
  return levels;
}

std::vector<Level> all_levels() {
  std::vector<Level> levels = locked_levels();
  levels.insert(levels.begin(), {"Off", {}});
  return levels;
}

Program shell(const std::string& script) {
  return {.path = "/bin/sh", .arguments = {"-c", script}, .environment = {}, .mounts = {}, .pass_fds = {}};
}

Program nothing(Profile profile) {
  Program program;
  program.path = "/";
  program.profile = profile;
  return program;
}

Finished run_at(const Level& level, const Program& program, const Limits& limits, Inside inside) {
  auto process = spawn(program, limits, level.layers, inside);
  if (process) return (*process)->wait();
  ADD_FAILURE() << process.error().message;
  return {};
}

std::string unique_seconds() {
  static int next = 0;
  return "7" + std::to_string(::getpid()) + "0" + std::to_string(next++);
}

bool process_is_there(const std::string& mark) {
  std::error_code ec;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc", ec)) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos || name == std::to_string(::getpid()))
      continue;
    const auto line = read_file(entry.path() / "cmdline");  // an error: it has gone meanwhile
    if (line && line->find(mark) != std::string::npos) return true;
  }
  return false;
}

namespace {

bool becomes(const std::string& mark, bool there) {
  constexpr int kTries = 500;
  for (int i = 0; i < kTries; ++i) {
    if (process_is_there(mark) == there) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

}  // namespace

bool process_comes(const std::string& mark) {
  return becomes(mark, true);
}

bool process_goes(const std::string& mark) {
  return becomes(mark, false);
}

}  // namespace grader::sandbox
