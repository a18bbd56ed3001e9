#include "grader/cases/input_rules.h"

#include <cstddef>

#include "grader/model/uniform.h"

namespace grader {

Array full(const Shape& shape, double value) {
  return {shape, std::vector<double>(static_cast<std::size_t>(element_count(shape)), value)};
}

Array arange(const Shape& shape, double start, double step) {
  Array array = full(shape, 0);
  for (std::size_t i = 0; i < array.data.size(); ++i) array.data[i] = start + static_cast<double>(i) * step;
  return array;
}

Array eye(std::int64_t n) {
  Array array = full({n, n}, 0);
  const auto size = static_cast<std::size_t>(n);
  for (std::size_t i = 0; i < size; ++i) array.data[i * size + i] = 1;
  return array;
}

Array uniform_array(const Shape& shape, std::uint64_t seed, double low, double high) {
  return {shape, uniform(seed, static_cast<std::size_t>(element_count(shape)), low, high)};
}

}  // namespace grader
