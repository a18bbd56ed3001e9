#include "grader/compile/module_cache.h"

#include <sys/stat.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "grader/base/digest.h"
#include "grader/base/file.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

using nlohmann::json;

constexpr const char* kKind = "modules";
constexpr const char* kModule = "module.so";
constexpr const char* kReport = "report.json";

std::string to_json(const CompileReport& report, std::string_view module) {
  json diagnostics = json::array();
  for (const Diagnostic& d : report.diagnostics)
    diagnostics.push_back({static_cast<int>(d.severity), d.path, d.line, d.col, d.message, d.source_line});
  return json{{"ok", report.ok},   {"message", report.message},  {"help", report.help},
              {"cut", report.cut}, {"diagnostics", diagnostics}, {"module", sha256(module)}}
      .dump(-1, ' ', false, json::error_handler_t::replace);
}

Diagnostic diagnostic_from(const json& row) {
  const int severity = row.at(0).get<int>();
  return {.severity = severity == 0   ? Diagnostic::Severity::kError
                      : severity == 1 ? Diagnostic::Severity::kWarning
                                      : Diagnostic::Severity::kNote,
          .path = row.at(1).get<std::string>(),
          .line = row.at(2).get<int>(),
          .col = row.at(3).get<int>(),
          .message = row.at(4).get<std::string>(),
          .source_line = row.at(5).get<std::string>()};
}

std::optional<CompileReport> report_from(const std::string& text, std::string& digest) {
  const json kept = json::parse(text, nullptr, false);
  if (!kept.is_object()) return std::nullopt;
  try {
    CompileReport report{.ok = kept.at("ok").get<bool>(),
                         .message = kept.at("message").get<std::string>(),
                         .help = kept.at("help").get<std::string>(),
                         .diagnostics = {},
                         .cut = kept.at("cut").get<int>()};
    for (const json& row : kept.at("diagnostics")) report.diagnostics.push_back(diagnostic_from(row));
    digest = kept.at("module").get<std::string>();
    return report;
  } catch (const json::exception&) {
    return std::nullopt;
  }
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
    const auto module = read_file(entry / kModule);
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
  Result<void> written = write_file(folder / kReport, to_json(report, module));
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
