#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <system_error>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/compile/module.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

constexpr const char* kPartsFile = "grader_parts.txt";

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// The folder of the parts file: as told, or the nearest at or above this program's.
Result<fs::path> find_parts() {
  if (const std::string told = environment("GRADER_ROOT"); !told.empty()) {
    if (is_there(fs::path(told) / kPartsFile)) return fs::absolute(told);
    return fail(fmt::format("GRADER_ROOT is '{}', and there is no {} in it", clean_line(told), kPartsFile));
  }
  std::error_code ec;
  const fs::path program = fs::read_symlink("/proc/self/exe", ec);
  for (fs::path folder = program.parent_path(); !folder.empty(); folder = folder.parent_path()) {
    if (is_there(folder / kPartsFile)) return folder;
    if (folder == folder.root_path()) break;
  }
  return fail(fmt::format(
      "no {} beside this program or above it: build the grader with ./grade, or set GRADER_ROOT to "
      "its build folder",
      kPartsFile));
}

Result<void> read_parts(Toolchain& tools) {
  const auto text = read_file(tools.parts / kPartsFile);
  if (!text) return tl::make_unexpected(text.error());
  for (const std::string& line : split_lines(*text)) {
    const std::size_t space = line.find(' ');
    if (space == std::string::npos) continue;
    const fs::path path = tools.parts / line.substr(space + 1);
    const std::string name = line.substr(0, space);
    if (name == "root") tools.root = path;
    if (name == "kit") tools.kit_library = path;
    if (name == "runner") tools.runner_library = path;
  }
  for (const fs::path& path : {tools.root / "kit" / "tensor.h", tools.kit_library, tools.runner_library})
    if (!is_there(path))
      return fail(fmt::format("'{}' is missing, which '{}' names: build the grader again with ./grade",
                              clean_line(path.string()), clean_line((tools.parts / kPartsFile).string())));
  return {};
}

Result<fs::path> find_cache() {
  if (const std::string told = environment("GRADER_CACHE"); !told.empty()) return fs::absolute(told);
  if (const std::string base = environment("XDG_CACHE_HOME"); !base.empty())
    return fs::absolute(base) / "grader";
  if (const std::string home = environment("HOME"); !home.empty())
    return fs::absolute(home) / ".cache" / "grader";
  return fail("neither GRADER_CACHE nor HOME is set: set GRADER_CACHE to a folder for what is built");
}

}  // namespace

Result<Toolchain> find_toolchain() {
  Toolchain tools;
  if (const std::string told = environment("GRADER_CXX"); !told.empty()) tools.compiler = told;
  if (!tools.compiler.is_absolute() || ::access(tools.compiler.c_str(), X_OK) != 0)
    return fail(fmt::format(
        "there is no compiler '{}': install it (apt install g++), or set GRADER_CXX to the full path "
        "of a g++ or clang++",
        clean_line(tools.compiler.string())));
  auto parts = find_parts();
  if (!parts) return tl::make_unexpected(parts.error());
  tools.parts = std::move(*parts);
  if (Result<void> read = read_parts(tools); !read) return tl::make_unexpected(read.error());
  auto cache = find_cache();
  if (!cache) return tl::make_unexpected(cache.error());
  tools.cache = std::move(*cache);
  return tools;
}

}  // namespace grader
