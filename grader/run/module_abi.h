// How a package's runner program and a submission's module are built so that they fit together.
//
// The runner: kit, the package's given code, and librunner.a, which has main() and all of ours.
//   g++ -o RUNNER -Wl,--whole-archive libwhole_kit.a -Wl,--no-whole-archive GIVEN.o... librunner.a
//     -Wl,--dynamic-list=EXPORTS -lfmt -lseccomp -Wl,-z,relro,-z,now
// The whole kit goes in, because a module may call what the runner itself does not. Exported are the kit's
// and the given code's names alone: what is ours, and the kit's own inner parts, no module can name. `-z now`
// binds once, in the parent, what every child would otherwise bind again.
//
// The module: one translation unit (the generated prelude, the wrappers of kit/abi.h, the student's text),
// compiled with -std=c++20 -fPIC -fvisibility=hidden and linked with -shared. It resolves the kit's and the
// given code's names, and those of the standard library, in the runner that loads it.
//
// With AddressSanitizer both are compiled and linked with the same -fsanitize flags.
#pragma once

#include "kit/abi.h"

namespace grader {

/// The names under which a module's table is looked up, see kit/abi.h.
inline constexpr const char* kEntriesSymbol = "kit_module_entries";
inline constexpr const char* kEntryCountSymbol = "kit_module_entry_count";

}  // namespace grader
