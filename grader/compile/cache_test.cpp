#include "grader/compile/cache.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "grader/base/file.h"
#include "grader/compile/module_cache.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

class CacheTest : public testing::Test {
 protected:
  void SetUp() override {
    auto made = TemporaryFolder::make("cache-test");
    ASSERT_TRUE(made);
    folder_ = std::make_unique<TemporaryFolder>(std::move(*made));
  }
  fs::path path() const { return folder_->path() / "cache"; }
  Cache open() const { return *Cache::open(path()); }

  static void put(const Cache& cache, const std::string& key, std::size_t bytes, int hours_ago) {
    auto scratch = cache.scratch();
    ASSERT_TRUE(scratch);
    ASSERT_TRUE(write_file(scratch->path() / "file", std::string(bytes, 'x')));
    ASSERT_TRUE(cache.publish(std::move(*scratch), cache.entry("modules", key)));
    fs::last_write_time(cache.entry("modules", key),
                        fs::file_time_type::clock::now() - std::chrono::hours(hours_ago));
  }

 private:
  std::unique_ptr<TemporaryFolder> folder_;
};

TEST_F(CacheTest, IsPrivate) {
  open();
  struct stat info {};
  ASSERT_EQ(::stat(path().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0700U);
}

TEST_F(CacheTest, RefusesAFolderThatOthersMayWriteTo) {
  fs::create_directories(path());
  ::chmod(path().c_str(), 0777);
  const auto cache = Cache::open(path());
  ASSERT_FALSE(cache);
  EXPECT_EQ(cache.error().message,
            "the cache '" + path().string() +
                "' can be written by others, and what lies in it is run: set GRADER_CACHE to a "
                "folder of your own");
}

TEST_F(CacheTest, RefusesAFileInItsPlace) {
  ASSERT_TRUE(write_file(path(), "x"));
  const auto cache = Cache::open(path());
  ASSERT_FALSE(cache);
  EXPECT_EQ(cache.error().message, "the cache '" + path().string() + "' is not a folder");
}

TEST_F(CacheTest, RemovesAScratchFolderThatIsNotPublished) {
  const Cache cache = open();
  fs::path left;
  {
    auto scratch = cache.scratch();
    ASSERT_TRUE(scratch);
    left = scratch->path();
    ASSERT_TRUE(write_file(left / "file", "x"));
    EXPECT_TRUE(fs::exists(left));
  }
  EXPECT_FALSE(fs::exists(left));
}

TEST_F(CacheTest, KeepsTheFirstOfTwoThatAreEquallyFast) {
  const Cache cache = open();
  put(cache, "key", 1, 0);
  put(cache, "key", 2, 0);
  EXPECT_EQ(fs::file_size(cache.entry("modules", "key") / "file"), 1U);
  EXPECT_TRUE(fs::is_empty(path() / "scratch"));
}

TEST_F(CacheTest, SweepsWhatWasNotUsedForLongest) {
  const Cache cache = open();
  put(cache, "oldest", 1000, 30);
  put(cache, "old", 1000, 20);
  put(cache, "touched", 1000, 40);
  put(cache, "fresh", 5000, 0);
  cache.touch(cache.entry("modules", "touched"));
  cache.sweep(7000, true);
  EXPECT_FALSE(fs::exists(cache.entry("modules", "oldest")));
  EXPECT_TRUE(fs::exists(cache.entry("modules", "old")));
  EXPECT_TRUE(fs::exists(cache.entry("modules", "touched")));
  cache.sweep(0, true);
  EXPECT_FALSE(fs::exists(cache.entry("modules", "old")));
  EXPECT_TRUE(fs::exists(cache.entry("modules", "touched"))) << "used in the last hour";
  EXPECT_TRUE(fs::exists(cache.entry("modules", "fresh"))) << "used in the last hour";
}

TEST_F(CacheTest, SweepsRarely) {
  const Cache cache = open();
  cache.sweep(0);
  put(cache, "old", 1000, 20);
  cache.sweep(0);
  EXPECT_TRUE(fs::exists(cache.entry("modules", "old")));
  fs::last_write_time(path() / "swept", fs::file_time_type::clock::now() - std::chrono::minutes(11));
  cache.sweep(0);
  EXPECT_FALSE(fs::exists(cache.entry("modules", "old")));
}

TEST_F(CacheTest, SweepsWhatKilledGradersLeft) {
  const Cache cache = open();
  auto scratch = cache.scratch();
  ASSERT_TRUE(scratch);
  fs::create_directories(path() / "scratch/left");
  fs::last_write_time(path() / "scratch/left", fs::file_time_type::clock::now() - std::chrono::hours(2));
  cache.sweep(1 << 20, true);
  EXPECT_FALSE(fs::exists(path() / "scratch/left"));
  EXPECT_TRUE(fs::exists(scratch->path()));
}

CompileReport sample_report(bool ok) {
  CompileReport report;
  report.ok = ok;
  report.message = "line 3: \xC3\xA9";
  report.help = "help";
  report.cut = 4;
  report.diagnostics = {{.severity = Diagnostic::Severity::kError,
                         .path = "solution.h",
                         .line = 3,
                         .col = 7,
                         .message = "expected ';'",
                         .source_line = "\tint a"},
                        {.severity = Diagnostic::Severity::kNote,
                         .path = "kit/tensor.h",
                         .line = 1,
                         .col = 0,
                         .message = "here",
                         .source_line = ""},
                        {.severity = Diagnostic::Severity::kWarning,
                         .path = "",
                         .line = 0,
                         .col = 0,
                         .message = "bad \xFF byte",
                         .source_line = ""}};
  return report;
}

TEST_F(CacheTest, GivesAReportBackAsItWas) {
  const Cache cache = open();
  const CompileReport report = sample_report(false);
  ASSERT_TRUE(keep_module(cache, "key", report, ""));
  const auto kept = find_module(cache, "key");
  ASSERT_TRUE(kept);
  EXPECT_FALSE(kept->report.ok);
  EXPECT_EQ(kept->report.message, report.message);
  EXPECT_EQ(kept->report.help, "help");
  EXPECT_EQ(kept->report.cut, 4);
  ASSERT_EQ(kept->report.diagnostics.size(), 3U);
  EXPECT_EQ(kept->report.diagnostics[0].severity, Diagnostic::Severity::kError);
  EXPECT_EQ(kept->report.diagnostics[0].path, "solution.h");
  EXPECT_EQ(kept->report.diagnostics[0].line, 3);
  EXPECT_EQ(kept->report.diagnostics[0].col, 7);
  EXPECT_EQ(kept->report.diagnostics[0].source_line, "\tint a");
  EXPECT_EQ(kept->report.diagnostics[1].severity, Diagnostic::Severity::kNote);
  EXPECT_EQ(kept->report.diagnostics[2].severity, Diagnostic::Severity::kWarning);
  EXPECT_EQ(kept->report.diagnostics[2].message, "bad \xEF\xBF\xBD byte");
}

TEST_F(CacheTest, TakesNoModuleThatIsNotWhole) {
  struct Row {
    const char* file;
    const char* bytes;
  };
  const Row rows[] = {{"module.so", "byte"}, {"module.so", "BYTES"},         {"module.so", ""},
                      {"report", ""},        {"report", "null\nabc\n"},      {"report", "{\"ok\": true}\n"},
                      {"report", "[1, 2"},   {"report", "{\"ok\": \"yes\"}"}};
  for (const Row& row : rows) {
    const Cache cache = open();
    const auto path = keep_module(cache, "key", sample_report(true), "bytes");
    ASSERT_TRUE(path);
    EXPECT_TRUE(find_module(cache, "key"));
    ASSERT_TRUE(write_file(path->parent_path() / row.file, row.bytes));
    EXPECT_FALSE(find_module(cache, "key")) << row.file << ": " << row.bytes;
    ASSERT_TRUE(keep_module(cache, "key", sample_report(true), "bytes")) << "a damaged entry is replaced";
    EXPECT_TRUE(find_module(cache, "key"));
  }
  EXPECT_FALSE(find_module(open(), "another"));
}

TEST_F(CacheTest, FindsAModuleThatIsLargerThanOtherFilesMayBe) {
  const Cache cache = open();
  ASSERT_TRUE(keep_module(cache, "key", sample_report(true), std::string((64U << 20) + 1, 'x')));
  EXPECT_TRUE(find_module(cache, "key"));
}

}  // namespace
}  // namespace grader
