#include "grader/compile/elf.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>

#include "grader/base/file.h"

namespace grader {
namespace {

template <class T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

// A shared object with one segment, one defined and one missing function, and one needed library.
struct Sample {
  Elf64_Ehdr header{};
  Elf64_Phdr segment{};
  Elf64_Shdr sections[5]{};
  Elf64_Sym symbols[3]{};
  Elf64_Dyn dynamic[3]{};
  std::string names = std::string("\0made\0asked\0libx.so\0", 20);
  std::string section_names = std::string("\0.dynsym\0.dynstr\0.dynamic\0.shstrtab\0", 36);

  Sample() {
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_type = ET_DYN;
    header.e_phentsize = sizeof(Elf64_Phdr);
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_phoff = sizeof(Elf64_Ehdr);
    header.e_phnum = 1;
    header.e_shoff = header.e_phoff + sizeof(Elf64_Phdr);
    header.e_shnum = 5;
    header.e_shstrndx = 4;
    segment = {.p_type = PT_LOAD,
               .p_flags = PF_R | PF_W,
               .p_offset = 0,
               .p_vaddr = 0,
               .p_paddr = 0,
               .p_filesz = 0,
               .p_memsz = 4096,
               .p_align = 16};
    symbols[1] = {.st_name = 1,
                  .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
                  .st_other = STV_HIDDEN,
                  .st_shndx = 1,
                  .st_value = 0,
                  .st_size = 7};
    symbols[2] = {.st_name = 6,
                  .st_info = ELF64_ST_INFO(STB_WEAK, STT_NOTYPE),
                  .st_other = 0,
                  .st_shndx = SHN_UNDEF,
                  .st_value = 0,
                  .st_size = 0};
    dynamic[0].d_tag = DT_NEEDED;
    dynamic[0].d_un.d_val = 12;
    const std::uint64_t data = header.e_shoff + sizeof sections;
    sections[1] = section(1, SHT_DYNSYM, data, sizeof symbols, 2);
    sections[2] = section(9, SHT_STRTAB, sections[1].sh_offset + sizeof symbols, names.size(), 0);
    sections[3] = section(17, SHT_DYNAMIC, sections[2].sh_offset + names.size(), sizeof dynamic, 2);
    sections[4] = section(26, SHT_STRTAB, sections[3].sh_offset + sizeof dynamic, section_names.size(), 0);
  }

  static Elf64_Shdr section(std::uint32_t name, std::uint32_t type, std::uint64_t offset, std::uint64_t size,
                            std::uint32_t link) {
    Elf64_Shdr made{};
    made.sh_name = name;
    made.sh_type = type;
    made.sh_offset = offset;
    made.sh_size = size;
    made.sh_link = link;
    return made;
  }

  std::string bytes() const {
    std::string out;
    append(out, header);
    append(out, segment);
    append(out, sections);
    append(out, symbols);
    out += names;
    append(out, dynamic);
    return out + section_names;
  }
};

TEST(ElfTest, ReadsSegmentsSymbolsAndLibraries) {
  const std::string bytes = Sample().bytes();
  const Result<ElfFile> file = read_elf(bytes);
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_EQ(file->segments.size(), 1U);
  EXPECT_EQ(file->segments[0].memory_bytes, 4096U);
  EXPECT_TRUE(file->segments[0].writable);
  EXPECT_FALSE(file->segments[0].executable);
  ASSERT_EQ(file->exports.size(), 2U);
  EXPECT_EQ(file->exports[0].name, "made");
  EXPECT_TRUE(file->exports[0].defined);
  EXPECT_TRUE(file->exports[0].hidden);
  EXPECT_EQ(file->exports[0].binding, ElfSymbol::Binding::kGlobal);
  EXPECT_EQ(file->exports[0].kind, ElfSymbol::Kind::kFunction);
  EXPECT_EQ(file->exports[0].size, 7U);
  EXPECT_EQ(file->exports[1].name, "asked");
  EXPECT_FALSE(file->exports[1].defined);
  EXPECT_EQ(file->exports[1].binding, ElfSymbol::Binding::kWeak);
  EXPECT_EQ(file->needed, std::vector<std::string_view>{"libx.so"});
  EXPECT_EQ(file->sections,
            (std::vector<std::string_view>{"", ".dynsym", ".dynstr", ".dynamic", ".shstrtab"}));
  EXPECT_FALSE(file->relocates_text);
}

TEST(ElfTest, ReadsThisProgram) {
  const Result<std::string> bytes = read_file("/proc/self/exe", 1LL << 30);
  ASSERT_TRUE(bytes);
  const Result<ElfFile> file = read_elf(*bytes);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_FALSE(file->exports.empty());
  EXPECT_FALSE(file->needed.empty());
}

TEST(ElfTest, SaysWhatIsBroken) {
  struct Row {
    const char* what;
    void (*break_it)(Sample&);
  };
  const Row rows[] = {
      {"it does not begin as one", [](Sample& s) { s.header.e_ident[0] = 'x'; }},
      {"it is not 64-bit little-endian", [](Sample& s) { s.header.e_ident[EI_CLASS] = ELFCLASS32; }},
      {"it is not 64-bit little-endian", [](Sample& s) { s.header.e_ident[EI_DATA] = ELFDATA2MSB; }},
      {"it is neither a program nor a part of one", [](Sample& s) { s.header.e_type = ET_CORE; }},
      {"its tables have records of another size", [](Sample& s) { s.header.e_shentsize = 1; }},
      {"its segments lie outside of it", [](Sample& s) { s.header.e_phoff = ~std::uint64_t{0}; }},
      {"its segments lie outside of it", [](Sample& s) { s.header.e_phnum = 0xFFFF; }},
      {"its sections lie outside of it", [](Sample& s) { s.header.e_shoff = ~std::uint64_t{0} - 8; }},
      {"its section names lie outside of it", [](Sample& s) { s.header.e_shstrndx = 9; }},
      {"its section names lie outside of it", [](Sample& s) { s.sections[4].sh_type = SHT_NOBITS; }},
      {"the name of a section has no end", [](Sample& s) { s.sections[1].sh_name = 5000; }},
      {"its symbols lie outside of it", [](Sample& s) { s.sections[1].sh_size = ~std::uint64_t{0}; }},
      {"its symbols lie outside of it", [](Sample& s) { s.sections[1].sh_link = 77; }},
      {"it has two symbol tables of one kind",
       [](Sample& s) { s.sections[2].sh_type = SHT_DYNSYM, s.sections[2].sh_link = 4; }},
      {"the name of a symbol has no end", [](Sample& s) { s.symbols[1].st_name = 21; }},
      {"its dynamic table lies outside of it", [](Sample& s) { s.sections[3].sh_offset = 1 << 30; }},
      {"the name of a library has no end", [](Sample& s) { s.dynamic[0].d_un.d_val = ~std::uint64_t{0}; }},
  };
  for (const Row& row : rows) {
    Sample sample;
    row.break_it(sample);
    const std::string bytes = sample.bytes();
    const Result<ElfFile> file = read_elf(bytes);
    ASSERT_FALSE(file) << row.what;
    EXPECT_EQ(file.error().message, std::string("not a well-formed ELF file: ") + row.what);
  }
}

TEST(ElfTest, RefusesEveryTruncation) {
  const std::string whole = Sample().bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string bytes = whole.substr(0, size);  // a copy of its own, so that ASan sees a read beyond it
    EXPECT_FALSE(read_elf(bytes)) << size;
  }
}

TEST(ElfTest, ReadsNothingOutsideWhateverItsBytesAre) {
  std::mt19937 random(7);
  const std::string whole = Sample().bytes();
  int refused = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = whole;
    for (int k = 0; k < 3; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
    if (!read_elf(bytes)) ++refused;
  }
  EXPECT_GT(refused, 1000);
}

TEST(ElfTest, ReadsObjectFiles) {
  Sample sample;
  sample.header.e_type = ET_REL;
  sample.header.e_phnum = 0;
  sample.header.e_phentsize = 0;
  sample.sections[1].sh_type = SHT_SYMTAB;
  const std::string bytes = sample.bytes();
  const Result<ElfFile> file = read_elf(bytes);
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_EQ(file->symbols.size(), 2U);
  EXPECT_EQ(file->symbols[0].name, "made");
}

TEST(ElfTest, SeesRelocationsOfCode) {
  Sample sample;
  sample.dynamic[1].d_tag = DT_FLAGS;
  sample.dynamic[1].d_un.d_val = DF_TEXTREL;
  const std::string bytes = sample.bytes();
  EXPECT_TRUE(read_elf(bytes)->relocates_text);
}

}  // namespace
}  // namespace grader
