// sandbox_watcher PROGRAM STATUS_FD SIGNAL_FD NAMESPACES LOCKED: what the inner init becomes, see watcher.h.
// A small program of its own, linked statically: it is started in a root folder that need not have libraries,
// and holds nothing of the grader's memory. Not for people.
#include <cstdio>
#include <cstdlib>

#include "grader/sandbox/watcher.h"

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fputs("the watcher is started by the sandbox\n", stderr);
    return 2;
  }
  grader::sandbox::watch({.program = std::atoi(argv[1]),
                          .status_fd = std::atoi(argv[2]),
                          .signal_fd = std::atoi(argv[3]),
                          .namespaces = argv[4][0] == '1',
                          .locked = argv[5][0] == '1',
                          .tells_started = true});
}
