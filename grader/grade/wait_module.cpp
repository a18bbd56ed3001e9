#include "grader/grade/wait_module.h"

#include <poll.h>

namespace grader {

Result<ModuleBuild::Done> wait_for(ModuleBuild& build, const std::function<bool()>& stop) {
  while (!build.pump()) {
    if (stop && stop()) return ModuleBuild::Done{};
    pollfd ready{.fd = build.poll_fd(), .events = POLLIN, .revents = 0};
    ::poll(&ready, ready.fd >= 0 ? 1 : 0, 50);
  }
  return build.finish();
}

}  // namespace grader
