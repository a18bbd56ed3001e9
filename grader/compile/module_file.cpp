#include "grader/compile/module_file.h"

#include <fmt/format.h>

#include <string_view>
#include <system_error>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/compile/report_json.h"

namespace grader {
namespace {

constexpr std::int64_t kLargest = 512LL << 20;
constexpr std::string_view kElf =
    "\x7f"
    "ELF";

}  // namespace

Result<void> write_module_file(const std::filesystem::path& path, const ModuleBuild::Done& done) {
  if (!done.report.ok) return write_file(path, compile_report_json(done.report) + "\n");
  const auto bytes = read_file(done.module, kLargest);
  if (!bytes) return tl::make_unexpected(bytes.error());
  return write_file(path, *bytes);
}

Result<ModuleBuild::Done> read_module_file(const std::filesystem::path& path) {
  const auto bytes = read_file(path, kLargest);
  if (!bytes) return tl::make_unexpected(bytes.error());
  ModuleBuild::Done done;
  std::error_code error;
  done.module = std::filesystem::canonical(path, error);
  if (error) return fail(fmt::format("cannot open '{}': {}", clean_line(path.string()), error.message()));
  if (bytes->starts_with(kElf)) {
    done.report.ok = true;
    return done;
  }
  auto report = compile_report_from(*bytes);
  if (!report || report->ok)
    return fail(fmt::format("'{}' is no module; make one with 'grader compile FILE -o MODULE'",
                            clean_line(path.string())));
  done.report = std::move(*report);
  return done;
}

}  // namespace grader
