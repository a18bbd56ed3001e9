// Reads the tables of a 64-bit ELF file. The bytes are hostile: every offset and count is checked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "grader/base/error.h"

namespace grader {

struct ElfSymbol {
  enum class Binding { kLocal, kGlobal, kWeak, kUnique, kOther };
  enum class Kind { kNone, kData, kFunction, kIndirect, kThreadLocal, kOther };

  std::string_view name;
  Binding binding = Binding::kOther;
  Kind kind = Kind::kOther;
  bool defined = false;
  bool hidden = false;
  std::uint64_t size = 0;
};

struct ElfSegment {
  std::uint32_t type = 0;  // PT_LOAD, PT_INTERP, …
  bool writable = false;
  bool executable = false;
  std::uint64_t memory_bytes = 0;
  std::uint64_t alignment = 0;
};

/// What an object file, a shared object or a program says of itself. Names are views of the bytes it was read
/// from.
struct ElfFile {
  std::vector<ElfSegment> segments;
  std::vector<ElfSymbol>
      exports;  // the dynamic symbol table: what is looked up and what is offered at run time
  std::vector<ElfSymbol> symbols;  // the full table, names hidden in the file among them; empty when stripped
  std::vector<std::string_view> needed;  // libraries to be loaded with it
  std::vector<std::string_view> sections;
  bool relocates_text = false;
};

/// An error says what is wrong with the file, in words for a person.
/// REQUIRES: `bytes` outlives the result.
Result<ElfFile> read_elf(std::string_view bytes);

}  // namespace grader
