// How a program is run here, from the outside in.
//
// The grader clones an inner process, `init`, straight into new namespaces (user where we are not root,
// mount, pid, network, ipc, uts, cgroup). Init enters its control group, maps its ids, builds a root folder
// of nothing but what the program needs (new_root.h) and makes it the only one.
//
// Init then starts the program's process, which places its descriptors and closes all others, leaves the
// terminal's session, takes the rules of Landlock, becomes a user of its own where we are root, drops every
// capability, takes the limits and the system call filter, and becomes the program by exec.
//
// Init stays, as the first process of its pid namespace: it reaps orphans, and when it ends the kernel kills
// all that is left. Up to here it works in the grader's own memory, while the thread that started it waits;
// from now on it is a program of its own (watcher.h), which holds nothing of the grader's. In a user
// namespace, and with version 2 of control groups, it is a copy of the grader instead, waits for the word to
// go before it begins, and stays a copy. It ends when the program has ended, when the grader says so, or when
// the grader is gone: the socket between them is held by nobody else, so its other end closes with the
// grader, however that dies and whichever of its threads made the clone (a parent-death signal would follow
// that one thread).
//
// Over the same socket, which is closed by exec, every step tells that it failed. So "we failed" (an Error of
// start()) and "the program did wrong" (Ended) can not be mixed up, whatever exit code the program chooses.
//
// The grader keeps the clock and reads the output, never blocking on either. A pidfd of init becomes readable
// only when the namespace is empty: after that nobody can write to the pipes any more, and what is in them is
// all there is.
//
// Without namespaces (level 3) init does by hand what the kernel would do: it is the reaper of all orphans
// below it and kills until it has no child. Landlock and the filter are then all that keeps the program in.
//
// A program of Profile::kTrusted, and any in Mode::kOff, gets limits, a clean environment, no descriptors and
// the same cleaning up, but no lock.
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
