#include "grader/sandbox/sandbox.h"

#include "grader/sandbox/layers.h"
#include "grader/sandbox/spawn.h"

namespace grader::sandbox {

Result<std::unique_ptr<Process>> start(const Program& program, const Limits& limits, Mode mode) {
  const bool locked = mode == Mode::kOn && program.profile != Profile::kTrusted;
  if (locked && available().level == 0)
    return fail_internal(
        "this machine cannot lock a submission in: neither namespaces nor Landlock with seccomp can be had; "
        "'grader doctor' says how to get them");
  return spawn(program, limits, layers_for(program.profile, mode));
}

Result<Finished> run(const Program& program, const Limits& limits, Mode mode) {
  auto process = start(program, limits, mode);
  if (!process) return tl::make_unexpected(process.error());
  return (*process)->wait();
}

}  // namespace grader::sandbox
