// libFuzzer: whatever the bytes, the loader answers with cases or errors; the shortcut for number lists gives
// what the parser gives; and a case that was read is written and read back as the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "grader/cases/case_loader.h"
#include "grader/cases/test_manifest.h"
#include "grader/cases/yaml_reader.h"
#include "grader/cases/yaml_text.h"
#include "grader/cases/yaml_writer.h"

namespace {

using grader::YamlNode;

void require(bool holds) {
  if (!holds) std::abort();
}

bool same(const YamlNode& a, const YamlNode& b) {
  if (a.kind != b.kind || a.plain != b.plain || a.line != b.line || a.col != b.col || a.text != b.text)
    return false;
  if (a.items.size() != b.items.size()) return false;
  for (std::size_t i = 0; i < a.items.size(); ++i)
    if (!same(a.items[i], b.items[i])) return false;
  return true;
}

void check_shortcut(std::string_view text) {
  grader::YamlErrors quick_errors(grader::without_bom(text), "f");
  grader::YamlErrors slow_errors(grader::without_bom(text), "f");
  const std::optional<YamlNode> quick = grader::read_yaml(text, quick_errors);
  const std::optional<YamlNode> slow = grader::read_yaml(text, slow_errors, grader::NumberLists::kByParser);
  require(quick.has_value() == slow.has_value());
  require(!quick || same(*quick, *slow));
  require(grader::to_text(quick_errors.take()) == grader::to_text(slow_errors.take()));
}

bool is_small(const grader::Case& a_case) {
  constexpr std::size_t kMostNumbers = 1000;
  for (const grader::Step& step : a_case.steps)
    for (const grader::Value& value : step.arguments)
      if (const auto* array = std::get_if<grader::Array>(&value);
          array != nullptr && array->data.size() > kMostNumbers)
        return false;
  return true;
}

void check_writer(const grader::Case& a_case, const grader::Manifest& manifest) {
  const std::string& function = manifest.functions[static_cast<std::size_t>(a_case.function)].name;
  const std::string head = "function: " + function + "\ncases:\n";
  const std::string once = grader::yaml_case(a_case, manifest);
  const auto again = grader::parse_cases(head + once, "f", manifest, false);
  require(again.has_value() && again->size() == 1);
  require(grader::yaml_case(again->front(), manifest) == once);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const grader::Manifest& manifest = grader::test_manifest();
  check_shortcut(text);
  const auto cases = grader::parse_cases(text, "f", manifest, false);
  if (!cases) {
    require(!grader::to_text(cases.error()).empty());
    return 0;
  }
  require(!cases->empty());
  for (const grader::Case& a_case : *cases)
    if (is_small(a_case)) check_writer(a_case, manifest);
  return 0;
}
