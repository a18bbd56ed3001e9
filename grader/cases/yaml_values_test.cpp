#include "grader/cases/yaml_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "grader/model/value.h"

namespace grader {
namespace {

YamlNode word(std::string text, bool plain = true) {
  YamlNode node;
  node.kind = YamlNode::Kind::kText;
  node.plain = plain;
  node.line = 1;
  node.col = 1;
  node.text = std::move(text);
  return node;
}

template <class Read>
std::string outcome(const Read& read) {
  YamlErrors errors("", "f");
  const std::string value = read(errors);
  return errors.empty() ? value : "error: " + errors.take().front().message;
}

std::string as_double(const YamlNode& node) {
  return outcome([&](YamlErrors& errors) {
    const auto value = read_double(node, errors);
    return value ? number_text(*value) : "";
  });
}

std::string as_int(const YamlNode& node) {
  return outcome([&](YamlErrors& errors) {
    const auto value = read_int(node, -2147483648LL, 2147483647, errors);
    return value ? std::to_string(*value) : "";
  });
}

std::string as_bool(const YamlNode& node) {
  return outcome([&](YamlErrors& errors) {
    const auto value = read_bool(node, errors);
    return std::string(value && *value ? "true" : "false");
  });
}

std::string as_text(const YamlNode& node) {
  return outcome([&](YamlErrors& errors) { return read_text(node, errors).value_or(""); });
}

struct Spelling {
  const char* word;
  const char* number;
  const char* whole;
  const char* flag;
  const char* text;
};

// The table of cases/README.md, and what stands between its lines.
constexpr Spelling kSpellings[] = {
    {"3", "3", "3", "error: expected true or false, found '3'",
     "error: expected a text, found '3': put it in quotes to make it one"},
    {"+3", "3", "3", "error: expected true or false, found '+3'",
     "error: expected a text, found '+3': put it in quotes to make it one"},
    {"-0", "-0", "0", "error: expected true or false, found '-0'",
     "error: expected a text, found '-0': put it in quotes to make it one"},
    {"0.5", "0.5", "error: expected a whole number, found '0.5': write it without '.' and 'e'",
     "error: expected true or false, found '0.5'",
     "error: expected a text, found '0.5': put it in quotes to make it one"},
    {"4.0", "4", "error: expected a whole number, found '4.0': write it without '.' and 'e'",
     "error: expected true or false, found '4.0'",
     "error: expected a text, found '4.0': put it in quotes to make it one"},
    {"1e3", "1000", "error: expected a whole number, found '1e3': write it without '.' and 'e'",
     "error: expected true or false, found '1e3'",
     "error: expected a text, found '1e3': put it in quotes to make it one"},
    {"010", "error: '010' begins with 0, which some take for octal: leave the 0 out",
     "error: '010' begins with 0, which some take for octal: leave the 0 out",
     "error: '010' begins with 0, which some take for octal: leave the 0 out",
     "error: expected a text, found '010': put it in quotes to make it one"},
    {"1_000", "error: '1_000' has a '_': write the digits without",
     "error: '1_000' has a '_': write the digits without",
     "error: '1_000' has a '_': write the digits without",
     "error: expected a text, found '1_000': put it in quotes to make it one"},
    {"0x10", "error: '0x10' is not decimal: write numbers in decimal",
     "error: '0x10' is not decimal: write numbers in decimal",
     "error: '0x10' is not decimal: write numbers in decimal",
     "error: expected a text, found '0x10': put it in quotes to make it one"},
    {"0o7", "error: '0o7' is not decimal: write numbers in decimal",
     "error: '0o7' is not decimal: write numbers in decimal",
     "error: '0o7' is not decimal: write numbers in decimal",
     "error: expected a text, found '0o7': put it in quotes to make it one"},
    {"1e999", "error: '1e999' is not within the range of a double",
     "error: '1e999' is not within the range of a double",
     "error: '1e999' is not within the range of a double",
     "error: expected a text, found '1e999': put it in quotes to make it one"},
    {"true", "error: expected a number, found 'true'", "error: expected a whole number, found 'true'", "true",
     "error: expected a text, found 'true': put it in quotes to make it one"},
    {"yes", "error: 'yes' means true or false to some readers of YAML: write true or false",
     "error: 'yes' means true or false to some readers of YAML: write true or false",
     "error: 'yes' means true or false to some readers of YAML: write true or false",
     "error: expected a text, found 'yes': put it in quotes to make it one"},
    {"y", "error: expected a number, found 'y'", "error: expected a whole number, found 'y'",
     "error: expected true or false, found 'y'", "y"},
    {".inf", "inf", "error: expected a whole number, found '.inf': write it without '.' and 'e'",
     "error: expected true or false, found '.inf'",
     "error: expected a text, found '.inf': put it in quotes to make it one"},
    {"nan", "error: 'nan': write .nan", "error: 'nan': write .nan", "error: 'nan': write .nan",
     "error: expected a text, found 'nan': put it in quotes to make it one"},
    {"abc", "error: expected a number, found 'abc'", "error: expected a whole number, found 'abc'",
     "error: expected true or false, found 'abc'", "abc"},
    {"1.2.3", "error: expected a number, found '1.2.3'", "error: expected a whole number, found '1.2.3'",
     "error: expected true or false, found '1.2.3'", "1.2.3"},
};

TEST(YamlValuesTest, ReadsEverySpellingAsOneValueOrOneError) {
  for (const Spelling& spelling : kSpellings) {
    SCOPED_TRACE(spelling.word);
    EXPECT_EQ(as_double(word(spelling.word)), spelling.number);
    EXPECT_EQ(as_int(word(spelling.word)), spelling.whole);
    EXPECT_EQ(as_bool(word(spelling.word)), spelling.flag);
    EXPECT_EQ(as_text(word(spelling.word)), spelling.text);
  }
}

TEST(YamlValuesTest, ReadsNumbersExactly) {
  constexpr std::pair<const char*, double> kNumbers[] = {
      {"0", 0.0},
      {"0.1", 0.1},
      {".5", 0.5},
      {"5.", 5.0},
      {"-.25", -0.25},
      {"+0.5", 0.5},
      {"1E+2", 100.0},
      {"0e5", 0.0},
      {"5e-324", 5e-324},
      {"1e-310", 1e-310},
      {"2.2250738585072014e-308", 2.2250738585072014e-308},
      {"1.7976931348623157e+308", 1.7976931348623157e+308},
      {"9007199254740993", 9007199254740992.0},
      {"0.3333333333333333148296162562473909929394721984863281", 1.0 / 3},
      {"-.inf", -std::numeric_limits<double>::infinity()},
      {"+.inf", std::numeric_limits<double>::infinity()},
  };
  YamlErrors errors("", "f");
  for (const auto& [text, value] : kNumbers) EXPECT_EQ(read_double(word(text), errors), value) << text;
  EXPECT_TRUE(std::isnan(*read_double(word(".nan"), errors)));
  EXPECT_TRUE(errors.empty());
}

TEST(YamlValuesTest, KeepsTheSignOfZero) {
  YamlErrors errors("", "f");
  for (const char* const text : {"-0", "-0.0", "-0e3"})
    EXPECT_TRUE(std::signbit(*read_double(word(text), errors))) << text;
  EXPECT_FALSE(std::signbit(*read_double(word("0.0"), errors)));
}

TEST(YamlValuesTest, RefusesOtherSpellings) {
  constexpr std::pair<const char*, const char*> kRefused[] = {
      {"00", "error: '00' begins with 0, which some take for octal: leave the 0 out"},
      {"-007.5", "error: '-007.5' begins with 0, which some take for octal: leave the 0 out"},
      {"1e-400", "error: '1e-400' is not within the range of a double"},
      {"-2e308", "error: '-2e308' is not within the range of a double"},
      {"0b11", "error: '0b11' is not decimal: write numbers in decimal"},
      {"-0XFF", "error: '-0XFF' is not decimal: write numbers in decimal"},
      {"1_0.5e1_0", "error: '1_0.5e1_0' has a '_': write the digits without"},
      {".Inf", "error: '.Inf': write .inf"},
      {"-Infinity", "error: '-Infinity': write -.inf"},
      {"+inf", "error: '+inf': write .inf"},
      {".NaN", "error: '.NaN': write .nan"},
      {"-.nan", "error: '-.nan': write .nan"},
      {"True", "error: 'True' means true or false to some readers of YAML: write true or false"},
      {"OFF", "error: 'OFF' means true or false to some readers of YAML: write true or false"},
      {"1e", "error: expected a number, found '1e'"},
      {".", "error: expected a number, found '.'"},
      {"-", "error: expected a number, found '-'"},
      {"+-1", "error: expected a number, found '+-1'"},
      {"1,5", "error: expected a number, found '1,5'"},
      {"1 2", "error: expected a number, found '1 2'"},
      {"", "error: expected a number, found ''"},
      {"12a", "error: expected a number, found '12a'"},
  };
  for (const auto& [text, message] : kRefused) EXPECT_EQ(as_double(word(text)), message);
}

TEST(YamlValuesTest, RefusesQuotedNumbers) {
  EXPECT_EQ(as_double(word("1", false)),
            "error: expected a number, found text in quotes: leave the quotes out");
  EXPECT_EQ(as_int(word("1", false)),
            "error: expected a whole number, found text in quotes: leave the quotes out");
  EXPECT_EQ(as_bool(word("true", false)),
            "error: expected true or false, found text in quotes: leave the quotes out");
  EXPECT_EQ(as_double(word("abc", false)), "error: expected a number, found 'abc'");
}

TEST(YamlValuesTest, TakesAnythingInQuotesAsText) {
  for (const char* const text : {"1", "true", "no", "", "0x10", ".nan", "~"})
    EXPECT_EQ(as_text(word(text, false)), text);
}

TEST(YamlValuesTest, BoundsWholeNumbers) {
  constexpr std::pair<const char*, const char*> kBounds[] = {
      {"2147483647", "2147483647"},
      {"-2147483648", "-2147483648"},
      {"2147483648", "error: '2147483648' is not between -2147483648 and 2147483647"},
      {"-2147483649", "error: '-2147483649' is not between -2147483648 and 2147483647"},
      {"99999999999999999999", "error: '99999999999999999999' is not between -2147483648 and 2147483647"},
  };
  for (const auto& [text, expected] : kBounds) EXPECT_EQ(as_int(word(text)), expected);
}

TEST(YamlValuesTest, CutsLongWordsInMessages) {
  const std::string message = as_double(word("x" + std::string(100'000, '1')));
  EXPECT_EQ(message, "error: expected a number, found 'x" + std::string(59, '1') + " … (99941 bytes more)'");
}

TEST(YamlValuesTest, SaysWhatWasFoundInstead) {
  YamlNode list;
  list.kind = YamlNode::Kind::kList;
  YamlNode map;
  map.kind = YamlNode::Kind::kMap;
  EXPECT_EQ(as_double(list), "error: expected a number, found a list");
  EXPECT_EQ(as_text(map), "error: expected a text, found a map");
  EXPECT_EQ(as_bool(YamlNode()), "error: expected true or false, found nothing");
}

TEST(YamlValuesTest, IsSilentAboutWhatWasReportedBefore) {
  YamlNode broken;
  broken.kind = YamlNode::Kind::kBroken;
  EXPECT_EQ(as_double(broken), "");
  EXPECT_EQ(as_text(broken), "");
}

}  // namespace
}  // namespace grader
