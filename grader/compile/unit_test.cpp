#include "grader/compile/unit.h"

#include <gtest/gtest.h>

namespace grader {
namespace {

Argument argument(std::string name, Type type) {
  Argument made;
  made.name = std::move(name);
  made.type = type;
  return made;
}

Function function(std::string name, std::vector<Argument> arguments, Type result = Type::kTensor) {
  Function made;
  made.name = std::move(name);
  made.arguments = std::move(arguments);
  made.result = result;
  return made;
}

TEST(UnitTest, SpellsSignatures) {
  EXPECT_EQ(
      signature_text(function("split_heads", {argument("x", Type::kTensor), argument("n", Type::kInt)})),
      "kit::Tensor split_heads(const kit::Tensor& x, int n)");
  EXPECT_EQ(signature_text(function("name", {argument("p", Type::kParams), argument("s", Type::kString)},
                                    Type::kString)),
            "std::string name(const kit::Params& p, const std::string& s)");
  EXPECT_EQ(signature_text(function("f", {}, Type::kBool)), "bool f()");
}

// The expected names are what g++ 12 and clang 14 give for the same declarations.
TEST(UnitTest, ManglesLikeTheCompiler) {
  struct Row {
    const char* cpp_namespace;
    std::vector<Type> arguments;
    const char* name;
  };
  const Row rows[] = {
      {"exercise", {Type::kTensor, Type::kInt}, "_ZN8exercise1fERKN3kit6TensorEi"},
      {"exercise",
       {Type::kTensor, Type::kParams, Type::kInt},
       "_ZN8exercise1fERKN3kit6TensorERKNS0_6ParamsEi"},
      {"exercise", {Type::kTensor, Type::kTensor}, "_ZN8exercise1fERKN3kit6TensorES3_"},
      {"exercise", {}, "_ZN8exercise1fEv"},
      {"", {Type::kDouble, Type::kBool}, "_Z1fdb"},
      {"", {Type::kTensor, Type::kParams, Type::kTensor}, "_Z1fRKN3kit6TensorERKNS_6ParamsES2_"},
      {"a::bc", {Type::kTensor, Type::kTensor}, "_ZN1a2bc1fERKN3kit6TensorES4_"},
      {"exercise",
       {Type::kString, Type::kString, Type::kTensor, Type::kTensor},
       "_ZN8exercise1fERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEES7_RKN3kit6TensorESB_"},
  };
  for (const Row& row : rows) {
    std::vector<Argument> arguments;
    for (const Type type : row.arguments) arguments.push_back(argument("x", type));
    EXPECT_EQ(mangled_name(row.cpp_namespace, function("f", arguments)), row.name);
  }
}

TEST(UnitTest, PutsNothingAfterTheStudentsText) {
  Manifest manifest;
  manifest.cpp_namespace = "exercise";
  manifest.submission_name = "solution.h";
  manifest.headers = {"given/attention.h"};
  manifest.functions = {
      function("split_heads", {argument("x", Type::kTensor), argument("n", Type::kInt)}),
      function("scale", {argument("p", Type::kParams), argument("by", Type::kDouble)}, Type::kDouble)};
  EXPECT_EQ(unit_text(manifest), R"(#include "prelude.h"
#pragma GCC visibility push(default)
namespace exercise {
kit::Tensor split_heads(const kit::Tensor& x, int n);
double scale(const kit::Params& p, double by);
}
#pragma GCC visibility pop
namespace kit_module_unit {
static void call_0(kit::abi::Frame& f) { f.ret(::exercise::split_heads(f.tensor(0), f.integer(1))); }
static void call_1(kit::abi::Frame& f) { f.ret(::exercise::scale(f.params(0), f.number(1))); }
}
extern const kit::abi::Entry kit_module_entries[] = {
    {"split_heads", kit_module_unit::call_0},
    {"scale", kit_module_unit::call_1},
};
extern const int kit_module_entry_count = 2;
#include "solution.h"
)");
  EXPECT_EQ(prelude_text(manifest), R"(#pragma GCC visibility push(default)
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>
#include "kit/tensor.h"
#include "kit/abi.h"
#include "exercise/given/attention.h"
#pragma GCC visibility pop
)");
}

}  // namespace
}  // namespace grader
