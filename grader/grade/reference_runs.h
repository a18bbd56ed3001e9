// The reference solution kept running, for those who ask it several times.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "grader/base/error.h"
#include "grader/grade/package.h"
#include "grader/model/outcome.h"
#include "grader/run/open_session.h"
#include "grader/run/session.h"

namespace grader {

/// As run_reference, but its runner starts at the first question and stays until the object goes. The caller
/// keeps the package alive.
class ReferenceRuns {
 public:
  explicit ReferenceRuns(const Package& package, OpenSession open = {})
      : package_(package), open_(std::move(open)) {}

  /// One outcome a request, in order.
  Result<std::vector<RunOutcome>> run(const std::vector<Request>& requests);

 private:
  const Package& package_;
  OpenSession open_;
  std::unique_ptr<Session> session_;
};

}  // namespace grader
