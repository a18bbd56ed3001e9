#include "grader/compile/elf.h"

#include <elf.h>
#include <fmt/format.h>

#include <cstring>
#include <optional>
#include <type_traits>

namespace grader {
namespace {

// The bytes from `offset`, or nothing where they do not all lie in `bytes`. Written so that no sum can
// overflow.
std::optional<std::string_view> part(std::string_view bytes, std::uint64_t offset, std::uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) return std::nullopt;
  return bytes.substr(offset, size);
}

// The file's own alignment is not to be trusted, so every record is copied out.
template <class T>
T record(std::string_view table, std::size_t index) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  std::memcpy(&value, table.data() + index * sizeof(T), sizeof(T));
  return value;
}

tl::unexpected<Error> broken(std::string_view what) {
  return fail(fmt::format("not a well-formed ELF file: {}", what));
}

// A name ends at its zero byte; one that runs over the table's end is none. Names may share their ends, so a
// cap keeps a table of a million of them from being read a million times.
std::optional<std::string_view> name_at(std::string_view names, std::uint64_t offset) {
  constexpr std::size_t kLongest = 16 << 10;
  if (offset >= names.size()) return std::nullopt;
  const std::string_view window = names.substr(offset, kLongest);
  const std::size_t end = window.find('\0');
  if (end == std::string_view::npos) return std::nullopt;
  return window.substr(0, end);
}

ElfSymbol::Binding binding_of(const Elf64_Sym& symbol) {
  switch (ELF64_ST_BIND(symbol.st_info)) {
    case STB_LOCAL:
      return ElfSymbol::Binding::kLocal;
    case STB_GLOBAL:
      return ElfSymbol::Binding::kGlobal;
    case STB_WEAK:
      return ElfSymbol::Binding::kWeak;
    case STB_GNU_UNIQUE:
      return ElfSymbol::Binding::kUnique;
    default:
      return ElfSymbol::Binding::kOther;
  }
}

ElfSymbol::Kind kind_of(const Elf64_Sym& symbol) {
  switch (ELF64_ST_TYPE(symbol.st_info)) {
    case STT_NOTYPE:
      return ElfSymbol::Kind::kNone;
    case STT_OBJECT:
      return ElfSymbol::Kind::kData;
    case STT_FUNC:
      return ElfSymbol::Kind::kFunction;
    case STT_GNU_IFUNC:
      return ElfSymbol::Kind::kIndirect;
    case STT_TLS:
      return ElfSymbol::Kind::kThreadLocal;
    default:
      return ElfSymbol::Kind::kOther;
  }
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  Result<ElfFile> read() {
    const Result<void> done = read_header().and_then([this] { return read_segments(); }).and_then([this] {
      return read_sections();
    });
    if (!done) return tl::make_unexpected(done.error());
    return std::move(file_);
  }

 private:
  Result<void> read_header() {
    const auto head = part(bytes_, 0, sizeof(Elf64_Ehdr));
    if (!head) return broken("it is shorter than a header");
    header_ = record<Elf64_Ehdr>(*head, 0);
    if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0) return broken("it does not begin as one");
    if (header_.e_ident[EI_CLASS] != ELFCLASS64 || header_.e_ident[EI_DATA] != ELFDATA2LSB)
      return broken("it is not 64-bit little-endian");
    if (header_.e_type != ET_DYN && header_.e_type != ET_EXEC && header_.e_type != ET_REL)
      return broken("it is neither a program nor a part of one");
    const bool segments_fit = header_.e_phnum == 0 || header_.e_phentsize == sizeof(Elf64_Phdr);
    if (!segments_fit || header_.e_shentsize != sizeof(Elf64_Shdr))
      return broken("its tables have records of another size");
    return {};
  }

  Result<void> read_segments() {
    const auto table = part(bytes_, header_.e_phoff, std::uint64_t{header_.e_phnum} * sizeof(Elf64_Phdr));
    if (!table) return broken("its segments lie outside of it");
    for (std::size_t i = 0; i < header_.e_phnum; ++i) {
      const auto segment = record<Elf64_Phdr>(*table, i);
      file_.segments.push_back({.type = segment.p_type,
                                .writable = (segment.p_flags & PF_W) != 0,
                                .executable = (segment.p_flags & PF_X) != 0,
                                .memory_bytes = segment.p_memsz,
                                .alignment = segment.p_align});
    }
    return {};
  }

  Result<void> read_sections() {
    const auto table = part(bytes_, header_.e_shoff, std::uint64_t{header_.e_shnum} * sizeof(Elf64_Shdr));
    if (!table) return broken("its sections lie outside of it");
    for (std::size_t i = 0; i < header_.e_shnum; ++i) sections_.push_back(record<Elf64_Shdr>(*table, i));
    const auto names = content(header_.e_shstrndx);
    if (!names) return broken("its section names lie outside of it");
    for (const Elf64_Shdr& section : sections_) {
      const auto name = name_at(*names, section.sh_name);
      if (!name) return broken("the name of a section has no end");
      file_.sections.push_back(*name);
      if (Result<void> done = read_section(section); !done) return done;
    }
    return {};
  }

  Result<void> read_section(const Elf64_Shdr& section) {
    switch (section.sh_type) {
      case SHT_DYNSYM:
        return read_symbols(section, file_.exports);
      case SHT_SYMTAB:
        return read_symbols(section, file_.symbols);
      case SHT_DYNAMIC:
        return read_dynamic(section);
      default:
        return {};
    }
  }

  // Bytes of a section that has bytes in the file.
  std::optional<std::string_view> content(std::size_t index) const {
    if (index >= sections_.size() || sections_[index].sh_type == SHT_NOBITS) return std::nullopt;
    return part(bytes_, sections_[index].sh_offset, sections_[index].sh_size);
  }

  Result<void> read_symbols(const Elf64_Shdr& section, std::vector<ElfSymbol>& symbols) {
    if (!symbols.empty()) return broken("it has two symbol tables of one kind");
    const auto table = part(bytes_, section.sh_offset, section.sh_size);
    const auto names = content(section.sh_link);
    if (!table || !names) return broken("its symbols lie outside of it");
    const std::size_t count = table->size() / sizeof(Elf64_Sym);
    symbols.reserve(count);
    for (std::size_t i = 1; i < count; ++i) {  // the first is empty by definition
      const auto symbol = record<Elf64_Sym>(*table, i);
      const auto name = name_at(*names, symbol.st_name);
      if (!name) return broken("the name of a symbol has no end");
      symbols.push_back({.name = *name,
                         .binding = binding_of(symbol),
                         .kind = kind_of(symbol),
                         .defined = symbol.st_shndx != SHN_UNDEF,
                         .hidden = ELF64_ST_VISIBILITY(symbol.st_other) != STV_DEFAULT,
                         .size = symbol.st_size});
    }
    return {};
  }

  Result<void> read_dynamic(const Elf64_Shdr& section) {
    const auto table = part(bytes_, section.sh_offset, section.sh_size);
    const auto names = content(section.sh_link);
    if (!table || !names) return broken("its dynamic table lies outside of it");
    for (std::size_t i = 0; i < table->size() / sizeof(Elf64_Dyn); ++i) {
      const auto entry = record<Elf64_Dyn>(*table, i);
      if (entry.d_tag == DT_NULL) break;
      if (entry.d_tag == DT_TEXTREL || (entry.d_tag == DT_FLAGS && (entry.d_un.d_val & DF_TEXTREL) != 0))
        file_.relocates_text = true;
      if (entry.d_tag != DT_NEEDED) continue;
      const auto name = name_at(*names, entry.d_un.d_val);
      if (!name) return broken("the name of a library has no end");
      file_.needed.push_back(*name);
    }
    return {};
  }

  std::string_view bytes_;
  Elf64_Ehdr header_{};
  std::vector<Elf64_Shdr> sections_;
  ElfFile file_;
};

}  // namespace

Result<ElfFile> read_elf(std::string_view bytes) {
  return Reader(bytes).read();
}

}  // namespace grader
