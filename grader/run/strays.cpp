#include "grader/run/strays.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

#include "grader/base/unique_fd.h"

namespace grader {
namespace {

// A fork bomb may add some while others are killed; it loses, as each of them dies within one round.
constexpr int kMostRounds = 1000;

std::string children_list() {
  const UniqueFd file(
      ::open(fmt::format("/proc/self/task/{}/children", ::getpid()).c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  std::array<char, 4096> part{};
  ssize_t got = 0;
  while (file && (got = ::read(file.get(), part.data(), part.size())) > 0)
    text.append(part.data(), static_cast<std::size_t>(got));
  return text;
}

std::vector<pid_t> strays_now(const std::vector<pid_t>& known) {
  std::vector<pid_t> strays;
  const std::string text = children_list();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) {
      const pid_t pid = std::stoi(text.substr(at, end - at));
      if (std::ranges::find(known, pid) == known.end()) strays.push_back(pid);
    }
    at = end + 1;
  }
  return strays;
}

}  // namespace

void adopt_strays() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

void end_strays(const std::vector<pid_t>& known) {
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<pid_t> strays = strays_now(known);
    if (strays.empty()) return;
    for (const pid_t pid : strays) ::kill(pid, SIGKILL);
    for (const pid_t pid : strays) ::waitpid(pid, nullptr, 0);
  }
}

}  // namespace grader
