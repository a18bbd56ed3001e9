#include "grader/judge/sanitizer_words.h"

#include <gtest/gtest.h>

#include <string>

#include "grader/base/text.h"

namespace grader {
namespace {

// Line 3 is where all of it happens.
constexpr std::string_view kSource = "#pragma once\n\n  \tf(\x1b[1m);\nint last;\n";

std::string said(const std::string& text) {
  const auto report = read_sanitizer_report(text);
  if (!report) return "no report";
  const SanitizerWords words =
      sanitizer_words(*report, {.name = "solution.h", .lines = split_lines(kSource)});
  std::string all = words.message;
  for (const std::string& detail : words.details) all += "\n" + detail;
  return all;
}

struct Row {
  std::string text;
  std::string said;
};

constexpr const char* kHere = "    #0 0x7fff in f(int) solution.h:3\n    #1 0x7ffe in call_0 unit.cpp:10\n\n";

std::string address(const std::string& head) {
  return "=====\n==3==ERROR: AddressSanitizer: " + head + "\n";
}

// Texts of g++ 12's AddressSanitizer, each cut to what counts.
TEST(SanitizerWordsTest, SaysWhatAddressSanitizerFound) {
  const std::string shown_line = "\n3 | f(\\x1B[1m);";
  const std::string made =
      "allocated by thread T0 here:\n    #0 0x7ff8  (/lib/libasan.so.8+0xb9628)\n"
      "    #1 0x7ff7 in f(int) solution.h:4\n";
  const Row rows[] = {
      {address("heap-buffer-overflow on address 0x603 at pc 0x7f bp 0x7f sp 0x7f") +
           "WRITE of size 8 at 0x603 thread T0\n" + kHere +
           "0x603 is located 0 bytes to the right of 32-byte region [0x602,0x603)\n" + made +
           "\nSUMMARY: AddressSanitizer: heap-buffer-overflow solution.h:3 in f(int)\n",
       "solution.h:3: wrote 8 bytes past the end of an array of 32 bytes" + shown_line +
           "\nthe memory was made at solution.h:4"},
      {address("heap-buffer-overflow on address 0x603 at pc 0x7f") + "READ of size 1 at 0x603 thread T0\n" +
           kHere + "0x603 is located 8 bytes to the left of 16-byte region [0x602,0x603)\n",
       "solution.h:3: read 1 byte before the start of an array of 16 bytes" + shown_line},
      {address("heap-use-after-free on address 0x603 at pc 0x7f") + "READ of size 8 at 0x603 thread T0\n" +
           kHere +
           "0x603 is located 8 bytes inside of 32-byte region [0x602,0x603)\nfreed by thread T0 here:\n" +
           "    #0 0x7f  (/lib/libasan.so.8+0xba038)\n    #1 0x7f in g() solution.h:1\n\n"
           "previously " +
           made,
       "solution.h:3: read 8 bytes of memory that had been given back" + shown_line +
           "\nthe memory was made at solution.h:4\nit was given back at solution.h:1"},
      {address("attempting double-free on 0x603 in thread T0:") + kHere +
           "SUMMARY: AddressSanitizer: double-free (/lib/libasan.so.8+0xba038) \n",
       "solution.h:3: gave the same memory back twice" + shown_line},
      {address("attempting free on address which was not malloc()-ed: 0x7f in thread T0") + kHere +
           "SUMMARY: AddressSanitizer: bad-free (/lib/libasan.so.8+0xba038) \n",
       "solution.h:3: gave memory back that was not made by new" + shown_line},
      {address("alloc-dealloc-mismatch (operator new [] vs operator delete) on 0x603") + kHere,
       "solution.h:3: gave memory back by another way than it was made" + shown_line},
      {address("stack-buffer-overflow on address 0x7f at pc 0x7f") + "WRITE of size 4 at 0x7f thread T0\n" +
           kHere + "Address 0x7f is located in stack of thread T0 at offset 48 in frame\n" +
           "    #0 0x7f in h(int) solution.h:4\n\n  This frame has 1 object(s):\n"
           "    [32, 48) 'a' (line 22) <== Memory access at offset 48 overflows this variable\n",
       "solution.h:3: wrote 4 bytes past the end of 'a' (16 bytes)" + shown_line},
      {address("stack-use-after-scope on address 0x7f at pc 0x7f") + "READ of size 4 at 0x7f thread T0\n" +
           kHere + "    [32, 36) 'a' (line 22) <== Memory access at offset 32 is inside this variable\n",
       "solution.h:3: read 4 bytes of 'a' after its block had ended" + shown_line},
      {address("stack-use-after-return on address 0x7f at pc 0x7f") + "READ of size 4 at 0x7f thread T0\n" +
           kHere,
       "solution.h:3: read 4 bytes of a local variable after its function had ended" + shown_line},
      {address("global-buffer-overflow on address 0x55 at pc 0x7f") + "READ of size 4 at 0x55 thread T0\n" +
           kHere +
           "0x55 is located 0 bytes to the right of global variable 'table' defined in 'solution.h:2:5' "
           "(0x54) of "
           "size 12\n",
       "solution.h:3: read 4 bytes past the end of 'table' (12 bytes)" + shown_line},
      {"AddressSanitizer:DEADLYSIGNAL\n" +
           address("SEGV on unknown address 0x000000000000 (pc 0x7f bp 0x7f sp 0x7f T0)") +
           "==3==The signal is caused by a WRITE memory access.\n==3==Hint: address points to the zero "
           "page.\n" +
           kHere,
       "solution.h:3: used a null pointer" + shown_line},
      {address("SEGV on unknown address 0x0002c68a4f12 (pc 0x7f bp 0x7f sp 0x7f T0)") + kHere,
       "solution.h:3: used memory that is not there" + shown_line},
      {address("FPE on unknown address 0x7f (pc 0x7f)") + kHere,
       "solution.h:3: a whole-number division by zero" + shown_line},
      {"runner: solution.h:3: int f(int): Assertion `h == 77' failed.\nAddressSanitizer:DEADLYSIGNAL\n" +
           address("ABRT on unknown address 0x3 (pc 0x7f)") + kHere,
       "solution.h:3: a check failed: 'h == 77'" + shown_line},
      {"/usr/include/c++/12/bits/stl_vector.h:1123: reference std::vector<_Tp, "
       "_Alloc>::operator[](size_type) [with "
       "_Tp = int]: Assertion '__n < this->size()' failed.\n" +
           address("ABRT on unknown address 0x3 (pc 0x7f)") +
           "    #0 0x7f in std::vector<int>::operator[](unsigned long) "
           "/usr/include/c++/12/bits/stl_vector.h:1123\n" +
           kHere,
       "solution.h:3: a check failed: '__n < this->size()'" + shown_line},
      {"terminate called after throwing an instance of 'std::runtime_error'\n  what():  inside\n" +
           address("ABRT on unknown address 0x3 (pc 0x7f)") + kHere,
       "solution.h:3: an exception of type 'std::runtime_error' left a function that may throw none" +
           shown_line},
      {address("ABRT on unknown address 0x3 (pc 0x7f)") + kHere,
       "solution.h:3: it called abort" + shown_line},
      {address("requested allocation size 0x20000000000000 exceeds maximum supported size of 0x10000000000") +
           kHere + "SUMMARY: AddressSanitizer: allocation-size-too-big (/lib/libasan.so.8+0xb94c8) \n",
       "solution.h:3: asked for far too much memory at once" + shown_line},
      {address("negative-size-param: (size=-2)") + kHere + "SUMMARY: AddressSanitizer: negative-size-param\n",
       "solution.h:3: gave a negative size to a function that copies or sets memory" + shown_line},
      {address("intra-object-overflow on address 0x1") + kHere,
       "solution.h:3: a memory error: intra-object-overflow" + shown_line},
      {address("\x1b[31mred on address 0x1") + kHere, "solution.h:3: a memory error" + shown_line},
  };
  for (const Row& row : rows) EXPECT_EQ(said(row.text), row.said);
}

TEST(SanitizerWordsTest, SaysWhatUbsanFound) {
  const Row rows[] = {
      {"signed integer overflow: 2 + 2147483647 cannot be represented in type 'int'",
       "a whole number outgrew its type: 2 + 2147483647 cannot be represented in type 'int'"},
      {"negation of -2147483648 cannot be represented in type 'int'; cast to an unsigned type to negate this "
       "value "
       "to itself",
       "a whole number outgrew its type: negation of -2147483648 cannot be represented in type 'int'; cast "
       "to an "
       "unsigned type to negate this value to itself"},
      {"division by zero", "a whole-number division by zero"},
      {"shift exponent 40 is too large for 32-bit type 'int'",
       "a shift that has no result: shift exponent 40 is too large for 32-bit type 'int'"},
      {"index 5 out of bounds for type 'int [4]'",
       "past the end of an array: index 5 out of bounds for type 'int [4]'"},
      {"store to null pointer of type 'volatile int'",
       "used a null pointer: store to null pointer of type 'volatile int'"},
      {"load of misaligned address 0x7fffffff0cf1 for type 'volatile int', which requires 4 byte alignment",
       "used memory as a type that can not stand there: load of misaligned address for type 'volatile int', "
       "which "
       "requires 4 byte alignment"},
      {"load of value 7, which is not a valid value for type 'bool'",
       "used a value that is none: load of value 7, which is not a valid value for type 'bool'"},
      {"1e+30 is outside the range of representable values of type 'int'",
       "a number outgrew its type: 1e+30 is outside the range of representable values of type 'int'"},
      {"something new in \x1b[1m", "undefined behaviour: something new in \\x1B[1m"},
  };
  for (const Row& row : rows)
    EXPECT_EQ(said("solution.h:4:44: runtime error: " + row.text + "\n    #0 0x7f in f(int) solution.h:4\n"),
              "solution.h:4: " + row.said + "\n4 | int last;");
}

TEST(SanitizerWordsTest, TellsRecursionFromALargeArray) {
  const std::string head = address("stack-overflow on address 0x7f (pc 0x7f bp 0x7f sp 0x7f T0)");
  std::string frames;
  for (int i = 0; i < 12; ++i) frames += "    #1 0x7f in exercise::again(int) solution.h:4\n";
  EXPECT_EQ(said(head + frames),
            "solution.h:4: recursion without an end: 'exercise::again' calls itself until the stack is full\n"
            "4 | int last;");
  EXPECT_EQ(said(head + kHere), "solution.h:3: the stack is full\n3 | f(\\x1B[1m);");
}

TEST(SanitizerWordsTest, TakesTheLastReportAndNoOther) {
  const std::string forged = address("double-free on 0x1") + "    #0 0x1 in f solution.h:1\n";
  EXPECT_EQ(said(forged + "solution.h:4:1: runtime error: division by zero\n"),
            "solution.h:4: a whole-number division by zero\n4 | int last;");
  for (const char* text : {"", "hello\n", "ERROR: AddressSanitizer\n", "AddressSanitizer: SEGV\n",
                           "I write ==1==ERROR: AddressSanitizer: SEGV\n"})
    EXPECT_EQ(said(text), "no report") << text;
}

// By #line a submission can claim any place: only those that are in it are shown.
TEST(SanitizerWordsTest, ShowsNoPlaceOutsideOfTheSubmission) {
  for (const char* place : {"/etc/passwd:3", "solution.h:5", "solution.h:0", "solution.h:-1",
                            "x/solution.h:3", "solution.h:99999999999999999999", "solution.h", ":", ""})
    EXPECT_EQ(said(address("double-free on 0x1") + "    #0 0x1 in f " + place + "\n"),
              "gave the same memory back twice")
        << place;
}

TEST(SanitizerWordsTest, LivesWithTextOfAnyKind) {
  const std::string hostile[] = {
      address(std::string(1'000'000, 'A')),
      address("heap-buffer-overflow") +
          "WRITE of size 99999999999999999999999\n is located bytes \n-byte region\n",
      address("stack-buffer-overflow") + " <== Memory access at offset , [) '",
      address("ABRT") + std::string(10000, '#') + "\n# in \n#  in  \n",
      "Assertion ' failed" + address("ABRT"),
      "terminate called after throwing an instance of '\n" + address("ABRT"),
  };
  for (const std::string& text : hostile) {
    const std::string all = said(text);
    EXPECT_FALSE(all.empty());
    EXPECT_LT(all.size(), 600U);
  }
}

}  // namespace
}  // namespace grader
