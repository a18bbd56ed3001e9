// Files that can hardly be graded, and files that do not compile, through the command.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

#include "grader/cli/testing.h"

namespace grader::cli {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

std::string read_random(std::size_t size) {
  std::string bytes(size, '\0');
  std::ifstream("/dev/urandom", std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(size));
  return bytes;
}

const std::vector<std::string> kOneCase{"--only", "worked_example_split_heads"};

struct Unusable {
  const char* name;
  void (*make)(const fs::path& path);
  const char* said;  // stands in the compile's message
};

// The report on what `make` puts there: a compile error, exit code 1.
json grade_unusable(const char* name, void (*make)(const fs::path&)) {
  const fs::path path = fresh_folder() / "solution.h";
  make(path);
  int code = -1;
  json report = grade_file(path, kOneCase, &code);
  EXPECT_EQ(report.at("verdict"), "compile_error") << name;
  EXPECT_EQ(code, 1) << name;
  return report;
}

TEST(GradeFilesTest, AFileThatCanNotBeASubmissionIsACompileError) {
  constexpr Unusable kUnusable[] = {
      {"directory", [](const fs::path& path) { fs::create_directory(path); }, "folder"},
      {"fifo", [](const fs::path& path) { ::mkfifo(path.c_str(), 0600); }, "pipe"},
      {"large", [](const fs::path& path) { write_text_file(path, std::string(50 << 20, '/')); }, "256 KiB"},
      {"utf16", [](const fs::path& path) { write_text_file(path, std::string("\xFF\xFEi\0n\0", 6)); },
       "UTF-16"},
      {"binary",
       [](const fs::path& path) {
         write_text_file(path, std::string("\x7F"
                                           "ELF\0\0\0",
                                           7));
       },
       "zero byte"},
  };
  for (const auto& [name, make, said] : kUnusable) {
    const json report = grade_unusable(name, make);
    const std::string message = report.at("compile").at("message");
    EXPECT_NE(message.find(said), std::string::npos) << name << ": " << message;
  }
}

// Whatever lies there is refused before it is read: no wait, no byte of it in the report.
TEST(GradeFilesTest, AFileThatIsNoneOfTheStudentsIsNeverRead) {
  constexpr Unusable kUnusable[] = {
      {"sparse",
       [](const fs::path& path) {
         write_text_file(path, "");
         fs::resize_file(path, 1LL << 40);
       },
       "256 KiB"},
      {"passwd", [](const fs::path& path) { fs::create_symlink("/etc/passwd", path); }, "link"},
      {"case",
       [](const fs::path& path) { fs::create_symlink(root() / "cases/hidden/split_heads.yaml", path); },
       "link"},
      {"stdin", [](const fs::path& path) { fs::create_symlink("/proc/self/fd/0", path); }, ""},
      {"zeros", [](const fs::path& path) { fs::create_symlink("/dev/zero", path); }, "device"},
      {"random", [](const fs::path& path) { write_text_file(path, read_random(60000)); }, ""},
  };
  for (const auto& [name, make, said] : kUnusable) {
    const json report = grade_unusable(name, make);
    EXPECT_NE(report.at("compile").at("message").get<std::string>().find(said), std::string::npos) << name;
    for (const char* word : {"root:", "cases:"}) EXPECT_EQ(report.dump().find(word), std::string::npos);
  }
}

TEST(GradeFilesTest, ALinkToNothingIsWrongUse) {
  const fs::path path = fresh_folder() / "solution.h";
  fs::create_symlink("nowhere.h", path);
  EXPECT_EQ(run_grader({"grade", path.string()}).code, 2);
}

TEST(GradeFilesTest, AFileThatMayNotBeReadIsACompileError) {
  if (::geteuid() == 0) GTEST_SKIP() << "root reads any file";
  const fs::path path = fresh_folder() / "solution.h";
  write_text_file(path, "int a;\n");
  fs::permissions(path, fs::perms::none);
  EXPECT_EQ(grade_file(path, kOneCase).at("compile").at("message"),
            "the file cannot be read: Permission denied");
}

// A comment in Latin-1, and one with marks that turn the order of letters round.
TEST(GradeFilesTest, CommentsOfAnyBytesDoNotMatter) {
  const std::string reference = read_text("solution/solution.h");
  for (const char* comment : {"// caf\xE9\n", "// \xE2\x80\xAE\xE2\x81\xA6 if (isAdmin) \xE2\x81\xA9\n"})
    EXPECT_EQ(grade_text(comment + reference, kOneCase).at("verdict"), "accepted");
}

TEST(GradeFilesTest, AnEmptyFileIsSaidToBeEmpty) {
  int code = -1;
  const json report = grade_text("", kOneCase, &code);
  EXPECT_EQ(report.at("verdict"), "compile_error");
  EXPECT_EQ(report.at("compile").at("message"), "the file is empty");
  EXPECT_EQ(code, 1);
}

TEST(GradeFilesTest, AFileThatIsNotThereIsWrongUse) {
  const Ran ran = run_grader({"grade", "no/such/file.h"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("no/such/file.h"), std::string::npos) << ran.err;
}

TEST(GradeFilesTest, LineEndsAndABomDoNotMatter) {
  std::string text = "\xEF\xBB\xBF";
  for (const char c : read_text("solution/solution.h"))
    text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(grade_text(text, kOneCase).at("verdict"), "accepted");
}

TEST(GradeFilesTest, AnyFileNameWorks) {
  for (const char* name :
       {"with space.h", "quo'te\".h", "new\nline.h", "größe.h", "-dash.h", "@file.h", "a;b$(c).h",
        "s;touch pwned;.h", "<script>alert(1)<!--.h", "\x1b[31mred.h", "%s%n%x.h", "|a|b|.h"}) {
    const fs::path path = fresh_folder() / name;
    fs::copy_file("solution/solution.h", path);
    const json report = grade_file(path, kOneCase);
    EXPECT_EQ(report.at("verdict"), "accepted") << name;
    EXPECT_EQ(report.at("submission").get<std::string>().find('\x1b'), std::string::npos);
    EXPECT_FALSE(fs::exists("pwned"));
  }
}

TEST(GradeFilesTest, ALeadingDashIsAFileAfterTwoDashes) {
  const fs::path folder = fresh_folder();
  for (const char* name : {"-v.h", "--help"}) {
    fs::copy_file("solution/solution.h", folder / name);
    const Ran ran = run_grader(
        {"--package", root().string(), "--only", "worked_example_split_heads", "--", name}, folder);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("accepted"), std::string::npos) << name;
  }
}

struct Uncompilable {
  const char* what;
  std::string text;
  const char* said;  // stands in the compile's report
};

TEST(GradeFilesTest, FrequentCompileErrorsAreSaidPlainly) {
  const std::string signature =
      "inline Tensor split_heads(const Tensor& x, int n_heads) {\n  const std::int64_t B";
  const Uncompilable kTexts[] = {
      {"syntax", reference_with("D % n_heads != 0)", "D % n_heads != 0"), "expected ';' before 'throw'"},
      {"changed signature",
       reference_with("Tensor split_heads(const Tensor& x, int n_heads) {",
                      "Tensor split_heads(const Tensor& x, long n_heads) {"),
       "line 14 has 'split_heads(const Tensor& x, long n_heads)'"},
      {"missing function",
       reference_with("inline Tensor merge_heads(const Tensor& x) {",
                      "inline Tensor merge_head(const Tensor& x) {"),
       "merge_heads"},
      {"missing return",
       reference_with("return kit::stage(\"result\", matmul(merged, params[\"Wo\"]));",
                      "matmul(merged, params[\"Wo\"]);"),
       "return"},
  };
  for (const auto& [what, text, said] : kTexts) {
    int code = -1;
    const json report = grade_text(text, kOneCase, &code);
    EXPECT_EQ(report.at("verdict"), "compile_error") << what;
    EXPECT_EQ(code, 1) << what;
    EXPECT_NE(report.at("compile").dump().find(said), std::string::npos)
        << what << ": " << report.at("compile");
  }
}

TEST(GradeFilesTest, AWarningIsShownAndDoesNotFail) {
  const json report = grade_text(reference_starting("merge_heads", "int unused = 3;"), kOneCase);
  EXPECT_EQ(report.at("verdict"), "accepted");
  EXPECT_NE(report.at("compile").dump().find("unused"), std::string::npos) << report.at("compile");
}

}  // namespace
}  // namespace grader::cli
