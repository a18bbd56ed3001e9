// Grades the hostile submissions of corpus/ with the built command: none passes by force, leaks or stays
// behind.
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "grader/cli/testing.h"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxReportBytes = std::size_t{256} << 10U;

struct Attack {
  std::string file;
  std::vector<std::string> verdicts;
};

void PrintTo(const Attack& attack, std::ostream* out) {
  *out << attack.file;
}

std::vector<std::string> split(const std::string& text, char mark) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, mark);) parts.push_back(part);
  return parts;
}

fs::path corpus() {
  return fs::path("grader/attacks/corpus");
}

std::vector<Attack> attacks(const char* table = "expected.tsv") {
  std::vector<Attack> found;
  std::ifstream in(corpus() / table);
  std::string line;
  std::getline(in, line);  // the columns' names
  while (std::getline(in, line)) {
    const std::vector<std::string> columns = split(line, '\t');
    found.push_back({columns.at(0), split(columns.at(1), '|')});
  }
  return found;
}

// "013-file-macro-leak.h" -> "n013_file_macro_leak".
std::string test_name(const testing::TestParamInfo<Attack>& info) {
  std::string name = "n" + fs::path(info.param.file).stem().string();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

// NOLINTNEXTLINE(bugprone-exception-escape): a json that is moved from throws nothing
struct Graded {
  Ran ran;
  fs::path folder;
  nlohmann::json report;
};

// The command is built in a folder of its own, beside this test's.
fs::path command() {
  return fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "cli/grader";
}

Graded grade(const fs::path& source, const std::vector<std::string>& options = {}) {
  Graded graded;
  graded.folder = fresh_folder();
  const fs::path file = graded.folder / "solution.h";
  fs::copy_file(source, file);
  std::vector<std::string> arguments = {"grade", "--package", root().string(), "--cases",
                                        "all",   "--format",  "json"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.insert(arguments.end(), {"--", file.string()});
  graded.ran = run_program(command().string(), arguments);
  graded.report = nlohmann::json::parse(graded.ran.out, nullptr, false);
  return graded;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// All that a person may see, without the submission's own name, which is a path of the test's choice.
std::string seen(const Graded& graded) {
  std::string text = graded.ran.out + graded.ran.err;
  replace_all(text, (graded.folder / "solution.h").string(), "solution.h");
  return text;
}

// Bytes that steer a terminal, raw or as JSON escapes, which another format would write out.
std::size_t control_characters(const nlohmann::json& value) {
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](unsigned char c) {
      return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
    }));
  }
  std::size_t count = 0;
  if (value.is_structured())
    for (const auto& item : value) count += control_characters(item);
  return count;
}

// What a submission leaves behind is given to this process in place of init, and so can be seen.
void adopt_orphans() {
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), 0);
}

// Names of the processes that still live below this one: "runner", or what an attack calls itself.
std::vector<std::string> processes_left() {
  while (::waitpid(-1, nullptr, WNOHANG) > 0) continue;
  std::vector<std::string> names;
  for (const auto& task : fs::directory_iterator("/proc/self/task")) {
    std::ifstream children(task.path() / "children");
    for (std::string pid; children >> pid;) {
      std::ifstream comm(fs::path("/proc") / pid / "comm");
      std::string name;
      std::getline(comm, name);
      names.push_back(name.append(" ").append(pid));
    }
  }
  return names;
}

void expect_verdict(const Attack& attack, const Graded& graded) {
  const auto verdict = graded.report.at("verdict").get<std::string>();
  EXPECT_EQ(std::count(attack.verdicts.begin(), attack.verdicts.end(), verdict), 1)
      << "verdict: " << verdict << ", " << graded.report.at("message");
  EXPECT_EQ(graded.ran.code, verdict == "accepted" ? 0 : 1);
  if (verdict != "accepted") {
    EXPECT_LT(graded.report.at("points").get<double>(), graded.report.at("max_points").get<double>());
  }
}

void expect_no_leak(const Graded& graded) {
  const std::string text = seen(graded);
  EXPECT_LE(text.size(), kMaxReportBytes);
  EXPECT_EQ(control_characters(graded.report), 0U);
  for (const char* word : {"root:x:", "HIDDEN_MARKER"}) EXPECT_EQ(text.find(word), std::string::npos) << word;
  EXPECT_EQ(text.find(graded.folder.parent_path().string()), std::string::npos) << "the test's folder";
  EXPECT_EQ(text.find(root().string()), std::string::npos) << "the repository's folder";
  // Only what ran: the compiler's warnings quote the submission's own lines, where these words stand.
  const std::string cases = graded.report.at("cases").dump();
  for (const char* word : {"LEAK ", "LEAK_"}) EXPECT_EQ(cases.find(word), std::string::npos) << word;
  for (const auto& one : graded.report.at("cases")) {
    if (!one.at("hidden").get<bool>()) continue;
    EXPECT_EQ(one.dump().find("LEAKED-INPUT"), std::string::npos) << one.at("name");
  }
}

void expect_held(const Attack& attack, const Graded& graded) {
  ASSERT_FALSE(graded.report.is_discarded()) << graded.ran.code << ": " << graded.ran.err;
  expect_verdict(attack, graded);
  expect_no_leak(graded);
  EXPECT_EQ(processes_left(), std::vector<std::string>());
  const std::ptrdiff_t files = std::distance(fs::directory_iterator(graded.folder), fs::directory_iterator());
  EXPECT_EQ(files, 1) << "files were left beside the submission";
}

class AttacksTest : public testing::TestWithParam<Attack> {};

TEST_P(AttacksTest, IsGradedAndGainsNothing) {
  adopt_orphans();
  expect_held(GetParam(), grade(corpus() / GetParam().file));
}

INSTANTIATE_TEST_SUITE_P(Corpus, AttacksTest, testing::ValuesIn(attacks()), test_name);

// Undefined behaviour, forged reports and code that knows the sanitizers.
class AttacksSanitizedTest : public testing::TestWithParam<Attack> {};

TEST_P(AttacksSanitizedTest, IsFoundByTheSecondBuild) {
  adopt_orphans();
  expect_held(GetParam(), grade(corpus() / GetParam().file, {"--sanitize", "always"}));
}

INSTANTIATE_TEST_SUITE_P(Corpus, AttacksSanitizedTest, testing::ValuesIn(attacks("sanitized.tsv")),
                         test_name);

TEST(AttacksCorpusTest, EveryFileHasItsRowAndEveryRowItsFile) {
  std::vector<std::string> rows;
  for (const Attack& attack : attacks()) rows.push_back(attack.file);
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(corpus()))
    if (entry.path().extension() == ".h") files.push_back(entry.path().filename().string());
  std::sort(files.begin(), files.end());
  EXPECT_EQ(rows, files);
  EXPECT_FALSE(rows.empty());
}

// After the worst of them, in one process: what they leave would be met here.
TEST(AttacksAfterTest, ACorrectSubmissionIsStillAccepted) {
  for (const char* file : {"104-fork-bomb.h", "113-inode-bomb.h", "142-state-file.h", "092-kill-others.h"})
    ASSERT_FALSE(grade(corpus() / file).report.is_discarded()) << file;
  const Graded last = grade("solution/solution.h");
  EXPECT_EQ(last.report.at("verdict"), "accepted");
  EXPECT_EQ(last.report.at("points"), last.report.at("max_points"));
  EXPECT_EQ(last.ran.code, 0);
}

}  // namespace
}  // namespace grader::cli
