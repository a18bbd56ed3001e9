#include "grader/report/random_report.h"

#include <random>
#include <string>
#include <vector>

#include "grader/judge/redact.h"
#include "grader/judge/score.h"
#include "grader/judge/testing.h"

namespace grader::testing {

std::string random_text(std::mt19937_64& engine) {
  static const std::vector<std::string> kPieces{"::error::",
                                                "\n",
                                                "\r\n",
                                                "]]>",
                                                "<script>",
                                                "</pre>",
                                                "&amp;",
                                                "\x1b[2J",
                                                "##[error]",
                                                "ok 1",
                                                "not ok 2",
                                                " # SKIP x",
                                                " # TODO x",
                                                "1..9",
                                                "Bail out!",
                                                "=1+1",
                                                "@x",
                                                "-1",
                                                "\"",
                                                "'",
                                                ",",
                                                "|",
                                                "`",
                                                "\\",
                                                "%0A",
                                                "\xff",
                                                "\xef\xbf\xbe",
                                                "\xe2\x80\xae",
                                                "\xf0\x9f\x98\x80",
                                                "---",
                                                "...",
                                                "  ---\n",
                                                "*",
                                                "\t",
                                                "plain",
                                                "{}",
                                                "$(x)",
                                                std::string(1, '\0'),
                                                "EOF"};
  std::string text;
  for (auto count = engine() % 6; count > 0; --count) text += kPieces[engine() % kPieces.size()];
  return text;
}

Report random_report(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const Manifest m = manifest();
  Report report;
  report.title = "T" + random_text(engine);
  report.submission = "s" + random_text(engine);
  report.compile.ok = engine() % 8 != 0;
  if (!report.compile.ok || engine() % 4 == 0)
    report.compile.diagnostics = {
        {Diagnostic::Severity::kError, random_text(engine), 3, 4, random_text(engine), random_text(engine)}};
  std::vector<Case> cases;
  for (auto count = 1 + engine() % 30; count > 0; --count) {
    Case one = make_case("c" + std::to_string(count) + random_text(engine), static_cast<int>(engine() % 3),
                         CaseKind::kValues, {});
    one.points = static_cast<double>(engine() % 5);
    one.hidden = engine() % 3 == 0;
    CaseReport judged;
    judged.name = one.name;
    judged.function = m.functions[static_cast<std::size_t>(one.function)].name;
    judged.hidden = one.hidden;
    judged.ran = engine() % 8 != 0;
    const bool rarely_ours = engine() % 40 != 0;
    judged.verdict =
        engine() % 2 == 0 ? Verdict::kAccepted : static_cast<Verdict>((rarely_ours ? 2 : 0) + engine() % 11);
    for (std::string* text : {&judged.why, &judged.call, &judged.message, &judged.help, &judged.hint,
                              &judged.stdout_text, &judged.stderr_text})
      *text = random_text(engine);
    cases.push_back(one);
    report.cases.push_back(judged);
  }
  if (!report.compile.ok) report.cases.clear();
  score(report, cases, m);
  report.audience = "student";
  return engine() % 2 == 0 ? report : redact(report, "student", Reveal::kVerdict);
}

}  // namespace grader::testing
