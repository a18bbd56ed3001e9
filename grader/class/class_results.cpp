#include "grader/class/class_results.h"

#include "grader/base/file.h"
#include "grader/class/class_stats.h"
#include "grader/class/class_summary_html.h"
#include "grader/class/class_summary_json.h"
#include "grader/class/gradebook.h"

namespace grader {

void ClassResults::add(const ClassRecord& record) {
  table_.add(record);
}

Result<void> ClassResults::write(const std::filesystem::path& out, const ClassInfo& info) {
  const ClassTable table = table_.take();
  const ClassStats stats = stats_of(table);
  const Likeness likeness = likeness_of(table);
  const auto write = [&out](const char* name, const std::string& text) {
    return write_file(out / name, text);
  };
  return write("gradebook.csv", write_gradebook(table, likeness))
      .and_then([&] { return write("summary.json", write_summary_json(info, table, stats, likeness)); })
      .and_then([&] { return write("summary.html", write_summary_html(info, table, stats, likeness)); })
      .and_then([&] {
        return info.regrade ? write("regrade.csv", write_diff_csv(*info.regrade)) : Result<void>();
      });
}

Result<void> write_class_results(const std::filesystem::path& out, const ClassInfo& info,
                                 const std::vector<ClassRecord>& records) {
  ClassResults results;
  for (const ClassRecord& record : records) results.add(record);
  return results.write(out, info);
}

}  // namespace grader
