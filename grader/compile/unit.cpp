#include "grader/compile/unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace grader {
namespace {

std::vector<std::string> namespace_parts(const std::string& name) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < name.size();) {
    const std::size_t end = std::min(name.find("::", begin), name.size());
    parts.push_back(name.substr(begin, end - begin));
    begin = end + 2;
  }
  return parts;
}

// Mangles what the manifest's types need. What was spelled once is named by number after that: the rule of
// https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling-compression.
class Mangler {
 public:
  std::string function(const std::string& cpp_namespace, const Function& function) {
    std::string name = fmt::format("_Z{}", own_name(cpp_namespace, function.name));
    for (const Argument& argument : function.arguments) name += parameter(argument.type);
    return function.arguments.empty() ? name + 'v' : name;
  }

 private:
  std::string own_name(const std::string& cpp_namespace, const std::string& name) {
    if (cpp_namespace.empty()) return source_name(name);
    std::string text = "N";
    std::string whole;
    for (const std::string& part : namespace_parts(cpp_namespace)) {
      text += source_name(part);
      whole += (whole.empty() ? "" : "::") + part;
      remember(whole);
    }
    return text + source_name(name) + 'E';
  }

  std::string parameter(Type type) {
    switch (type) {
      case Type::kTensor:
        return const_reference("kit::Tensor");
      case Type::kParams:
        return const_reference("kit::Params");
      case Type::kInt:
        return "i";
      case Type::kDouble:
        return "d";
      case Type::kBool:
        return "b";
      case Type::kString:
        return const_reference("std::string");
    }
    return "";
  }

  std::string const_reference(const std::string& type) {
    if (std::string seen = short_form(type + " const&"); !seen.empty()) return seen;
    std::string text = fmt::format("RK{}", type == "std::string" ? std_string() : kit_type(type));
    remember(type + " const");
    remember(type + " const&");
    return text;
  }

  std::string kit_type(const std::string& type) {
    const std::string outer = short_form("kit");
    if (outer.empty()) remember("kit");
    remember(type);
    return fmt::format("N{}{}E", outer.empty() ? source_name("kit") : outer, source_name(type.substr(5)));
  }

  std::string std_string() {
    for (const char* part : {"std::__cxx11", "basic_string", "char_traits", "char_traits<char>",
                             "allocator<char>", "std::string"})
      remember(part);
    return "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE";
  }

  static std::string source_name(const std::string& name) { return fmt::format("{}{}", name.size(), name); }
  void remember(const std::string& what) { seen_.push_back(what); }

  std::string short_form(const std::string& what) const {
    const auto found = std::find(seen_.begin(), seen_.end(), what);
    if (found == seen_.end()) return "";
    if (found == seen_.begin()) return "S_";
    std::string digits;
    for (auto number = found - seen_.begin() - 1;; number /= 36) {
      digits.insert(digits.begin(), "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 36]);
      if (number < 36) return fmt::format("S{}_", digits);
    }
  }

  std::vector<std::string> seen_;
};

std::string_view accessor(Type type) {
  constexpr std::array<std::string_view, 6> kNames{"tensor", "params", "integer", "number", "flag", "text"};
  return kNames.at(static_cast<std::size_t>(type));
}

std::string declarations(const Manifest& manifest) {
  std::string text;
  for (const Function& function : manifest.functions) text += signature_text(function) + ";\n";
  if (manifest.cpp_namespace.empty()) return text;
  return fmt::format("namespace {} {{\n{}}}\n", manifest.cpp_namespace, text);
}

std::string wrapper(const Manifest& manifest, std::size_t index) {
  const Function& function = manifest.functions[index];
  std::string arguments;
  for (std::size_t i = 0; i < function.arguments.size(); ++i)
    arguments += fmt::format("{}f.{}({})", i == 0 ? "" : ", ", accessor(function.arguments[i].type), i);
  return fmt::format("static void call_{}(kit::abi::Frame& f) {{ f.ret({}::{}({})); }}\n", index,
                     manifest.cpp_namespace.empty() ? "" : "::" + manifest.cpp_namespace, function.name,
                     arguments);
}

std::string table(const Manifest& manifest) {
  std::string rows;
  for (std::size_t i = 0; i < manifest.functions.size(); ++i)
    rows += fmt::format("    {{\"{}\", kit_module_unit::call_{}}},\n", manifest.functions[i].name, i);
  return fmt::format(
      "extern const kit::abi::Entry kit_module_entries[] = {{\n{}}};\n"
      "extern const int kit_module_entry_count = {};\n",
      rows, manifest.functions.size());
}

}  // namespace

std::string signature_text(const Function& function) {
  std::string arguments;
  for (const Argument& argument : function.arguments)
    arguments +=
        fmt::format("{}{} {}", arguments.empty() ? "" : ", ", parameter_type(argument.type), argument.name);
  return fmt::format("{} {}({})", result_type(function.result), function.name, arguments);
}

std::string mangled_name(const std::string& cpp_namespace, const Function& function) {
  return Mangler().function(cpp_namespace, function);
}

// What comes from elsewhere is visible, what the student writes is not: a variable of theirs that is called
// like one of the C library stays theirs.
std::string prelude_text(const Manifest& manifest) {
  std::string text = "#pragma GCC visibility push(default)\n";
  for (const char* header : {"cmath", "cstdint", "stdexcept", "string", "vector"})
    text += fmt::format("#include <{}>\n", header);
  text += "#include \"kit/tensor.h\"\n#include \"kit/abi.h\"\n";
  for (const std::string& header : manifest.headers)
    text += fmt::format("#include \"exercise/{}\"\n", header);
  return text + "#pragma GCC visibility pop\n";
}

std::string unit_text(const Manifest& manifest) {
  std::string text = fmt::format("#include \"{}\"\n#pragma GCC visibility push(default)\n", kPreludeName);
  text += declarations(manifest) + "#pragma GCC visibility pop\nnamespace kit_module_unit {\n";
  for (std::size_t i = 0; i < manifest.functions.size(); ++i) text += wrapper(manifest, i);
  return text + "}\n" + table(manifest) + fmt::format("#include \"{}\"\n", manifest.submission_name);
}

}  // namespace grader
