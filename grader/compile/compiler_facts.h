// What has to be known of a compiler before it can be called directly and its results be kept.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/base/error.h"
#include "grader/compile/cache.h"
#include "grader/sandbox/sandbox.h"

namespace grader {

struct CompilerFacts {
  bool clang = false;
  std::string version;              // the first line of what `--version` says
  std::filesystem::path crt_begin;  // crtbeginS.o and crtendS.o: what stands around a module's code,
  std::filesystem::path crt_end;    // so that it can throw and have static objects
  std::filesystem::path libc_rest;  // what the C library keeps out of its shared object (atexit); or ""
  std::vector<std::filesystem::path> programs;    // the compiler proper, assembler and linker
  std::vector<std::filesystem::path> libraries;   // that every runner is linked with
  std::vector<std::filesystem::path> sanitizers;  // those of g++'s sanitizers; empty where there are none
};

/// Asks the compiler, once: the answers are kept in the cache for as long as the program at that path is the
/// same. An error says what the compiler lacks.
Result<CompilerFacts> compiler_facts(const std::filesystem::path& compiler, const Cache& cache,
                                     sandbox::Mode mode);

/// As compiler_facts, of a compiler that has sanitizers: one that had none before is asked again, as they may
/// be installed by now. An error says how to get them.
Result<CompilerFacts> facts_with_sanitizers(const std::filesystem::path& compiler, const Cache& cache,
                                            sandbox::Mode mode);

/// A line for a digest that changes when the file does: real path, size, time of the last change. Empty size
/// and time where it is not there.
std::string file_identity(const std::filesystem::path& path);

}  // namespace grader
