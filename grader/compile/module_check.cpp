#include "grader/compile/module_check.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include "grader/base/text.h"
#include "grader/compile/elf.h"
#include "grader/compile/mangled.h"
#include "grader/compile/unit.h"
#include "grader/run/module_abi.h"

namespace grader {
namespace {

using Found = std::optional<Explanation>;

std::string shown(std::string_view name) {
  return cut_text(clean_line(name), 100);
}

// ---- The file's structure. Only assembler text can make most of these.

Found check_memory(const ElfFile& file, std::int64_t limit) {
  std::uint64_t bytes = 0;
  for (const ElfSegment& segment : file.segments) {
    if (segment.type != PT_LOAD) continue;
    // Each is cut at the top, so that the sum can not overflow.
    bytes += std::min<std::uint64_t>(std::max(segment.memory_bytes, segment.alignment), 1ULL << 48);
  }
  if (bytes <= static_cast<std::uint64_t>(limit)) return std::nullopt;
  return Explanation{
      fmt::format("the variables outside of functions need {} MiB of memory, and {} MiB are allowed",
                  bytes >> 20U, limit >> 20),
      "make the large ones smaller, or leave them out"};
}

Found check_structure(const ElfFile& file, std::int64_t memory_limit) {
  const auto segment = [&file](auto test) {
    return std::any_of(file.segments.begin(), file.segments.end(), test);
  };
  const auto section = [&file](std::string_view name) {
    return std::find(file.sections.begin(), file.sections.end(), name) != file.sections.end();
  };
  const std::string help = "leave out the assembler text or attribute that does it";
  if (segment([](const ElfSegment& s) { return s.type == PT_INTERP; }) || section(".interp"))
    return Explanation{"the file names a program loader of its own (section '.interp')", help};
  if (section(".preinit_array"))
    return Explanation{"the file has code that runs before everything else (section '.preinit_array')", help};
  if (segment([](const ElfSegment& s) { return s.executable && (s.writable || s.type == PT_GNU_STACK); }))
    return Explanation{"the file asks for memory that is both written to and run", help};
  if (file.relocates_text) return Explanation{"the file has code that is changed when it is loaded", help};
  if (!file.needed.empty())
    return Explanation{fmt::format("the file needs the library '{}'", shown(file.needed.front())), help};
  return check_memory(file, memory_limit);
}

// ---- Names that it must not define

struct Forbidden {
  std::string_view name;
  bool prefix = false;
};
constexpr Forbidden kForbidden[] = {
    {"_start"},        {"_init"},
    {"_fini"},         {"malloc"},
    {"free"},          {"calloc"},
    {"realloc"},       {"reallocarray"},
    {"memalign"},      {"aligned_alloc"},
    {"valloc"},        {"posix_memalign"},
    {"pvalloc"},       {"malloc_usable_size"},
    {"__libc_", true}, {"__cxa_", true},
    {"__gxx_", true},  {"_Unwind_", true},
    {"_dl_", true},    {"__tls_", true},
    {"__asan_", true}, {"__ubsan_", true},
    {"__lsan_", true}, {"__sanitizer_", true},
};
bool is_forbidden(std::string_view name) {
  return std::any_of(std::begin(kForbidden), std::end(kForbidden), [name](const Forbidden& forbidden) {
    return forbidden.prefix ? name.starts_with(forbidden.name) : name == forbidden.name;
  });
}

// Of the global ones only those that the language lets a program replace: with a size or pointer, and then at
// most an alignment and std::nothrow.
bool replaces_allocation(std::string_view name) {
  const bool is_new = name.starts_with("_Znwm") || name.starts_with("_Znam");
  const bool is_delete = name.starts_with("_ZdlPv") || name.starts_with("_ZdaPv");
  if (!is_new && !is_delete) return false;
  name.remove_prefix(is_new ? 5 : 6);
  for (const std::string_view part : {"m", "St11align_val_t", "RKSt9nothrow_t"})
    if (name.starts_with(part)) name.remove_prefix(part.size());
  return name.empty();
}

Found check_definition(const ElfSymbol& symbol, const Exports& exports) {
  if (symbol.kind == ElfSymbol::Kind::kIndirect)
    return Explanation{
        fmt::format("'{}' is chosen when the file is loaded (an ifunc)", shown(qualified_name(symbol.name))),
        "make it a plain function, without 'ifunc' and 'target_clones'"};
  const bool thing = symbol.kind == ElfSymbol::Kind::kFunction || symbol.kind == ElfSymbol::Kind::kData ||
                     symbol.kind == ElfSymbol::Kind::kThreadLocal;
  if (!thing) return std::nullopt;
  if (symbol.name == "main")
    return Explanation{"the file defines 'main'", "leave it out: the grader calls the functions itself"};
  if (is_forbidden(symbol.name))
    return Explanation{fmt::format("the file defines '{}', which belongs to the system", shown(symbol.name)),
                       "give it another name"};
  if (replaces_allocation(symbol.name))
    return Explanation{"the file replaces 'operator new' or 'operator delete' for the whole program",
                       "leave them out, or define them inside of a class"};
  if (exports.by_runner(symbol.name))
    return Explanation{
        fmt::format("the file defines '{}', which is there already", shown(qualified_name(symbol.name))),
        "use the one that is given, or choose another name"};
  return std::nullopt;
}

// ---- Names that it lacks

using Names = std::unordered_set<std::string_view>;

Names defined_names(const ElfFile& file) {
  Names names;
  for (const auto* table : {&file.exports, &file.symbols})
    for (const ElfSymbol& symbol : *table)
      if (symbol.defined) names.insert(symbol.name);
  return names;
}

Found check_functions(const Manifest& manifest, std::string_view text, const Names& defined) {
  std::vector<int> missing;
  for (std::size_t i = 0; i < manifest.functions.size(); ++i)
    if (!defined.contains(mangled_name(manifest.cpp_namespace, manifest.functions[i])))
      missing.push_back(static_cast<int>(i));
  if (missing.empty()) return std::nullopt;
  return explain_missing(manifest, text, missing);
}

Found check_uses(const ElfFile& file, const Exports& exports) {
  for (const ElfSymbol& symbol : file.exports) {
    const bool must_be_found = !symbol.defined && symbol.binding == ElfSymbol::Binding::kGlobal;
    if (!must_be_found || exports.contains(symbol.name)) continue;
    const std::string name = qualified_name(symbol.name);
    return Explanation{name.empty()
                           ? std::string("a function is declared and used, but defined nowhere")
                           : fmt::format("'{}' is declared and used, but defined nowhere", shown(name)),
                       "define it in this file"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Explanation> check_module(std::string_view bytes, const Manifest& manifest,
                                        std::string_view text, const Exports& exports) {
  const auto file = read_elf(bytes);
  if (!file) return Explanation{fmt::format("the linked file is {}", shown(file.error().message)), ""};
  if (auto found = check_structure(*file, manifest.limits.memory_bytes)) return found;
  for (const auto* table : {&file->exports, &file->symbols})
    for (const ElfSymbol& symbol : *table)
      if (symbol.defined)
        if (auto found = check_definition(symbol, exports)) return found;
  const Names defined = defined_names(*file);
  if (auto found = check_functions(manifest, text, defined)) return found;
  if (auto found = check_uses(*file, exports)) return found;
  Names offered;
  for (const ElfSymbol& symbol : file->exports)
    if (symbol.defined) offered.insert(symbol.name);
  if (!offered.contains(kEntriesSymbol) || !offered.contains(kEntryCountSymbol))
    return Explanation{"the file hides the functions from the grader",
                       "leave out what changes the symbols' names"};
  return std::nullopt;
}

}  // namespace grader
