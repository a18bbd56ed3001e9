#include "grader/report/exercism_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "grader/base/text.h"
#include "grader/report/format_text.h"
#include "grader/report/words.h"

namespace grader {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxMessage = 65535;
constexpr std::size_t kMaxOutput = 500;

std::string_view status_of(Verdict verdict) {
  if (verdict == Verdict::kAccepted) return "pass";
  return verdict <= Verdict::kRuntimeError ? "error" : "fail";
}

int task_of(const Report& report, const CaseReport& one) {
  for (std::size_t i = 0; i < report.functions.size(); ++i)
    if (report.functions[i].name == one.function) return static_cast<int>(i) + 1;
  return 0;
}

Json test_json(const Report& report, std::size_t index) {
  const CaseReport& one = report.cases[index];
  Json test{{"name", clean_line(one.name)}, {"status", status_of(one.verdict)}};
  if (one.verdict != Verdict::kAccepted)
    test["message"] = cut_characters(clean_text(failure_text(report, index)), kMaxMessage);
  const std::string output = clean_text(one.stdout_text + one.stderr_text);
  if (!output.empty()) test["output"] = cut_characters(output, kMaxOutput);
  if (!one.call.empty()) test["test_code"] = clean_line(one.call);
  test["task_id"] = task_of(report, one);
  return test;
}

}  // namespace

std::string write_exercism(const Report& report) {
  const bool nothing_ran = report.verdict == Verdict::kCompileError || report.started == 0;
  Json json{{"version", 3},
            {"status", nothing_ran                            ? "error"
                       : report.verdict == Verdict::kAccepted ? "pass"
                                                              : "fail"}};
  if (nothing_ran) {
    const std::string text =
        fmt::format("{}: {}\n{}", words(report.verdict), report.message, compile_text(report.compile));
    json["message"] = cut_characters(clean_text(text), kMaxMessage);
    return json.dump(2) + '\n';
  }
  json["message"] = nullptr;
  json["tests"] = Json::array();
  for (std::size_t i = 0; i < report.cases.size(); ++i) json["tests"].push_back(test_json(report, i));
  return json.dump(2) + '\n';
}

}  // namespace grader
