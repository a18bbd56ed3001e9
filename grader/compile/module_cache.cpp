#include "grader/compile/module_cache.h"

#include <sys/stat.h>

#include <cstdint>
#include <limits>
#include <system_error>

#include "grader/base/digest.h"
#include "grader/base/file.h"
#include "grader/compile/report_json.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

constexpr const char* kKind = "modules";
constexpr const char* kModule = "module.so";
constexpr const char* kReport = "report";

// The report, and the module's digest in a line of its own.
std::string kept_text(const CompileReport& report, std::string_view module) {
  return compile_report_json(report) + "\n" + sha256(module) + "\n";
}

std::optional<CompileReport> report_from(std::string_view text, std::string& digest) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos || !text.ends_with('\n')) return std::nullopt;
  digest = text.substr(end + 1, text.size() - end - 2);
  return compile_report_from(text.substr(0, end));
}

}  // namespace

std::optional<KeptModule> find_module(const Cache& cache, const std::string& key) {
  const fs::path entry = cache.entry(kKind, key);
  const auto text = read_file(entry / kReport);
  if (!text) return std::nullopt;
  std::string digest;
  auto report = report_from(*text, digest);
  if (!report) return std::nullopt;
  if (report->ok) {
    // How large it may be was judged when it was compiled.
    const auto module = read_file(entry / kModule, std::numeric_limits<std::int64_t>::max());
    if (!module || sha256(*module) != digest) return std::nullopt;
  }
  cache.touch(entry);
  return KeptModule{std::move(*report), entry / kModule};
}

Result<fs::path> keep_module(const Cache& cache, const std::string& key, const CompileReport& report,
                             std::string_view module) {
  auto scratch = cache.scratch();
  if (!scratch) return tl::make_unexpected(scratch.error());
  const fs::path folder = scratch->path();
  Result<void> written = write_file(folder / kReport, kept_text(report, module));
  if (written && report.ok) written = write_file(folder / kModule, module);
  if (!written) return tl::make_unexpected(written.error());
  ::chmod(folder.c_str(), 0755);
  ::chmod((folder / kReport).c_str(), 0444);
  ::chmod((folder / kModule).c_str(), 0444);
  const fs::path entry = cache.entry(kKind, key);
  std::error_code ec;
  if (fs::exists(entry, ec) && !find_module(cache, key)) fs::remove_all(entry, ec);  // it was damaged
  if (Result<void> published = cache.publish(std::move(*scratch), entry); !published)
    return tl::make_unexpected(published.error());
  return entry / kModule;
}

}  // namespace grader
