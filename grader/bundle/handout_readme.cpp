#include "grader/bundle/handout_readme.h"

#include <fmt/format.h>

namespace grader {
namespace {

constexpr const char* kReadme = R"(# {title}

The exercise, and the grader that judges your solution of it. The problem is told in
[exercise/README.md](exercise/README.md); you edit one file, [exercise/solution.h](exercise/solution.h), and run:

```sh
./grade exercise/solution.h
```

The first run takes a few minutes: on Debian 12, as root or with sudo, it installs the packages that it needs
(`third_party/packages.txt`, the lines that begin with `grade`), and it builds the grader into `build/`. Later runs
take about a second. The grader is for Linux; it compiles and runs your code in a sandbox.

```sh
./grade watch exercise/solution.h   # again at every save
./grade show --list                 # the names of all cases
./grade show NAME                   # one case as a person reads it
./grade exercise/solution.h --only NAME --gdb
                                    # one case under the debugger (install gdb first)
./grade doctor                      # what this machine offers, and what is missing
```

The report says of each case that fails what was expected, what came out, where they differ, and, where it is a
mistake that others made before you, where to look. Your work may be graded with more cases than the public ones in
`cases/public/`; `./grade` knows those alone.
{kit}
## What is where

| folder | what it holds |
|---|---|
| `exercise/` | the problem, your file, the code that is given |
| `cases/public/` | the cases that you are graded with here, in YAML |
| `kit/` | the tensor and its operations: read the headers `tensor.h` and `ops.h` |
| `grader/`, `cmake/`, `third_party/`, `CMakeLists.txt` | the grader and its set-up; nothing to do there |

Licence: [MIT](LICENSE).
)";

constexpr const char* kTestKit = R"(
## In an IDE, or under a debugger

The public cases are ordinary GoogleTest tests as well, in `exercise/solution_test.cpp`. They need no sandbox:

```sh
cmake -S . -B build -G Ninja
cmake --build build --target solution_test
ctest --test-dir build -L student --output-on-failure
```
)";

}  // namespace

std::string handout_readme(const std::string& title, bool has_test_kit) {
  return fmt::format(fmt::runtime(kReadme), fmt::arg("title", title),
                     fmt::arg("kit", has_test_kit ? kTestKit : ""));
}

}  // namespace grader
