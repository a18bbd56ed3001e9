// The command lines of compiler and linker, for modules and for what is built once a package.
#pragma once

#include <string>
#include <vector>

#include "grader/compile/compiler_facts.h"
#include "grader/compile/module.h"

namespace grader {

using Flags = std::vector<std::string>;

/// For the precompiled header and for every module alike: the header is of use only where all of them agree.
Flags module_flags(const CompilerFacts& facts, Sanitize sanitize);

/// What makes a shared object of one source file in the same call of the compiler; the file and crt_end
/// follow.
Flags module_link_flags(const CompilerFacts& facts);

/// For the package's given sources.
Flags given_flags(Sanitize sanitize);

/// For the runner program, after its objects and archives. Exported are the kit's and the given code's names
/// alone; see grader/run/module_abi.h.
Flags runner_link_flags();

/// Of g++'s sanitizers, for compiling and for linking; empty unless Sanitize::kOn.
Flags sanitizer_flags(Sanitize sanitize);

/// The source of the functions by which a program tells the sanitizers how to behave. They are built in
/// because without a /proc the environment is not read.
std::string sanitizer_options_source();

}  // namespace grader
