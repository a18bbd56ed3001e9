// What the tests of this folder share: the levels that can be had here, and programs to lock in.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "grader/sandbox/layers.h"
#include "grader/sandbox/spawn.h"

namespace grader::sandbox {

/// A way of being locked in; tests run at each that this machine has.
struct Level {
  std::string name;
  Layers layers;
};
void PrintTo(const Level& level, std::ostream* out);
std::string level_name(const testing::TestParamInfo<Level>& info);

/// Off, Landlock and filter alone, an ordinary user's namespaces, all that there is: those of them that can
/// be had.
std::vector<Level> all_levels();
/// The same without Off.
std::vector<Level> locked_levels();

/// `/bin/sh -c script`, in the compiler's profile.
Program shell(const std::string& script);
/// Nothing to start: for functions run in its place.
Program nothing(Profile profile);

/// Runs to the end; a test failure and an empty result where it did not start.
Finished run_at(const Level& level, const Program& program, const Limits& limits = {},
                Inside inside = nullptr);

/// Seconds to sleep that nobody else sleeps: also a mark by which the sleeper is found.
std::string unique_seconds();
/// True when a process whose command line holds `mark` is alive.
bool process_is_there(const std::string& mark);
/// Waits some seconds for it to be there, or gone; false when it never was.
bool process_comes(const std::string& mark);
bool process_goes(const std::string& mark);

}  // namespace grader::sandbox
