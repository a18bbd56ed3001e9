// Makes the records of a class, and makes gradebook and summaries out of records: the sides of
// bench/measure_records.py.
//
//   records make COUNT CASES DIR    COUNT records of CASES cases each, as DIR/ID.json
//   records write DIR OUT           reads all of DIR and writes OUT/gradebook.csv, summary.json and
//   summary.html
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "grader/base/file.h"
#include "grader/class/class_results.h"
#include "grader/class/record_json.h"
#include "grader/class/testing.h"

namespace {

using grader::Result;
namespace fs = std::filesystem;

Result<void> make(int count, int cases, const fs::path& folder) {
  for (int i = 0; i < count; ++i) {
    const grader::ClassRecord record = grader::testing::many_cases_record(i, cases);
    auto written = grader::write_file(folder / (record.id + ".json"), grader::write_record(record));
    if (!written) return written;
  }
  return {};
}

Result<void> write(const fs::path& folder, const fs::path& out) {
  grader::ClassResults results;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const auto text = grader::read_file(entry.path());
    if (!text) return tl::make_unexpected(text.error());
    const auto record = grader::read_record(*text);
    if (!record) return tl::make_unexpected(record.error());
    results.add(*record);
  }
  grader::ClassInfo info;
  info.title = "a class of made-up records";
  return results.write(out, info);
}

Result<void> run(const std::vector<std::string>& words) {
  if (words.size() == 4 && words[0] == "make")
    return make(std::stoi(words[1]), std::stoi(words[2]), words[3]);
  if (words.size() == 3 && words[0] == "write") return write(words[1], words[2]);
  return grader::fail("records make COUNT CASES DIR | records write DIR OUT");
}

}  // namespace

int main(int argc, char** argv) {
  const auto done = run({argv + 1, argv + argc});
  if (!done) fmt::print(stderr, "{}\n", done.error().message);
  return done ? 0 : 2;
}
