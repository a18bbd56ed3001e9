// Numbers by rule: the same in every language and on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace grader {

/// `count` numbers in [low, high). The rule, to the bit: draws x of std::mt19937_64 seeded with `seed`, one a
/// number, in order; u = (x >> 11) * 2^-53 (the top 53 bits); the number is low + (high - low) * u in
/// doubles.
std::vector<double> uniform(std::uint64_t seed, std::size_t count, double low, double high);

}  // namespace grader
