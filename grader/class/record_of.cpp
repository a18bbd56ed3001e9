#include "grader/class/record_of.h"

#include <cstddef>

#include "grader/base/digest.h"
#include "grader/base/text.h"
#include "grader/class/normalise.h"

namespace grader {
namespace {

ClassRecord blank(const ClassEntry& entry, const std::map<std::string, std::string>& provenance) {
  ClassRecord record;
  record.id = entry.id;
  record.student = entry.student;
  record.file = entry.file;
  record.roster = entry.roster;
  record.provenance = provenance;
  return record;
}

std::string reason_of(const Submission& submission, const Report& report) {
  if (report.verdict == Verdict::kInternalError) return clean_line(report.message);
  if (!submission.refusal.empty()) return clean_line(submission.refusal);
  return report.compile.ok ? "" : clean_line(report.compile.message);
}

}  // namespace

ClassRecord record_of(const ClassEntry& entry, const Submission& submission, const Report& report,
                      const std::vector<CaseFacts>& facts,
                      const std::map<std::string, std::string>& provenance) {
  ClassRecord record = blank(entry, provenance);
  const bool failed = report.verdict == Verdict::kInternalError;
  record.state = failed ? ClassRecord::State::kFailed : ClassRecord::State::kGraded;
  record.reason = reason_of(submission, report);
  record.verdict = report.verdict;
  record.message = report.message;
  if (!failed) record.points = report.points;
  record.max_points = report.max_points;
  record.functions = report.functions;
  for (std::size_t i = 0; i < report.cases.size(); ++i) {
    const CaseReport& one = report.cases[i];
    record.cases.push_back({one.name, one.function, one.hidden, one.verdict, one.points, one.max_points,
                            one.mistake, facts.at(i).sha256, facts.at(i).tolerance});
  }
  if (submission.refusal.empty()) {
    record.submission_sha256 = sha256(submission.text);
    record.normalised_sha256 = normalised_sha256(submission.text);
  }
  record.duration_ms = report.duration_ms;
  return record;
}

ClassRecord not_handed_in(const ClassEntry& entry, double max_points,
                          const std::map<std::string, std::string>& provenance) {
  ClassRecord record = blank(entry, provenance);
  record.state = ClassRecord::State::kNotHandedIn;
  record.reason = "nothing was handed in";
  record.max_points = max_points;
  return record;
}

}  // namespace grader
