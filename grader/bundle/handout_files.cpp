#include "grader/bundle/handout_files.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <system_error>
#include <utility>

#include "grader/base/file.h"
#include "grader/base/text.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

// Read by cmake/cc.cmake: there, a target whose sources were left out is left out too.
constexpr const char* kHandoutMark =
    "# This tree is a student's handout: the project's own tests are not in it.\n"
    "set(PROJECT_IS_HANDOUT ON)\n";

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_source(const fs::path& path) {
  return is_one_of(path.extension().string(), {".h", ".cpp", ".cmake", ".sh"}) ||
         path.filename() == "CMakeLists.txt";
}

// Folders of the grader that only tests read, or the other build.
bool is_test_folder(const fs::path& path) {
  return is_one_of(path.filename().string(), {"attacks", "bazel", "corpus", "testdata"});
}

// The regular files below `folder`, as paths from it, sorted; hidden ones and `skip` are passed over.
Result<std::vector<fs::path>> files_below(const fs::path& folder, bool (*skip)(const fs::path&)) {
  std::vector<fs::path> found;
  std::error_code ec;
  for (fs::recursive_directory_iterator at(folder, ec), end; !ec && at != end; at.increment(ec)) {
    const bool hidden = at->path().filename().string().starts_with('.');
    if (at->is_directory(ec)) {
      if (hidden || skip(at->path())) at.disable_recursion_pending();
    } else if (!hidden && at->is_regular_file(ec)) {
      found.push_back(at->path().lexically_relative(folder));
    }
  }
  if (ec) return fail("cannot list '" + clean_line(folder.string()) + "': " + ec.message());
  std::sort(found.begin(), found.end());
  return found;
}

Result<void> add_file(std::vector<HandoutFile>& files, const fs::path& root, const std::string& path,
                      bool executable = false) {
  auto bytes = read_file(root / path);
  if (!bytes) return tl::make_unexpected(bytes.error());
  files.push_back({.path = path, .bytes = std::move(*bytes), .executable = executable});
  return {};
}

Result<void> add_sources(std::vector<HandoutFile>& files, const fs::path& root, const std::string& folder) {
  const auto found = files_below(root / folder, is_test_folder);
  if (!found) return tl::make_unexpected(found.error());
  for (const fs::path& path : *found) {
    if (!is_source(path) || is_test_source(path.filename().string())) continue;
    const bool executable = path.extension() == ".sh";
    if (auto added = add_file(files, root, folder + "/" + path.generic_string(), executable); !added)
      return added;
  }
  return {};
}

// ---- exercise/

bool is_known_exercise_file(const fs::path& path, const Manifest& manifest) {
  const std::string name = path.generic_string();
  const auto in = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (name == manifest.submission_name || in(manifest.headers) || in(manifest.sources)) return true;
  if (is_one_of(name, {"exercise.yaml", "compile_flags.txt", "CMakeLists.txt", "solution_test.cpp",
                       "public_cases.h", "public_cases.cpp", "student.h", "student.cpp"}))
    return true;
  if (*path.begin() == "given" && is_source(path)) return !is_test_source(path.filename().string());
  return is_one_of(path.extension().string(), {".md", ".png", ".svg", ".jpg"});
}

// The folder `-I` names, seen from exercise/, is the grader's tree: in the handout that is one above.
std::string handout_flags(const std::string& text, const fs::path& exercise, const fs::path& root) {
  std::string flags;
  std::error_code ec;
  for (const std::string& line : split_lines(text)) {
    const bool names_root =
        line.starts_with("-I") && fs::weakly_canonical(exercise / line.substr(2), ec) == fs::canonical(root);
    const std::string kept = names_root ? "-I.." : line;
    if (flags.find(kept + "\n") == std::string::npos) flags += kept + "\n";
  }
  return flags;
}

}  // namespace

bool is_test_source(std::string_view name) {
  const std::string_view stem = name.substr(0, name.rfind('.'));
  if (stem == "self_test") return false;  // the sandbox's own, at the grader's start
  return stem.ends_with("_test") || stem.ends_with("_fuzz") || stem.ends_with("testing") ||
         is_one_of(stem, {"full_manifest", "golden", "random_report", "test_manifest"});
}

Result<std::vector<HandoutFile>> grader_files(const fs::path& root) {
  std::vector<HandoutFile> files{{.path = "cmake/handout.cmake", .bytes = kHandoutMark}};
  if (auto added = add_file(files, root, "grade", true); !added) return tl::make_unexpected(added.error());
  for (const char* path : {"CMakeLists.txt", "LICENSE", "cmake/cc.cmake", "third_party/CMakeLists.txt",
                           "third_party/packages.txt", "third_party/setup.sh"})
    if (auto added = add_file(files, root, path); !added) return tl::make_unexpected(added.error());
  for (const char* folder : {"grader", "kit"})
    if (auto added = add_sources(files, root, folder); !added) return tl::make_unexpected(added.error());
  return files;
}

Result<ExerciseFiles> exercise_files(const Manifest& manifest, const fs::path& root) {
  const fs::path exercise = manifest.folder / "exercise";
  const auto found = files_below(exercise, [](const fs::path&) { return false; });
  if (!found) return tl::make_unexpected(found.error());
  ExerciseFiles result;
  for (const fs::path& path : *found) {
    const std::string name = path.filename().string();
    if (!is_known_exercise_file(path, manifest)) {
      if (name != "BUILD" && !is_test_source(name)) result.left_out.push_back(clean_line(path.string()));
      continue;
    }
    if (auto added = add_file(result.files, manifest.folder, "exercise/" + path.generic_string()); !added)
      return tl::make_unexpected(added.error());
    HandoutFile& file = result.files.back();
    if (name == "compile_flags.txt") file.bytes = handout_flags(file.bytes, exercise, root);
  }
  return result;
}

}  // namespace grader
