#include "exercise/public_cases.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <variant>

#include "exercise/student.h"
#include "grader/base/error.h"
#include "grader/cases/case_loader.h"
#include "grader/cases/manifest_loader.h"
#include "grader/judge/judge.h"
#include "grader/judge/plan.h"
#include "grader/run/describe_caught.h"
#include "grader/run/kit_values.h"
#include "grader/run/recording.h"
#include "kit/ops.h"

namespace exercise {
namespace {

namespace fs = std::filesystem;
using grader::CallFrame;
using grader::KitValue;
using grader::Thrown;

bool is_package(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / "exercise" / "exercise.yaml", ignored);
}

fs::path package_folder() {
  std::error_code ignored;
  for (fs::path folder = fs::current_path(ignored); !folder.empty(); folder = folder.parent_path()) {
    if (is_package(folder)) return folder;
    if (folder == folder.root_path()) break;
  }
  return fs::path(__FILE__).parent_path().parent_path();
}

PublicCases load() {
  PublicCases loaded;
  auto manifest = grader::load_manifest(package_folder());
  if (!manifest) {
    loaded.error = grader::to_text(manifest.error());
    return loaded;
  }
  loaded.manifest = *std::move(manifest);
  auto cases = grader::load_cases(loaded.manifest, grader::CaseSet::kPublic);
  if (!cases) {
    loaded.error = grader::to_text(cases.error());
    return loaded;
  }
  loaded.cases = *std::move(cases);
  return loaded;
}

// The result of one call, or its exception.
using Result = std::variant<KitValue, Thrown>;

// The arguments, or the exception of an earlier call whose result is one of them.
std::variant<std::vector<KitValue>, Thrown> arguments_of(const grader::Call& call,
                                                         const std::vector<Result>& earlier) {
  std::vector<KitValue> arguments;
  for (const auto& argument : call.arguments) {
    if (const auto* value = std::get_if<grader::Value>(&argument)) {
      arguments.push_back(grader::to_kit(*value));
      continue;
    }
    const Result& result = earlier.at(static_cast<std::size_t>(std::get<grader::ResultOf>(argument).call));
    if (const auto* thrown = std::get_if<Thrown>(&result)) return *thrown;
    arguments.push_back(std::get<KitValue>(result));
  }
  return arguments;
}

Result make_call(const std::string& function, CallFrame& frame) {
  try {
    student::function(function).call(frame);
    return frame.result().value();
  } catch (...) {
    return grader::describe_caught();
  }
}

grader::CallAnswer answer_of(const Result& result) {
  grader::CallAnswer answer;
  if (const auto* thrown = std::get_if<Thrown>(&result)) {
    answer.result = *thrown;
  } else {
    answer.result = grader::from_kit(std::get<KitValue>(result));
  }
  return answer;
}

// One request, as the runner answers it, without a process of its own.
class Run {
 public:
  Run(const grader::Request& request, const grader::Manifest& manifest)
      : request_(request), manifest_(manifest) {}

  grader::RunOutcome outcome() {
    for (const grader::Call& call : request_.calls) {
      auto arguments = arguments_of(call, results_);
      if (const auto* thrown = std::get_if<Thrown>(&arguments)) {
        add(*thrown, {});
      } else {
        make(call, std::get<std::vector<KitValue>>(std::move(arguments)));
      }
    }
    outcome_.complete = true;
    return std::move(outcome_);
  }

 private:
  void make(const grader::Call& call, std::vector<KitValue> arguments) {
    CallFrame frame(std::move(arguments));
    grader::start_recording(request_.recording);
    Result result = make_call(manifest_.functions.at(static_cast<std::size_t>(call.function)).name, frame);
    if (request_.recording != grader::Recording::kOff) {
      auto recorded = grader::take_recording(request_.recording, static_cast<int>(outcome_.answers.size()));
      outcome_.operations.insert(outcome_.operations.end(), recorded.begin(), recorded.end());
    }
    add(std::move(result), frame.arguments());
  }

  void add(Result result, const std::vector<KitValue>& arguments) {
    grader::CallAnswer answer = answer_of(result);
    if (request_.return_arguments) {
      for (const KitValue& argument : arguments) answer.arguments_after.push_back(grader::from_kit(argument));
    }
    outcome_.answers.push_back(std::move(answer));
    results_.push_back(std::move(result));
  }

  const grader::Request& request_;
  const grader::Manifest& manifest_;
  std::vector<Result> results_;
  grader::RunOutcome outcome_;
};

// "first at (0, 0, 1, 0): expected 4, got 2"
std::string first_difference(const grader::Difference& difference) {
  if (difference.first_index.empty()) return "";
  return "first at " + grader::to_string(difference.first_index) + ": expected " +
         grader::number_text(difference.expected_value) + ", got " +
         grader::number_text(difference.got_value) + "\n";
}

std::string shown(const char* label, const std::optional<grader::Array>& array) {
  if (!array) return "";
  return std::string(label) + "\n" + kit::to_string(std::get<kit::Tensor>(grader::to_kit(*array))) + "\n";
}

}  // namespace

const PublicCases& public_cases() {
  static const PublicCases loaded = load();
  return loaded;
}

bool has_expected_values(const grader::Case& a_case) {
  if (a_case.kind == grader::CaseKind::kVectorised) return true;
  for (const grader::Step& step : a_case.steps) {
    if (step.expect_from_reference && !step.expect) return false;
  }
  return true;
}

grader::CaseReport run_here(const grader::Case& a_case, const grader::Manifest& manifest) {
  const grader::Request request = grader::plan(a_case, manifest);
  return grader::judge(a_case, manifest, request, Run(request, manifest).outcome());
}

std::string text_of(const grader::CaseReport& report) {
  std::string text = std::string(grader::to_string(report.verdict)) + ": " + report.call + "\n";
  if (!report.why.empty()) text += report.why + "\n";
  text += report.message + "\n";
  if (report.thrown && report.thrown->line > 0)
    text += "thrown at line " + std::to_string(report.thrown->line) + "\n";
  for (const std::string& detail : report.details) text += detail + "\n";
  if (report.difference && report.verdict != grader::Verdict::kAccepted) {
    text += first_difference(*report.difference);
    for (const std::string& pattern : report.difference->patterns) text += pattern + "\n";
    text += shown("expected", report.difference->expected) + shown("got", report.difference->got);
  }
  if (!report.help.empty()) text += report.help + "\n";
  return text;
}

}  // namespace exercise
