#include "grader/cases/catalogue_loader.h"

#include <gtest/gtest.h>

#include "grader/base/file.h"
#include "grader/judge/testing.h"

namespace grader {
namespace {

constexpr const char* kTwo = R"(mistakes:
  - name: scale-by-d
    group: scores
    verdict: wrong_answer
    functions: [split_heads, mha_forward]
    hint: "look at the scale"
    twins: [scale-twice]
  - name: scale-twice
    group: scores
    verdict: wrong_shape
    functions: [mha_forward]
    hint: "look at the scale"
    twins: [scale-by-d]
    note: "the other way round"
left_out:
  - name: strided-view
    reason: "cannot differ"
)";

ResultOrErrors<Catalogue> parse(const std::string& text) {
  return parse_catalogue(text, "catalogue.yaml", testing::manifest());
}

// One entry with a line of it replaced.
std::string entry_with(const std::string& line) {
  std::string text = "mistakes:\n";
  const std::string key = line.substr(0, line.find(':') + 1);
  std::string_view lead = "  - ";
  for (const std::string one :
       {"name: one", "group: mask", "verdict: wrong_answer", "functions: [mha_forward]", "hint: look"}) {
    text.append(lead).append(one.starts_with(key) ? line : one).append("\n");
    lead = "    ";
  }
  return text;
}

TEST(CatalogueLoaderTest, ReadsEveryField) {
  const auto catalogue = parse(kTwo);
  ASSERT_TRUE(catalogue) << to_text(catalogue.error());
  ASSERT_EQ(catalogue->mistakes.size(), 2U);
  const Mistake& first = catalogue->mistakes[0];
  EXPECT_EQ(first.name, "scale-by-d");
  EXPECT_EQ(first.group, "scores");
  EXPECT_EQ(first.verdict, Verdict::kWrongAnswer);
  EXPECT_EQ(first.functions, (std::vector<int>{testing::kSplit, testing::kForward}));
  EXPECT_EQ(first.hint, "look at the scale");
  EXPECT_EQ(first.twins, std::vector<std::string>{"scale-twice"});
  EXPECT_EQ(first.place, (Place{"catalogue.yaml", 2, 5}));
  EXPECT_EQ(catalogue->mistakes[1].verdict, Verdict::kWrongShape);
  EXPECT_EQ(catalogue->mistakes[1].note, "the other way round");
  ASSERT_EQ(catalogue->left_out.size(), 1U);
  EXPECT_EQ(catalogue->left_out[0].name, "strided-view");
  EXPECT_EQ(catalogue->left_out[0].reason, "cannot differ");
}

TEST(CatalogueLoaderTest, NamesWhatIsWrong) {
  struct {
    std::string line;
    std::string message;
  } const kRows[] = {
      {"name: ../one", "'../one' is no name of a mistake: use letters, digits, '-' and '_', at most 80"},
      {"name: -one", "'-one' is no name of a mistake: use letters, digits, '-' and '_', at most 80"},
      {"verdict: accepted",
       "'accepted' is no verdict of a mistake: expected wrong_answer, wrong_shape, runtime_error or another "
       "one that "
       "is neither good nor ours"},
      {"verdict: bad",
       "'bad' is no verdict of a mistake: expected wrong_answer, wrong_shape, runtime_error or another one "
       "that is "
       "neither good nor ours"},
      {"functions: [mha_foward]", "unknown function 'mha_foward': did you mean 'mha_forward'?"},
      {"functions: [mha_forward, split_heads]",
       "'split_heads' stands before 'mha_forward' in the manifest: keep its order"},
      {"functions: []", "expected at least one function"},
      {"hint: \"two\\nlines\"", "expected one line of text"},
      {"hint: " + std::string(301, 'a'),
       "a hint has at most 300 bytes, found 301: say what the output looks like and where to look"},
      {"hint: look\n    twins: [two]", "twin 'two' is no other mistake of this list"},
      {"hint: look\n    twins: [one]", "twin 'one' is no other mistake of this list"},
      {"hint: look\nleft_out:\n  - {name: one, reason: twice}",
       "mistake 'one' is there twice, first in line 2"},
      {"hint: look\n    notes: look", "unknown key 'notes' in a mistake: did you mean 'note'?"},
  };
  for (const auto& row : kRows) {
    const auto catalogue = parse(entry_with(row.line));
    ASSERT_FALSE(catalogue) << row.line;
    EXPECT_EQ(catalogue.error()[0].message, row.message) << row.line;
    EXPECT_EQ(catalogue.error().size(), 1U) << row.line;
  }
  EXPECT_TRUE(parse(entry_with("name: one")));
}

TEST(CatalogueLoaderTest, HoldsTwinsAgainstEachOther) {
  std::string text = kTwo;
  const auto change = [&](const std::string& from, const std::string& to) {
    text = kTwo;
    text.replace(text.rfind(from), from.size(), to);
    const auto catalogue = parse(text);
    return catalogue ? std::string() : catalogue.error()[0].message;
  };
  EXPECT_EQ(change("    twins: [scale-by-d]\n", ""),
            "'scale-twice' does not name 'scale-by-d' as a twin in turn");
  EXPECT_EQ(change("at the scale", "elsewhere"),
            "'scale-twice' has another hint: twins can not be told apart, so that one hint must do for both");
}

TEST(CatalogueLoaderTest, WantsAFileForEachEntryAndAnEntryForEachFile) {
  auto folder = TemporaryFolder::make("catalogue_loader_test");
  ASSERT_TRUE(folder);
  Manifest manifest = testing::manifest();
  manifest.folder = folder->path();
  EXPECT_TRUE(load_catalogue(manifest)->mistakes.empty());
  const auto mistakes = mistakes_folder(manifest);
  ASSERT_TRUE(write_file(mistakes / "catalogue.yaml", kTwo));
  ASSERT_TRUE(write_file(mistakes / "scale-by-d.h", ""));
  ASSERT_TRUE(write_file(mistakes / "forgotten.h", ""));
  const auto catalogue = load_catalogue(manifest);
  ASSERT_FALSE(catalogue);
  EXPECT_EQ(to_text(catalogue.error()),
            (mistakes / "catalogue.yaml").string() +
                ":8:5: mistake 'scale-twice' has no file scale-twice.h beside the catalogue\n" +
                (mistakes / "forgotten.h").string() + ": has no entry in catalogue.yaml: add one\n");
  ASSERT_TRUE(write_file(mistakes / "scale-twice.h", ""));
  std::filesystem::remove(mistakes / "forgotten.h");
  EXPECT_TRUE(load_catalogue(manifest));
}

}  // namespace
}  // namespace grader
