#include "grader/bundle/handout.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <system_error>
#include <utility>

#include "grader/base/digest.h"
#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/bundle/handout_readme.h"
#include "grader/bundle/literal_cases.h"
#include "grader/bundle/student_hints.h"
#include "grader/grade/grade.h"
#include "grader/grade/mistakes.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

constexpr const char* kPublic = "cases/public";

tl::unexpected<Errors> errors(Error error) {
  return tl::make_unexpected(Errors{std::move(error)});
}

/// Puts one handout together, in the order of the public functions.
class Maker {
 public:
  Maker(const Package& package, const HandoutOptions& options, Progress& progress)
      : package_(package), options_(options), progress_(progress) {
    handout_.title = clean_line(package.manifest.title);
  }

  Result<void> add_files() {
    progress_.step("gathering the files");
    auto grader = grader_files(package_.tools.root);
    if (!grader) return tl::make_unexpected(grader.error());
    auto exercise = exercise_files(package_.manifest, package_.tools.root);
    if (!exercise) return tl::make_unexpected(exercise.error());
    add(std::move(*grader));
    add(std::move(exercise->files));
    handout_.left_out = std::move(exercise->left_out);
    const bool has_test_kit = find("exercise/solution_test.cpp") && find("exercise/CMakeLists.txt");
    add({{.path = "README.md", .bytes = handout_readme(handout_.title, has_test_kit)}});
    return {};
  }

  ResultOrErrors<void> add_cases() {
    progress_.step("filling the public cases");
    std::vector<fs::path> paths;
    std::error_code ec;
    for (fs::directory_iterator at(package_.manifest.folder / kPublic, ec), end; !ec && at != end;
         at.increment(ec))
      if (at->path().extension() == ".yaml" && !at->path().filename().string().starts_with('.'))
        paths.push_back(at->path());
    for (const fs::path& path : paths)
      if (auto added = add_case_file(path); !added) return added;
    return {};
  }

  // The package as the student will have it, opened and graded: what is said of it is then true.
  ResultOrErrors<void> add_hints() {
    progress_.step("opening the handout");
    const auto folder = write_package();
    if (!folder) return errors(folder.error());
    const auto package = open_package(folder->path(), package_.mode);
    if (!package) return tl::make_unexpected(package.error());
    GradeOptions options;
    options.cases = CaseSet::kPublic;
    const auto cases = open_cases(*package, options);
    if (!cases) return tl::make_unexpected(cases.error());
    handout_.public_cases = cases->size();
    const auto known_cases = open_cases(package_, options);
    if (!known_cases) return tl::make_unexpected(known_cases.error());
    StudentHints hints =
        student_hints(load_known_mistakes(package_, *known_cases), *known_cases, *package, *cases);
    handout_.hints = hints.mistakes;
    if (hints.mistakes > 0) add({{.path = "exercise/hints.txt", .bytes = std::move(hints.text)}});
    return check_stub(*package, *cases, options);
  }

  // Whatever was said before: nothing that goes in may have the text of what must stay out.
  Result<void> check_secrets() const {
    std::map<std::string, std::string> secrets;  // digest → path
    for (const char* folder : {"solution", "cases/hidden"})
      add_digests(package_.manifest.folder / folder, secrets);
    for (const HandoutFile& file : handout_.files)
      if (const auto found = secrets.find(sha256(file.bytes)); found != secrets.end())
        return fail(fmt::format("'{}' has the text of '{}', which students must not see; put the stub back",
                                file.path, found->second));
    return {};
  }

  Handout take() {
    std::sort(handout_.files.begin(), handout_.files.end(),
              [](const HandoutFile& a, const HandoutFile& b) { return a.path < b.path; });
    return std::move(handout_);
  }

 private:
  void add(std::vector<HandoutFile> files) {
    std::move(files.begin(), files.end(), std::back_inserter(handout_.files));
  }

  bool find(const std::string& path) const {
    return std::any_of(handout_.files.begin(), handout_.files.end(),
                       [&](const HandoutFile& file) { return file.path == path; });
  }

  ResultOrErrors<void> add_case_file(const fs::path& path) {
    const auto text = read_file(path);
    if (!text) return errors(text.error());
    auto literal = literal_cases(package_, *text, path.string());
    if (!literal) return tl::make_unexpected(literal.error());
    handout_.filled_values += literal->values;
    add({{.path = fmt::format("{}/{}", kPublic, path.filename().string()),
          .bytes = std::move(literal->text)}});
    return {};
  }

  Result<TemporaryFolder> write_package() const {
    auto folder = TemporaryFolder::make("grader-handout");
    if (!folder) return folder;
    for (const HandoutFile& file : handout_.files)
      if (file.path.starts_with("exercise/") || file.path.starts_with("cases/"))
        if (auto written = write_file(folder->path() / file.path, file.bytes); !written)
          return tl::make_unexpected(written.error());
    return folder;
  }

  ResultOrErrors<void> check_stub(const Package& package, const std::vector<Case>& cases,
                                  const GradeOptions& options) {
    progress_.step("grading the stub");
    const std::string name = "exercise/" + package.manifest.submission_name;
    const auto stub = read_submission(package.manifest.folder / name, package.manifest.limits);
    if (!stub) return errors(stub.error());
    if (options_.force) return {};
    const auto report = grade_cases(package, *stub, cases, options, progress_);
    if (!report) return errors(report.error());
    const auto written = [](const CaseReport& one) { return one.verdict != Verdict::kNotImplemented; };
    const auto found = std::find_if(report->cases.begin(), report->cases.end(), written);
    if (found == report->cases.end()) return {};
    return errors(
        fail(fmt::format("'{}' is no stub: expected not_implemented for every public case, found {} "
                         "for '{}'; put the stub back, or say --force to hand it out as it is",
                         name, to_string(found->verdict), found->name))
            .value());
  }

  static void add_digests(const fs::path& folder, std::map<std::string, std::string>& secrets) {
    std::error_code ec;
    for (fs::recursive_directory_iterator at(folder, ec), end; !ec && at != end; at.increment(ec))
      if (const auto bytes = read_file(at->path()); bytes && !bytes->empty())
        secrets.emplace(sha256(*bytes), clean_line(at->path().string()));
  }

  const Package& package_;
  const HandoutOptions& options_;
  Progress& progress_;
  Handout handout_;
};

}  // namespace

ResultOrErrors<Handout> make_handout(const Package& package, const HandoutOptions& options,
                                     Progress& progress) {
  Maker maker(package, options, progress);
  if (const auto added = maker.add_files(); !added) return errors(added.error());
  if (const auto added = maker.add_cases(); !added) return tl::make_unexpected(added.error());
  if (const auto checked = maker.check_secrets(); !checked) return errors(checked.error());
  if (const auto added = maker.add_hints(); !added) return tl::make_unexpected(added.error());
  return maker.take();
}

}  // namespace grader
