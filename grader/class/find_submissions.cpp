#include "grader/class/find_submissions.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "grader/base/text.h"
#include "grader/class/path_pattern.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostEntries = 10000;  // of one student's folder
constexpr std::size_t kMostStudents = 1000000;

bool is_hidden(const fs::path& name) {
  return name.string().starts_with('.') || name == "__MACOSX";
}

// In byte order. More than `most` are an error.
std::vector<fs::path> entries_of(const fs::path& folder, std::size_t most, std::error_code& ec) {
  std::vector<fs::path> names;
  for (fs::directory_iterator at(folder, ec), end; !ec && at != end; at.increment(ec)) {
    if (!is_hidden(at->path().filename())) names.push_back(at->path().filename());
    if (names.size() > most) ec = std::make_error_code(std::errc::file_too_large);
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Finder {
 public:
  Finder(fs::path root, const FindOptions& options) : root_(std::move(root)), options_(options) {}

  Result<std::vector<FoundSubmission>> run() {
    std::error_code ec;
    for (const fs::path& name : entries_of(root_, kMostStudents, ec)) take(name);
    if (ec) return fail(fmt::format("cannot read '{}': {}", clean_line(root_.string()), ec.message()));
    return std::move(found_);
  }

  Result<std::vector<FoundSubmission>> run_pattern(const PathPattern& pattern) {
    descend(pattern, 0, {}, "");
    return std::move(found_);
  }

 private:
  bool is_left_out(const fs::path& path) const {
    std::error_code ec;
    return !options_.leave_out.empty() && fs::equivalent(path, options_.leave_out, ec);
  }

  // ---- without a pattern

  void take(const fs::path& name) {
    const fs::path path = root_ / name;
    if (is_left_out(path)) return;
    std::error_code ec;
    const fs::file_status status = fs::symlink_status(path, ec);
    const bool folder = fs::is_directory(status);
    if (!folder && leads_to_folder(path, status)) {
      take_link_to_folder(name);
    } else if (folder) {
      take_folder(name.string(), name, path);
    } else if (name.extension() == fs::path(options_.submission_name).extension()) {
      add(name.stem().string(), name);
    }
  }

  static bool leads_to_folder(const fs::path& path, const fs::file_status& status) {
    std::error_code ec;
    return fs::is_symlink(status) && fs::is_directory(path, ec);
  }

  void take_link_to_folder(const fs::path& name) {
    if (const fs::path real = inside(root_ / name); !real.empty())
      take_folder(name.string(), name, real);
    else
      refuse(name.string(), name, "the folder is a link that leads out of the class's folder");
  }

  void take_folder(const std::string& student, const fs::path& shown, const fs::path& folder) {
    std::vector<fs::path> level{{}};
    std::size_t seen = 0;
    for (int depth = 0; depth <= kSearchDepth && !level.empty(); ++depth) {
      std::vector<fs::path> here;
      std::vector<fs::path> next;
      for (const fs::path& below : level) {
        std::error_code ec;
        const auto names = entries_of(folder / below, kMostEntries, ec);
        seen += names.size();
        if (ec || seen > kMostEntries)
          return refuse(student, shown, "the folder cannot be read: " + (ec ? ec.message() : kTooMany));
        for (const fs::path& name : names) sort_in(folder, below / name, here, next);
      }
      if (here.size() == 1) return add(student, shown / here[0]);
      if (here.size() > 1) return refuse_several(student, shown, here);
      level = std::move(next);
    }
    refuse(
        student, shown,
        fmt::format("the folder has no '{}', up to {} folders deep", options_.submission_name, kSearchDepth));
  }

  void sort_in(const fs::path& folder, const fs::path& below, std::vector<fs::path>& here,
               std::vector<fs::path>& next) const {
    std::error_code ec;
    if (below.filename() == options_.submission_name) {
      here.push_back(below);
    } else if (fs::is_directory(fs::symlink_status(folder / below, ec)) && !is_left_out(folder / below)) {
      next.push_back(below);
    }
  }

  void refuse_several(const std::string& student, const fs::path& shown, const std::vector<fs::path>& here) {
    refuse(student, shown,
           fmt::format("the folder has {} files '{}', expected one: '{}', '{}'{}", here.size(),
                       options_.submission_name, clean_line(here[0].string()), clean_line(here[1].string()),
                       here.size() > 2 ? ", …" : ""));
  }

  // ---- with one

  void descend(const PathPattern& pattern, std::size_t part, const fs::path& below,
               const std::string& student) {
    std::error_code ec;
    for (const fs::path& name : entries_of(root_ / below, kMostStudents, ec)) {
      const auto fit = pattern.fit(part, name.string());
      if (!fit || is_left_out(root_ / below / name)) continue;
      const std::string& named = fit->empty() ? student : *fit;
      if (part + 1 == pattern.size())
        add(named, below / name);
      else if (fs::is_directory(fs::symlink_status(root_ / below / name, ec)))
        descend(pattern, part + 1, below / name, named);
    }
  }

  // ---- both

  // The real path of a file below the root, or an empty one.
  fs::path inside(const fs::path& path) const {
    std::error_code ec;
    fs::path real = fs::canonical(path, ec);
    if (ec) return {};
    const fs::path below = real.lexically_relative(root_);
    return below.empty() || *below.begin() == ".." ? fs::path() : real;
  }

  void add(const std::string& student, const fs::path& path) {
    std::error_code ec;
    if (!fs::is_symlink(fs::symlink_status(root_ / path, ec)))
      found_.push_back({.student = student, .path = path.string(), .file = root_ / path, .refusal = ""});
    else if (const fs::path real = inside(root_ / path); !real.empty())
      found_.push_back({.student = student, .path = path.string(), .file = real, .refusal = ""});
    else
      refuse(student, path, "the file is a link that leads out of the class's folder, or nowhere");
  }

  void refuse(const std::string& student, const fs::path& path, const std::string& why) {
    found_.push_back({.student = student, .path = path.string(), .file = {}, .refusal = clean_line(why)});
  }

  inline static const std::string kTooMany = "it has too many files to look through";

  fs::path root_;
  const FindOptions& options_;
  std::vector<FoundSubmission> found_;
};

tl::unexpected<Error> found_none(const fs::path& folder, const FindOptions& options) {
  const std::string shown = clean_line(folder.string());
  if (!options.pattern.empty())
    return fail(fmt::format("no submission in '{}': no path below it fits --pattern '{}'", shown,
                            clean_line(options.pattern)));
  return fail(
      fmt::format("no submission in '{}': looked for files NAME{} and for folders, one a student, with a "
                  "'{}' in them; say with --pattern where else they are",
                  shown, fs::path(options.submission_name).extension().string(), options.submission_name));
}

}  // namespace

Result<std::vector<FoundSubmission>> find_submissions(const fs::path& folder, const FindOptions& options) {
  std::error_code ec;
  const fs::path root = fs::canonical(folder, ec);
  if (ec) return fail(fmt::format("cannot read '{}': {}", clean_line(folder.string()), ec.message()));
  if (!fs::is_directory(root, ec))
    return fail(fmt::format("'{}' is no folder; 'grader class' takes the one that all submissions are in",
                            clean_line(folder.string())));
  Finder finder(root, options);
  Result<std::vector<FoundSubmission>> found = std::vector<FoundSubmission>();
  if (options.pattern.empty()) {
    found = finder.run();
  } else {
    const auto pattern = PathPattern::parse(options.pattern);
    if (!pattern) return tl::make_unexpected(pattern.error());
    found = finder.run_pattern(*pattern);
  }
  if (!found) return found;
  if (found->empty()) return found_none(folder, options);
  std::sort(found->begin(), found->end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return found;
}

}  // namespace grader
