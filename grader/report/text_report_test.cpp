#include "grader/report/text_report.h"

#include <gtest/gtest.h>

#include "grader/base/text.h"
#include "grader/report/golden.h"
#include "grader/report/quote.h"
#include "grader/report/testing.h"

namespace grader {
namespace {

using testing::expect_golden;

std::string without_color(const std::string& text) {
  std::string out;
  bool escape = false;
  for (const char c : text) {
    if (c == '\x1b') escape = true;
    if (!escape) out += c;
    if (c == 'm') escape = false;
  }
  return out;
}

TEST(TextReportTest, ReadsLikeThis) {
  for (const auto& [name, report] : testing::all_reports()) {
    if (name != "hostile") expect_golden(name + ".txt", write_text(report, {}));
  }
}

TEST(TextReportTest, ShowsAllWhenAsked) {
  TextOptions options;
  options.verbose = true;
  options.trace_full = true;
  expect_golden("mixed_verbose.txt", write_text(testing::mixed_report_for_instructor(), options));
}

TEST(TextReportTest, GetsByWithAscii) {
  TextOptions options;
  options.unicode = false;
  const std::string text = write_text(testing::mixed_report(), options);
  expect_golden("mixed_ascii.txt", text);
  for (const char c : text) EXPECT_LT(static_cast<unsigned char>(c), 0x80);
}

TEST(TextReportTest, SaysTheSameWithoutColor) {
  TextOptions colored;
  colored.color = true;
  for (const auto& [name, report] : testing::all_reports()) {
    const std::string text = write_text(report, colored);
    EXPECT_NE(text.find("\x1b["), std::string::npos) << name;
    if (name != "hostile") {
      EXPECT_EQ(without_color(text), write_text(report, {})) << name;
    }
  }
}

TEST(TextReportTest, IsObeyedByNothing) {
  for (const auto& [name, report] : testing::all_reports()) {
    TextOptions options;
    options.verbose = true;
    const std::string text = write_text(report, options);
    testing::expect_clean(text);
    EXPECT_EQ(text.find("##["), std::string::npos);
    EXPECT_EQ(text.find("##vso["), std::string::npos);
    for (const std::string& line : split_lines(text)) {
      const std::string word = line.substr(std::min(line.find_first_not_of(' '), line.size()));
      for (const auto* begin : {"::", "ok ", "not ok", "1..", "Bail", "EOF", "---", "=", "@", "-1"})
        ASSERT_FALSE(word.starts_with(begin)) << line.substr(0, 100);
    }
  }
}

TEST(TextReportTest, OffersACaseLikeTheHiddenOne) {
  Report report = testing::mixed_report();
  report.sibling_yaml = "- name: fresh\n  args: {x: {shape: [1, 1, 2], arange: 0}}\n";
  const std::string text = write_text(report, {});
  EXPECT_NE(
      text.find("a fresh case that fails as a hidden one does; save it as a case file to work with it:\n"
                "    - name: fresh\n      args: {x: {shape: [1, 1, 2], arange: 0}}\n"),
      std::string::npos)
      << text;
}

TEST(TextReportTest, ShowsNothingHidden) {
  TextOptions options;
  options.verbose = true;
  options.trace_full = true;
  const std::string text = write_text(testing::mixed_report(), options);
  EXPECT_EQ(text.find(testing::kHiddenMarker), std::string::npos);
  EXPECT_EQ(text.find("271828"), std::string::npos);
  EXPECT_NE(write_text(testing::mixed_report_for_instructor(), options).find(testing::kHiddenMarker),
            std::string::npos);
}

TEST(TextReportTest, KeepsTablesWithinTheWidth) {
  for (const int width : {60, 80, 100, 140}) {
    TextOptions options;
    options.width = width;
    for (const std::string& line : split_lines(write_text(testing::mixed_report(), options))) {
      const bool in_table = line.find('*') != std::string::npos;
      EXPECT_TRUE(!in_table || shown_width(line) <= static_cast<std::size_t>(width)) << line;
    }
  }
}

TEST(TextReportTest, StaysSmall) {
  Report report = testing::mixed_report();
  for (CaseReport& one : report.cases) {
    if (one.redacted) continue;
    one.stdout_text = one.stderr_text = std::string(2000, 'x') + "\n" + std::string(5000, '\n');
    one.verdict = Verdict::kRuntimeError;
  }
  for (int i = 0; i < 500; ++i) report.cases.push_back(report.cases[1]);
  EXPECT_LT(write_text(report, {}).size(), 16U << 10U);
}

TEST(QuoteTest, DefusesCommands) {
  struct {
    std::string text;
    std::string quoted;
  } const rows[] = {
      {"plain # text ## and [x]", "plain # text ## and [x]"},
      {"##[error]x", "#\\#[error]x"},
      {"a ##vso[task] ##[x", "a #\\#vso[task] #\\#[x"},
      {"####[x]", "###\\#[x]"},
      {"##1[", "##1["},
      {"a\nb\x1b", "a\\nb\\x1B"},
  };
  for (const auto& r : rows) {
    EXPECT_EQ(quote_line(r.text), r.quoted);
    EXPECT_EQ(quote_line(r.quoted), r.quoted) << "quoting twice changes nothing";
  }
}

TEST(QuoteTest, PrefixesAndCutsLines) {
  EXPECT_EQ(quote_lines("a\r\nb\tc\n\nd\ne", "|", 3),
            (std::vector<std::string>{"| a", "| b\tc", "| ", "| … 2 more lines"}));
  EXPECT_TRUE(quote_lines("", "|", 3).empty());
}

TEST(InkTest, CountsColumns) {
  EXPECT_EQ(shown_width("a…b"), 3U);
  EXPECT_EQ(shown_width(Ink(true, true).bad("abc")), 3U);
  EXPECT_EQ(Ink(false, true).bad("abc"), "abc");
  EXPECT_EQ(Ink(true, true).good(""), "");
  EXPECT_EQ(Ink(false, false).plain("é…x"), "?...x");
}

}  // namespace
}  // namespace grader
