#include "grader/cases/case_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/cases/case_reader.h"
#include "grader/cases/yaml_reader.h"
#include "grader/cases/yaml_text.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMaxBytes = 64U << 20U;  // of all files together

Error error_at(const fs::path& path, std::string message) {
  return {.message = std::move(message), .place = {path.string(), 0, 0}, .source_line = {}};
}

void append(Errors more, Errors& errors) {
  errors.insert(errors.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Reads files into one list of cases, and all their errors into another.
class PackageReader {
 public:
  explicit PackageReader(const Manifest& manifest) : manifest_(manifest) {}

  void read_folder(const char* name, bool hidden) {
    const fs::path folder = (manifest_.folder / "cases" / name).lexically_normal();
    for (const fs::path& path : files_in(folder)) read(path, hidden);
  }

  ResultOrErrors<std::vector<Case>> finish() {
    if (!errors_.empty()) return tl::make_unexpected(std::move(errors_));
    const auto before = [](const Case& a, const Case& b) {
      return std::pair(a.hidden, a.function) < std::pair(b.hidden, b.function);
    };
    std::stable_sort(cases_.begin(), cases_.end(), before);
    return std::move(cases_);
  }

 private:
  // In order of name. A file that seems to be meant as one of them and is not read is an error.
  std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> paths;
    std::error_code ec;
    for (fs::directory_iterator at(folder, ec), end; !ec && at != end; at.increment(ec)) {
      const fs::path& path = at->path();
      const std::string extension = path.extension().string();
      if (path.filename().string().starts_with('.')) continue;
      if (extension == ".yaml") paths.push_back(path);
      if (extension == ".yml" || extension == ".YAML" || extension == ".YML")
        errors_.push_back(error_at(path, "is not read: a case file's name ends in .yaml"));
    }
    if (ec && ec != std::errc::no_such_file_or_directory)
      errors_.push_back(error_at(folder, fmt::format("can not be listed: {}", ec.message())));
    std::sort(paths.begin(), paths.end());
    return paths;
  }

  void read(const fs::path& path, bool hidden) {
    Result<std::string> text = read_file(path, static_cast<std::int64_t>(kMaxYamlBytes));
    if (!text) return errors_.push_back(std::move(text.error()));
    bytes_ += text->size();
    if (bytes_ > kMaxBytes) {
      errors_.push_back(
          error_at(path, fmt::format("the case files have more than {} bytes together", kMaxBytes)));
      return;
    }
    const std::string shown_path = path.string();
    YamlErrors errors(without_bom(*text), shown_path);
    std::vector<Case> cases;
    if (const std::optional<YamlNode> root = read_yaml(*text, errors))
      cases = read_cases(*root, manifest_, hidden, errors, budget_);
    const bool ok = errors.empty();
    append(errors.take(), errors_);
    for (Case& a_case : cases) add(std::move(a_case), ok);
  }

  void add(Case a_case, bool whole_file_ok) {
    const auto [first, is_new] = places_.emplace(a_case.name, a_case.place);
    if (!is_new && !a_case.name.empty() && first->second.path != a_case.place.path)
      errors_.push_back({.message = fmt::format("case name '{}' is used twice, first in {}:{}", a_case.name,
                                                first->second.path, first->second.line),
                         .place = a_case.place,
                         .source_line = {}});
    if (whole_file_ok) cases_.push_back(std::move(a_case));
  }

  const Manifest& manifest_;
  NumberBudget budget_;
  std::size_t bytes_ = 0;
  std::map<std::string, Place> places_;
  std::vector<Case> cases_;
  Errors errors_;
};

}  // namespace

ResultOrErrors<std::vector<Case>> parse_cases(std::string_view text, const std::string& shown_path,
                                              const Manifest& manifest, bool hidden) {
  YamlErrors errors(without_bom(text), shown_path);
  NumberBudget budget;
  std::vector<Case> cases;
  if (const std::optional<YamlNode> root = read_yaml(text, errors))
    cases = read_cases(*root, manifest, hidden, errors, budget);
  if (!errors.empty()) return tl::make_unexpected(errors.take());
  return cases;
}

ResultOrErrors<std::vector<Case>> load_cases(const Manifest& manifest, CaseSet set) {
  PackageReader reader(manifest);
  if (set != CaseSet::kHidden) reader.read_folder("public", false);
  if (set != CaseSet::kPublic) reader.read_folder("hidden", true);
  auto cases = reader.finish();
  if (!cases || !cases->empty()) return cases;
  const fs::path folder = (manifest.folder / "cases").lexically_normal();
  const char* const where = set == CaseSet::kHidden ? "hidden" : "public";
  return tl::make_unexpected(
      Errors{error_at(folder / where, "no cases: expected at least one file NAME.yaml")});
}

}  // namespace grader
