#include "grader/compile/module_check.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>

#include "grader/base/file.h"
#include "grader/compile/compiler_facts.h"
#include "grader/compile/flags.h"

namespace grader {
namespace {

constexpr const char* kTable =
    "#pragma GCC visibility push(default)\n"
    "extern \"C\" { extern const char kit_module_entries[] = {1}; extern const int kit_module_entry_count = "
    "0; }\n"
    "namespace kit { int given(); }\n"
    "#pragma GCC visibility pop\n";

// Real modules, without the kit: each takes a few hundredths of a second.
class ModuleCheckTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto made = TemporaryFolder::make("module-check-test");
    ASSERT_TRUE(made);
    folder_ = std::make_unique<TemporaryFolder>(std::move(*made));
    const auto cache = Cache::open(folder_->path() / "cache");
    ASSERT_TRUE(cache);
    const auto facts = compiler_facts("/usr/bin/g++", *cache, sandbox::Mode::kOff);
    ASSERT_TRUE(facts) << facts.error().message;
    facts_ = *facts;
  }
  static void TearDownTestSuite() { folder_.reset(); }

  // The sentence about a module of this text, or "" where it is fine.
  static std::string check(const std::string& text, const Flags& more = {},
                           std::int64_t memory = 256LL << 20) {
    const auto& folder = folder_->path();
    std::filesystem::remove(folder / "m.so");
    EXPECT_TRUE(write_file(folder / "m.cpp", kTable + text));
    Flags arguments = module_flags(facts_, Sanitize::kOff);
    for (const Flags& flags :
         {module_link_flags(facts_), more, Flags{"m.cpp", facts_.crt_end.string(), "-o", "m.so"}})
      arguments.insert(arguments.end(), flags.begin(), flags.end());
    const sandbox::Program program{.path = "/usr/bin/g++",
                                   .arguments = arguments,
                                   .environment = {"PATH=/usr/bin:/bin", "TMPDIR=" + folder.string()},
                                   .folder = folder,
                                   .mounts = {},
                                   .pass_fds = {},
                                   .profile = sandbox::Profile::kTrusted};
    const auto finished = sandbox::run(program, {}, sandbox::Mode::kOff);
    EXPECT_TRUE(finished && finished->ended.code == 0) << (finished ? finished->stderr_text : "");
    const auto bytes = read_file(folder / "m.so");
    EXPECT_TRUE(bytes);
    Manifest manifest;
    manifest.limits.memory_bytes = memory;
    const Exports exports("_ZN3kit5givenEv R\n_ZdlPvm l\n_Znwm l\n__cxa_finalize l\nputs l\n");
    const auto wrong = bytes ? check_module(*bytes, manifest, text, exports) : std::nullopt;
    return wrong ? wrong->message + (wrong->help.empty() ? "" : " | " + wrong->help) : "";
  }

 private:
  static std::unique_ptr<TemporaryFolder> folder_;
  static CompilerFacts facts_;
};
std::unique_ptr<TemporaryFolder> ModuleCheckTest::folder_;
CompilerFacts ModuleCheckTest::facts_;

constexpr const char* kOwnOperators =
    "struct S { void* operator new(unsigned long); void operator delete(void*); };\n"
    "void* S::operator new(unsigned long) { return 0; }\nvoid S::operator delete(void*) {}";

TEST_F(ModuleCheckTest, LetsHonestModulesPass) {
  const char* const texts[] = {
      "int f() { return kit::given(); }",
      "#include <cstdio>\nint f() { return std::puts(\"\"); }",
      "int* f() { return new int(1); }  double y1 = 0; static int init = 1; int use() { return init; }",
      kOwnOperators,
      "namespace a { void free(int) {} int main() { return 0; } }",
      "struct A {}; void* operator new(unsigned long, A&) { return 0; }",
      "__attribute__((constructor)) void f() {}",
      "__attribute__((weak)) int perhaps(); int f() { return perhaps ? 1 : 0; }",
  };
  for (const char* text : texts) EXPECT_EQ(check(text), "") << text;
}

TEST_F(ModuleCheckTest, NamesWhatTheGraderOrTheSystemBrings) {
  struct Row {
    const char* text;
    const char* sentence;
  };
  const Row rows[] = {
      {"int main() { return 0; }",
       "the file defines 'main' | leave it out: the grader calls the functions itself"},
      {"extern \"C\" void _start() {}",
       "the file defines '_start', which belongs to the system | give it another name"},
      {"extern \"C\" void* malloc(unsigned long) { return 0; }",
       "the file defines 'malloc', which belongs to the system | give it another name"},
      {"extern \"C\" int __libc_start_main() { return 0; }",
       "the file defines '__libc_start_main', which belongs to the system | give it another name"},
      {"extern \"C\" __attribute__((visibility(\"default\"))) void __cxa_throw(void*, void*, void "
       "(*)(void*)) {}",
       "the file defines '__cxa_throw', which belongs to the system | give it another name"},
      {"extern \"C\" const char* __asan_default_options() { return \"\"; }",
       "the file defines '__asan_default_options', which belongs to the system | give it another name"},
      {"void* operator new(unsigned long) { return 0; }",
       "the file replaces 'operator new' or 'operator delete' for the whole program | leave them out, or "
       "define them "
       "inside of a class"},
      {"void operator delete(void*, unsigned long) noexcept {}",
       "the file replaces 'operator new' or 'operator delete' for the whole program | leave them out, or "
       "define them "
       "inside of a class"},
      {"int kit::given() { return 1; }",
       "the file defines 'kit::given', which is there already | use the one that is given, or choose another "
       "name"},
      {"extern \"C\" { static int one() { return 1; } static int (*pick())() { return one; }\n"
       "int chosen() __attribute__((ifunc(\"pick\"))); }",
       "'chosen' is chosen when the file is loaded (an ifunc) | make it a plain function, without 'ifunc' "
       "and "
       "'target_clones'"},
  };
  for (const Row& row : rows) EXPECT_EQ(check(row.text), row.sentence);
}

TEST_F(ModuleCheckTest, NamesWhatIsDefinedNowhere) {
  EXPECT_EQ(check("int helper(int); int f() { return helper(1); }"),
            "'helper' is declared and used, but defined nowhere | define it in this file");
  EXPECT_EQ(check("namespace kit { struct A { A(int); }; } kit::A a(1);"),
            "a function is declared and used, but defined nowhere | define it in this file");
}

TEST_F(ModuleCheckTest, RefusesOddStructure) {
  const std::string help = " | leave out the assembler text or attribute that does it";
  EXPECT_EQ(check("asm(\".section .interp,\\\"a\\\"\\n.string \\\"/tmp/evil\\\"\\n.text\\n\");"),
            "the file names a program loader of its own (section '.interp')" + help);
  EXPECT_EQ(check("asm(\".section odd,\\\"awx\\\"\\n.byte 1\\n.text\\n\");"),
            "the file asks for memory that is both written to and run" + help);
  EXPECT_EQ(check("int f() { return 1; }", {"-Wl,-z,execstack"}),
            "the file asks for memory that is both written to and run" + help);
  EXPECT_EQ(check("int f() { return 1; }", {"-Wl,--no-as-needed", "-lm"}),
            "the file needs the library 'libm.so.6'" + help);
}

TEST_F(ModuleCheckTest, CountsTheMemoryOfVariables) {
  EXPECT_EQ(check("char big[200 << 20];"), "");
  EXPECT_EQ(check("char big[300 << 20];"),
            "the variables outside of functions need 300 MiB of memory, and 256 MiB are allowed | make the "
            "large ones "
            "smaller, or leave them out");
  EXPECT_EQ(check("char big[1ULL << 40];"),
            "the variables outside of functions need 1048576 MiB of memory, and 256 MiB are allowed | make "
            "the large "
            "ones smaller, or leave them out");
}

TEST_F(ModuleCheckTest, RefusesWhatIsNoModule) {
  const Exports exports("");
  const auto wrong = check_module("#!/bin/sh", Manifest{}, "", exports);
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->message, "the linked file is not a well-formed ELF file: it is shorter than a header");
}

}  // namespace
}  // namespace grader
