#include "grader/compile/exports.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/compile/elf.h"
#include "grader/compile/mangled.h"

namespace grader {
namespace {

// Who owns a name: the last character of its line.
constexpr char kLibrary = 'l';
constexpr char kRunner = 'R';
constexpr char kRunnerInline = 'i';

using Owners = std::map<std::string, char, std::less<>>;

// The runner's names are added first and come first when a module is loaded.
Result<void> add_file(Owners& owners, const std::filesystem::path& path, bool runner) {
  const auto bytes = read_file(path, 1LL << 30);
  if (!bytes) return tl::make_unexpected(bytes.error());
  const auto file = read_elf(*bytes);
  if (!file) return fail(fmt::format("'{}': {}", clean_line(path.string()), file.error().message));
  for (const ElfSymbol& symbol : file->exports) {
    if (!symbol.defined || symbol.name.empty() || symbol.binding == ElfSymbol::Binding::kLocal) continue;
    const char ours = symbol.binding == ElfSymbol::Binding::kGlobal ? kRunner : kRunnerInline;
    owners.try_emplace(std::string(symbol.name), runner ? ours : kLibrary);
  }
  return {};
}

// What is weak is a template or inline, and the module has its own.
Result<void> add_object(const std::filesystem::path& path, std::string& list) {
  const auto bytes = read_file(path, 1LL << 30);
  if (!bytes) return tl::make_unexpected(bytes.error());
  const auto file = read_elf(*bytes);
  if (!file) return fail(fmt::format("'{}': {}", clean_line(path.string()), file.error().message));
  for (const ElfSymbol& symbol : file->symbols)
    if (symbol.defined && !symbol.hidden && symbol.binding == ElfSymbol::Binding::kGlobal)
      list += fmt::format("  \"{}\";\n", symbol.name);
  return {};
}

}  // namespace

// kit/internal.h and kit/record.h are hidden by their own attributes and stay so.
Result<std::string> export_list(const std::vector<std::filesystem::path>& objects) {
  std::string list = "{\n  _ZN3kit*;\n  _ZNK3kit*;\n  _ZT[ISV]N3kit*;\n";
  for (const std::filesystem::path& object : objects)
    if (Result<void> added = add_object(object, list); !added) return tl::make_unexpected(added.error());
  return list + "};\n";
}

Result<std::string> list_exports(const std::filesystem::path& runner,
                                 const std::vector<std::filesystem::path>& libraries) {
  Owners owners;
  Result<void> added = add_file(owners, runner, true);
  for (const std::filesystem::path& library : libraries)
    if (added) added = add_file(owners, library, false);
  if (!added) return tl::make_unexpected(added.error());
  std::string list;
  for (const auto& [name, owner] : owners) list.append(name).append(1, ' ').append(1, owner).append(1, '\n');
  return list;
}

Exports::Exports(std::string list) : list_(std::move(list)) {
  for (std::size_t begin = 0; begin < list_.size();) {
    const std::size_t end = std::min(list_.find('\n', begin), list_.size());
    if (end - begin > 2)
      lines_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin - 2)});
    begin = end + 1;
  }
}

char Exports::owner_of(std::string_view wanted) const {
  const auto found = std::lower_bound(
      lines_.begin(), lines_.end(), wanted,
      [this](const Line& line, std::string_view name_wanted) { return name(line) < name_wanted; });
  if (found == lines_.end() || name(*found) != wanted) return 0;
  return list_[found->begin + found->size + 1];
}

bool Exports::by_runner(std::string_view name) const {
  return owner_of(name) == kRunner;
}

std::vector<std::string> Exports::function_names() const {
  std::vector<std::string> names;
  for (const Line& line : lines_) {
    if (list_[line.begin + line.size + 1] != kRunner) continue;
    const std::string qualified = qualified_name(name(line));
    if (!qualified.empty()) names.push_back(qualified.substr(qualified.rfind(':') + 1));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace grader
