#include "grader/cli/class_testing.h"

#include <algorithm>

#include "grader/base/text.h"

namespace grader::cli {
namespace fs = std::filesystem;
namespace {

// Folders of tests have names of their own, so that no text is in the cache of modules, and no other program
// compiles to the same bytes.
std::string never_seen(const std::string& text) {
  return text + "\n[[gnu::used]] static const char kSubmissionMark[] = \"" + fresh_folder().string() +
         "\";\n";
}

}  // namespace

TestClass::TestClass() : root_(fresh_folder()), package_(new_package()), folder_(root_ / "class") {
  fs::create_directories(folder_);
}

std::string TestClass::right() const {
  return never_seen(read_text(package_ / "solution/solution.h"));
}

std::string TestClass::wrong() const {
  return never_seen(read_text(package_ / "solution/mistakes/mean-of-columns.h"));
}

std::string TestClass::unwritten() const {
  return never_seen(read_text(package_ / "exercise/solution.h"));
}

void TestClass::hand_in(const std::string& path, const std::string& text) const {
  fs::create_directories((folder_ / path).parent_path());
  write_text_file(folder_ / path, text);
}

std::vector<std::string> TestClass::command(const std::vector<std::string>& more) const {
  std::vector<std::string> all{"class", folder_.string(), "--package", package_.string(), "--verbose"};
  if (std::ranges::find(more, "--out") == more.end()) {
    all.emplace_back("--out");
    all.push_back(out().string());
  }
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Ran TestClass::grade(const std::vector<std::string>& more) const {
  return run_grader(command(more));
}

nlohmann::json TestClass::record(const std::string& id) const {
  return nlohmann::json::parse(read_text(out() / "records" / (id + ".json")));
}

std::vector<std::string> TestClass::records() const {
  auto names = names_in(out() / "records");
  std::erase_if(names, [](const std::string& name) { return !name.ends_with(".json"); });  // half-written
  return names;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code ec;
  for (const auto& entry : fs::directory_iterator(folder, ec)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

std::string line_of(const std::string& text, std::size_t count) {
  const auto lines = split_lines(text);
  return count <= lines.size() ? lines[count - 1] : "";
}

bool is_anywhere(const fs::path& folder, const std::string& text) {
  const auto all = fs::recursive_directory_iterator(folder);
  return std::any_of(begin(all), end(all), [&](const fs::directory_entry& entry) {
    return entry.is_regular_file() && read_text(entry.path()).find(text) != std::string::npos;
  });
}

}  // namespace grader::cli
