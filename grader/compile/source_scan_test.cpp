#include "grader/compile/source_scan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

namespace grader {
namespace {

std::string shown(std::string_view text) {
  std::string out;
  for (const FoundFunction& f : find_functions(text))
    out += fmt::format("{}: [{}] {}({}){}{}\n", f.line, f.scope, f.name, f.parameters,
                       f.in_class ? " in class" : "", f.is_template ? " template" : "");
  return out;
}

TEST(SourceScanTest, FindsDefinitionsAndTheirScope) {
  struct Row {
    const char* text;
    const char* found;
  };
  const Row rows[] = {
      {"", ""},
      {"int f() { return 1; }", "1: [] f()\n"},
      {"namespace exercise {\ninline Tensor split_heads(const Tensor& x,\n    int n) {\n  if (n) { g(n); "
       "}\n}\n}\n"
       "int after() {}",
       "2: [exercise] split_heads(const Tensor& x, int n)\n7: [] after()\n"},
      {"namespace a::b { auto f(int x) -> int { return x; } }", "1: [a::b] f(int x)\n"},
      {"Tensor exercise::merge(const Tensor& x) {}", "1: [exercise] merge(const Tensor& x)\n"},
      {"namespace a { void b::c::f() {} }", "1: [a::b::c] f()\n"},
      {"struct S final : Base { void f() {} };\nvoid g() {}", "1: [S] f() in class\n2: [] g()\n"},
      {"template <class T> T f(const T& x) { return x; }", "1: [] f(const T& x) template\n"},
      {"extern \"C\" { int f(int a) {} }", "1: [] f(int a)\n"},
      {"namespace { int f() {} }", "1: [(unnamed)] f()\n"},
      {"__attribute__((noinline)) int f(void) {}", "1: [] f(void)\n"},
      {"int f(int);  // declared only", ""},
      {"auto f = [](int x) { return x; }; int g() {}", "1: [] g()\n"},
      {"int a{f(1)}; int g() {}", "1: [] g()\n"},
      {"// int f() {}\n/* int g() {\n} */ int h() {}", "3: [] h()\n"},
      {"const char* s = \"int f() {\"; int g() {}", "1: [] g()\n"},
      {"auto s = R\"x(int f() { \" )x\"; int g() {}", "1: [] g()\n"},
      {"#define F int f() { \\\n }\nint g() {}", "3: [] g()\n"},
      {"} } int g() {}", "1: [] g()\n"},
      {"int f() { {", "1: [] f()\n"},
      {"\"open\nint g() {}", "2: [] g()\n"},
      {"/* open", ""},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(shown(row.text), row.found) << row.text;
  }
}

TEST(SourceScanTest, TakesAnyBytes) {
  std::mt19937 random(3);
  const std::string_view alphabet = "{}();:\"'/*#\\\n R(x)= namespace class";
  std::size_t found = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (int k = 0; k < 60; ++k)
      text += random() % 9 == 0 ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
    found += find_functions(text).size();
  }
  EXPECT_GT(found, 0U);
}

TEST(SourceScanTest, IsLinearInDeepAndLongTexts) {
  EXPECT_EQ(find_functions(std::string(256 << 10, '{')).size(), 0U);
  EXPECT_EQ(
      find_functions(std::string("int f") + std::string(128 << 10, '(') + std::string(64 << 10, '{')).size(),
      0U);
}

}  // namespace
}  // namespace grader
