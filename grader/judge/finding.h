// What one look at a run found: the part of a CaseReport that judging fills.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/base/verdict.h"
#include "grader/model/outcome.h"
#include "grader/model/report.h"

namespace grader {

struct Finding {
  Verdict verdict = Verdict::kAccepted;
  std::string message;
  std::vector<std::string> details;
  std::string help;
  std::optional<Difference> difference;
  std::optional<Thrown> thrown;
};

inline Finding finding(Verdict verdict, std::string message, std::string help = "") {
  return {.verdict = verdict,
          .message = std::move(message),
          .details = {},
          .help = std::move(help),
          .difference = {},
          .thrown = {}};
}

}  // namespace grader
