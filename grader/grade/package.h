// An exercise package made ready to grade: its manifest read, its runner and prelude built.
#pragma once

#include <filesystem>

#include "grader/base/error.h"
#include "grader/compile/module.h"
#include "grader/model/manifest.h"
#include "grader/sandbox/sandbox.h"

namespace grader {

struct Package {
  Manifest manifest;
  Toolchain tools;
  PackageBuild build;
  sandbox::Mode mode = sandbox::Mode::kOn;
};

/// The package that a command means: `given` where it is not empty; else the nearest folder with an
/// exercise/exercise.yaml at or above `file` (where not empty) or the working folder; else the grader's own.
/// Fails where `given` is no package, naming what is missing.
Result<std::filesystem::path> find_package(const std::filesystem::path& given,
                                           const std::filesystem::path& file);

/// Reads the manifest and builds what the package needs once (from the cache where nothing changed). With
/// Mode::kOn the sandbox's self-test must have passed in this place, or passes now. REQUIRES: one thread.
ResultOrErrors<Package> open_package(const std::filesystem::path& folder, sandbox::Mode mode);

}  // namespace grader
