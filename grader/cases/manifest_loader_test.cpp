#include "grader/cases/manifest_loader.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "grader/base/file.h"
#include "grader/cases/full_manifest.h"

namespace grader {
namespace {

TEST(ManifestLoaderTest, ReadsEveryField) {
  const auto read = parse_manifest(kFullManifest, "m", "package");
  ASSERT_TRUE(read) << to_text(read.error());
  const Manifest& manifest = *read;
  EXPECT_EQ(manifest.folder, "package");
  EXPECT_EQ(manifest.title, "Two functions");
  EXPECT_EQ(manifest.roadmap, "Attention");
  EXPECT_EQ(manifest.level, "easy");
  EXPECT_EQ(manifest.tags, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(manifest.cpp_namespace, "exercise");
  EXPECT_EQ(manifest.submission_name, "solution.h");
  EXPECT_EQ(manifest.headers, std::vector<std::string>{"given/a.h"});
  EXPECT_EQ(manifest.sources, std::vector<std::string>{"given/a.cpp"});
  EXPECT_EQ(manifest.letters.at("d"), "number of a head");
  EXPECT_EQ(manifest.derived, (std::map<std::string, std::string>{{"D", "H*d"}}));
  EXPECT_EQ(manifest.batch_letter, "B");
  EXPECT_EQ(manifest.sequence_letter, "T");
  EXPECT_EQ(manifest.reveal, Reveal::kPassed);
}

TEST(ManifestLoaderTest, ReadsFunctions) {
  const auto read = parse_manifest(kFullManifest, "m", "package");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->functions.size(), 3U);
  const Function& split = read->functions[0];
  EXPECT_EQ(split.name, "split");
  EXPECT_EQ(split.arguments[0].axes, (Axes{"B", "T", "D"}));
  EXPECT_EQ(split.arguments[1].type, Type::kInt);
  EXPECT_EQ(split.arguments[1].letter, "H");
  EXPECT_EQ(split.result_axes, (Axes{"B", "H", "T", "d"}));
  EXPECT_EQ(split.tolerance.atol, 0.0);
  EXPECT_EQ(split.tolerance.rtol, 0.0);
  EXPECT_EQ(split.points, 1);
  EXPECT_TRUE(split.vectorised);
  const Function& merge = read->functions[1];
  EXPECT_EQ(merge.inverse_of, "split");
  EXPECT_EQ(merge.tolerance.rtol, 1e-6);
  EXPECT_EQ(merge.points, 2.5);
  EXPECT_EQ(read->inverse_index(0), 1);
  const Function& forward = read->functions[2];
  EXPECT_EQ(forward.arguments[0].axes, (Axes{"B", "3", "2*T"}));
  EXPECT_EQ(forward.arguments[1].params.at("bias"), Axes{"D"});
  EXPECT_EQ(forward.arguments[4].type, Type::kString);
  EXPECT_EQ(forward.result, Type::kDouble);
  EXPECT_EQ(forward.tolerance.rtol, 1e-10);
  EXPECT_FALSE(forward.vectorised);
}

TEST(ManifestLoaderTest, ReadsRulesAndLimits) {
  const auto read = parse_manifest(kFullManifest, "m", "package");
  ASSERT_TRUE(read);
  const VectorisedRule& rule = read->vectorised;
  EXPECT_EQ(rule.letters, (std::vector<std::string>{"B", "H"}));
  EXPECT_EQ(rule.base.at("d"), 3);
  EXPECT_EQ(rule.grow.at("H"), (std::vector<std::int64_t>{2, 3, 5}));
  EXPECT_EQ(rule.worth, 0.25);
  EXPECT_EQ(read->limits.case_cpu.count(), 100);
  EXPECT_EQ(read->limits.case_wall.count(), 4000);  // the default
  EXPECT_EQ(read->limits.memory_bytes, 64 << 20);
  EXPECT_EQ(read->limits.output_bytes, 8 << 10);
  EXPECT_EQ(read->limits.file_bytes, 1 << 10);
  EXPECT_EQ(read->limits.open_files, 8);
  EXPECT_EQ(read->limits.compile_wall.count(), 5000);
}

TEST(ManifestLoaderTest, NeedsLittle) {
  const auto read = parse_manifest(
      "title: T\nnamespace: a::b\nsubmission: s.h\nfunctions: [{name: f, arguments: [], result: {type: "
      "int}}]\n",
      "m", "");
  ASSERT_TRUE(read) << to_text(read.error());
  EXPECT_EQ(read->cpp_namespace, "a::b");
  EXPECT_EQ(read->reveal, Reveal::kVerdict);
  EXPECT_TRUE(read->functions[0].arguments.empty());
}

TEST(ManifestLoaderTest, LoadsThisRepositorysExercise) {
  const auto manifest = load_manifest(".");
  ASSERT_TRUE(manifest) << to_text(manifest.error());
  EXPECT_EQ(manifest->title, "Multi-Head Self-Attention");
  EXPECT_EQ(manifest->functions.size(), 3U);
  EXPECT_EQ(manifest->inverse_index(manifest->function_index("split_heads")),
            manifest->function_index("merge_heads"));
}

TEST(ManifestLoaderTest, SaysWhichFileIsNotThere) {
  const auto folder = TemporaryFolder::make("manifest_loader_test");
  ASSERT_TRUE(folder);
  const auto manifest = load_manifest(folder->path());
  ASSERT_FALSE(manifest);
  EXPECT_EQ(to_text(manifest.error()), "cannot open '" +
                                           (folder->path() / "exercise/exercise.yaml").string() +
                                           "': No such file or directory\n");
}

}  // namespace
}  // namespace grader
