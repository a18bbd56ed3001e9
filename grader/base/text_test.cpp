#include "grader/base/text.h"

#include <gtest/gtest.h>

namespace grader {
namespace {

TEST(TextTest, CleansText) {
  struct {
    std::string text;
    std::string clean;
  } const rows[] = {
      {"", ""},
      {"plain\ttext\nline", "plain\ttext\nline"},
      {"caf\xC3\xA9 \xE2\x86\x92 \xF0\x9F\x98\x80", "caf\xC3\xA9 \xE2\x86\x92 \xF0\x9F\x98\x80"},
      {"a\r\nb", "a\nb"},
      {"a\rb", "a\\x0Db"},
      {"\x1b[31mred", "\\x1B[31mred"},
      {std::string("a\0b", 3), "a\\x00b"},
      {"\x7f", "\\x7F"},
      {"\xC2\x9B", "\\xC2\\x9B"},                    // U+009B, an eight-bit CSI
      {"\xC2\xA0", "\xC2\xA0"},                      // U+00A0, a space
      {"\xff\xfe", "\\xFF\\xFE"},                    // no UTF-8
      {"\xC0\xAF", "\\xC0\\xAF"},                    // overlong
      {"\xE0\x80\xAF", "\\xE0\\x80\\xAF"},           // overlong
      {"\xED\xA0\x80", "\\xED\\xA0\\x80"},           // a surrogate
      {"\xF4\x90\x80\x80", "\\xF4\\x90\\x80\\x80"},  // above U+10FFFF
      {"\xE2\x82", "\\xE2\\x82"},                    // cut short
      {"\xE2\x82x", "\\xE2\\x82x"},
      {"\x80", "\\x80"},
      {"\xE2\x80\xAE", "\\u{202E}"},  // right-to-left override
      {"\xE2\x80\x8B", "\\u{200B}"},  // zero width space
      {"\xE2\x80\xA8", "\\u{2028}"},  // line separator
      {"\xEF\xBB\xBF", "\\u{FEFF}"},  // byte order mark
      {"\xEF\xBF\xBE\xEF\xBF\xBF", "\\u{FFFE}\\u{FFFF}"},
      {"\xF0\x9F\xBF\xBF", "\\u{1FFFF}"},
      {"\xEF\xBF\xBD", "\xEF\xBF\xBD"},    // U+FFFD, which decoders put in place of what is wrong
      {"\xF3\xA0\x80\xA1", "\\u{E0021}"},  // a tag character
  };
  for (const auto& r : rows) {
    EXPECT_EQ(clean_text(r.text), r.clean);
    EXPECT_EQ(clean_text(r.clean), r.clean) << "cleaning twice changes nothing";
  }
}

TEST(TextTest, CleansEveryByte) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string clean = clean_text(std::string(1, static_cast<char>(byte)));
    const bool kept = byte == '\t' || byte == '\n' || (byte >= 0x20 && byte < 0x7f);
    EXPECT_EQ(clean.size() == 1, kept) << byte << " " << clean;
  }
}

TEST(TextTest, CleansALine) {
  EXPECT_EQ(clean_line("a\tb\r\nc\n"), "a\\tb\\nc\\n");
  EXPECT_EQ(clean_line(clean_line("a\nb")), "a\\nb");
}

TEST(TextTest, CutsAtACharactersBorder) {
  struct {
    std::string text;
    std::size_t max_bytes;
    std::string cut;
  } const rows[] = {
      {"abc", 3, "abc"},
      {"abcd", 3, "abc … (1 bytes more)"},
      {"\xC3\xA9\xC3\xA9", 3, "\xC3\xA9 … (2 bytes more)"},
      {"\xC3\xA9\xC3\xA9", 1, " … (4 bytes more)"},
      {"\x80\x80\x80", 1, " … (3 bytes more)"},
      {"\x80\x80\x80\x80\x80", 4, "\x80\x80\x80\x80 … (1 bytes more)"},  // no character: no border to keep
      {"abc", 0, " … (3 bytes more)"},
      {"", 0, ""},
  };
  for (const auto& r : rows) EXPECT_EQ(cut_text(r.text, r.max_bytes), r.cut);
}

TEST(TextTest, SplitsLines) {
  using Lines = std::vector<std::string>;
  struct {
    std::string text;
    Lines lines;
  } const rows[] = {
      {"", {}},     {"a", {"a"}},           {"a\n", {"a"}},         {"a\n\n", {"a", ""}},
      {"\n", {""}}, {"a\r\nb", {"a", "b"}}, {"a\rb\r", {"a", "b"}}, {"a\n\rb", {"a", "", "b"}},
  };
  for (const auto& r : rows) EXPECT_EQ(split_lines(r.text), r.lines);
}

TEST(TextTest, ShowsALineAroundAColumn) {
  const ShownLine shown = show_line_around("int x = y;", 9);
  EXPECT_EQ(shown.text, "int x = y;");
  EXPECT_EQ(shown.col, 9);
}

TEST(TextTest, CountsCharactersBeforeTheCaret) {
  const ShownLine accent = show_line_around("\xC3\xA9 = y", 6);  // byte 6 is the y
  EXPECT_EQ(accent.text.substr(accent.text.size() - 1), "y");
  EXPECT_EQ(accent.col, 5);
  const ShownLine escape = show_line_around("\x1b = y", 5);
  EXPECT_EQ(escape.text, "\\x1B = y");
  EXPECT_EQ(escape.col, 8);
}

TEST(TextTest, CutsALongLineToAWindow) {
  std::string line(1001, 'a');
  line[500] = 'X';
  const ShownLine shown = show_line_around(line, 501);
  EXPECT_LT(shown.text.size(), 200U);
  EXPECT_EQ(shown.text.substr(0, 4), "…a");
  EXPECT_EQ(shown.text.substr(61 + 2, 1), "X") << "behind the 3 bytes of the dots and 60 letters";
  EXPECT_EQ(shown.col, 62);
}

// Found by text_fuzz: the window's start went back to the line's.
TEST(TextTest, CutsALongLineOfBytesThatAreNoCharacters) {
  const ShownLine shown = show_line_around(std::string(1000, '\x97'), 900);
  EXPECT_EQ(shown.text.size(), 3U + 60 * 4 + 100 + 3U);
  EXPECT_EQ(shown.col, 242);
}

TEST(TextTest, TakesColumnsThatAreNotThere) {
  EXPECT_EQ(show_line_around("ab", 0).col, 1);
  EXPECT_EQ(show_line_around("ab", 99).col, 3);
  EXPECT_EQ(show_line_around("", 5).col, 1);
}

TEST(TextTest, FindsTheClosestName) {
  const std::vector<std::string> known{"split_heads", "merge_heads", "mha_forward"};
  EXPECT_EQ(closest_name("split_head", known), "split_heads");
  EXPECT_EQ(closest_name("merge_haeds", known), "merge_heads");
  EXPECT_EQ(closest_name("softmax", known), "");
  EXPECT_EQ(closest_name("", known), "");
  EXPECT_EQ(closest_name("x", {}), "");
  EXPECT_EQ(closest_name("split_heads", known), "split_heads");
  EXPECT_EQ(closest_name(std::string(1000000, 'x'), known), "");
}

}  // namespace
}  // namespace grader
