#include "grader/cases/yaml_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "grader/cases/yaml_text.h"

namespace grader {
namespace {

// The tree on one line, each value with its place: `{a@1:1: [1@1:5, 2@1:8]@1:4}@1:1`.
std::string tree_text(const YamlNode& node) {
  std::string text;
  const bool map = node.is(YamlNode::Kind::kMap);
  for (std::size_t i = 0; i < node.items.size(); ++i)
    text += (i == 0 ? "" : map && i % 2 == 1 ? ": " : ", ") + tree_text(node.items[i]);
  const std::string place = fmt::format("@{}:{}", node.line, node.col);
  switch (node.kind) {
    case YamlNode::Kind::kNull:
      return "null" + place;
    case YamlNode::Kind::kBroken:
      return "broken" + place;
    case YamlNode::Kind::kText:
      return fmt::format("{0}{1}{0}{2}", node.plain ? "" : "'", node.text, place);
    case YamlNode::Kind::kList:
      return fmt::format("[{}]{}", text, place);
    case YamlNode::Kind::kMap:
      return fmt::format("{{{}}}{}", text, place);
  }
  return "";
}

std::string read(std::string_view file, NumberLists lists = NumberLists::kQuick) {
  YamlErrors errors(without_bom(file), "f");
  const std::optional<YamlNode> root = read_yaml(file, errors, lists);
  if (!errors.empty()) return to_text(errors.take());
  return root ? tree_text(*root) : "nothing";
}

struct Reading {
  const char* what;
  std::string file;
  std::string expected;
};

void expect_all(const std::vector<Reading>& readings) {
  for (const Reading& reading : readings) EXPECT_EQ(read(reading.file), reading.expected) << reading.what;
}

TEST(YamlReaderTest, ReadsValuesWithTheirPlaces) {
  expect_all({
      {"a map", "a: 1\nb: two\n", "{a@1:1: 1@1:4, b@2:1: two@2:4}@1:1"},
      {"a block list", "- 1\n- 'two'\n", "[1@1:3, 'two'@2:3]@1:1"},
      {"a flow list", "[1, -2.5,\n  .nan]", "[1@1:2, -2.5@1:5, .nan@2:3]@1:1"},
      {"nested flow lists", "x: [[1, 2], [3, 4],]\ny: 5",
       "{x@1:1: [[1@1:6, 2@1:9]@1:5, [3@1:14, 4@1:17]@1:13]@1:4, "
       "y@2:1: 5@2:4}@1:1"},
      {"words among numbers", "[1, two, [3]]", "[1@1:2, two@1:5, [3@1:11]@1:10]@1:1"},
      {"comments in a flow list", "[1, # one\n # two\n 2 # three\n]", "[1@1:2, 2@3:2]@1:1"},
      {"a '#' that begins no comment", "a#b: c#d", "{a#b@1:1: c#d@1:6}@1:1"},
      {"several values after a list of several lines", "{s: [1,\n 2], d: [3]}",
       "{s@1:2: [1@1:6, 2@2:2]@1:5, d@2:6: [3@2:10]@2:9}@1:1"},
      {"brackets in plain text", "why: [1] is a list\n",
       "f:1:10: this line does not fit the lines above: check its indentation and its ': '\n"
       "  why: [1] is a list\n           ^\n"},
      {"brackets within plain text", "why: it is [1, 2] here", "{why@1:1: it is [1, 2] here@1:6}@1:1"},
      {"brackets in quotes", "why: \"[1, 2]\"\nb: '[3, 4]'",
       "{why@1:1: '[1, 2]'@1:6, b@2:1: '[3, 4]'@2:4}@1:1"},
      {"brackets in a block text", "why: |\n  x: [1, 2]\n  [3]\nb: [4]",
       "{why@1:1: 'x: [1, 2]\n[3]\n'@1:6, "
       "b@4:1: [4@4:5]@4:4}@1:1"},
      {"a list in the second line of a plain text", "why: one\n  [1, 2] two\nb: [3]",
       "{why@1:1: one [1, 2] two@1:6, b@3:1: [3@3:5]@3:4}@1:1"},
      {"a quote within a plain text", "why: don't [1, 2] 'x'\nb: [3]",
       "{why@1:1: don't [1, 2] 'x'@1:6, b@2:1: [3@2:5]@2:4}@1:1"},
      {"a quote at the second line of a plain text", "why: one\n  'tis x\nname: 'a: [1, 2] b'",
       "{why@1:1: one 'tis x@1:6, name@3:1: 'a: [1, 2] b'@3:7}@1:1"},
      {"no values", "a:\nb: ~\nc: [1, ~]\nd:\n  -\n  - 1\n",
       "{a@1:1: null@1:1, b@2:1: null@2:4, c@3:1: [1@3:5, null@3:8]@3:4, d@4:1: [null@5:3, 1@6:5]@5:3}@1:1"},
      {"only a document's mark", "---\n", "null@1:1"},
      {"a document's mark", "---\na: [1]\n", "{a@2:1: [1@2:5]@2:4}@2:1"},
      {"a document's end", "a: 1\n...\n", "{a@1:1: 1@1:4}@1:1"},
      {"letters beyond ASCII", "wäs: [1]\nb: ü\n", "{wäs@1:1: [1@1:8]@1:7, b@2:1: ü@2:4}@1:1"},
      {"tabs between values", "a:\t1\nb: [1,\t2]\n", "{a@1:1: 1@1:4, b@2:1: [1@2:5, 2@2:8]@2:4}@1:1"},
      {"a tab in a comment and in quotes", "a: 'x\ty' #\tz\n", "{a@1:1: 'x\ty'@1:4}@1:1"},
  });
}

TEST(YamlReaderTest, ReadsWindowsFilesAlike) {
  EXPECT_EQ(read("\xEF\xBB\xBF"
                 "a: [1,\r\n  2]\r\nb: x\r\n"),
            "{a@1:1: [1@1:5, 2@2:3]@1:4, b@3:1: x@3:4}@1:1");
}

TEST(YamlReaderTest, ShowsTheLineWithoutTheByteOrderMarkAndTheCarriageReturn) {
  EXPECT_EQ(read("\xEF\xBB\xBF"
                 "a: &x 1\r\n"),
            "f:1:4: anchor '&x': anchors are not read, leave it out\n  a: &x 1\n     ^\n");
}

TEST(YamlReaderTest, RefusesBytesThatAreNoText) {
  using std::string_literals::operator""s;
  expect_all({
      {"an invalid byte", "a: \xFF\n",
       "f:1:4: byte 0xFF is not UTF-8: save the file as UTF-8\n  a: \\xFF\n     ^\n"},
      {"an overlong form", "a: \xC0\x80",
       "f:1:4: byte 0xC0 is not UTF-8: save the file as UTF-8\n  a: \\xC0\\x80\n     ^\n"},
      {"a surrogate", "a: \xED\xA0\x80",
       "f:1:4: byte 0xED is not UTF-8: save the file as UTF-8\n  a: \\xED\\xA0\\x80\n     ^\n"},
      {"a cut character", "a: \xE2\x82",
       "f:1:4: byte 0xE2 is not UTF-8: save the file as UTF-8\n  a: \\xE2\\x82\n     ^\n"},
      {"a NUL", "a: 1\nb: \0\n"s,
       "f:2:4: control character U+0000: write it as an escape in double quotes\n"
       "  b: \\x00\n     ^\n"},
      {"an escape", "a: \x1B[31m",
       "f:1:4: control character U+001B: write it as an escape in double quotes\n"
       "  a: \\x1B[31m\n     ^\n"},
      {"a line separator", "a: \xE2\x80\xA8",
       "f:1:4: control character U+2028: write it as an escape in double quotes\n  a: \\u{2028}\n     ^\n"},
      {"a lone carriage return", "a: 1\rb: 2",
       "f:1:5: a carriage return without a line feed: end lines with LF or CR LF\n  a: 1\\x0Db: 2\n      "
       "^\n"},
      {"a byte order mark inside", "a: \xEF\xBB\xBF",
       "f:1:4: a byte order mark may stand only at the beginning\n  a: \\u{FEFF}\n     ^\n"},
      {"UTF-16",
       "\xFF\xFE"
       "a\0:\0"s,
       "f: the file is UTF-16: save it as UTF-8\n"},
      {"two of them", "\x01\n\x02",
       "f:1:1: control character U+0001: write it as an escape in double quotes\n  \\x01\n  ^\n"
       "f:2:1: control character U+0002: write it as an escape in double quotes\n  \\x02\n  ^\n"},
  });
}

TEST(YamlReaderTest, RefusesWhatTheSubsetLeavesOut) {
  expect_all({
      {"an empty file", "", "f:1:1: the file is empty\n"},
      {"only blanks and comments", "\n  # nothing\n\n", "f:1:1: the file is empty\n"},
      {"a tab in the indentation", "a:\n\tb: 1\n\tc: 2\n",
       "f:2:1: a tab in the indentation: indent with spaces\n  \tb: 1\n  ^\n"
       "f:3:1: a tab in the indentation: indent with spaces\n  \tc: 2\n  ^\n"},
      {"a directive", "%YAML 1.2\n---\na: 1\n",
       "f:1:1: a directive ('%') is not read: leave it out\n  %YAML 1.2\n  ^\n"},
      {"an anchor", "a: &x 1\n",
       "f:1:4: anchor '&x': anchors are not read, leave it out\n  a: &x 1\n     ^\n"},
      {"an alias", "a: &x 1\nb: *x\n",
       "f:1:4: anchor '&x': anchors are not read, leave it out\n  a: &x 1\n     ^\n"
       "f:2:4: alias '*x': aliases are not read, write the value out\n  b: *x\n     ^\n"},
      {"an alias of nothing", "a: [1]\nb: *x\n",
       "f:2:4: alias '*x': aliases are not read, write the value out\n  b: *x\n     ^\n"},
      {"a merge key", "a:\n  <<: {b: 1}\n",
       "f:2:3: merge key '<<': merge keys are not read, write the keys out\n    <<: {b: 1}\n    ^\n"},
      {"a merge key with an alias", "a: &x {b: 1}\nc:\n  <<: *x\n",
       "f:1:4: anchor '&x': anchors are not read, leave it out\n  a: &x {b: 1}\n     ^\n"
       "f:3:3: merge key '<<': merge keys are not read, write the keys out\n    <<: *x\n    ^\n"},
      {"a tag", "a: !!int 3\n",
       "f:1:4: tag '!!int': tags are not read, leave it out\n  a: !!int 3\n     ^\n"},
      {"a tag of a list", "a: !mine [1]\n",
       "f:1:4: tag '!mine': tags are not read, leave it out\n  a: !mine [1]\n     ^\n"},
      {"a second document", "a: 1\n---\nb: 2\n",
       "f:2:1: a second document begins here: a file holds one\n  ---\n  ^\n"},
      {"a key that comes twice", "a: 1\nb: 2\na: 3\n",
       "f:3:1: key 'a' is given twice, first in line 1\n  a: 3\n  ^\n"},
      {"a list as a key", "{[1, 2]: 3}",
       "f:1:2: a key must be one word, found a list\n  {[1, 2]: 3}\n   ^\n"},
      {"a map as a key", "? {a: 1}\n: 2\n",
       "f:1:3: a key must be one word, found a map\n  ? {a: 1}\n    ^\n"},
      {"no key", "~: 1\n", "f:1:1: a key must be one word, found nothing\n  ~: 1\n  ^\n"},
  });
}

TEST(YamlReaderTest, ExplainsFrequentFaults) {
  expect_all({
      {"a colon in a text", "why: one: two\n",
       "f:1:9: ': ' inside a text: put the text in quotes\n  why: one: two\n          ^\n"},
      {"a character that begins nothing", "a: @x\n",
       "f:1:4: a value can not begin with this character: put it in quotes\n  a: @x\n     ^\n"},
      {"an open list", "a: [1, 2\nb: 3\n", "f:2:2: a ',' or ']' is missing\n  b: 3\n   ^\n"},
      {"an open map", "a: {b: 1\n", "f:2:1: a ',' or '}' is missing\n"},
      {"an open quote", "a: 'x\nb: 1\n", "f:1:4: the closing quote is missing\n  a: 'x\n     ^\n"},
      {"an open double quote", "a: \"x\\\"\n", "f:1:4: the closing quote is missing\n  a: \"x\\\"\n     ^\n"},
      {"an escape at the end", "a: \"x\\",
       "f:1:7: unknown escape in double quotes: a backslash itself is '\\\\'\n  a: \"x\\\n        ^\n"},
      {"an escape that is none", "a: \"\\d\"",
       "f:1:7: unknown escape in double quotes: a backslash itself is '\\\\'\n  a: \"\\d\"\n        ^\n"},
      {"text after a list", "[1] x\n",
       "f:1:5: this belongs to nothing above: check its indentation\n  [1] x\n      ^\n"},
  });
}

TEST(YamlReaderTest, FindsAllFaultsInOneRun) {
  EXPECT_EQ(read("a: &x 1\nb: !t 2\nb: 3\nc: *x\n"),
            "f:1:4: anchor '&x': anchors are not read, leave it out\n  a: &x 1\n     ^\n"
            "f:2:4: tag '!t': tags are not read, leave it out\n  b: !t 2\n     ^\n"
            "f:3:1: key 'b' is given twice, first in line 2\n  b: 3\n  ^\n"
            "f:4:4: alias '*x': aliases are not read, write the value out\n  c: *x\n     ^\n");
}

TEST(YamlReaderTest, RefusesAnAliasBombWithoutExpandingIt) {
  std::string bomb = "a0: &a0 x\n";
  for (int i = 1; i < 40; ++i) {
    bomb += fmt::format("a{0}: &a{0} [", i);
    for (int j = 0; j < 10; ++j) bomb += fmt::format("{}*a{}", j == 0 ? "" : ", ", i - 1);
    bomb += "]\n";
  }
  YamlErrors errors(bomb, "f");
  EXPECT_TRUE(read_yaml(bomb, errors).has_value());
  const Errors all = errors.take();
  ASSERT_EQ(all.size(), YamlErrors::kMaxShown + 1);
  EXPECT_EQ(all.front().message, "anchor '&a0': anchors are not read, leave it out");
  EXPECT_EQ(to_text(all.back()), "f: 330 more errors in this file");  // 40 anchors and 390 aliases
}

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

std::string first_error(const std::string& file) {
  YamlErrors errors(file, "f");
  if (read_yaml(file, errors).has_value() && errors.empty()) return "none";
  const Error error = errors.take().front();
  return fmt::format("{}:{} {}", error.place.line, error.place.col, error.message);
}

TEST(YamlReaderTest, RefusesDeepNestingWithoutFollowingIt) {
  for (const int depth : {65, 10'000, 1'000'000}) {
    SCOPED_TRACE(depth);
    EXPECT_EQ(first_error(repeated("[", depth)), "1:65 nested more than 64 deep");
    EXPECT_EQ(first_error(repeated("{", depth)), "1:65 nested more than 64 deep");
    EXPECT_EQ(first_error("a: " + repeated("[[1], ", depth)), "1:383 nested more than 64 deep");
    EXPECT_EQ(first_error(repeated("[\n", depth)), "65:1 nested more than 64 deep");
    EXPECT_EQ(first_error(repeated("{a: ", depth)), "1:257 nested more than 64 deep");
    EXPECT_EQ(first_error(repeated("- ", depth)), "1:129 nested more than 64 deep");
    EXPECT_EQ(first_error(repeated("? ", depth)), "1:129 nested more than 64 deep");
    EXPECT_EQ(first_error(repeated("[", depth) + repeated("]", depth)), "1:65 nested more than 64 deep");
  }
}

TEST(YamlReaderTest, ReadsNestingUpToTheBound) {
  EXPECT_EQ(first_error(repeated("[", 64) + "1" + repeated("]", 64)), "none");
  EXPECT_EQ(first_error(repeated("[", 64) + "x" + repeated("]", 64)), "none");
  EXPECT_EQ(first_error(repeated("- ", 64) + "x"), "none");
}

TEST(YamlReaderTest, RefusesDeepNestingThatTheScanDoesNotSee) {
  // In the scan's eyes the brackets stand within a plain text.
  const std::string file = "&a " + repeated("[", 1000);
  YamlErrors errors(file, "f");
  EXPECT_FALSE(read_yaml(file, errors).has_value());
  const Error last = errors.take().back();
  EXPECT_EQ(last.message, "nested more than 64 deep");
  EXPECT_EQ(last.place.line, 1);
}

TEST(YamlReaderTest, RefusesAFileThatIsTooLarge) {
  EXPECT_EQ(first_error(std::string(kMaxYamlBytes + 1, ' ')),
            "0:0 the file is 8388609 bytes long, at most 8388608 are read");
}

TEST(YamlReaderTest, CutsTheListOfErrors) {
  EXPECT_EQ(read(repeated("a: 1\n", 102)).substr(0, 64),
            "f:2:1: key 'a' is given twice, first in line 1\n  a: 1\n  ^\nf:3:1:");
  YamlErrors errors("", "f");
  const std::string many = repeated("a: 1\n", 5000);
  (void)read_yaml(many, errors);
  const Errors all = errors.take();
  EXPECT_EQ(all.size(), 101U);
  EXPECT_EQ(all.back().message, "4899 more errors in this file");
}

TEST(YamlReaderTest, ReadsNumberListsAsTheParserDoes) {
  constexpr const char* kLists[] = {
      "[1]",           "[1,2]",           "[ 1 , 2 ]",        "[1,\n\n2]",    "[[1],[2,3],[]]",
      "[.inf, -.inf]", "[1e5, 1E-5, -0]", "[1_000, 0x1F]",    "[1, # c\n 2]", "[1, 2,]",
      "[1 # c\n , 2]", "[12a, 1-2, 1+2]", "[\n [1, 2],\n 3]", "[1, 2 ]  # e", "[[1, 2,],]",
      "[1 2]",         "[1,, 2]",         "[1\n2]",           "[1: 2]",       "[1, 2]: 3",
      "[1,#c\n2]",     "[1, '2']",        "[-, 1]",           "[...]",        "[1, -.5, +.5e1]",
      "[ 1, 2",        "[1, 2]]",         "[1, {a: [2]}]",    "[1]\n- 2",     "[1, \"[2, 3]\", [4]]",
  };
  for (const char* const list : kLists) {
    for (const char* const frame :
         {"{}", "x: {}\ny: [7]\n", "- {}\n- [8, 9]\n", "{{a: {}, b: [0]}}", "[[{}], 1]"}) {
      const std::string file = fmt::format(fmt::runtime(frame), list);
      EXPECT_EQ(read(file), read(file, NumberLists::kByParser)) << file;
    }
  }
}

}  // namespace
}  // namespace grader
