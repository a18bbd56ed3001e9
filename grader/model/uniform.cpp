#include "grader/model/uniform.h"

#include <random>

namespace grader {

std::vector<double> uniform(std::uint64_t seed, std::size_t count, double low, double high) {
  std::mt19937_64 engine(seed);
  std::vector<double> numbers(count);
  for (double& number : numbers)
    number = low + (high - low) * (static_cast<double>(engine() >> 11U) * 0x1p-53);
  return numbers;
}

}  // namespace grader
