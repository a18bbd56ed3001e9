#include "grader/grade/debug_case.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

#include "grader/base/file.h"
#include "grader/cases/case_loader.h"
#include "grader/grade/select.h"
#include "grader/judge/plan.h"
#include "grader/protocol/messages.h"

namespace grader {
namespace {

Result<Case> public_case(const Package& package, const std::string& name) {
  auto cases = load_cases(package.manifest, CaseSet::kAll);
  if (!cases) return tl::make_unexpected(cases.error().front());
  auto chosen = select_cases(std::move(*cases), {name});
  if (!chosen) return tl::make_unexpected(chosen.error());
  if (chosen->size() != 1)
    return fail(fmt::format("'{}' names {} cases; --gdb takes one", name, chosen->size()));
  if (chosen->front().hidden)
    return fail(
        fmt::format("case '{}' is hidden; --gdb shows its numbers, so it takes public cases alone", name));
  return std::move(chosen->front());
}

Result<std::filesystem::path> debug_module(const Package& package, const PackageBuild& build,
                                           const Submission& submission) {
  if (!submission.refusal.empty()) return fail(submission.refusal);
  auto started =
      start_module(package.tools, package.manifest, build, submission, Sanitize::kDebug, package.mode);
  if (!started) return tl::make_unexpected(started.error());
  auto done = (*started)->finish();
  if (!done) return tl::make_unexpected(done.error());
  if (!done->report.ok)
    return fail("the submission does not compile; grade it without --gdb to see what the compiler says");
  return done->module;
}

// The breakpoint names the source as well: by its name alone the function is first met in the jump table of
// its own module. gdb keeps the terminal until the person leaves it; the request's file stays until then and
// is removed by gdb's own shell line, because exec leaves nobody here to do it.
Result<void> exec_gdb(const PackageBuild& build, const std::filesystem::path& module,
                      const std::filesystem::path& request, const std::string& source,
                      const std::string& function) {
  const std::string stop = "break -source " + source + " -function " + function;
  const std::string remove = "shell rm -rf -- '" + request.parent_path().string() + "'";
  const std::array<const char*, 18> arguments{
      "gdb",   "-q",           "-ex",           "set breakpoint pending on",
      "-ex",   stop.c_str(),   "-ex",           "run",
      "-ex",   remove.c_str(), "--args",        build.runner.c_str(),
      "debug", module.c_str(), request.c_str(), nullptr};
  ::execvp("gdb", const_cast<char* const*>(arguments.data()));
  if (errno == ENOENT) return fail("gdb is not installed; on Debian: apt-get install gdb");
  return fail_errno("cannot start gdb", errno);
}

Result<void> debug(const Package& package, const Submission& submission, const std::string& name) {
  const auto chosen = public_case(package, name);
  if (!chosen) return tl::make_unexpected(chosen.error());
  const auto build = build_package(package.tools, package.manifest, Sanitize::kDebug, package.mode);
  if (!build) return tl::make_unexpected(build.error());
  const auto module = debug_module(package, *build, submission);
  if (!module) return tl::make_unexpected(module.error());
  std::array<char, 32> folder{"/tmp/grader-gdb.XXXXXX"};
  if (::mkdtemp(folder.data()) == nullptr) return fail_errno("cannot make a temporary folder", errno);
  const auto request = std::filesystem::path(folder.data()) / "request";
  if (auto written = write_file(request, encode_request(plan(*chosen, package.manifest))); !written)
    return written;
  const auto& function = package.manifest.functions[static_cast<std::size_t>(chosen->function)];
  return exec_gdb(*build, *module, request, package.manifest.submission_name, function.name);
}

}  // namespace

Error debug_case(const Package& package, const Submission& submission, const std::string& name) {
  return debug(package, submission, name).error();
}

}  // namespace grader
