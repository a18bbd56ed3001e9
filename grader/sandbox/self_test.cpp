#include <fmt/format.h>

#include <sstream>

#include "grader/sandbox/canaries.h"
#include "grader/sandbox/doctor.h"
#include "grader/sandbox/spawn.h"

namespace grader::sandbox {
namespace {

// One line of what fly_in_… writes.
void take_line(const std::string& line, std::vector<Canary>& canaries) {
  std::istringstream words(line);
  std::size_t index = 0;
  std::string kind;
  std::string what;
  if (!(words >> index >> kind >> what) || index >= canaries.size()) return;
  Canary& canary = canaries[index];
  canary.refused = kind != "exit" || what != "0";
  if (!canary.refused)
    canary.got = "it got through";
  else if (kind == "exit")
    canary.got = fmt::format("errno {}", what);
  else
    canary.got = fmt::format("{} {}", kind == "call" ? "forbidden call" : "signal", what);
}

Result<void> fly(Profile profile, std::span<const CanaryTask> tasks, Inside inside, bool slow_too,
                 std::vector<Canary>& canaries) {
  std::vector<Canary> flown;
  for (const CanaryTask& task : tasks)
    if (slow_too || !task.slow) flown.push_back({task.tries, false, "it gave no answer"});
  Program program;
  program.path = "/";
  program.profile = profile;
  Limits limits;
  limits.memory_bytes = 1LL << 46;  // as a runner's: loose, for each child has its own
  limits.cpu_time = limits.wall_time = std::chrono::milliseconds(20000);
  auto process = spawn(program, limits, layers_for(profile, Mode::kOn), inside);
  if (!process) return tl::make_unexpected(process.error());
  std::istringstream lines((*process)->wait().stdout_text);
  for (std::string line; std::getline(lines, line);) take_line(line, flown);
  canaries.insert(canaries.end(), flown.begin(), flown.end());
  return {};
}

}  // namespace

Result<std::vector<Canary>> fly_canaries(Thorough thorough) {
  std::vector<Canary> canaries;
  const bool slow = thorough == Thorough::kYes;
  if (auto flown = fly(Profile::kRunner, child_canaries(), slow ? fly_in_runner_thoroughly : fly_in_runner,
                       slow, canaries);
      !flown)
    return tl::make_unexpected(flown.error());
  if (auto flown = fly(Profile::kCompile, tool_canaries(), fly_in_tool, slow, canaries); !flown)
    return tl::make_unexpected(flown.error());
  return canaries;
}

Result<void> self_test(Thorough thorough) {
  auto canaries = fly_canaries(thorough);
  if (!canaries) return tl::make_unexpected(canaries.error());
  for (const Canary& canary : *canaries)
    if (!canary.refused)
      return fail_internal(fmt::format(
          "the sandbox does not hold here: the canary that {} was not refused ({}); no submission is run",
          canary.tries, canary.got));
  return {};
}

}  // namespace grader::sandbox
