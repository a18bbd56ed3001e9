// Every `./grade` line of the documents' shell blocks is run, in a folder that looks like the repository.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "grader/cli/testing.h"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

// The lines of ```sh blocks that start with ./grade, comments cut off. `bundle` wants the whole source tree:
// it is run by ci_test.
std::vector<std::string> commands_of(const std::string& document) {
  std::vector<std::string> commands;
  std::istringstream lines(read_text(document));
  bool in_shell = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) in_shell = !in_shell && (line == "```sh" || line == "```bash");
    if (!in_shell || !line.starts_with("./grade ") || line.starts_with("./grade bundle ")) continue;
    const std::size_t comment = line.find(" #");
    commands.push_back(line.substr(0, comment));
  }
  return commands;
}

// Links to what is in the repository, and a build folder of its own to write to.
fs::path mirror() {
  fs::path folder = fresh_folder();
  for (const auto& entry : fs::directory_iterator(root()))
    if (const auto name = entry.path().filename();
        name.string()[0] != '.' && !name.string().starts_with("build"))
      fs::create_symlink(entry.path(), folder / name);
  fs::create_directory(folder / "build");
  return folder;
}

bool runs_on(const std::string& command) {
  return command.find(" watch ") != std::string::npos;
}

// `watch` ends by Ctrl-C after a while; a debugger ends with its empty input.
std::string shell_line(const std::string& command) {
  const fs::path program = fs::read_symlink("/proc/self/exe").parent_path() / "grader";
  const std::string rest = "'" + program.string() + "'" + command.substr(std::string("./grade").size());
  return (runs_on(command) ? "timeout --signal=INT 4 " : "timeout 100 ") + rest + " </dev/null >out 2>&1";
}

struct Document {
  const char* path;
  std::size_t least;  // commands it has at least: the reading of documents must not go blind
};

TEST(DocsTest, TheCommandsOfTheDocumentsRun) {
  constexpr Document kDocuments[] = {{"README.md", 6}, {"exercise/README.md", 1}, {"docs/ci.md", 2}};
  const fs::path folder = mirror();
  for (const auto& [path, least] : kDocuments) {
    const auto commands = commands_of(path);
    EXPECT_GE(commands.size(), least) << path;
    for (const std::string& command : commands) {
      const std::string line = "cd '" + folder.string() + "' && " + shell_line(command);
      const int status = std::system(line.c_str());  // NOLINT(cert-env33-c): the documents are ours
      const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
      EXPECT_TRUE(code == 0 || code == 1 || (runs_on(command) && code == 124))
          << path << ": " << command << "\nended with " << code << ": " << read_text(folder / "out");
    }
  }
}

}  // namespace
}  // namespace grader::cli
