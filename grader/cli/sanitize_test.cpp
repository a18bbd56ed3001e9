// Slow: what --sanitize says of crashes and of undefined behaviour, through the command.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "grader/cli/testing.h"

namespace grader::cli {
namespace {

using nlohmann::json;

constexpr const char* kCase = "worked_example_split_heads";
constexpr const char* kInclude = "#include \"kit/tensor.h\"";

// The reference with `statement` at the start of split_heads, on its own line, and `before` above all.
std::string submission(const std::string& statement, const std::string& before = "") {
  std::string text = reference_starting("split_heads", statement);
  text.insert(text.find(kInclude), "#include <cassert>\n#include <cstdlib>\n#include <vector>\n" + before);
  return text;
}

std::vector<std::string> options(const std::string& when) {
  return {"--sanitize", when, "--only", kCase};
}

std::string line_of(const std::string& text, const std::string& statement) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(text.find(statement));
  return std::to_string(1 + std::count(text.begin(), end, '\n'));
}

struct Fault {
  const char* statement;
  const char* message;  // behind the place
  const char* help;
};

constexpr const char* kIndex = "compare the index with the size: the last element is number size - 1";
constexpr const char* kGone = "a pointer, reference or iterator outlived what it pointed to";
constexpr const char* kFree =
    "each new goes with one delete, each new[] with one delete[]; a std::vector needs neither";

// A crash that --sanitize=auto explains. The verdict is that of the plain run.
TEST(SanitizeTest, AutoSaysWhatACrashWasAndWhere) {
  constexpr Fault kFaults[] = {
      {"volatile int* p = nullptr; *p = 1;",
       "used a null pointer: store to null pointer of type 'volatile int'",
       "check where the pointer or reference comes from"},
      {"double* a = new double[4]; for (int i = -1; i > -999999; --i) a[i] = 7;",
       "wrote 8 bytes before the start of an array of 32 bytes", kIndex},
      {"double* a = new double[4]; for (int i = 0; i < 999999; ++i) a[i] = 7;",
       "wrote 8 bytes past the end of an array of 32 bytes", kIndex},
      {"double* a = new double[4]; delete[] a; delete[] a;", "gave the same memory back twice", kFree},
      {"volatile int zero = 0; volatile int r = n_heads / zero; (void)r;", "a whole-number division by zero",
       "check the divisor before"},
      {"std::vector<int> v{1, 2, 3}; v[static_cast<std::size_t>(n_heads) + 1] = 4;",
       "a check failed: '__n < this->size()'",
       "usual causes: a failed assert, an exception that leaves a destructor or a noexcept function"},
      {"std::abort();", "it called abort",
       "usual causes: a failed assert, an exception that leaves a destructor or a noexcept function"},
      {"assert(n_heads == 77);", "a check failed: 'n_heads == 77'",
       "usual causes: a failed assert, an exception that leaves a destructor or a noexcept function"},
  };
  for (const Fault& fault : kFaults) {
    const std::string text = submission(fault.statement);
    const std::string line = line_of(text, fault.statement);
    int code = -1;
    const json report = grade_text(text, options("auto"), &code);
    const json& one = case_of(report, kCase);
    EXPECT_EQ(one.at("message"), "solution.h:" + line + ": " + fault.message);
    EXPECT_EQ(one.at("details").front(), line + " | " + fault.statement);
    EXPECT_EQ(one.at("help"), fault.help) << fault.statement;
    EXPECT_EQ(one.at("verdict"), "runtime_error");
    EXPECT_EQ(code, 1);
    EXPECT_EQ(report.at("provenance").at("sanitize"), "auto");
    EXPECT_EQ(report.at("provenance").at("sanitizer_isolation").get<std::string>().substr(0, 6), "level ");
  }
}

TEST(SanitizeTest, AutoTellsARecursionWithoutAnEnd) {
  const std::string text = submission(
      "forever(n_heads);", "inline int forever(int n) { volatile int m = n; return forever(m + 1) + m; }\n");
  const json report = grade_text(text, options("auto"));
  EXPECT_EQ(case_of(report, kCase).at("message"),
            "solution.h:" + line_of(text, "inline int forever") +
                ": recursion without an end: 'forever' calls itself until the stack is full");
  EXPECT_EQ(case_of(report, kCase).at("details").back(),
            "the program died of SIGSEGV: an access to memory that is not there");
}

// Undefined behaviour that happens to pass: accepted with auto, runtime_error with always.
TEST(SanitizeTest, AlwaysFindsWhatHappensToPass) {
  constexpr Fault kFaults[] = {
      {"int* a = new int[4]; volatile int b = a[4]; (void)b; delete[] a;",
       "read 4 bytes past the end of an array of 16 bytes", kIndex},
      {"int a[4]; volatile int* p = a; p[4] = 1;", "wrote 4 bytes past the end of 'a' (16 bytes)", kIndex},
      {"int* a = new int[4](); delete[] a; volatile int b = a[1]; (void)b;",
       "read 4 bytes of memory that had been given back", kGone},
      {"volatile int* p; { int a = 3; p = &a; } volatile int b = *p; (void)b;",
       "read 4 bytes of 'a' after its block had ended", kGone},
      {"volatile int big = 2147483647; big = big + n_heads;",
       "a whole number outgrew its type: 2 + 2147483647 cannot be represented in type 'int'",
       "use std::int64_t, or a smaller number"},
      {"volatile double d = 1e30; volatile int i = static_cast<int>(d); (void)i;",
       "a number outgrew its type: 1e+30 is outside the range of representable values of type 'int'",
       "compare before the cast"},
  };
  for (const Fault& fault : kFaults) {
    const std::string text = submission(fault.statement);
    EXPECT_EQ(grade_text(text, options("auto")).at("verdict"), "accepted") << fault.statement;
    int code = -1;
    const json report = grade_text(text, options("always"), &code);
    const json& one = case_of(report, kCase);
    EXPECT_EQ(one.at("verdict"), "runtime_error");
    EXPECT_EQ(one.at("message"), "solution.h:" + line_of(text, fault.statement) + ": " + fault.message);
    EXPECT_EQ(one.at("help"), fault.help) << fault.statement;
    EXPECT_EQ(report.at("points"), 0.0);
    EXPECT_EQ(code, 1);
  }
}

TEST(SanitizeTest, AlwaysAcceptsTheReferenceInEveryCase) {
  int code = -1;
  const json report = grade_file("solution/solution.h", {"--sanitize", "always"}, &code);
  EXPECT_EQ(report.at("verdict"), "accepted") << report.at("message");
  EXPECT_EQ(report.at("points"), report.at("max_points"));
  EXPECT_EQ(code, 0);
}

TEST(SanitizeTest, NeverSaysWhatThePlainRunKnows) {
  const json report = grade_text(submission("std::abort();"), options("never"));
  EXPECT_EQ(case_of(report, kCase).at("message"), "the program died of SIGABRT: abort");
  EXPECT_EQ(report.at("provenance").count("sanitizer_isolation"), 0U);
}

constexpr const char* kForged =
    "const char m[] = \"==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\\n"
    "READ of size 8 at 0x1 thread T0\\n    #0 0x1 in \\033[31mf() solution.h:3\\n\\n"
    "SUMMARY: AddressSanitizer: heap-use-after-free\\n\"; if (write(2, m, sizeof m - 1) < 0) {} ";

// A report that the submission wrote itself: no verdict comes from it, and its words are not shown.
TEST(SanitizeTest, AForgedReportChangesNoVerdict) {
  const std::string include = "#include <unistd.h>\n";
  EXPECT_EQ(grade_text(submission(kForged, include), options("always")).at("verdict"), "accepted");
  const json crashed =
      grade_text(submission(std::string(kForged) + "std::abort();", include), options("auto"));
  EXPECT_EQ(case_of(crashed, kCase).at("verdict"), "runtime_error");
  const auto message = case_of(crashed, kCase).at("message").get<std::string>();
  EXPECT_EQ(message.substr(message.find(": ") + 2), "it called abort") << "the true report comes last";
  const json left = grade_text(submission(std::string(kForged) + "_exit(86);", include), options("always"));
  EXPECT_EQ(case_of(left, kCase).at("verdict"), "runtime_error");
  EXPECT_EQ(case_of(left, kCase).at("message").dump().find("\\u001b"), std::string::npos);
}

// A crash in hidden cases alone: with both ways nothing but the verdict is told, in every format.
TEST(SanitizeTest, AHiddenCrashIsNotExplainedToStudents) {
  const auto file = fresh_folder() / "solution.h";
  write_text_file(file, submission("volatile int* p = nullptr; const char* planted = \"PLANTED_MARKER\"; "
                                   "if (planted != nullptr) *p = 1;"));
  for (const char* when : {"auto", "always"}) {
    for (const char* format : {"text", "json", "junit", "html"}) {
      const Ran ran =
          run_grader({"grade", "--cases", "hidden", "--sanitize", when, "--format", format, file.string()});
      EXPECT_EQ(ran.code, 1);
      for (const char* word : {"PLANTED_MARKER", "null pointer", "SIGSEGV"})
        EXPECT_EQ(ran.out.find(word), std::string::npos) << format << ": " << word;
    }
  }
}

TEST(SanitizeTest, AHiddenCrashIsExplainedToInstructors) {
  const std::string statement = "volatile int* p = nullptr; *p = 1;";
  const std::string text = submission(statement);
  const json report = grade_text(text, {"--cases", "hidden", "--audience", "instructor"});
  const std::string said = "solution.h:" + line_of(text, statement) + ": used a null pointer: ";
  const auto explained =
      std::count_if(report.at("cases").begin(), report.at("cases").end(),
                    [&](const json& one) { return one.at("message").get<std::string>().starts_with(said); });
  EXPECT_EQ(explained, 2) << "the first crash of split_heads and of mha_forward, which calls it";
}

TEST(SanitizeTest, AlwaysSaysWhatIsMissingAndAutoSaysNothing) {
  if (!std::filesystem::exists("/usr/bin/clang++")) GTEST_SKIP() << "there is no compiler without them";
  ::setenv("GRADER_CXX", "/usr/bin/clang++", 1);
  const auto file = fresh_folder() / "solution.h";
  write_text_file(file, submission("std::abort();"));
  const Ran always = run_grader({"grade", "--only", kCase, "--sanitize", "always", file.string()});
  int code = -1;
  const json automatic = grade_file(file, options("auto"), &code);
  ::unsetenv("GRADER_CXX");
  EXPECT_EQ(always.code, 2);
  EXPECT_EQ(always.out, "");
  EXPECT_EQ(always.err, "'/usr/bin/clang++' has no libasan and libubsan for shared objects: use g++\n");
  EXPECT_EQ(case_of(automatic, kCase).at("message"), "the program died of SIGABRT: abort");
  EXPECT_EQ(code, 1);
}

TEST(SanitizeTest, AModuleThatWasGivenHasNoSecondBuild) {
  const Ran ran = run_grader({"grade", "--sanitize", "always", "--module", "m", "solution/solution.h"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(
      ran.err,
      "grader: --sanitize=always builds FILE a second time, which a --module is not: leave one out; see "
      "'grader --help'\n");
}

}  // namespace
}  // namespace grader::cli
