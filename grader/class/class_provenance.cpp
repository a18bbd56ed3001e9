#include "grader/class/class_provenance.h"

#include <fmt/format.h>

#include "grader/base/digest.h"
#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/base/version.h"
#include "grader/compile/cache.h"
#include "grader/compile/compiler_facts.h"
#include "grader/compile/flags.h"
#include "grader/grade/mistakes.h"
#include "grader/judge/plan.h"
#include "grader/protocol/messages.h"

namespace grader {
namespace {

std::string tolerance_text(const Tolerance& tolerance) {
  if (tolerance.atol) return fmt::format("rtol {}, atol {}", tolerance.rtol, *tolerance.atol);
  return fmt::format("rtol {}, atol {} max", tolerance.rtol, tolerance.atol_scale);
}

std::string cases_digest(const std::vector<Case>& cases, const Manifest& manifest) {
  Digest digest;
  for (const Case& one : cases) {
    const CaseFacts facts = case_facts(one, manifest);
    digest.add(one.name).add(one.why).add(one.hidden ? "hidden" : "public");
    digest.add(facts.sha256).add(facts.tolerance);
  }
  return digest.hex();
}

// The file's digest, or "" where there is none.
std::string file_digest(const std::filesystem::path& path) {
  const auto text = read_file(path);
  return text ? sha256(*text) : "";
}

std::string mistakes_digest(const Manifest& manifest) {
  const auto catalogue = mistake_outcomes_path(manifest).parent_path() / "catalogue.yaml";
  return Digest()
      .add(file_digest(catalogue))
      .add(file_digest(mistake_outcomes_path(manifest)))
      .add(file_digest(student_hints_path(manifest)))
      .hex();
}

std::string options_text(const GradeOptions& options) {
  constexpr const char* kSets[] = {"public", "hidden", "all"};
  std::string text = fmt::format("cases {}, sanitizers {}", kSets[static_cast<std::size_t>(options.cases)],
                                 name_of(options.sanitize));
  for (const std::string& only : options.only) text += fmt::format(", only '{}'", clean_line(only));
  return text;
}

}  // namespace

CaseFacts case_facts(const Case& a_case, const Manifest& manifest) {
  Digest digest;
  digest.add(manifest.functions.at(static_cast<std::size_t>(a_case.function)).name)
      .add(to_string(a_case.kind))
      .add(encode_request(plan(a_case, manifest)))
      .add(fmt::format("{} {}", a_case.points, a_case.time_limit ? a_case.time_limit->count() : -1));
  CaseFacts facts;
  for (const Step& step : a_case.steps) {
    digest.add(step.throws)
        .add(step.expect ? encode_answer({.result = *step.expect, .arguments_after = {}}) : "");
    if (facts.tolerance.empty()) facts.tolerance = tolerance_text(step.tolerance);
  }
  facts.sha256 = digest.hex();
  return facts;
}

Result<std::map<std::string, std::string>> class_provenance(const Package& package,
                                                            const std::vector<Case>& cases,
                                                            const GradeOptions& options) {
  const auto cache = Cache::open(package.tools.cache);
  if (!cache) return tl::make_unexpected(cache.error());
  const auto facts = compiler_facts(package.tools.compiler, *cache, package.mode);
  if (!facts) return tl::make_unexpected(facts.error());
  const auto manifest = package.manifest.folder / "exercise" / "exercise.yaml";
  return std::map<std::string, std::string>{
      {"exercise_sha256", file_digest(manifest)},
      {"cases_sha256", cases_digest(cases, package.manifest)},
      {"mistakes_sha256", mistakes_digest(package.manifest)},
      {"kit_sha256", kit_key(package)},
      {"package_key", package.build.key},
      {"grader_version", kVersion},
      {"grader_sha256", file_digest("/proc/self/exe")},
      {"compiler", facts->version},
      {"compiler_flags", fmt::format("{}", fmt::join(module_flags(*facts, Sanitize::kOff), " "))},
      {"options", options_text(options)},
      {"sandbox", fmt::format("level {}", isolation_of(package.mode).level)},
      {"seeds", "as the cases say; 1, 2, … for what is judged for loops"}};
}

}  // namespace grader
