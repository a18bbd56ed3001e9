// What this machine offers for locking submissions in, layer by layer, and a test that the lock holds.
#pragma once

#include <string>
#include <vector>

#include "grader/base/error.h"
#include "grader/model/report.h"

namespace grader::sandbox {

/// One layer of protection, found by trying it.
struct LayerCheck {
  std::string layer;  // `namespaces`
  bool works = false;
  std::string detail;      // how it is had here, or what the kernel said
  std::string gives;       // what it keeps a submission from
  std::string how_to_get;  // where it is missing; "" where it works
};

/// All layers, in the order of what they give. Takes some tens of milliseconds.
std::vector<LayerCheck> examine_layers();

/// What one canary tried under the lock, and whether it was refused as it must be.
struct Canary {
  std::string tries;  // `opens /etc/passwd`
  bool refused = false;
  std::string got;  // what it met: `errno 13`, `forbidden call socket`, `it got through`
};

enum class Thorough { kNo, kYes };

/// Sends canaries the very way that a submission goes: into a runner's sandbox, there into a forked child
/// that takes the child's lock; and into a compiler's sandbox. kYes adds those that take a second (an endless
/// loop). An error means that the sandbox could not be started. REQUIRES: one thread.
Result<std::vector<Canary>> fly_canaries(Thorough thorough);

/// Nothing when all canaries were refused; else an internal error that names the first that was not.
Result<void> self_test(Thorough thorough = Thorough::kNo);

}  // namespace grader::sandbox
