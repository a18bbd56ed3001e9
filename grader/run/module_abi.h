// How a package's runner program and a submission's module are built so that they fit together.
//
// The runner: kit, the package's given code, and librunner.a, which has main() and all of ours.
//   g++ -o RUNNER -Wl,--whole-archive libkit.a -Wl,--no-whole-archive GIVEN.o... librunner.a kRunnerLinkFlags
// The whole kit goes in, because a module may call what the runner itself does not. Exported are the kit's
// and the given code's names alone: kit/internal.h and kit/record.h are hidden by their own attributes,
// librunner.a and the libraries in it by --exclude-libs. `-z now` binds once, in the parent, what every child
// would otherwise bind again.
//
// The module: one translation unit (the generated prelude, the wrappers of kit/abi.h, the student's text),
//   g++ -std=c++20 -fPIC -fvisibility=hidden -c, linked with -shared against libstdc++, libm, libgcc_s and
//   libc.
// It resolves the kit's and the given code's names in the runner that loads it.
//
// With AddressSanitizer both are compiled and linked with the same -fsanitize flags.
#pragma once

#include <string_view>

#include "kit/abi.h"

namespace grader {

inline constexpr std::string_view kRunnerLinkFlags[] = {
    "-rdynamic",           "-Wl,--exclude-libs,librunner.a:libfmt.a:libseccomp.a",
    "-l:libfmt.a",         "-l:libseccomp.a",
    "-Wl,-z,relro,-z,now",
};

/// The names under which a module's table is looked up, see kit/abi.h.
inline constexpr const char* kEntriesSymbol = "kit_module_entries";
inline constexpr const char* kEntryCountSymbol = "kit_module_entry_count";

}  // namespace grader
