// The scripts of ci/, run as the CI systems lay out their folders and set their environment. `grade` is the
// built program there and not the script that builds it.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grader/cli/testing.h"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

// The repository with its own copy of ci/, which finds `grade` and the exercise beside itself.
fs::path mirror() {
  fs::path folder = fresh_folder();
  fs::copy(root() / "ci", folder / "ci", fs::copy_options::recursive);
  for (const char* name : {"exercise", "solution", "cases", "examples"})
    fs::create_symlink(root() / name, folder / name);
  fs::create_symlink(grader_program(), folder / "grade");
  return folder;
}

// Runs a script with these variables added to the environment.
Ran run_script(const std::vector<std::string>& variables, const std::vector<std::string>& command,
               const fs::path& folder) {
  std::vector<std::string> all = variables;
  all.insert(all.end(), command.begin(), command.end());
  return run_program("env", all, folder);
}

std::string mistake(const char* name) {
  return read_text(root() / "solution/mistakes" / (std::string(name) + ".h"));
}

// ---- documents and YAML

// `1`: graded, and the stub is not accepted.
TEST(CiTest, TheCommandsOfTheDocumentRun) {
  const std::vector<ShellBlock> blocks = shell_blocks(read_text(root() / "docs/ci.md"));
  ASSERT_GE(blocks.size(), 5U);
  const fs::path folder = mirror();
  for (const ShellBlock& block : blocks) {
    const Ran ran = run_program("bash", {"-euo", "pipefail", "-c", block.commands}, folder);
    EXPECT_TRUE(ran.code == 0 || ran.code == 1) << "docs/ci.md:" << block.line << ":\n"
                                                << block.commands << ran.out << ran.err;
  }
  for (const char* file : {"build/report.json", "build/report.xml", "autograder.zip", "handout.zip",
                           "build/exercism/results.json"})
    EXPECT_TRUE(fs::exists(folder / file)) << file;
}

TEST(CiTest, TheYamlIsSoundAndTheWorkflowSafe) {
  const Ran ran = run_program("/usr/bin/python3", {"grader/cli/ci_yaml_check.py"});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
}

// ---- GitHub

struct GithubRun {
  Ran ran;
  std::string outputs;
  std::string summary;
  fs::path workspace;
};

GithubRun run_github(const std::string& submission, const std::string& format = "") {
  const fs::path trusted = mirror();
  GithubRun run;
  run.workspace = fresh_folder();
  write_text_file(run.workspace / "solution.h", submission);
  fs::create_directory(run.workspace / "exercise");  // a stranger's, which must not count
  write_text_file(run.workspace / "exercise/exercise.yaml", "title: free points\n");
  write_text_file(run.workspace / "outputs", "");
  write_text_file(run.workspace / "summary", "");
  run.ran = run_script({"SUBMISSION=solution.h", "PACKAGE=", "CASES=all", "FORMAT=" + format,
                        "GITHUB_OUTPUT=" + (run.workspace / "outputs").string(),
                        "GITHUB_STEP_SUMMARY=" + (run.workspace / "summary").string()},
                       {(trusted / "ci/github/grade.sh").string()}, run.workspace);
  run.outputs = read_text(run.workspace / "outputs");
  run.summary = read_text(run.workspace / "summary");
  return run;
}

TEST(CiTest, TheGithubActionTellsVerdictAndPoints) {
  const GithubRun right = run_github(read_text(root() / "solution/solution.h"));
  EXPECT_EQ(right.ran.code, 0) << right.ran.err;
  EXPECT_EQ(right.outputs, "verdict=accepted\npoints=100.0\nmax-points=100.0\n");
  const GithubRun stub =
      run_github(read_text(root() / "exercise/solution.h"), "junit=grade.xml\ntap=grade.tap\n");
  EXPECT_EQ(stub.ran.code, 1) << stub.ran.err;
  EXPECT_EQ(stub.outputs, "verdict=not_implemented\npoints=0.0\nmax-points=100.0\n");
  EXPECT_NE(stub.ran.out.find("::error file=solution.h,"), std::string::npos) << stub.ran.out;
  EXPECT_NE(stub.summary.find("0 of 100 points"), std::string::npos) << stub.summary;
  EXPECT_TRUE(fs::exists(stub.workspace / "grade.xml") && fs::exists(stub.workspace / "grade.tap"));
}

TEST(CiTest, TheGithubActionGivesTheReportOfAFileThatDoesNotCompile) {
  const GithubRun run = run_github("#include \"kit/tensor.h\"\nint x = ;\n");
  EXPECT_EQ(run.ran.code, 1) << run.ran.err;
  EXPECT_TRUE(run.outputs.starts_with("verdict=compile_error\npoints=0.0\n")) << run.outputs;
}

TEST(CiTest, TheGithubActionFollowsNoLinkAndSaysWhatIsNotThere) {
  const fs::path trusted = mirror();
  fs::create_symlink("/etc/passwd", trusted / "linked.h");
  fs::create_symlink("/etc", trusted / "folder");
  const std::string linked =
      "::error title=grader::the submission is a symbolic link or lies behind one; expected a file\n";
  const std::map<std::string, std::string> kSaid{
      {"linked.h", linked},
      {"folder/passwd", linked},
      {"gone.h", "::error title=grader::the submission is not there; look at the input 'submission'\n"}};
  for (const auto& [file, said] : kSaid) {
    const Ran ran = run_script({"SUBMISSION=" + file, "GITHUB_OUTPUT=out", "GITHUB_STEP_SUMMARY=summary"},
                               {(trusted / "ci/github/grade.sh").string()}, trusted);
    EXPECT_EQ(ran.code, 2) << file;
    EXPECT_EQ(ran.out, said);
  }
}

// ---- GitLab

TEST(CiTest, TheGitlabJobWritesItsReports) {
  const fs::path trusted = mirror();
  const Ran script = run_program("/usr/bin/python3",
                                 {"-c",
                                  "import yaml; print('\\n'.join(yaml.safe_load(open('ci/gitlab/grade.yml'))"
                                  "['.grade']['script']))"});
  ASSERT_EQ(script.code, 0) << script.err;
  const fs::path project = fresh_folder();
  write_text_file(project / "solution.h", mistake("merge-no-transpose"));
  const Ran ran = run_script(
      {"GRADER=" + trusted.string(), "PACKAGE=" + trusted.string(), "CASES=all", "SUBMISSION=solution.h"},
      {"bash", "-euo", "pipefail", "-c", script.out}, project);
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  const Ran xml = run_program(
      "xmllint", {"--noout", "--schema", (root() / "grader/report/testdata/junit.xsd").string(), "grade.xml"},
      project);
  EXPECT_EQ(xml.code, 0) << xml.err;
  EXPECT_NE(read_text(project / "grade.html").find("merge_heads"), std::string::npos);
}

// ---- Gradescope

// What Gradescope makes of the zip: source/ with all of it, and run_autograder beside it.
fs::path autograder() {
  static const fs::path kZip = [] {
    fs::path zip = fresh_folder() / "autograder.zip";
    const Ran ran = run_program((mirror() / "ci/gradescope/make_zip.sh").string(), {zip.string()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return zip;
  }();
  fs::path folder = fresh_folder() / "autograder";
  for (const char* name : {"source", "submission", "results"}) fs::create_directories(folder / name);
  const Ran ran = run_program("cmake", {"-E", "tar", "xf", kZip.string()}, folder / "source");
  EXPECT_EQ(ran.code, 0) << ran.err;
  fs::copy(folder / "source/run_autograder", folder / "run_autograder");
  fs::remove(folder / "source/grader/grade");
  fs::create_symlink(grader_program(), folder / "source/grader/grade");
  return folder;
}

nlohmann::json results_of(const fs::path& folder) {
  fs::remove(folder / "results/results.json");
  const Ran ran =
      run_script({"AUTOGRADER_ROOT=" + folder.string()}, {(folder / "run_autograder").string()}, "/");
  EXPECT_EQ(ran.code, 0) << ran.err;
  return nlohmann::json::parse(read_text(folder / "results/results.json"));
}

TEST(CiTest, GradescopeGetsTheResultsWithHiddenCasesByNameAlone) {
  const fs::path folder = autograder();
  const Ran setup =
      run_script({"AUTOGRADER_ROOT=" + folder.string()}, {(folder / "source/setup.sh").string()}, "/");
  ASSERT_EQ(setup.code, 0) << setup.err;
  write_text_file(folder / "submission/solution.h", mistake("merge-no-transpose"));
  const auto results = results_of(folder);
  EXPECT_EQ(results.at("extra_data").at("verdict"), "wrong_answer");
  EXPECT_EQ(results.at("tests").size(), count_cases("all"));
  EXPECT_GT(results.at("score"), 0.0);
  int hidden = 0;
  for (const auto& test : results.at("tests")) {
    EXPECT_EQ(test.at("visibility"), "visible");
    if (!test.at("extra_data").at("hidden_case").get<bool>()) continue;
    ++hidden;
    EXPECT_EQ(test.at("output").get<std::string>().find("expected"), std::string::npos) << test;
  }
  EXPECT_EQ(hidden, 52);
}

struct HandedIn {
  const char* what;
  std::vector<const char*> files;
  bool graded;
  std::string said;  // what the output begins with
};

TEST(CiTest, GradescopeFindsTheFileOrSaysWhatItExpected) {
  const std::string nothing = "Nothing was graded: expected one file named solution.h, found ";
  const HandedIn kHandedIn[] = {
      {"in a folder", {"work/solution.h"}, true, "accepted: "},
      {"with another", {"solution.h", "old/solution.h"}, true, "accepted: "},
      {"nothing", {}, false, nothing + "0. Handed in: no file"},
      {"another name", {"Solution (1).h"}, false, nothing + "0. Handed in: Solution 1.h, "},
      {"a hostile name", {"\"}\n.h"}, false, nothing + "0. Handed in: .h, "},
      {"two", {"a/solution.h", "b/solution.h"}, false, nothing + "2. Handed in: "},
  };
  const fs::path folder = autograder();
  for (const auto& [what, files, graded, said] : kHandedIn) {
    fs::remove_all(folder / "submission");
    fs::create_directory(folder / "submission");
    for (const char* file : files) {
      fs::create_directories((folder / "submission" / file).parent_path());
      write_text_file(folder / "submission" / file, read_text(root() / "solution/solution.h"));
    }
    const auto results = results_of(folder);
    EXPECT_EQ(results.at("score"), graded ? 100 : 0) << what;
    EXPECT_TRUE(results.at("output").get<std::string>().starts_with(said)) << what << ": " << results;
  }
}

TEST(CiTest, GradescopeGetsNoLinkedFile) {
  const fs::path folder = autograder();
  fs::create_symlink(folder / "source/grader/solution/solution.h", folder / "submission/solution.h");
  EXPECT_EQ(results_of(folder).at("score"), 0);
}

// What is in the zip stays there: the hidden cases lie beside the submission on Gradescope's machine.
TEST(CiTest, GradescopeLocksTheSubmissionIn) {
  const fs::path folder = autograder();
  const std::string hidden = (folder / "source/grader/cases/hidden/split_heads.yaml").string();
  write_text_file(folder / "submission/solution.h", "#include \"" + hidden + "\"\n");
  const auto results = results_of(folder);
  EXPECT_EQ(results.at("extra_data").at("verdict"), "compile_error");
  EXPECT_EQ(results.at("score"), 0);
  EXPECT_EQ(results.dump().find("expect:"), std::string::npos) << results;
  EXPECT_EQ(results.dump().find("function: split_heads"), std::string::npos) << results;
}

// Our failure: no score, so that nobody loses points and the instructor is asked.
TEST(CiTest, GradescopeGetsNoPointsWhereTheGraderFails) {
  const fs::path folder = autograder();
  write_text_file(folder / "submission/solution.h", read_text(root() / "solution/solution.h"));
  write_text_file(folder / "source/grader/exercise/exercise.yaml", "submission: solution.h\ntitle: [\n");
  const auto results = results_of(folder);
  EXPECT_FALSE(results.contains("score"));
  EXPECT_EQ(
      results.at("output"),
      "The grader could not judge this submission (exit code 2). This is no fault of yours; the instructor "
      "has to look.");
}

TEST(CiTest, TheZipIsWrittenOverNothing) {
  const fs::path there = fresh_folder() / "there.zip";
  write_text_file(there, "mine");
  const std::string script = (root() / "ci/gradescope/make_zip.sh").string();
  const Ran ran = run_program(script, {there.string()});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "make_zip.sh: '" + there.string() + "' is there already: name a file that is not\n");
  EXPECT_EQ(run_program(script, {"no-archive"}).err, "usage: make_zip.sh OUT.zip [PACKAGE]\n");
}

// ---- Exercism

nlohmann::json run_exercism(const std::string& slug, const fs::path& input) {
  const fs::path output = fresh_folder() / "output";
  const Ran ran =
      run_program((mirror() / "ci/exercism/bin/run.sh").string(), {slug, input.string(), output.string()});
  EXPECT_EQ(ran.code, 0) << ran.err;
  return nlohmann::json::parse(read_text(output / "results.json"));
}

struct Exercism {
  const char* slug;
  std::string submission;  // "": none is handed in
  const char* status;
  const char* message;  // what it begins with; null: there is none
};

TEST(CiTest, ExercismGetsItsResultsWhateverTheTestsSay) {
  const std::string reference = read_text(root() / "solution/solution.h");
  const Exercism kRuns[] = {
      {"multi-head-self-attention", reference, "pass", nullptr},
      {"multi-head-self-attention", mistake("merge-no-transpose"), "fail", nullptr},
      {"multi-head-self-attention", "int x = ;", "error", "compile error: "},
      {"multi-head-self-attention", "", "error", "Expected a file solution.h, and it was not handed in."},
      {"causal-attention", read_text(root() / "examples/causal_attention/solution/solution.h"), "pass",
       nullptr},
      {"two-fer", reference, "error", "There is no exercise 'two-fer' here."},
      {"../..", reference, "error", "This slug is none: "},
  };
  for (const auto& [slug, submission, status, message] : kRuns) {
    const fs::path input = fresh_folder();
    if (!submission.empty()) write_text_file(input / "solution.h", submission);
    const auto results = run_exercism(slug, input);
    EXPECT_EQ(results.at("version"), 3) << slug;
    EXPECT_EQ(results.at("status"), status) << slug << results;
    EXPECT_EQ(results.contains("tests"), message == nullptr) << slug;
    EXPECT_TRUE(message == nullptr || results.at("message").get<std::string>().starts_with(message))
        << results;
  }
}

}  // namespace
}  // namespace grader::cli
