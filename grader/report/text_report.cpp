#include "grader/report/text_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "grader/base/text.h"
#include "grader/report/quote.h"
#include "grader/report/words.h"

namespace grader {
namespace {

constexpr std::size_t kInFull = 3;    // failing public cases shown in full
constexpr std::size_t kInShort = 30;  // further ones in a line each

using Lines = std::vector<std::string>;

class Writer {
 public:
  Writer(const Report& report, const TextOptions& options)
      : report_(report), options_(options), ink_(options.color, options.unicode) {}

  std::string text() {
    add_header();
    add_functions();
    if (!report_.compile.ok && report_.verdict == Verdict::kCompileError) {
      add_all(compile_lines(report_.compile, options_));
    } else {
      add_warnings();
      add_cases();
      add_hidden();
      add_sibling();
    }
    add_sandbox();
    add_end();
    std::string text;
    for (const std::string& line : lines_) {
      text += line.substr(0, line.find_last_not_of(' ') + 1);
      text += '\n';
    }
    return ink_.plain(text);
  }

 private:
  void add(std::string line) { lines_.push_back(std::move(line)); }
  void add_all(const Lines& lines) {
    if (lines.empty()) return;
    lines_.insert(lines_.end(), lines.begin(), lines.end());
    add("");
  }

  static bool passed(const CaseReport& one) { return one.verdict == Verdict::kAccepted; }
  std::string sign(bool good) const { return good ? ink_.good(ink_.passed()) : ink_.bad(ink_.failed()); }

  void add_header() {
    add(fmt::format("{} {} {}", ink_.bold(quote_line(report_.title)), ink_.middle_dot(),
                    quote_line(cut_text(report_.submission, 80))));
    add("");
  }

  void add_functions() {
    std::size_t width = 0;
    for (const FunctionReport& function : report_.functions) width = std::max(width, function.name.size());
    for (const FunctionReport& function : report_.functions) {
      const bool good = function.verdict == Verdict::kAccepted;
      const std::string cases = fmt::format("{} of {} cases", function.passed, function.total);
      const std::string points =
          fmt::format("{} of {} points", points_text(function.points), points_text(function.max_points));
      add(fmt::format("{} {:<{}}  {:<16} {:<18} {}", sign(good), quote_line(function.name), width, cases,
                      report_.points ? points : "", words(function.verdict)));
    }
    if (!report_.functions.empty()) add("");
  }

  // The compiler's warnings of a submission that compiles: shown, and never a fault.
  void add_warnings() {
    if (!report_.compile.diagnostics.empty()) add_all(compile_lines(report_.compile, options_));
  }

  // What a function's first line says already is not said again for each of its cases.
  bool is_worth_a_line(const CaseReport& one) const {
    if (one.redacted) return false;
    return options_.verbose || (!passed(one) && one.ran && one.verdict != Verdict::kNotImplemented);
  }

  // Loops come last: values are mended first.
  std::vector<const CaseReport*> in_order() const {
    std::vector<const CaseReport*> cases;
    for (const CaseReport& one : report_.cases)
      if (is_worth_a_line(one)) cases.push_back(&one);
    std::stable_partition(cases.begin(), cases.end(),
                          [](const CaseReport* one) { return one->verdict != Verdict::kNotVectorised; });
    return cases;
  }

  void add_cases() {
    std::size_t in_full = 0;
    std::size_t left = 0;
    Lines in_short;
    for (const CaseReport* one : in_order()) {
      if (!passed(*one) && (options_.verbose || in_full < kInFull)) {
        add_all(case_lines(*one, options_));
        ++in_full;
      } else if (in_short.size() < kInShort || options_.verbose) {
        in_short.push_back(case_line(*one, options_));
      } else {
        ++left;
      }
    }
    if (left > 0) in_short.push_back(fmt::format("{} {} more", ink_.dots(), left));
    add_all(in_short);
    add_not_run();
  }

  void add_not_run() {
    std::vector<std::pair<std::string, int>> reasons;
    for (const CaseReport& one : report_.cases) {
      if (one.ran || one.redacted || one.verdict == Verdict::kNotImplemented || options_.verbose) continue;
      if (reasons.empty() || reasons.back().first != one.message) reasons.emplace_back(one.message, 0);
      ++reasons.back().second;
    }
    Lines lines;
    for (const auto& [message, count] : reasons)
      lines.push_back(fmt::format("{} {} {}: {}", sign(false), count, count == 1 ? "case" : "cases",
                                  quote_line(message)));
    add_all(lines);
  }

  // Their names are all that there is to tell them apart: in groups of one verdict and one hint, each a list.
  void add_hidden() {
    int total = 0;
    int good = 0;
    std::vector<std::pair<std::pair<Verdict, std::string>, std::vector<std::string>>> groups;
    for (const CaseReport& one : report_.cases) {
      if (!one.redacted) continue;
      ++total;
      good += passed(one) ? 1 : 0;
      if (passed(one) && !options_.verbose) continue;
      const std::pair key{one.verdict, one.hint};
      auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == key; });
      if (group == groups.end()) group = groups.insert(group, {key, {}});
      group->second.push_back(quote_line(one.name));
    }
    if (total == 0) return;
    Lines lines{fmt::format("{} {} of {} hidden cases passed", sign(good == total), good, total)};
    for (const auto& [key, names] : groups) add_group(lines, key.first, key.second, names);
    add_all(lines);
  }

  void add_group(Lines& lines, Verdict verdict, const std::string& hint,
                 const std::vector<std::string>& names) {
    std::string line = fmt::format("  {}:", words(verdict));
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string word = " " + names[i] + (i + 1 < names.size() ? "," : "");
      if (line.size() + word.size() > static_cast<std::size_t>(options_.width)) {
        lines.push_back(line);
        line = "   ";
      }
      line += word;
    }
    lines.push_back(line);
    if (!hint.empty()) lines.push_back(fmt::format("      {} {}", ink_.note("hint:"), quote_line(hint)));
  }

  // Indented, not barred: it is the grader's own text, and YAML that is to be copied.
  void add_sibling() {
    if (report_.sibling_yaml.empty()) return;
    Lines lines{"a fresh case that fails as a hidden one does; save it as a case file to work with it:"};
    for (const std::string& line : split_lines(report_.sibling_yaml))
      lines.push_back("    " + defuse(clean_text(line)));
    add_all(lines);
  }

  void add_sandbox() {
    const Isolation& isolation = report_.isolation;
    if (isolation.level == 0 && report_.started > 0) add(ink_.bold("it ran without the sandbox"));
    if (isolation.level > 1 && !isolation.missing.empty())
      add(ink_.dim(fmt::format("sandbox of level {}, without {}", isolation.level,
                               quote_line(fmt::format("{}", fmt::join(isolation.missing, ", "))))));
    if (report_.interrupted)
      add(ink_.bold(fmt::format("interrupted after {} of {} cases", report_.finished, report_.declared)));
  }

  void add_end() {
    const bool good = report_.verdict == Verdict::kAccepted;
    const std::string verdict =
        fmt::format("{} {}", good ? ink_.passed() : ink_.failed(), words(report_.verdict));
    const std::string message =
        report_.message.empty() ? "" : fmt::format(": {}", quote_line(report_.message));
    add(fmt::format("{}{}, {}", good ? ink_.good(verdict) : ink_.bad(verdict), message, total_text(report_)));
    const std::string next = next_step();
    if (!next.empty()) add(fmt::format("  {} {}", ink_.note("next:"), next));
  }

  // The case to look at first: of the first function, as functions build on each other; wrong ones before
  // those that are not written, and loops last.
  const CaseReport* first_failing() const {
    const CaseReport* first = nullptr;
    const auto rank = [](const CaseReport& one) { return std::max(one.verdict, Verdict::kWrongAnswer); };
    for (const FunctionReport& function : report_.functions)
      for (const CaseReport& one : report_.cases) {
        if (one.function != function.name || one.redacted || passed(one)) continue;
        if (first == nullptr || rank(one) < rank(*first)) first = &one;
      }
    return first;
  }

  std::string next_step() const {
    if (report_.verdict == Verdict::kAccepted) return "";
    if (report_.verdict == Verdict::kInternalError)
      return "run it again; where that does not help, tell your instructor";
    if (report_.verdict == Verdict::kCompileError) return "mend the first error and grade again";
    const CaseReport* one = first_failing();
    if (one == nullptr) return "only hidden cases fail: try inputs that the public cases leave out";
    if (one->verdict == Verdict::kNotImplemented) return fmt::format("write '{}'", quote_line(one->function));
    return fmt::format("look at '{}' first; --only {} runs it alone", quote_line(one->name),
                       quote_line(one->name));
  }

  const Report& report_;
  const TextOptions& options_;
  Ink ink_;
  Lines lines_;
};

}  // namespace

std::string write_text(const Report& report, const TextOptions& options) {
  return Writer(report, options).text();
}

}  // namespace grader
