#include "grader/class/class_reports.h"

#include <algorithm>
#include <utility>

#include "grader/base/file.h"
#include "grader/judge/redact.h"
#include "grader/report/formats.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

constexpr const char* kStudents = "students";
constexpr const char* kInstructor = "instructor";

std::vector<std::string> audiences(const ReportPlan& plan) {
  std::vector<std::string> all;
  if (plan.students) all.emplace_back(kStudents);
  if (plan.instructor) all.emplace_back(kInstructor);
  return all;
}

Result<void> write_one(const fs::path& out, const std::string& audience, const std::string& id,
                       const Report& report, const std::vector<std::string>& formats) {
  for (const std::string& format : formats) {
    const std::string text = find_report_format(format)->write(report, {});
    if (auto written = write_file(report_path(out, audience, id, format), text); !written) return written;
  }
  return {};
}

}  // namespace

fs::path report_path(const fs::path& out, const std::string& audience, const std::string& id,
                     const std::string& format) {
  return out / audience / (id + std::string(find_report_format(format)->ending));
}

std::vector<fs::path> report_paths(const fs::path& out, const std::string& id, const ReportPlan& plan) {
  std::vector<fs::path> paths;
  for (const std::string& audience : audiences(plan))
    for (const std::string& format : plan.formats) paths.push_back(report_path(out, audience, id, format));
  return paths;
}

Result<void> write_class_reports(const fs::path& out, const std::string& id, Report whole,
                                 const ReportPlan& plan, Reveal reveal) {
  if (plan.instructor)
    if (auto written = write_one(out, kInstructor, id, whole, plan.formats); !written) return written;
  if (!plan.students) return {};
  // The whole report becomes the students' here, and nowhere else in a class.
  whole.audience = "student";
  return write_one(out, kStudents, id, redact(std::move(whole), "student", reveal), plan.formats);
}

std::string linked_reports(const ReportPlan& plan) {
  if (std::ranges::find(plan.formats, "html") == plan.formats.end()) return "";
  const auto all = audiences(plan);
  return all.empty() ? "" : all.back();
}

}  // namespace grader
