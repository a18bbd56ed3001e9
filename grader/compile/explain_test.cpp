#include "grader/compile/explain.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace grader {
namespace {

Manifest sample_manifest() {
  Manifest manifest;
  manifest.cpp_namespace = "exercise";
  manifest.submission_name = "solution.h";
  Argument x;
  x.name = "x";
  Argument n;
  n.name = "n";
  n.type = Type::kInt;
  for (const auto& [name, arguments] : {std::pair("split_heads", std::vector<Argument>{x, n}),
                                        std::pair("merge_heads", std::vector<Argument>{x})}) {
    Function function;
    function.name = name;
    function.arguments = arguments;
    manifest.functions.push_back(function);
  }
  return manifest;
}

// Eleven lines, so that the places below are inside.
constexpr const char* kText =
    "namespace exercise {\n"
    "Tensor split_heads(Tensor x, int n) {\n"
    "  return x;\n"
    "}\n"
    "Tensor merge_heads(const Tensor& x) {\n"
    "  return x;\n"
    "}\n"
    "}\n"
    "\n"
    "\n"
    "\n";

std::string explained(const std::string& output, std::string_view text = kText) {
  const Manifest manifest = sample_manifest();
  const CompilerOutput read = read_compiler_output(output, {.submission_name = "solution.h",
                                                            .unit_name = "unit.cpp",
                                                            .include_folder = "/package/include",
                                                            .work_folder = "/work",
                                                            .text = text});
  const Explanation made = explain_errors({.manifest = manifest,
                                           .text = text,
                                           .messages = read.messages,
                                           .known_names = {"matmul", "softmax", "reshape"}},
                                          read.tool_lines);
  return made.message + (made.help.empty() ? "" : " | " + made.help);
}

struct ErrorRow {
  const char* error;  // with line and column
  const char* sentence;
};

// What g++ 12 prints, shortened to the message.
constexpr ErrorRow kGccRows[] = {
    // The signature.
    {"2:8: error: call of overloaded 'split_heads(const kit::Tensor&, int&)' is ambiguous",
     "'split_heads' is not the function that is asked for: line 2 has 'split_heads(Tensor x, int n)' | "
     "write "
     "'kit::Tensor split_heads(const kit::Tensor& x, int n)' in namespace 'exercise'"},
    {"5:8: error: ambiguating new declaration of 'int exercise::merge_heads(const kit::Tensor&)'",
     "'merge_heads' does not return what is asked for in line 5 | write 'kit::Tensor merge_heads(const "
     "kit::Tensor& "
     "x)' in namespace 'exercise'"},
    {"5:8: error: 'kit::Tensor exercise::merge_heads(const kit::Tensor&)' was declared 'extern' and later "
     "'static'",
     "'merge_heads' is 'static' in line 5 | leave out 'static'"},
    {"9:8: error: ambiguating new declaration of 'int exercise::helper()'",
     "line 9: ambiguating new declaration of 'int exercise::helper()'"},
    // The namespace.
    {"9:8: error: 'Tensor' does not name a type",
     "'Tensor' is not known in line 9, outside of namespace 'exercise' | is there a '}' too many above?"},
    // Braces.
    {"11:2: error: expected '}' at end of input\nsolution.h:1:20: note: to match this '{'",
     "a '{' is never closed | the '{' in line 1 is the outermost without a '}'"},
    {"5:44: error: a function-definition is not allowed here before '{' token",
     "a '}' is missing somewhere above line 5 | the function before it is not closed"},
    {"8:1: error: expected declaration before '}' token", "there is a '}' too many in line 8"},
    {"9: error: unterminated #if", "an '#if' has no '#endif' in line 9 | close it with '#endif'"},
    {"9:1: error: unterminated comment",
     "a comment is never closed in line 9 | it begins with '/*': close it with '*/'"},
    {"9:17: error: unterminated raw string", "a raw string is never closed in line 9 | R\"( ends with )\""},
    {"3:33: error: missing terminating \" character",
     "a text is not closed in line 3 | put a '\"' at its end"},
    // Small marks.
    {"3:3: error: expected ',' or ';' before 'const'", "a ';' is missing before 'const' in line 3"},
    {"3:3: error: expected ';' before '}' token", "a ';' is missing before '}' in line 3"},
    {"3:43: error: expected ')' before ';' token", "a ')' is missing before ';' in line 3"},
    // return
    {"6:45: error: no return statement in function returning non-void [-Werror=return-type]",
     "'merge_heads' does not return a value | end it with 'return ...;'"},
    {"6:45: error: control reaches end of non-void function [-Werror=return-type]",
     "'merge_heads' does not return a value on every way to its end | end it with 'return ...;'"},
    {"3:3: error: return-statement with no value, in function returning 'kit::Tensor' [-fpermissive]",
     "'split_heads' does not return a value | end it with 'return ...;'"},
    // Names.
    {"1:10: fatal error: mylib.h: No such file or directory",
     "'mylib.h' cannot be included in line 1 | there are the kit, the given headers and the standard "
     "library; all "
     "else stands in this file"},
    {"3:31: error: 'matmull' was not declared in this scope; did you mean 'atoll'?",
     "'matmull' is not known in line 3 | did you mean 'matmul'?"},
    {"3:31: error: 'mergd' was not declared in this scope; did you mean 'merged'?",
     "'mergd' is not known in line 3 | did you mean 'merged'?"},
    {"3:31: error: 'split_head' was not declared in this scope",
     "'split_head' is not known in line 3 | did you mean 'split_heads'?"},
    {"3:31: error: 'qqq' was not declared in this scope", "'qqq' is not known in line 3"},
    {"3:31: error: redefinition of 'int exercise::f()'", "'int exercise::f()' is defined twice in line 3"},
    // Another language, another library.
    {"3:5: error: stray '@' in program", "C++ has no '@' in line 3 | write 'kit::matmul(a, b)'"},
    {"3:5: error: stray '\\342' in program",
     "C++ has no character '\\342' in line 3 | was it pasted from a document?"},
    {"1:1: error: 'def' does not name a type",
     "'def' in line 1 is Python | a function is 'kit::Tensor name(const kit::Tensor& x) { ... }'"},
    {"1:1: error: 'import' does not name a type",
     "nothing can be imported in line 1 | headers are included: '#include <cmath>'"},
    {"3:1: error: 'np' was not declared in this scope",
     "'np' in line 3 is Python | the kit's functions are 'kit::matmul', 'kit::exp' and so on"},
    {"3:8: error: 'const class kit::Tensor' has no member named 'T'",
     "a tensor has no 'T' in line 3 | write 'x.transpose({...})' with the order of the axes"},
    {"3:8: error: 'class kit::Tensor' has no member named 'data'",
     "a tensor has no 'data' in line 3 | numbers have no pointer: read 'x(b, t, i)', write 'x(b, t, i) = "
     "v'"},
    {"3:8: error: 'const class kit::Tensor' has no member named 'q'",
     "a tensor has no 'q' in line 3 | it has shape, rank, size, dim, reshape, transpose and slice; all "
     "else is a "
     "function of the kit"},
    {"3:8: error: 'struct S' has no member named 'T'", "line 3: 'struct S' has no member named 'T'"},
    {"3:33: error: invalid types '<unresolved overloaded function type>[int]' for array subscript",
     "a function is used like an array in line 3 | the size of axis 0 is 'x.dim(0)', all sizes are "
     "'x.shape()'"},
    {"3:15: error: no matching function for call to 'kit::Tensor::reshape(const int64_t&, long int)'",
     "'reshape' gets its numbers without braces in line 3 | write 'x.reshape({...})'"},
    {"3:15: error: no match for 'operator[]' in 'x[0]' (operand types are 'const kit::Tensor' and 'int')",
     "a tensor has no '[]' in line 3 | read 'x(b, t, i)', write 'x(b, t, i) = v'"},
    {"3:37: error: use of deleted function 'void kit::Element::operator&() const'",
     "the address of a tensor's number is taken in line 3 | there is no pointer to a number: read 'x(b, t, "
     "i)', "
     "write 'x(b, t, i) = v'"},
    {"3:4: error: lvalue required as left operand of assignment",
     "what is written to in line 3 cannot be changed | it is const: change a copy, 'kit::Tensor y = x;'"},
    {"3:8: error: 'sort' is not a member of 'std'; did you mean 'qsort'?",
     "'std::sort' is not known in line 3 | add '#include <algorithm>'"},
    {"3:8: error: 'map' is not a member of 'std'\nsolution.h:3:8: note: 'std::map' is defined in header "
     "'<map>'; did "
     "you forget to '#include <map>'?",
     "'std::map' is not known in line 3 | add '#include <map>'"},
    {"3:8: error: 'frob' is not a member of 'std'",
     "'std::frob' is not known in line 3 | is its header included?"},
    // Everything else is told as it is.
    {"3:8: error: cannot convert 'kit::Tensor' to 'int' in return",
     "line 3: cannot convert 'kit::Tensor' to 'int' in return"},
};

TEST(ExplainTest, HasASentenceForFrequentErrors) {
  for (const ErrorRow& row : kGccRows)
    EXPECT_EQ(explained(fmt::format("solution.h:{}\n", row.error)), row.sentence);
}

TEST(ExplainTest, UnderstandsClangToo) {
  const ErrorRow rows[] = {
      {"2:8: error: call to 'split_heads' is ambiguous",
       "'split_heads' is not the function that is asked for: line 2 has 'split_heads(Tensor x, int n)' | "
       "write "
       "'kit::Tensor split_heads(const kit::Tensor& x, int n)' in namespace 'exercise'"},
      {"5:5: error: functions that differ only in their return type cannot be overloaded",
       "'merge_heads' does not return what is asked for in line 5 | write 'kit::Tensor merge_heads(const "
       "kit::Tensor& "
       "x)' in namespace 'exercise'"},
      {"5:5: error: static declaration of 'merge_heads' follows non-static declaration",
       "'merge_heads' is 'static' in line 5 | leave out 'static'"},
      {"9:8: error: unknown type name 'Tensor'",
       "'Tensor' is not known in line 9, outside of namespace 'exercise' | is there a '}' too many above?"},
      {"11:2: error: expected '}'\nsolution.h:1:20: note: to match this '{'",
       "a '{' is never closed | the '{' in line 1 is the outermost without a '}'"},
      {"3:9: error: expected ';' after return statement", "a ';' is missing in line 3"},
      {"3:9: error: use of undeclared identifier 'matmull'; did you mean 'matmul'?",
       "'matmull' is not known in line 3 | did you mean 'matmul'?"},
      {"7:1: error: non-void function does not return a value [-Werror,-Wreturn-type]",
       "'merge_heads' does not return a value | end it with 'return ...;'"},
      {"1:10: fatal error: 'mylib.h' file not found",
       "'mylib.h' cannot be included in line 1 | there are the kit, the given headers and the standard "
       "library; all "
       "else stands in this file"},
      {"3:8: error: no member named 'T' in 'kit::Tensor'",
       "a tensor has no 'T' in line 3 | write 'x.transpose({...})' with the order of the axes"},
      {"3:8: error: no member named 'sort' in namespace 'std'",
       "'std::sort' is not known in line 3 | add '#include <algorithm>'"},
  };
  for (const ErrorRow& row : rows)
    EXPECT_EQ(explained(fmt::format("solution.h:{}\n", row.error)), row.sentence);
}

TEST(ExplainTest, MissesTheNamespaceWhereThereIsNone) {
  const char* sentence =
      "the functions are not in namespace 'exercise' | put the functions between 'namespace exercise {' and "
      "'}'";
  for (const char* error :
       {"solution.h:1:1: error: 'Tensor' does not name a type\n",
        "solution.h:1:1: error: 'causal_mask' was not declared in this scope; did you mean "
        "'exercise::causal_mask'?\n"})
    EXPECT_EQ(explained(error, "Tensor split_heads(const Tensor& x, int n) {}\n"), sentence);
}

TEST(ExplainTest, ExplainsWhatOnlyTheToolsSaid) {
  struct Row {
    const char* output;
    const char* sentence;
  };
  const Row rows[] = {
      {"/usr/bin/ld: /work/c.o: in function `f':\n/usr/bin/ld: hidden symbol `exercise::helper()' isn't "
       "defined\n",
       "'exercise::helper()' is declared and used, but defined nowhere | define it in this file"},
      {"/usr/bin/ld: .preinit_array section is not allowed in DSO\n",
       "the file has code that runs before everything else (section '.preinit_array') | leave out the "
       "attribute that "
       "does it"},
      {"/usr/bin/ld: read-only segment has dynamic relocations\ncollect2: error: ld returned 1 exit status\n",
       "the compiled file cannot be linked | leave out assembler text and unusual attributes"},
      {"", "the compiler failed without a word"},
      {"g++: error: odd\n", "the compiler failed: g++: error: odd"},
  };
  for (const Row& row : rows) EXPECT_EQ(explained(row.output), row.sentence);
}

TEST(ExplainTest, FindsWhatWasMeantInPlaceOfAMissingFunction) {
  struct Row {
    const char* text;
    const char* message;
  };
  const Row rows[] = {
      {"", "'split_heads' is missing"},
      {"namespace exercise { Tensor split_heads(Tensor x) {} }",
       "'split_heads' is not the function that is asked for: line 1 has 'split_heads(Tensor x)'"},
      {"\nTensor split_heads(const Tensor& x, int n) {}",
       "'split_heads' is not the function that is asked for: line 2 defines it outside of every namespace"},
      {"namespace exercize { Tensor split_heads(const Tensor& x, int n) {} }",
       "'split_heads' is not the function that is asked for: line 1 defines it in 'exercize'"},
      {"namespace exercise { class Solution { Tensor split_heads(const Tensor& x, int n) {} }; }",
       "'split_heads' is not the function that is asked for: line 1 defines it inside of "
       "'exercise::Solution'"},
      {"namespace exercise { template <class T> T split_heads(const T& x, int n) {} }",
       "'split_heads' is not the function that is asked for: line 1 defines a template"},
      {"namespace exercise { Tensor split_haeds(const Tensor& x, int n) {} }",
       "'split_heads' is missing; line 1 defines 'split_haeds'"},
      {"namespace exercise { Tensor merge_heads(const Tensor& x) {} }", "'split_heads' is missing"},
  };
  for (const Row& row : rows) {
    const Explanation made = explain_missing(sample_manifest(), row.text, {0});
    EXPECT_EQ(made.message, row.message);
    EXPECT_EQ(made.help,
              "write 'kit::Tensor split_heads(const kit::Tensor& x, int n)' in namespace 'exercise'");
  }
  const Explanation all = explain_missing(sample_manifest(), "int f() {}", {0, 1});
  EXPECT_EQ(all.message, "'split_heads', 'merge_heads' are missing");
  EXPECT_EQ(
      all.help,
      "write 'kit::Tensor split_heads(const kit::Tensor& x, int n)' in namespace 'exercise', and so on");
}

}  // namespace
}  // namespace grader
