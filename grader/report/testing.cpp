#include "grader/report/testing.h"

#include <csignal>
#include <limits>
#include <utility>

#include "grader/judge/judge.h"
#include "grader/judge/plan.h"
#include "grader/judge/redact.h"
#include "grader/judge/score.h"
#include "grader/judge/testing.h"

namespace grader::testing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

// Gathers cases with the runs that answer them, and makes the report.
class Maker {
 public:
  Case& add(std::string name, int function, CaseKind kind, std::vector<Value> arguments, RunOutcome outcome) {
    cases_.push_back(make_case(std::move(name), function, kind, std::move(arguments)));
    outcomes_.push_back(std::move(outcome));
    outcomes_.back().ended.wall_time = std::chrono::milliseconds(3);
    outcomes_.back().ended.peak_memory_bytes = 5LL << 20;
    return cases_.back();
  }
  Case& add_value(std::string name, int function, std::vector<Value> arguments, Value expected, Value got) {
    Case& one =
        add(std::move(name), function, CaseKind::kValues, std::move(arguments), answered({std::move(got)}));
    one.steps[0].expect = std::move(expected);
    return one;
  }
  RunOutcome& last_outcome() { return outcomes_.back(); }

  Report report() const {
    const Manifest m = manifest();
    Report report;
    report.title = m.title;
    report.submission = "solution.h";
    report.compile.ok = true;
    report.isolation = {.level = 1, .layers = {"mount namespace", "landlock", "seccomp"}, .missing = {}};
    report.audience = "student";
    report.provenance = {{"grader", "0.1.0"}, {"compiler", "g++ 12.2.0"}};
    report.duration_ms = 420;
    for (std::size_t i = 0; i < cases_.size(); ++i)
      report.cases.push_back(judge(cases_[i], m, plan(cases_[i], m), outcomes_[i]));
    score(report, cases_, m);
    return report;
  }

 private:
  std::vector<Case> cases_;
  std::vector<RunOutcome> outcomes_;
};

const std::vector<std::string> kShapeError{"kit::ShapeError", "std::logic_error", "std::exception"};
const std::vector<std::string> kStub{"kit::NotImplemented", "std::logic_error", "std::exception"};
const std::vector<std::string> kInvalid{"std::invalid_argument", "std::logic_error", "std::exception"};

Array worked() {
  return {{1, 2, 2, 2}, {0, 1, 4, 5, 2, 3, 6, 7}};
}

void add_split(Maker& maker) {
  maker.add_value("worked_example", kSplit, {counting({1, 2, 4}), std::int64_t{2}}, worked(), worked());
  Case& throws = maker.add("not_divisible", kSplit, CaseKind::kThrows, {counting({1, 2, 4}), std::int64_t{3}},
                           threw(exception("std::invalid_argument", "n_heads", kInvalid)));
  throws.steps[0].throws = "std::invalid_argument";
  Case& loops = maker.add("split_without_loops", kSplit, CaseKind::kVectorised, {},
                          answered(std::vector<Value>(6, true)));
  loops.steps.clear();
  for (int call = 0; call < 6; ++call) {
    Operation access;
    access.name = "element access";
    access.line = 31;
    access.call = call;
    access.count = call < 3 ? 96 : 48 * (call - 1);
    maker.last_outcome().operations.push_back(access);
  }
}

void add_merge(Maker& maker) {
  Case& wrong = maker.add_value("merge_all_sizes_different", kMerge, {counting({2, 4, 2, 3})},
                                counting({2, 2, 12}), counting({2, 2, 12}));
  Array expected = counting({2, 2, 12});
  for (std::size_t i = 0; i < expected.data.size(); ++i) {
    const std::size_t b = i / 24;
    const std::size_t t = i / 12 % 2;
    const std::size_t h = i / 3 % 4;
    expected.data[i] = static_cast<double>(((b * 4 + h) * 2 + t) * 3 + i % 3);
  }
  wrong.steps[0].expect = expected;
  wrong.why = "no two sizes equal, so no mix-up of axes can hide";
  maker.last_outcome().stdout_text = "got here\n::error::not a command\nshape 2 4 2 3\n";
  maker.add_value("merge_shape", kMerge, {worked()}, counting({1, 2, 4}), worked());
  maker.add("merge_large", kMerge, CaseKind::kValues, {counting({1, 2, 2, 3})},
            threw(exception("kit::ShapeError", "reshape: (1, 2, 2, 3) has 12 numbers, (1, 2, 5) asks for 10",
                            kShapeError, 44)));
  maker.add("merge_one_head", kMerge, CaseKind::kValues, {counting({1, 1, 2, 3})},
            ended(Ended::How::kSignalled, SIGSEGV));
  maker.add("merge_twice", kMerge, CaseKind::kRepeatable, {counting({1, 1, 2, 3})},
            ended(Ended::How::kExited, 0));
}

void add_hidden(Maker& maker, const std::string& name, RunOutcome outcome) {
  outcome.stdout_text = outcome.stderr_text = kHiddenMarker;
  Array input = counting({2, 2, 4});
  input.data[3] = kHiddenNumber;
  Case& one = maker.add(name, kForward, CaseKind::kValues,
                        {input, NamedArrays{{"Wq", counting({4, 4})}}, std::int64_t{2}}, std::move(outcome));
  one.hidden = true;
  one.why = kHiddenMarker;
  one.steps[0].expect = input;
}

Maker mixed_cases() {
  Maker maker;
  add_split(maker);
  add_merge(maker);
  maker.add("forward_worked_example", kForward, CaseKind::kValues,
            {counting({1, 2, 4}), NamedArrays{{"Wq", counting({4, 4})}}, std::int64_t{2}},
            threw(exception("kit::NotImplemented", "mha_forward", kStub, 50)));
  Array got = counting({2, 2, 4});
  add_hidden(maker, "forward_order", answered({got}));
  add_hidden(maker, "forward_mask",
             threw(exception("std::runtime_error", kHiddenMarker, {"std::exception"})));
  add_hidden(maker, "forward_slow", ended(Ended::How::kTimeLimit));
  got.data[3] = kHiddenNumber;
  add_hidden(maker, "forward_shape", answered({counting({1, 2, 8})}));
  add_hidden(maker, "forward_plain", answered({got}));
  return maker;
}

void set_if(std::string& field, const std::string& text) {
  if (field.empty()) field = text;
}

}  // namespace

Report mixed_report_for_instructor() {
  Report report = mixed_cases().report();
  report.audience = "instructor";
  for (CaseReport& one : report.cases) {
    if (one.name == "merge_all_sizes_different") {
      one.hint =
          "Each merged token is made of several tokens of one head; it should hold all heads of one token.";
      one.mistake = "merge-no-transpose";
      Operation reshape;
      reshape.name = "reshape";
      reshape.line = 44;
      reshape.inputs = {{2, 4, 2, 3}};
      reshape.output = {2, 2, 12};
      one.trace = {{.operation = reshape,
                    .leaves_the_road = true,
                    .note = "its numbers are already in a wrong order"}};
    }
    if (one.name == "forward_order") one.hint = "The weights act from the wrong side.";
    if (one.name == "forward_order") one.mistake = "weights-transposed";
    if (one.hidden) one.details = {kHiddenMarker};
    if (one.hidden) one.help = kHiddenMarker;
  }
  return report;
}

Report mixed_report() {
  Report report = mixed_report_for_instructor();
  report.audience = "student";
  return redact(report, "student", Reveal::kVerdict);
}

Report accepted_report() {
  Maker maker;
  maker.add_value("worked_example", kSplit, {counting({1, 2, 4}), std::int64_t{2}}, worked(), worked());
  maker.last_outcome().stdout_text = "hello\n";
  maker.add_value("worked_example_back", kMerge, {worked()}, counting({1, 2, 4}), counting({1, 2, 4}));
  Report report = maker.report();
  Diagnostic warning;
  warning.severity = Diagnostic::Severity::kWarning;
  warning.path = "solution.h";
  warning.line = 7;
  warning.col = 9;
  warning.message = "unused variable 'B'";
  warning.source_line = "  int   B = 2;";
  report.compile.diagnostics = {warning};
  return report;
}

Report stub_report() {
  Maker maker;
  for (const int function : {kSplit, kMerge, kForward})
    maker.add("case_" + std::to_string(function), function, CaseKind::kValues, {},
              threw(exception("kit::NotImplemented", "f", kStub, 9)));
  return maker.report();
}

Report compile_error_report() {
  Report report = stub_report();
  std::vector<Case> cases;
  for (const CaseReport& one : report.cases) {
    cases.push_back(make_case(one.name, manifest().function_index(one.function), CaseKind::kValues, {}));
  }
  report.cases.clear();
  report.compile.ok = false;
  report.compile.message = "the function 'split_heads' is missing";
  report.compile.help =
      "write 'kit::Tensor split_heads(const kit::Tensor& x, int n_heads)' in namespace exercise";
  using Severity = Diagnostic::Severity;
  report.compile.diagnostics = {
      {Severity::kError, "solution.h", 12, 13, "expected ';' before '}' token", "\treturn x }"},
      {Severity::kNote, "solution.h", 3, 0, "declared here", ""},
      {Severity::kError, "solution.h", 0, 0, "the end of the file came too early", ""}};
  report.compile.cut = 4;
  report.started = report.finished = 0;
  score(report, cases, manifest());
  return report;
}

Report internal_error_report() {
  Maker maker;
  maker.add_value("worked_example", kSplit, {counting({1, 2, 4}), std::int64_t{2}}, worked(), worked());
  maker.add("worked_example_back", kMerge, CaseKind::kValues, {worked()},
            ended(Ended::How::kNotStarted, 0, "the runner could not be started: no space left on device"));
  return maker.report();
}

Report odd_numbers_report() {
  Maker maker;
  const Array expected{{1, 1, 2, 3}, {kNan, kInf, -kInf, -0.0, 5e-324, 1.7976931348623157e308}};
  const Array got{{1, 1, 2, 3}, {1, -kInf, kNan, 0.1, 0, 1e-9}};
  maker.add_value("odd", kSplit, {counting({1, 2, 3}), std::int64_t{1}}, expected, got);
  maker.add_value("params", kMerge, {counting({1, 1, 1, 1})}, NamedArrays{{"Wq", counting({2})}},
                  NamedArrays{{"Wq", counting({3})}});
  maker.add_value("number", kForward, {counting({1, 1, 1})}, 0.5, kNan);
  Report report = maker.report();
  report.cases[0].memory_bytes = std::numeric_limits<std::int64_t>::max();
  return report;
}

Report hostile_report() {
  const std::string evil =
      "\x1b[2J\x1b]0;t\x07::error::pwn\n::set-output name=a::b\r\n##vso[task.x]##[error]\nok 1 - all\n1..0\n"
      "]]><script>alert('1')</script>&amp;\"'`|*_#\n=cmd|' /C calc'!A0\n@SUM(1)\t\\x "
      "\xff\xfe\xc0\xaf\xe2\x80\xae\n-1+1\n"
      "EOF\n::endgroup::\n---\n...\nBail out!\n";
  Report report = mixed_report_for_instructor();
  report.title += evil;
  report.submission = evil;
  report.message += evil;
  report.interrupted = true;
  report.isolation = {.level = 3, .layers = {evil}, .missing = {evil}};
  report.provenance[evil] = evil;
  report.compile.message = report.compile.help = evil;
  report.compile.diagnostics = {{Diagnostic::Severity::kWarning, evil, 1, 2, evil, evil}};
  for (CaseReport& one : report.cases) {
    one.name += evil;
    for (std::string* field : {&one.why, &one.call, &one.message, &one.help, &one.hint, &one.mistake,
                               &one.stdout_text, &one.stderr_text})
      *field += evil;
    one.details.push_back(evil);
    one.thrown = Thrown{.type = evil, .bases = {evil}, .message = evil, .line = 3};
    if (one.difference) one.difference->patterns.push_back(evil);
    if (one.difference) one.difference->axes.assign(one.difference->expected_shape.size(), evil);
    Operation operation;
    operation.name = evil;
    one.trace.push_back({.operation = operation, .leaves_the_road = false, .note = evil});
    set_if(one.message, evil);
  }
  for (FunctionReport& function : report.functions) function.name += evil;
  for (CaseReport& one : report.cases) one.function += evil;
  return report;
}

std::vector<std::pair<std::string, Report>> all_reports() {
  return {{"mixed", mixed_report()},
          {"mixed_for_instructor", mixed_report_for_instructor()},
          {"accepted", accepted_report()},
          {"stub", stub_report()},
          {"compile_error", compile_error_report()},
          {"internal_error", internal_error_report()},
          {"odd_numbers", odd_numbers_report()},
          {"hostile", hostile_report()}};
}

}  // namespace grader::testing
