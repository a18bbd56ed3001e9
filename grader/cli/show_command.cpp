// grader show CASE, grader show --list
#include <fmt/format.h>

#include <algorithm>

#include "grader/cases/case_loader.h"
#include "grader/cases/manifest_loader.h"
#include "grader/cli/commands.h"
#include "grader/cli/console.h"
#include "grader/grade/package.h"
#include "grader/grade/reference.h"
#include "grader/grade/select.h"
#include "grader/grade/show.h"

namespace grader::cli {
namespace {

// The reference's values are worth a build only where the case has none of its own.
Result<void> complete(const fs::path& folder, sandbox::Mode mode, std::vector<Case>& cases) {
  const bool whole = std::all_of(cases[0].steps.begin(), cases[0].steps.end(),
                                 [](const Step& step) { return !step.expect_from_reference || step.expect; });
  if (whole || cases[0].hidden) return {};
  auto package = open_package(folder, mode);
  if (!package) return tl::make_unexpected(package.error().front());
  return fill_expected(*package, cases);
}

}  // namespace

ExitCode run_show(const ShowArgs& args) {
  if (args.name.empty() && !args.list)
    return report_error(Error{.message = "'show' needs CASE or --list", .place = {}, .source_line = {}});
  const auto folder = find_package(args.package.package, {});
  if (!folder) return report_error(folder.error());
  const auto manifest = load_manifest(*folder);
  if (!manifest) return report_errors(manifest.error());
  auto cases = load_cases(*manifest, CaseSet::kAll);
  if (!cases) return report_errors(cases.error());
  if (args.list) {
    const auto printed = print(list_cases(*cases, *manifest));
    return printed ? ExitCode::kAccepted : report_error(printed.error());
  }
  auto chosen = select_cases(std::move(*cases), {args.name});
  if (!chosen) return report_error(chosen.error());
  std::string text;
  for (Case& a_case : *chosen) {
    std::vector<Case> one{std::move(a_case)};
    if (auto filled = complete(*folder, args.package.sandbox, one); !filled)
      return report_error(filled.error());
    text += (text.empty() ? "" : "\n") + show_case(one[0], *manifest);
  }
  const auto printed = print(text);
  return printed ? ExitCode::kAccepted : report_error(printed.error());
}

}  // namespace grader::cli
