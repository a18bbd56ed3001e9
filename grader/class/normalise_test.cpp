#include "grader/class/normalise.h"

#include <gtest/gtest.h>

#include <vector>

namespace grader {
namespace {

struct Row {
  const char* source;
  const char* expected;
};

TEST(NormaliseTest, KeepsTokensAlone) {
  const std::vector<Row> rows{{"", ""},
                              {"  int   a ;\n\n\tint b;\n", "int a;int b;"},
                              {"f( x , y )", "f(x,y)"},
                              {"a + b", "a+b"},
                              {"a + +b", "a+ +b"},
                              {"a ++ + b", "a++ +b"},
                              {"a // to the end\nb", "a b"},
                              {"a/* x */b", "a b"},
                              {"a/**/=/**/b", "a=b"},
                              {"a / b // c", "a/b"},
                              {"/* never ends", ""},
                              {"/", "/"},
                              {"// a splice \\\nstill a comment\nx", "x"},
                              {"in\\\nt x", "int x"},
                              {"in\\\r\nt x", "int x"},
                              {"/\\\n/ comment\nx", "x"},
                              {"\"a  // b\"  ;", "\"a  // b\";"},
                              {"\"a\\\" /* \" ;", "\"a\\\" /* \";"},
                              {"'\"' + '/'", "'\"'+'/'"},
                              {"1'000 + 0x1'f", "1'000+0x1'f"},
                              {"1e+5 + 1 .5", "1e+5+1 .5"},
                              {"R\"(a // \\\n b)\" ;", "R\"(a // \\\n b)\";"},
                              {"u8R\"x()\")x\" \"y\"", "u8R\"x()\")x\"\"y\""},
                              {"R\"(never ends", "R\"(never ends"},
                              {"R \"(a  b)\"", "R \"(a  b)\""},
                              {"L \"x\" _s", "L \"x\" _s"},
                              {"\"never ends\nint  x", "\"never ends int x"},
                              {"  #  define  f(x)   x  // c\nint  a;", "# define f(x) x\nint a;"},
                              {"#define f (x)\n", "#define f (x)\n"},
                              {"#define a \\\n  b\nc", "#define a b\nc"},
                              {"int a;\n#if 1\nint b;\n#endif", "int a;\n#if 1\nint b;\n#endif"},
                              {"\xef\xbb\xbfint a;", "int a;"},
                              {"int \xc3\xa4 = 1;", "int \xc3\xa4=1;"},
                              {"a\\ b", "a\\b"},
                              {"\\", "\\"},
                              {"'", "'"},
                              {"'\\", "'\\"}};
  for (const Row& row : rows) EXPECT_EQ(normalised(row.source), row.expected) << row.source;
}

TEST(NormaliseTest, TellsApartWhatTheCompilerTellsApart) {
  const std::vector<std::pair<const char*, const char*>> rows{{"int a", "inta"},
                                                              {"a + +b", "a ++b"},
                                                              {"a > > b", "a >> b"},
                                                              {"1 2", "12"},
                                                              {"#define f(x)", "#define f (x)"},
                                                              {"#if a\nb\n", "#if a b\n"},
                                                              {"\"a b\"", "\"ab\""},
                                                              {"\"a\" s", "\"a\"s"},
                                                              {"R\"(a\n)\"", "R\"(a)\""}};
  for (const auto& [one, other] : rows) EXPECT_NE(normalised_sha256(one), normalised_sha256(other)) << one;
}

TEST(NormaliseTest, NormalisingAgainChangesNothing) {
  for (const char* source : {"int  f ( ) { return 1 + +2 ; } // x", "#define a  b\n x", "a + b .c", "\"x"})
    EXPECT_EQ(normalised(normalised(source)), normalised(source)) << source;
}

TEST(NormaliseTest, TakesAnyBytes) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  EXPECT_EQ(normalised_sha256(bytes + bytes).size(), 64U);
  EXPECT_EQ(normalised(std::string("a \0 b", 5)), std::string("a\0b", 3));
}

}  // namespace
}  // namespace grader
