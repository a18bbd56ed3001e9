#include "grader/prove/submissions.h"

#include <gtest/gtest.h>

#include "grader/base/file.h"

namespace grader {
namespace {

// `role name verdict`, in order.
std::vector<std::string> listed(const Manifest& manifest, const Catalogue& catalogue) {
  const auto all = list_submissions(manifest, catalogue);
  EXPECT_TRUE(all);
  std::vector<std::string> lines;
  for (const KnownSubmission& one : *all)
    lines.push_back(std::string(to_string(one.role)) + " " + one.name + " " +
                    std::string(to_string(one.expected)) + " " +
                    one.file.lexically_relative(manifest.folder).string());
  return lines;
}

TEST(SubmissionsTest, EveryHeaderIsGradedForWhatItShows) {
  const auto folder = TemporaryFolder::make("submissions_test");
  ASSERT_TRUE(folder);
  for (const char* file : {"accepted/b.h", "accepted/a.h", "accepted/notes.txt", "not_vectorised/for.h"})
    ASSERT_TRUE(write_file(folder->path() / "solution" / file, ""));
  Manifest manifest;
  manifest.folder = folder->path();
  manifest.submission_name = "solution.h";
  Catalogue catalogue;
  catalogue.mistakes.resize(2);
  catalogue.mistakes[0].name = "z";
  catalogue.mistakes[0].verdict = Verdict::kWrongShape;
  catalogue.mistakes[1].name = "c";
  EXPECT_EQ(
      listed(manifest, catalogue),
      (std::vector<std::string>{
          "reference reference accepted solution/solution.h", "stub stub not_implemented exercise/solution.h",
          "mistake z wrong_shape solution/mistakes/z.h", "mistake c wrong_answer solution/mistakes/c.h",
          "accepted a accepted solution/accepted/a.h", "accepted b accepted solution/accepted/b.h",
          "not_vectorised for not_vectorised solution/not_vectorised/for.h"}));
}

TEST(SubmissionsTest, APackageNeedsNoOtherSolutions) {
  Manifest manifest;
  manifest.folder = "/nowhere";
  manifest.submission_name = "solution.h";
  EXPECT_EQ(listed(manifest, {}).size(), 2U);
}

}  // namespace
}  // namespace grader
