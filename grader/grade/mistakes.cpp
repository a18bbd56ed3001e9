#include "grader/grade/mistakes.h"

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

#include "grader/base/digest.h"
#include "grader/base/file.h"
#include "grader/cases/catalogue_loader.h"
#include "grader/compile/module.h"
#include "grader/judge/plan.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kKeyDigits = 16;

std::vector<fs::path> kit_files(const Package& package) {
  std::vector<fs::path> files;
  std::error_code ec;
  for (fs::directory_iterator at(package.tools.root / "kit", ec), end; !ec && at != end; at.increment(ec))
    if (at->path().extension() == ".h") files.push_back(at->path());
  std::sort(files.begin(), files.end());
  for (const auto* given : {&package.manifest.headers, &package.manifest.sources})
    for (const std::string& name : *given) files.push_back(package.manifest.folder / "exercise" / name);
  return files;
}

// The text of a mistake's file, or "".
std::string text_of(const Manifest& manifest, const std::string& mistake) {
  auto submission = read_submission(mistakes_folder(manifest) / (mistake + ".h"), manifest.limits);
  return submission ? std::move(submission->text) : std::string();
}

// Gives each mistake the hint that the catalogue has today, and drops those that it has no more.
void renew_hints(std::vector<KnownMistake>& known, const Manifest& manifest) {
  const auto catalogue = load_catalogue(manifest);
  std::map<std::string, std::string> hints;
  if (catalogue)
    for (const Mistake& mistake : catalogue->mistakes) hints[mistake.name] = mistake.hint;
  std::erase_if(known, [&](const KnownMistake& one) { return !hints.contains(one.name); });
  for (KnownMistake& one : known) one.hint = hints[one.name];
}

}  // namespace

fs::path mistake_outcomes_path(const Manifest& manifest) {
  return mistakes_folder(manifest) / "outcomes.txt";
}

fs::path student_hints_path(const Manifest& manifest) {
  return (manifest.folder / "exercise" / "hints.txt").lexically_normal();
}

std::string kit_key(const Package& package) {
  Digest digest;
  for (const fs::path& file : kit_files(package))
    digest.add(file.filename().string()).add(read_file(file).value_or(""));
  return digest.hex().substr(0, kKeyDigits);
}

std::vector<std::string> case_keys(const std::vector<Case>& cases, const Manifest& manifest) {
  std::vector<std::string> keys;
  keys.reserve(cases.size());
  for (const Case& a_case : cases) keys.push_back(case_key(a_case, plan(a_case, manifest)));
  return keys;
}

KnownMistake make_known_mistake(const Mistake& mistake, const std::string& text,
                                const std::vector<Case>& cases, const std::vector<CaseRun>& runs,
                                const std::vector<CaseReport>& reports) {
  KnownMistake known{.key = short_key(text), .name = mistake.name, .hint = mistake.hint, .results = {}};
  for (std::size_t i = 0; i < cases.size(); ++i)
    known.results.push_back(
        make_case_result(cases[i], reports[i], runs[i].outcome ? &*runs[i].outcome : nullptr));
  return known;
}

Result<MistakeOutcomes> blank_mistake_outcomes(const Package& package, const std::vector<Case>& cases) {
  const auto catalogue = read_file(mistakes_folder(package.manifest) / "catalogue.yaml");
  if (!catalogue) return tl::make_unexpected(catalogue.error());
  MistakeOutcomes outcomes{
      .kit_key = kit_key(package), .catalogue_key = short_key(*catalogue), .cases = {}, .mistakes = {}};
  const std::vector<std::string> keys = case_keys(cases, package.manifest);
  for (std::size_t i = 0; i < cases.size(); ++i)
    outcomes.cases.push_back({.key = keys[i], .hidden = cases[i].hidden, .name = cases[i].name});
  return outcomes;
}

std::vector<KnownMistake> load_known_mistakes(const Package& package, const std::vector<Case>& cases) {
  const Manifest& manifest = package.manifest;
  const auto catalogue = read_file(mistakes_folder(manifest) / "catalogue.yaml");
  const fs::path path = catalogue ? mistake_outcomes_path(manifest) : student_hints_path(manifest);
  const auto text = read_file(path);
  if (!text) return {};
  const auto outcomes = read_mistake_outcomes(*text, path.string());
  if (!outcomes) return {};
  std::vector<KnownMistake> known = mistakes_for(*outcomes, kit_key(package), case_keys(cases, manifest));
  if (!catalogue) return known;
  std::erase_if(known,
                [&](const KnownMistake& one) { return short_key(text_of(manifest, one.name)) != one.key; });
  if (short_key(*catalogue) != outcomes->catalogue_key) renew_hints(known, manifest);
  return known;
}

}  // namespace grader
