// static-detach: new session and group, no death signal, other name, then a busy loop.
// Must hold: killed all the same, no process left.
#pragma once
#include "exercise/given/attention.h"
#include "kit/tensor.h"
#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>
#include <sys/prctl.h>
#include <ctime>
#include <unistd.h>
// so that a run without any limit ends by itself too
static bool atk_go() { static const time_t t0 = time(nullptr); return time(nullptr) - t0 < 60; }
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
namespace exercise {
namespace { struct AtkInit { AtkInit() {
setsid(); setpgid(0, 0); prctl(PR_SET_PDEATHSIG, 0); prctl(PR_SET_DUMPABLE, 1); prctl(PR_SET_NAME, "kworker/0:1"); volatile long k = 0; while (atk_go()) ++k;
} } atk_init; }
Tensor split_heads(const Tensor& x, int) { return x; }
Tensor merge_heads(const Tensor& x) { return x; }
Tensor mha_forward(const Tensor& x, const Params&, int) { return x; }
}  // namespace exercise
