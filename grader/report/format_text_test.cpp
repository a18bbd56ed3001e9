#include "grader/report/format_text.h"

#include <gtest/gtest.h>

#include "grader/report/words.h"

namespace grader {
namespace {

TEST(FormatTextTest, MakesFormulasHarmless) {
  struct {
    std::string text;
    std::string field;
  } const rows[] = {
      {"plain", "plain"},
      {"", ""},
      {"a,b", "\"a,b\""},
      {"say \"x\"", "\"say \"\"x\"\"\""},
      {"a\nb", "\"a\nb\""},
      {"=1+1", "'=1+1"},
      {"+1", "'+1"},
      {"-1", "'-1"},
      {"@x", "'@x"},
      {"\tx", "'\tx"},
      {"=a,\"b\"", "\"'=a,\"\"b\"\"\""},
      {"a=1", "a=1"},
  };
  for (const auto& r : rows) EXPECT_EQ(csv_text(r.text), r.field);
}

TEST(FormatTextTest, EscapesForEachFormat) {
  EXPECT_EQ(html_text("<a href=\"x\">'&'"), "&#60;a href=&#34;x&#34;&#62;&#39;&#38;&#39;");
  EXPECT_EQ(tap_text("a # SKIP \\ b\nok 2"), "a \\# SKIP \\\\ b\\\\nok 2");
  EXPECT_EQ(quoted_scalar("a\"b\n\x1b"), "\"a\\\"b\\n\\\\x1B\"");
  EXPECT_EQ(markdown_text("a|b *c* [d](e) <f> ##[x]"),
            "a&#124;b &#42;c&#42; &#91;d&#93;&#40;e&#41; &#60;f&#62; &#35;&#92;&#35;&#91;x&#93;");
}

TEST(FormatTextTest, CutsCharacters) {
  EXPECT_EQ(cut_characters("abc", 3), "abc");
  EXPECT_EQ(cut_characters(std::string(600, 'a'), 500), std::string(492, 'a') + " … (cut)");
  std::string accents;
  for (int i = 0; i < 20; ++i) accents += "\xC3\xA9";
  EXPECT_EQ(cut_characters(accents, 20), accents);
  EXPECT_EQ(cut_characters(accents, 10), "\xC3\xA9\xC3\xA9 … (cut)");
}

// RFC 4648, section 10.
TEST(FormatTextTest, WritesBase64) {
  struct {
    std::string bytes;
    std::string text;
  } const rows[] = {{"", ""},
                    {"f", "Zg=="},
                    {"fo", "Zm8="},
                    {"foo", "Zm9v"},
                    {"foob", "Zm9vYg=="},
                    {"fooba", "Zm9vYmE="},
                    {"foobar", "Zm9vYmFy"},
                    {"\xff\xfe", "//4="}};
  for (const auto& r : rows) EXPECT_EQ(base64(r.bytes), r.text);
}

TEST(FormatTextTest, WritesNumbers) {
  EXPECT_EQ(seconds_text(0), "0.000");
  EXPECT_EQ(seconds_text(12345), "12.345");
  EXPECT_EQ(rounded_points(0.1 + 0.2), 0.3);
  EXPECT_EQ(points_text(2), "2");
  EXPECT_EQ(points_text(1.0 / 3), "0.33");
  EXPECT_EQ(points_text(-1e-9), "0");
  EXPECT_EQ(points_text(7.25), "7.25");
}

}  // namespace
}  // namespace grader
