// The names that a module finds when it is loaded: those of the runner that loads it and of the runner's
// libraries.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "grader/base/error.h"

namespace grader {

/// The name of the file by which the linker is told what a runner exports.
inline constexpr const char* kExportListName = "exported.list";

/// Its text: all of the kit, and what these object files (the given code) define for others.
Result<std::string> export_list(const std::vector<std::filesystem::path>& objects);

/// The names that are there at run time, as a text: a line for each name, sorted. An error: a file that is no
/// ELF file.
Result<std::string> list_exports(const std::filesystem::path& runner,
                                 const std::vector<std::filesystem::path>& libraries);

/// That list, made ready to be asked: cheap enough to be done for every submission.
class Exports {
 public:
  explicit Exports(std::string list);

  bool contains(std::string_view name) const { return owner_of(name) != 0; }
  /// True where the kit or the given code defines it, and not only as a copy of a template or an inline
  /// function.
  bool by_runner(std::string_view name) const;
  /// The functions of kit and given code without namespaces and arguments, for suggestions: `matmul`,
  /// `softmax`.
  std::vector<std::string> function_names() const;

 private:
  struct Line {
    std::uint32_t begin = 0;  // of the name in list_
    std::uint32_t size = 0;
  };
  std::string_view name(const Line& line) const {
    return std::string_view(list_).substr(line.begin, line.size);
  }
  char owner_of(std::string_view name) const;

  std::string list_;
  std::vector<Line> lines_;
};

}  // namespace grader
