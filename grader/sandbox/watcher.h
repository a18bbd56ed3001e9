// The inner init from the start of the program on: reaps orphans, takes all down, tells the grader the end.
#pragma once

#include <sys/types.h>

#include "grader/sandbox/status.h"

namespace grader::sandbox {

struct Watch {
  pid_t program = -1;
  int status_fd = -1;          // to the grader
  int signal_fd = -1;          // readable at each SIGCHLD
  bool namespaces = false;     // one of pids: what is left dies with init
  bool locked = false;         // all rights go but that to kill
  bool tells_started = false;  // else the program's process has told it
};

/// Closes all other descriptors and stays until the program has ended, the grader says so or is gone; leaves
/// no process behind. Allocates nothing.
[[noreturn]] void watch(const Watch& watch);

void send_status(int fd, const Status& status);
void send_started(int fd);

}  // namespace grader::sandbox
