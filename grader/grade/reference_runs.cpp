#include "grader/grade/reference_runs.h"

#include <cstddef>
#include <utility>

#include "grader/grade/reference.h"

namespace grader {

Result<std::vector<RunOutcome>> ReferenceRuns::run(const std::vector<Request>& requests) {
  if (session_ == nullptr) {
    const auto module = reference_module(package_);
    if (!module) return tl::make_unexpected(module.error());
    auto session =
        open_with(open_, {.runner = package_.build.runner, .module = *module, .mode = package_.mode});
    if (!session) return tl::make_unexpected(session.error());
    session_ = std::move(*session);
  }
  std::vector<RunOutcome> outcomes(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i)
    session_->submit(requests[i], run_limits(package_.manifest.limits),
                     [&outcomes, i](RunOutcome outcome) { outcomes[i] = std::move(outcome); });
  session_->drain();
  return outcomes;
}

}  // namespace grader
