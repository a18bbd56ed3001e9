#include "grader/compile/module.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/compile/compiler_facts.h"
#include "grader/compile/flags.h"
#include "grader/compile/testing.h"
#include "grader/compile/unit.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

// Right in its signatures, and nothing else.
constexpr const char* kRight = R"(#include "exercise/given/attention.h"

namespace exercise {

inline Tensor split_heads(const Tensor& x, int n_heads) {
  return x.reshape({x.dim(0), x.dim(1), n_heads, -1});
}

inline Tensor merge_heads(const Tensor& x) {
  return x.transpose({0, 2, 1, 3});
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  return matmul(merge_heads(split_heads(x, n_heads)), params["Wo"]);
}

}  // namespace exercise
)";

class ModuleTest : public testing::Test {
 protected:
  void SetUp() override {
    tools_ = testing_toolchain();
    manifest_ = testing_manifest();
    auto built = build_package(tools_, manifest_, Sanitize::kOff, testing_mode());
    ASSERT_TRUE(built) << to_text(built.error());
    package_ = *built;
  }

  static std::string replaced(std::string text, std::string_view what, std::string_view with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return at == std::string::npos ? text : text.replace(at, what.size(), with);
  }

  std::unique_ptr<ModuleBuild> start(const std::string& text) {
    const Submission submission{.shown_name = "my dir/it's.h", .text = text, .refusal = ""};
    auto build = start_module(tools_, manifest_, package_, submission, Sanitize::kOff, testing_mode());
    EXPECT_TRUE(build) << to_text(build.error());
    return build ? std::move(*build) : nullptr;
  }

  ModuleBuild::Done compile(const std::string& text) {
    auto build = start(text);
    auto done = build->finish();
    EXPECT_TRUE(done) << to_text(done.error());
    return done ? *done : ModuleBuild::Done{};
  }

  std::string sentence(const std::string& text) {
    const ModuleBuild::Done done = compile(text);
    EXPECT_EQ(done.report.ok, done.report.message.empty());
    return done.report.message + (done.report.help.empty() ? "" : " | " + done.report.help);
  }

  // A comment that no text had before, so that nothing of it is in the cache.
  static std::string never_seen() {
    static int count = 0;
    return fmt::format("// {} {} {}\n", ::getpid(),
                       std::chrono::steady_clock::now().time_since_epoch().count(), ++count);
  }

  Toolchain tools_;
  Manifest manifest_;
  PackageBuild package_;
};

TEST_F(ModuleTest, CompilesStubAndReference) {
  for (const char* name : {"exercise/solution.h", "solution/solution.h"}) {
    const ModuleBuild::Done done = compile(*read_file(name));
    EXPECT_TRUE(done.report.ok) << done.report.message;
    EXPECT_TRUE(done.report.diagnostics.empty());
    EXPECT_TRUE(fs::exists(done.module));
  }
}

TEST_F(ModuleTest, AnswersFromTheCacheWhatItHasSeen) {
  const std::string text = "int f() { return g; }\n" + never_seen();
  const ModuleBuild::Done first = compile(text);
  EXPECT_FALSE(first.from_cache);
  auto again = start(text);
  EXPECT_EQ(again->poll_fd(), -1);
  EXPECT_TRUE(again->pump());
  const auto second = again->finish();
  ASSERT_TRUE(second);
  EXPECT_TRUE(second->from_cache);
  EXPECT_EQ(second->report.message, "'g' is not known in line 1");
  ASSERT_EQ(second->report.diagnostics.size(), 1U);
  EXPECT_EQ(second->report.diagnostics[0].path, "my dir/it's.h");
  EXPECT_EQ(second->report.diagnostics[0].line, 1);
  EXPECT_EQ(second->report.diagnostics[0].col, 18);
  EXPECT_EQ(second->report.diagnostics[0].source_line, "int f() { return g; }");
}

TEST_F(ModuleTest, KeepsAModuleByAllThatGoesIntoIt) {
  const std::string text = "#error no\n" + never_seen();
  EXPECT_FALSE(compile(text).from_cache);
  EXPECT_TRUE(compile(text).from_cache);
  EXPECT_FALSE(compile(text + " ").from_cache) << "the text";
  manifest_.limits.memory_bytes += 1;
  EXPECT_FALSE(compile(text).from_cache) << "a limit that the module is checked against";
  manifest_.functions.pop_back();
  EXPECT_FALSE(compile(text).from_cache) << "the functions that are asked for";
  package_.key += "x";
  EXPECT_FALSE(compile(text).from_cache) << "kit, given code, flags and compiler";
  EXPECT_TRUE(compile(text).from_cache);
}

// Each of these is a real compile; explain_test.cpp has many more sentences.
// atexit and at_quick_exit are not in the C library's shared object.
TEST_F(ModuleTest, LinksAllOfTheCLibrary) {
  const std::string text = *read_file("solution/solution.h") +
                           "#include <cstdlib>\nstatic void at_end() {}\n"
                           "static int ends = std::atexit(at_end) + std::at_quick_exit(at_end);\n";
  EXPECT_EQ(sentence(text), "");
}

TEST_F(ModuleTest, SaysWhatIsWrong) {
  struct Row {
    std::string text;
    std::string sentence;
  };
  const std::string asked = "kit::Tensor split_heads(const kit::Tensor& x, int n_heads)";
  const Row rows[] = {
      {replaced(kRight, "split_heads(const Tensor& x, int n_heads)", "split_heads(Tensor x, int n_heads)"),
       "'split_heads' is not the function that is asked for: line 5 has 'split_heads(Tensor x, int "
       "n_heads)' | write '" +
           asked + "' in namespace 'exercise'"},
      {replaced(kRight, "inline Tensor merge_heads(", "inline Tensor merge_haeds("),
       "'merge_heads' is missing; line 9 defines 'merge_haeds' | write 'kit::Tensor merge_heads(const "
       "kit::Tensor& x)' "
       "in namespace 'exercise'"},
      {replaced(replaced(kRight, "namespace exercise {", ""), "}  // namespace exercise", ""),
       "the functions are not in namespace 'exercise' | put the functions between 'namespace exercise {' and "
       "'}'"},
      {replaced(kRight, "return x.transpose", "x.transpose"),
       "'merge_heads' does not return a value | end it with 'return ...;'"},
      {std::string(kRight) + "#if 0\n", "an '#if' has no '#endif' in line 18 | close it with '#endif'"},
      {std::string(kRight) + "int main() {}\n",
       "the file defines 'main' | leave it out: the grader calls the functions itself"},
      {std::string(kRight) + "kit::Tensor kit::matmul(kit::Arg a, kit::Arg) { return a.tensor(); }\n",
       "the file defines 'kit::matmul', which is there already | use the one that is given, or choose "
       "another name"},
      {"#include \"kit/internal.h\"\n",
       "'kit/internal.h' cannot be included in line 1 | there are the kit, the given headers and the "
       "standard library; "
       "all else stands in this file"},
      {"// nothing\n", "'split_heads', 'merge_heads', 'mha_forward' are missing | write '" + asked +
                           "' in namespace 'exercise', and so on"},
  };
  for (const Row& row : rows) EXPECT_EQ(sentence(row.text), row.sentence);
}

TEST_F(ModuleTest, TakesTheKitOnceHoweverItIsIncluded) {
  const std::string includes =
      "#define private public\n#define Tensor Other\n#include \"kit/../kit/tensor.h\"\n#include "
      "\"./kit/./tensor.h\"\n"
      "#include_next \"kit/tensor.h\"\n#include \"given/attention.h\"\n#include \"kit/abi.h\"\n#undef "
      "Tensor\n";
  EXPECT_EQ(sentence(includes + std::string(kRight)), "");
}

TEST_F(ModuleTest, TakesOtherLineEndsAndBytes) {
  std::string crlf;
  std::string cr;
  for (const char c : std::string(kRight)) {
    crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
    cr += c == '\n' ? '\r' : c;
  }
  EXPECT_EQ(sentence(crlf), "");
  EXPECT_EQ(sentence(cr), "");
  EXPECT_EQ(sentence("// caf\xE9 \xE2\x80\xAE\n" + std::string(kRight)), "");
}

TEST_F(ModuleTest, ShowsWarningsWithoutFailing) {
  const ModuleBuild::Done done =
      compile(replaced(kRight, "return x.transpose", "int unused = 1;\n  return x.transpose"));
  EXPECT_TRUE(done.report.ok);
  ASSERT_EQ(done.report.diagnostics.size(), 1U);
  EXPECT_EQ(done.report.diagnostics[0].severity, Diagnostic::Severity::kWarning);
  EXPECT_EQ(done.report.diagnostics[0].message, "unused variable 'unused' [-Wunused-variable]");
  EXPECT_EQ(done.report.diagnostics[0].line, 10);
}

TEST_F(ModuleTest, ShowsNoPlaceThatTheTextMadeUp) {
  const ModuleBuild::Done done = compile(
      "#line 1 \"kit/tensor.h\"\nint a = \"the kit is broken\";\n# 7 \"/w/unit.cpp\" 1\nint b = \"x\";\n");
  EXPECT_FALSE(done.report.ok);
  for (const Diagnostic& diagnostic : done.report.diagnostics) {
    EXPECT_EQ(diagnostic.path, "my dir/it's.h");
    EXPECT_EQ(diagnostic.line, 0);
  }
}

TEST_F(ModuleTest, SaysNoPathOfThisMachine) {
  const ModuleBuild::Done done = compile(
      "#include \"exercise/given/attention.h\"\nnamespace exercise { void f(Tensor x) { x.reshape(1, 2); "
      "g(__FILE__); } }\n"
      "static_assert(__FILE__[0] == 0, \"\");\n#include __FILE__\n" +
      never_seen());
  std::string all = done.report.message + done.report.help;
  for (const Diagnostic& d : done.report.diagnostics) all += d.path + d.message + d.source_line;
  for (const std::string& secret : {tools_.cache.string(), tools_.root.string(), std::string("/work"),
                                    std::string("/package"), std::string("/tmp"), std::string("unit.cpp")})
    EXPECT_EQ(all.find(secret), std::string::npos) << secret << " in " << all;
}

constexpr const char* kBomb =
    "template <int N, long M> struct T { static constexpr long v = T<N - 1, 2 * M>::v + T<N - 1, 2 * M + "
    "1>::v; };\n"
    "template <long M> struct T<0, M> { static constexpr long v = M; };\nlong x = T<24, 1>::v;\n";

TEST_F(ModuleTest, NamesTheLimitThatWasMetAndKeepsNothing) {
  struct Row {
    const char* text;
    std::function<void(Limits&)> set;
    const char* message;
  };
  const Row rows[] = {
      {kBomb, [](Limits& limits) { limits.compile_cpu = std::chrono::milliseconds(1000); },
       "compiling took more than 1 s of processor time"},
      {kBomb, [](Limits& limits) { limits.compile_memory_bytes = 200LL << 20; },
       "compiling needs more than 200 MiB of memory"},
      {"int big[1 << 24] = {1};\n", [](Limits& limits) { limits.compile_file_bytes = 1 << 20; },
       "the compiled file is larger than 1 MiB"},
  };
  for (const Row& row : rows) {
    manifest_.limits = Limits{};
    row.set(manifest_.limits);
    const ModuleBuild::Done done = compile(row.text);
    EXPECT_FALSE(done.report.ok);
    EXPECT_EQ(done.report.message.substr(0, std::string_view(row.message).size()), row.message);
  }
  const ModuleBuild::Done again = compile(rows[2].text);
  EXPECT_FALSE(again.from_cache) << "another machine may fare better";
}

TEST_F(ModuleTest, CompilesWhileTheCallerDoesOtherThings) {
  auto build = start(std::string(kRight) + never_seen());
  int rounds = 0;
  while (!build->pump()) {
    pollfd ready{.fd = build->poll_fd(), .events = POLLIN, .revents = 0};
    ASSERT_GE(ready.fd, 0);
    ::poll(&ready, 1, 10000);
    ASSERT_LT(++rounds, 10000);
  }
  EXPECT_GT(rounds, 0);
  EXPECT_EQ(build->poll_fd(), -1);
  EXPECT_TRUE(build->finish()->report.ok);
}

TEST_F(ModuleTest, LeavesNothingBehindWhenItIsDropped) {
  const Toolchain here = tools_;
  const auto folder = TemporaryFolder::make("module-test");
  ASSERT_TRUE(folder);
  tools_.cache = folder->path() / "cache";
  start(std::string(kRight) + never_seen()).reset();
  EXPECT_TRUE(fs::is_empty(tools_.cache / "scratch"));
  EXPECT_FALSE(fs::exists(tools_.cache / "modules"));
}

TEST_F(ModuleTest, GivesARefusalAsTheReport) {
  const Submission submission{.shown_name = "x", .text = "", .refusal = "the file is empty"};
  auto build = start_module(tools_, manifest_, package_, submission, Sanitize::kOff, testing_mode());
  ASSERT_TRUE(build);
  EXPECT_TRUE((*build)->pump());
  const auto done = (*build)->finish();
  ASSERT_TRUE(done);
  EXPECT_FALSE(done->report.ok);
  EXPECT_EQ(done->report.message, "the file is empty");
}

}  // namespace
}  // namespace grader
