#include "grader/bundle/literal_cases.h"

#include <utility>
#include <vector>

#include "grader/cases/case_filler.h"
#include "grader/cases/case_loader.h"
#include "grader/grade/reference.h"

namespace grader {
namespace {

// The values that `cases` were given, which their file does not have.
std::vector<FilledValue> missing_values(const std::vector<Case>& cases) {
  std::vector<FilledValue> values;
  for (const Case& a_case : cases)
    for (std::size_t step = 0; step < a_case.steps.size(); ++step)
      if (a_case.steps[step].expect_from_reference)
        values.push_back({.case_name = a_case.name, .step = step, .value = *a_case.steps[step].expect});
  return values;
}

}  // namespace

ResultOrErrors<LiteralCases> literal_cases(const Package& package, std::string_view text,
                                           const std::string& shown_path) {
  auto cases = parse_cases(text, shown_path, package.manifest, false);
  if (!cases) return tl::make_unexpected(cases.error());
  std::erase_if(*cases, [](const Case& one) {
    return one.kind != CaseKind::kValues && one.kind != CaseKind::kSequence;
  });
  if (const auto filled = fill_expected(package, *cases); !filled)
    return tl::make_unexpected(Errors{filled.error()});
  const std::vector<FilledValue> values = missing_values(*cases);
  auto filled = fill_expectations(text, shown_path, values);
  if (!filled) return tl::make_unexpected(Errors{filled.error()});
  return LiteralCases{.text = std::move(*filled), .values = values.size()};
}

}  // namespace grader
