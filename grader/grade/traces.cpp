#include "grader/grade/traces.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <variant>

#include "grader/diagnose/road.h"
#include "grader/diagnose/trace.h"
#include "grader/judge/compare.h"

namespace grader {
namespace {

constexpr std::int64_t kSlowMs = 500;
constexpr std::size_t kMostNumbers = 4000;  // of a case's arguments

/// One case to trace.
struct Wanted {
  std::size_t at = 0;    // index of the case
  std::size_t call = 0;  // the call that goes wrong
  Request request;       // the student's
  RunOutcome outcome;    // the student's, recorded
};

bool may_have_trace(const Case& a_case, const CaseReport& report) {
  if (a_case.hidden || a_case.kind == CaseKind::kThrows || a_case.kind == CaseKind::kVectorised) return false;
  if (report.wall_ms > kSlowMs) return false;
  return report.verdict == Verdict::kWrongAnswer || report.verdict == Verdict::kWrongShape ||
         (report.verdict == Verdict::kRuntimeError && report.thrown);
}

std::size_t numbers_in(const Value& value) {
  if (const auto* array = std::get_if<Array>(&value)) return array->data.size();
  std::size_t count = 0;
  if (const auto* arrays = std::get_if<NamedArrays>(&value))
    for (const auto& [name, array] : *arrays) count += array.data.size();
  return count;
}

std::size_t numbers_in(const Case& a_case) {
  std::size_t count = 0;
  for (const Step& step : a_case.steps)
    for (const Value& argument : step.arguments) count += numbers_in(argument);
  return count;
}

// The first call of a sequence that did not give what it should; 0 for other kinds.
std::size_t wrong_call(const Case& a_case, const RunOutcome& outcome) {
  if (a_case.kind != CaseKind::kSequence) return 0;
  for (std::size_t i = 0; i < a_case.steps.size(); ++i) {
    if (i >= outcome.answers.size()) return i;
    const Step& step = a_case.steps[i];
    const auto* value = std::get_if<Value>(&outcome.answers[i].result);
    if (step.throws.empty() != (value != nullptr)) return i;
    if (value != nullptr && step.expect &&
        compare(*step.expect, *value, step.tolerance).match != Match::kSame)
      return i;
  }
  return 0;
}

const Array* array_in(const Value* value) {
  return value == nullptr ? nullptr : std::get_if<Array>(value);
}

class Traces {
 public:
  Traces(const Manifest& manifest, const std::vector<Case>& cases, Report& report,
         const TraceOptions& options)
      : manifest_(manifest), cases_(cases), report_(report), options_(options) {}

  void choose(const std::vector<CaseRun>& runs) {
    std::map<int, int> chosen;
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      const Case& a_case = cases_[i];
      if (!runs[i].outcome || !may_have_trace(a_case, report_.cases[i])) continue;
      if (numbers_in(a_case) > kMostNumbers || chosen[a_case.function]++ >= kTracedCases) continue;
      Wanted& one = wanted_.emplace_back();
      one.at = i;
      one.call = wrong_call(a_case, *runs[i].outcome);
      one.request = *runs[i].request;
      one.request.recording = Recording::kValues;
      roads_.push_back(road_request(a_case.function, a_case.steps[one.call].arguments));
    }
  }

  // The reference works while the student's runs are under way.
  void run(ReferenceRuns& reference, Session& session) {
    if (wanted_.empty() || stopped()) return;
    for (Wanted& one : wanted_)
      session.submit(one.request, case_limits(cases_[one.at], manifest_.limits),
                     [&one](RunOutcome outcome) { one.outcome = std::move(outcome); });
    auto roads_made = reference.run(roads_);
    while (!stopped() && session.pump(std::chrono::milliseconds(100))) {
    }
    session.cancel();
    if (!roads_made) roads_made = std::vector<RunOutcome>(wanted_.size());
    for (std::size_t i = 0; i < wanted_.size(); ++i)
      finish(wanted_[i], make_road(roads_[i], (*roads_made)[i]));
  }

 private:
  bool stopped() const { return options_.stop && options_.stop(); }

  void finish(const Wanted& one, const Road& road) {
    std::vector<TraceLine>& trace = report_.cases[one.at].trace;
    trace = trace_of(one, road, one.call);
    // A round trip goes on with the inverse, which has a road of its own.
    if (cases_[one.at].kind != CaseKind::kRoundTrip) return;
    auto more = trace_of(one, Road{}, one.call + 1);
    std::move(more.begin(), more.end(), std::back_inserter(trace));
  }

  std::vector<TraceLine> trace_of(const Wanted& one, const Road& road, std::size_t call) const {
    const Step& step = cases_[one.at].steps[one.call];
    Journey journey{.road = road,
                    .operations = one.outcome.operations,
                    .call = static_cast<int>(call),
                    .verdict = report_.cases[one.at].verdict,
                    .expected_shape = {},
                    .got_shape = {},
                    .thrown = {},
                    .lines = options_.source_lines};
    if (call < one.outcome.answers.size()) {
      const auto& result = one.outcome.answers[call].result;
      if (const auto* thrown = std::get_if<Thrown>(&result)) journey.thrown = *thrown;
      if (const Array* got = array_in(std::get_if<Value>(&result))) journey.got_shape = got->shape;
    }
    if (const Array* expected = array_in(step.expect ? &*step.expect : nullptr))
      journey.expected_shape = expected->shape;
    return make_trace(journey);
  }

  const Manifest& manifest_;
  const std::vector<Case>& cases_;
  Report& report_;
  const TraceOptions& options_;
  std::vector<Wanted> wanted_;
  std::vector<Request> roads_;  // the reference's, of wanted_
};

}  // namespace

void fill_traces(const Manifest& manifest, ReferenceRuns& reference, Session& session,
                 const std::vector<Case>& cases, const std::vector<CaseRun>& runs, Report& report,
                 const TraceOptions& options) {
  Traces traces(manifest, cases, report, options);
  traces.choose(runs);
  traces.run(reference, session);
}

}  // namespace grader
