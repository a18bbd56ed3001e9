#include "grader/prove/proof_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "grader/base/text.h"

namespace grader {
namespace {

using Lines = std::vector<std::string>;

std::string plural(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// Names separated by commas, broken into lines of at most `width`, each indented.
std::string wrapped(const Lines& names, int indent, int width) {
  const std::string margin(static_cast<std::size_t>(indent), ' ');
  std::string text;
  std::string line = margin;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string word = names[i] + (i + 1 < names.size() ? "," : "");
    if (line.size() > margin.size() && line.size() + 1 + word.size() > static_cast<std::size_t>(width)) {
      text += line + "\n";
      line = margin;
    }
    line += (line.size() > margin.size() ? " " : "") + word;
  }
  return text + line + "\n";
}

// A heading with its lines; nothing where there are none.
std::string section(std::string_view heading, const Lines& lines) {
  if (lines.empty()) return "";
  std::string text = fmt::format("\n{} ({}):\n", heading, lines.size());
  for (const std::string& line : lines) text += "  " + line + "\n";
  return text;
}

std::string was_caught(const Lines& cases) {
  return cases.empty() ? "" : fmt::format("was caught by {}", fmt::join(cases, ", "));
}

class ProofText {
 public:
  ProofText(const KillMatrix& matrix, const Findings& findings, const ProofTextOptions& options)
      : matrix_(matrix), findings_(findings), options_(options) {}

  std::string write(const std::string& title) const {
    return head(title) + faults() + lost() + worth_a_look() + (options_.verbose ? whole_matrix() : "") +
           "\n" + verdict();
  }

 private:
  std::string head(const std::string& title) const {
    const auto hidden =
        static_cast<std::size_t>(std::ranges::count(matrix_.cases, true, &ProvedCase::hidden));
    std::string text = fmt::format("{}: {} public and {} hidden cases\n", clean_line(title),
                                   matrix_.cases.size() - hidden, hidden);
    text += fmt::format("  mistakes     {} of {} caught, {} by the public cases alone\n", findings_.caught,
                        matrix_.count(Role::kMistake), findings_.caught_by_public);
    for (const Role role : {Role::kReference, Role::kStub, Role::kAccepted, Role::kNotVectorised})
      text += as_expected(role);
    return text;
  }

  // `  loops        22 of 22 not_vectorised`
  std::string as_expected(Role role) const {
    std::size_t all = 0;
    std::size_t good = 0;
    std::string_view verdict;
    for (const ProvedSubmission& one : matrix_.submissions) {
      if (one.role != role) continue;
      ++all;
      good += one.found == one.expected ? 1 : 0;
      verdict = to_string(one.expected);
    }
    return all == 0 ? "" : fmt::format("  {:<12} {} of {} {}\n", row_name(role), good, all, verdict);
  }

  static std::string_view row_name(Role role) {
    switch (role) {
      case Role::kAccepted:
        return "other styles";
      case Role::kNotVectorised:
        return "loops";
      default:
        return to_string(role);
    }
  }

  std::string faults() const {
    Lines living;
    for (const LivingMistake& one : findings_.living)
      living.push_back(one.was_caught_by.empty()
                           ? one.mistake
                           : fmt::format("{}  {}", one.mistake, was_caught(one.was_caught_by)));
    Lines wrong;
    for (const OtherVerdict& one : findings_.other_verdict) wrong.push_back(other_verdict(one));
    return section("mistakes that live: add a case that catches them", living) +
           section("other verdicts than expected", wrong);
  }

  static std::string other_verdict(const OtherVerdict& one) {
    std::string text = fmt::format("{} {}: {}, expected {}", to_string(one.role), one.name,
                                   to_string(one.found), to_string(one.expected));
    if (!one.a_case.empty()) text += fmt::format("; first in {}", one.a_case);
    if (!one.message.empty()) text += fmt::format(": {}", clean_line(one.message));
    return text;
  }

  std::string lost() const {
    Lines lines;
    for (const LostKill& one : findings_.lost)
      lines.push_back(fmt::format("{}  {}", one.mistake, was_caught(one.was_caught_by)));
    return section("still caught, but by fewer cases than in the baseline (--write renews it)", lines);
  }

  std::string worth_a_look() const {
    std::string text;
    if (!findings_.caught_by_hidden_only.empty())
      text += fmt::format("\ncaught by hidden cases alone ({}):\n{}", findings_.caught_by_hidden_only.size(),
                          wrapped(findings_.caught_by_hidden_only, 2, options_.width));
    Lines last;
    for (const LastCatcher& one : findings_.last_catchers)
      last.push_back(fmt::format("{}  {}{}", one.mistake, one.a_case, one.hidden ? " (hidden)" : ""));
    return text + section("caught by one case alone", last) + idle() + near();
  }

  // Those that the same case covers stand together.
  std::string idle() const {
    Lines nothing;
    std::map<std::string, Lines> covered;
    for (const IdleCase& one : findings_.idle)
      (one.covered_by.empty() ? nothing : covered[one.covered_by]).push_back(one.a_case);
    std::string text = section("cases that catch nothing", nothing);
    if (covered.empty()) return text;
    text += fmt::format("\ncases that catch nothing that another does not ({}; fine where they teach):\n",
                        findings_.idle.size() - nothing.size());
    for (const auto& [by, cases] : covered)
      text += fmt::format("  {} catches all that these catch:\n{}", by, wrapped(cases, 4, options_.width));
    return text;
  }

  std::string near() const {
    Lines lines;
    for (const NearTolerance& one : findings_.near_tolerance)
      lines.push_back(fmt::format("{}  {:.0f} % by {}", one.a_case, 100 * one.used, one.name));
    return section(
        fmt::format("right values that use more than {:.0f} % of the tolerance", 100 * kNearTolerance),
        lines);
  }

  std::string whole_matrix() const {
    std::string text = "\nmistakes, and the cases that catch them:\n";
    for (const ProvedSubmission& one : matrix_.submissions) {
      if (one.role != Role::kMistake) continue;
      Lines names;
      for (const std::size_t at : matrix_.caught_by(one)) names.push_back(matrix_.cases[at].name);
      text += fmt::format("  {}  {}, {}\n", one.name, to_string(one.found),
                          plural(names.size(), "case", "cases"));
      if (!names.empty()) text += wrapped(names, 4, options_.width);
    }
    return text + by_case();
  }

  std::string by_case() const {
    std::string text = "\ncases, and the mistakes that they catch:\n";
    for (std::size_t i = 0; i < matrix_.cases.size(); ++i) {
      Lines names;
      for (const std::size_t at : matrix_.catches(i)) names.push_back(matrix_.submissions[at].name);
      text += fmt::format("  {}{}  {}\n", matrix_.cases[i].name, matrix_.cases[i].hidden ? " (hidden)" : "",
                          plural(names.size(), "mistake", "mistakes"));
      if (!names.empty()) text += wrapped(names, 4, options_.width);
    }
    return text;
  }

  std::string verdict() const {
    if (findings_.proved()) return "the case set is proved\n";
    Lines why;
    if (!findings_.living.empty())
      why.push_back(plural(findings_.living.size(), "mistake lives", "mistakes live"));
    if (!findings_.other_verdict.empty())
      why.push_back(plural(findings_.other_verdict.size(), "submission has another verdict than expected",
                           "submissions have another verdict than expected"));
    return fmt::format("the case set is not proved: {}\n", fmt::join(why, ", "));
  }

  const KillMatrix& matrix_;
  const Findings& findings_;
  const ProofTextOptions& options_;
};

}  // namespace

std::string write_proof_text(const std::string& title, const KillMatrix& matrix, const Findings& findings,
                             const ProofTextOptions& options) {
  return ProofText(matrix, findings, options).write(title);
}

}  // namespace grader
