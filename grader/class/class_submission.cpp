#include "grader/class/class_submission.h"

#include <utility>

#include "grader/base/digest.h"
#include "grader/base/text.h"

namespace grader {

Submission read_class_submission(const ClassEntry& entry, const Limits& limits) {
  Submission refused{.shown_name = entry.file, .text = {}, .refusal = entry.found->refusal};
  if (!refused.refusal.empty()) return refused;
  auto read = read_submission(entry.found->file, limits, Links::kRefuse);
  if (!read) {
    refused.refusal = clean_line(read.error().message);
    return refused;
  }
  read->shown_name = entry.file;
  return std::move(*read);
}

std::string content_of(const Submission& submission) {
  return submission.refusal.empty() ? sha256(submission.text) : "";
}

}  // namespace grader
