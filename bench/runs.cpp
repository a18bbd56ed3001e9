// The run of the cases itself, for what a grade adds to it:  runs MODULE
// Starts the sandboxed runner with the module that `grader compile` made, runs every case of the package in
// the working folder as many at once as a grade does, and prints the milliseconds from before the start to
// the last answer.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "grader/compile/module_file.h"
#include "grader/grade/grade.h"
#include "grader/grade/package.h"
#include "grader/grade/progress.h"
#include "grader/grade/schedule.h"
#include "grader/run/session.h"

namespace grader {
namespace {

[[noreturn]] void give_up(std::string_view why) {
  fmt::print(stderr, "runs: {}\n", why);
  std::exit(3);
}

double milliseconds_of(const Package& package, const std::vector<Case>& cases,
                       const std::filesystem::path& module) {
  const int parallel = parallel_runs({});
  Progress silent;
  const auto start = std::chrono::steady_clock::now();
  auto session = Session::start(
      {.runner = package.build.runner, .module = module, .mode = package.mode, .parallel = parallel});
  if (!session) give_up(session.error().message);
  const auto runs = run_cases(**session, package.manifest, cases, {.parallel = parallel, .stop = {}}, silent);
  const auto end = std::chrono::steady_clock::now();
  for (const CaseRun& run : runs)
    if (!run.outcome || run.outcome->ended.how != Ended::How::kExited)
      give_up("a case did not end by itself");
  return std::chrono::duration<double, std::milli>(end - start).count();
}

void measure(const std::filesystem::path& file) {
  const auto package = open_package(std::filesystem::current_path(), sandbox::Mode::kOn);
  if (!package) give_up("no package here");
  const auto cases = open_cases(*package, {});
  if (!cases) give_up("the cases do not load");
  const auto module = read_module_file(file);
  if (!module || !module->report.ok) give_up("no module");
  fmt::print("{:.3f}\n", milliseconds_of(*package, *cases, module->module));
}

}  // namespace
}  // namespace grader

int main(int argc, char** argv) {
  if (argc != 2) grader::give_up("usage: runs MODULE");
  grader::measure(argv[1]);
}
