#include "grader/compile/diagnostics.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

namespace grader {
namespace {

constexpr const char* kText = "#pragma once\nint f() {\n\tint x = y;\n}\n";

MessageSource source(std::string_view text = kText) {
  return {.submission_name = "solution.h",
          .unit_name = "unit.cpp",
          .include_folder = "/package/include",
          .work_folder = "/work",
          .text = text};
}

std::string shown(const Diagnostic& d) {
  constexpr const char* kNames[] = {"error", "warning", "note"};
  return fmt::format("{}:{}:{}: {}: {}{}\n", d.path, d.line, d.col, kNames[static_cast<int>(d.severity)],
                     d.message, d.source_line.empty() ? "" : " | " + d.source_line);
}

std::string shown(std::string_view output) {
  std::string text;
  const CompilerOutput read = read_compiler_output(output, source());
  for (const Message& message : read.messages) {
    text += shown(message.head);
    for (const Diagnostic& note : message.notes) text += "  " + shown(note);
  }
  for (const std::string& line : read.tool_lines) text += "tool: " + line + "\n";
  return text;
}

struct Row {
  const char* output;
  const char* shown;
};
constexpr Row kRows[] = {
    {"", ""},
    {"In file included from unit.cpp:14:\nsolution.h: In function \xE2\x80\x98int f()\xE2\x80\x99:\n"
     "solution.h:3:10: error: \xE2\x80\x98y\xE2\x80\x99 was not declared in this scope\n",
     "solution.h:3:10: error: 'y' was not declared in this scope | \tint x = y;\n"},
    {"In file included from unit.cpp:14:\n./solution.h:2:1: error: x\n1 error generated.\n",
     "solution.h:2:1: error: x | int f() {\n"},
    {"solution.h:2: error: unterminated #if\n", "solution.h:2:0: error: unterminated #if | int f() {\n"},
    {"solution.h:1:10: fatal error: mylib.h: No such file or directory\ncompilation terminated.\n",
     "solution.h:1:10: error: mylib.h: there is no such header | #pragma once\n"},
    {"solution.h:1:10: fatal error: /etc/shadow: Permission denied\n",
     "solution.h:1:10: error: /etc/shadow: there is no such header | #pragma once\n"},
    {"solution.h:3:6: warning: unused variable 'x' [-Wunused-variable]\n",
     "solution.h:3:6: warning: unused variable 'x' [-Wunused-variable] | \tint x = y;\n"},
    {"solution.h:2:5: error: a [-fpermissive]\n", "solution.h:2:5: error: a | int f() {\n"},
    {"solution.h:2:5: error: ambiguating new declaration of 'int f()'\n"
     "unit.cpp:5:13: note: old declaration 'kit::Tensor f()'\n"
     "/package/include/kit/ops.h:9:1: note: declared here\n",
     "solution.h:2:5: error: ambiguating new declaration of 'int f()' | int f() {\n"
     "  kit/ops.h:9:1: note: declared here\n"},
    {"include/kit/tensor_type.h:85:10: error: x\n", "kit/tensor_type.h:85:10: error: x\n"},
    // Places that #line made up.
    {"kit/tensor.h:1:13: error: x\n", "solution.h:0:0: error: x\n"},
    {"/w/wrap.cc:8:1: error: x\n", "solution.h:0:0: error: x\n"},
    {"unit.cpp:8:1: error: x\n", "solution.h:0:0: error: x\n"},
    {"solution.h:99:1: error: x\n", "solution.h:0:0: error: x\n"},
    {"solution.h:0:1: error: x\n", "solution.h:0:0: error: x\n"},
    {"solution.h:99999999999999999999:1: error: x\n", "solution.h:0:0: error: x\n"},
    // Deep inside of the library the student's line counts.
    {"/usr/include/c++/12/bits/stl_algo.h: In instantiation of 'void std::sort(T, T)':\n"
     "solution.h:3:10:   required from here\n"
     "/usr/include/c++/12/bits/stl_algo.h:1938:22: error: no match for 'operator-'\n",
     "solution.h:3:0: error: no match for 'operator-' | \tint x = y;\n"},
    {"/usr/include/c++/12/bits/stl_algo.h:1938:22: error: x\n", "<bits/stl_algo.h>:1938:22: error: x\n"},
    {"/usr/include/stdlib.h:5:2: error: x\n", "<stdlib.h>:5:2: error: x\n"},
    {"/usr/include/c++/\n/usr/include/c++/:1:2: error: x\n", "<>:1:2: error: x\n"},
    // The tools.
    {"{standard input}: Assembler messages:\n{standard input}:2152: Error: no such instruction: `bogus'\n",
     "solution.h:0:0: error: assembler: no such instruction: `bogus'\n"
     "tool: {standard input}: Assembler messages:\n"},
    {"{standard input}:7: Error: can't open /etc/passwd for reading: No such file or directory\n"
     "{standard input}:8: Error: file not found: /etc/x\n",
     "solution.h:0:0: error: assembler: a file cannot be read\n"
     "solution.h:0:0: error: assembler: a file cannot be read\n"},
    {"/usr/bin/ld: /work/ccX.o: relocation\ncollect2: error: ld returned 1 exit status\n",
     "tool: /usr/bin/ld: ccX.o: relocation\ntool: collect2: error: ld returned 1 exit status\n"},
    {"g++: internal compiler error: CPU time limit exceeded signal terminated program cc1plus\n",
     "tool: g++: internal compiler error: CPU time limit exceeded signal terminated program cc1plus\n"},
    {"cc1plus: out of memory allocating 65536 bytes\nvirtual memory exhausted: Cannot allocate memory\n",
     "tool: cc1plus: out of memory allocating 65536 bytes\n"
     "tool: virtual memory exhausted: Cannot allocate memory\n"},
    {"x86_64-linux-gnu-g++-12: fatal error: Killed signal terminated program cc1plus\n",
     "tool: x86_64-linux-gnu-g++-12: fatal error: Killed signal terminated program cc1plus\n"},
    // What must not be obeyed.
    {"solution.h:2:5: error: \x1b[31m\x07::error::\xFF\n",
     "solution.h:2:5: error: \\x1B[31m\\x07::error::\\xFF | int f() {\n"},
};

TEST(DiagnosticsTest, ReadsWhatCompilersPrint) {
  for (const Row& row : kRows) EXPECT_EQ(shown(row.output), row.shown);
}

TEST(DiagnosticsTest, ShowsALineOnlyAsItIs) {
  const std::string text = "int a;\x1b[31m\n" + std::string(500, 'x') + "\nint b;\xFF\n";
  for (int line = 1; line <= 3; ++line) {
    const std::string output = fmt::format("solution.h:{}:2: error: x\n", line);
    const CompilerOutput read = read_compiler_output(output, source(text));
    ASSERT_EQ(read.messages.size(), 1U);
    EXPECT_EQ(read.messages[0].head.line, line);
    EXPECT_EQ(read.messages[0].head.source_line, "");
  }
}

TEST(DiagnosticsTest, CutsMessagesAndTheirCount) {
  std::string output;
  for (int i = 0; i < 5000; ++i) output += "solution.h:2:1: error: " + std::string(1000, 'x') + "\n";
  const CompilerOutput read = read_compiler_output(output, source());
  EXPECT_EQ(read.messages.size(), 2000U);
  EXPECT_EQ(read.messages[0].head.message, std::string(400, 'x') + " … (600 bytes more)");
}

Message message(Diagnostic::Severity severity, int number, int notes = 0) {
  Message made;
  made.head.severity = severity;
  made.head.message = fmt::format("{}", number);
  for (int i = 0; i < notes; ++i) {
    made.notes.emplace_back();
    made.notes.back().severity = Diagnostic::Severity::kNote;
    made.notes.back().message = fmt::format("{}.{}", number, i);
  }
  return made;
}

std::string texts(const Shortened& shortened) {
  std::string text;
  for (const Diagnostic& d : shortened.diagnostics) text += d.message + " ";
  return text + fmt::format("cut {}", shortened.cut);
}

TEST(DiagnosticsTest, ShortensToTheFirstErrorsAndThenWarnings) {
  using Severity = Diagnostic::Severity;
  std::vector<Message> messages = {message(Severity::kWarning, 100), message(Severity::kError, 1, 4),
                                   message(Severity::kError, 2)};
  EXPECT_EQ(texts(shorten(messages, 1 << 20)), "1 1.0 1.1 2 100 cut 0");
  EXPECT_EQ(texts(shorten(messages, 100)), "1 1.0 cut 2");
  EXPECT_EQ(texts(shorten(messages, 0)), "cut 3");
  for (int i = 3; i < 30; ++i) messages.push_back(message(Severity::kError, i));
  EXPECT_EQ(texts(shorten(messages, 1 << 20)), "1 1.0 1.1 2 3 4 5 6 7 8 9 10 100 cut 19");
}

TEST(DiagnosticsTest, TakesAnyBytes) {
  constexpr std::string_view kParts[] = {"solution.h",
                                         ":",
                                         "2",
                                         ":3: error: ",
                                         ": note: ",
                                         "\n",
                                         ":   required from",
                                         ": In instantiation of ",
                                         "ld",
                                         "/usr/include/c++/",
                                         "\xE2\x80\x98",
                                         "x"};
  std::mt19937 random(5);
  std::size_t messages = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string output;
    for (int k = 0; k < 40; ++k)
      output += random() % 9 == 0 ? std::string(1, static_cast<char>(random()))
                                  : std::string(kParts[random() % std::size(kParts)]);
    messages += read_compiler_output(output, source()).messages.size();
  }
  EXPECT_GT(messages, 100U);
}

}  // namespace
}  // namespace grader
