#include "grader/compile/report_json.h"

#include <nlohmann/json.hpp>

namespace grader {
namespace {

using nlohmann::json;

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

CompileReport report_from(const json& kept) {
  CompileReport report{.ok = kept.at("ok").get<bool>(),
                       .message = kept.at("message").get<std::string>(),
                       .help = kept.at("help").get<std::string>(),
                       .diagnostics = {},
                       .cut = kept.at("cut").get<int>()};
  for (const json& row : kept.at("diagnostics")) report.diagnostics.push_back(diagnostic_from(row));
  return report;
}

}  // namespace

std::string compile_report_json(const CompileReport& report) {
  json diagnostics = json::array();
  for (const Diagnostic& d : report.diagnostics)
    diagnostics.push_back({static_cast<int>(d.severity), d.path, d.line, d.col, d.message, d.source_line});
  return json{{"ok", report.ok},
              {"message", report.message},
              {"help", report.help},
              {"cut", report.cut},
              {"diagnostics", diagnostics}}
      .dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<CompileReport> compile_report_from(std::string_view text) {
  const json kept = json::parse(text, nullptr, false);
  if (!kept.is_object()) return std::nullopt;
  try {
    return report_from(kept);
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

}  // namespace grader
