#include "grader/grade/reference.h"

#include <fmt/format.h>

#include <string>
#include <system_error>
#include <utility>

#include "grader/base/digest.h"
#include "grader/base/file.h"
#include "grader/judge/plan.h"
#include "grader/protocol/messages.h"
#include "grader/run/session.h"

namespace grader {
namespace {

std::filesystem::path reference_path(const Package& package) {
  return package.manifest.folder / "solution" / package.manifest.submission_name;
}

void drop_growth_steps(std::vector<Case>& cases) {
  for (Case& a_case : cases)
    if (a_case.kind == CaseKind::kVectorised) a_case.steps.clear();
}

// The steps of all cases that wait for a value, in order.
struct Waiting {
  const Case* owner = nullptr;
  Step* step = nullptr;
};

std::vector<Waiting> waiting_steps(std::vector<Case>& cases) {
  std::vector<Waiting> waiting;
  for (Case& a_case : cases)
    for (Step& step : a_case.steps)
      if (step.expect_from_reference && !step.expect) waiting.push_back({&a_case, &step});
  return waiting;
}

Request single_call(const Waiting& waiting) {
  Call call{.function = waiting.owner->function, .arguments = {}};
  for (const Value& value : waiting.step->arguments) call.arguments.emplace_back(value);
  Request request;
  request.calls.push_back(std::move(call));
  return request;
}

// The name of the module's folder in the cache is a digest of all that went into it.
std::filesystem::path cache_path(const Package& package, const std::filesystem::path& module,
                                 const std::vector<Request>& requests) {
  Digest digest;
  digest.add("expected values, version 1").add(package.build.key);
  digest.add(module.parent_path().filename().string());
  for (const Request& request : requests) digest.add(encode_request(request));
  return package.tools.cache / "expected" / digest.hex();
}

Result<Value> only_value(const RunOutcome& outcome, const std::string& name) {
  if (outcome.answers.size() == 1)
    if (const auto* value = std::get_if<Value>(&outcome.answers[0].result)) return *value;
  return fail(
      fmt::format("the reference solution gives no value for case '{}'; write its 'expect' by hand", name));
}

Result<std::vector<Value>> compute(const Package& package, const std::vector<Waiting>& waiting,
                                   const std::vector<Request>& requests) {
  auto outcomes = run_reference(package, requests);
  if (!outcomes) return tl::make_unexpected(outcomes.error());
  std::vector<Value> values;
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    auto value = only_value((*outcomes)[i], waiting[i].owner->name);
    if (!value) return tl::make_unexpected(value.error());
    values.push_back(std::move(*value));
  }
  return values;
}

std::vector<Value> cached_values(const std::filesystem::path& path, std::size_t count) {
  const auto bytes = read_file(path);
  if (!bytes) return {};
  DecodedAnswers decoded = decode_answers(*bytes, count);
  std::vector<Value> values;
  for (CallAnswer& answer : decoded.answers)
    if (auto* value = std::get_if<Value>(&answer.result)) values.push_back(std::move(*value));
  if (!decoded.complete || values.size() != count) return {};
  return values;
}

void keep_values(const std::filesystem::path& path, const std::vector<Value>& values) {
  std::string bytes;
  for (const Value& value : values) bytes += encode_answer({.result = value, .arguments_after = {}});
  // A cache that can not be written costs time, not the grade.
  [[maybe_unused]] const auto written = write_file(path, bytes + encode_end());
}

}  // namespace

Result<std::filesystem::path> reference_module(const Package& package) {
  auto submission = read_submission(reference_path(package), package.manifest.limits);
  if (!submission) return tl::make_unexpected(submission.error());
  auto build =
      start_module(package.tools, package.manifest, package.build, *submission, Sanitize::kOff, package.mode);
  if (!build) return tl::make_unexpected(build.error());
  auto done = (*build)->finish();
  if (!done) return tl::make_unexpected(done.error());
  if (done->report.ok) return done->module;
  const auto& said = done->report.diagnostics;
  return fail(fmt::format("the reference solution does not compile: {}",
                          said.empty() ? done->report.message : said.front().message));
}

Result<std::vector<RunOutcome>> run_reference(const Package& package, const std::vector<Request>& requests) {
  const auto module = reference_module(package);
  if (!module) return tl::make_unexpected(module.error());
  auto session = Session::start({.runner = package.build.runner, .module = *module, .mode = package.mode});
  if (!session) return tl::make_unexpected(session.error());
  std::vector<RunOutcome> outcomes(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i)
    (*session)->submit(requests[i], run_limits(package.manifest.limits),
                       [&outcomes, i](RunOutcome outcome) { outcomes[i] = std::move(outcome); });
  (*session)->drain();
  return outcomes;
}

Result<void> fill_expected(const Package& package, std::vector<Case>& cases) {
  std::error_code ignored;
  if (!std::filesystem::exists(reference_path(package), ignored)) drop_growth_steps(cases);
  const std::vector<Waiting> waiting = waiting_steps(cases);
  if (waiting.empty()) return {};
  std::vector<Request> requests;
  requests.reserve(waiting.size());
  for (const Waiting& one : waiting) requests.push_back(single_call(one));
  const auto module = reference_module(package);
  if (!module) return tl::make_unexpected(module.error());
  const auto path = cache_path(package, *module, requests);
  std::vector<Value> values = cached_values(path, waiting.size());
  if (values.empty()) {
    auto computed = compute(package, waiting, requests);
    if (!computed) return tl::make_unexpected(computed.error());
    values = std::move(*computed);
    keep_values(path, values);
  }
  for (std::size_t i = 0; i < waiting.size(); ++i) waiting[i].step->expect = std::move(values[i]);
  return {};
}

}  // namespace grader
