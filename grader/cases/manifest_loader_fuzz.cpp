// libFuzzer: whatever the bytes, the loader answers with a manifest that can be pasted into code, or with
// errors.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "grader/cases/axis_names.h"
#include "grader/cases/cpp_names.h"
#include "grader/cases/manifest_loader.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_axes(const grader::Axes& axes, const grader::Manifest& manifest) {
  for (const std::string& axis : axes) {
    const auto size = grader::parse_axis(axis);
    require(size.has_value());
    for (const std::string& letter : size->letters) require(manifest.letters.count(letter) == 1);
  }
}

void check_function(const grader::Function& function, const grader::Manifest& manifest) {
  require(grader::identifier_fault(function.name).empty());
  require(function.inverse_of.empty() || manifest.function_index(function.inverse_of) >= 0);
  check_axes(function.result_axes, manifest);
  for (const grader::Argument& argument : function.arguments) {
    require(grader::identifier_fault(argument.name).empty());
    check_axes(argument.axes, manifest);
    for (const auto& [name, axes] : argument.params) {
      require(grader::is_identifier(name));
      check_axes(axes, manifest);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto manifest = grader::parse_manifest(text, "f", "");
  if (!manifest) {
    require(!grader::to_text(manifest.error()).empty());
    return 0;
  }
  require(!manifest->functions.empty());
  require(grader::namespace_fault(manifest->cpp_namespace).empty());
  for (const std::string& path : manifest->sources) require(grader::path_fault(path).empty());
  for (const grader::Function& function : manifest->functions) check_function(function, *manifest);
  return 0;
}
