// Times the reference's mha_forward at B = 4, T = 128, D = 256, H = 8: prints the median of RUNS runs in
// milliseconds.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "solution/solution.h"

namespace {

// Numbers like those of a normal distribution in size; the time does not depend on which.
kit::Tensor numbers(const kit::Shape& shape, double scale) {
  std::int64_t size = 1;
  for (const std::int64_t dim : shape) size *= dim;
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(size));
  for (std::int64_t i = 0; i < size; ++i)
    values.push_back(scale * std::sin(static_cast<double>(i * i % 10007)));
  return kit::tensor(shape, values);
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 15;
  const kit::Tensor x = numbers({4, 128, 256}, 1.4);
  const kit::Tensor w = numbers({256, 256}, 1.4 / 16);
  const kit::Params params{{"Wq", w}, {"Wk", w}, {"Wv", w}, {"Wo", w}};
  std::vector<double> times;
  for (int run = 0; run <= runs; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    const kit::Tensor result = exercise::mha_forward(x, params, 8);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    if (run > 0 && result.size() > 0) times.push_back(time.count());  // the first one warms up
  }
  std::sort(times.begin(), times.end());
  std::printf("%.3f\n", times.at(times.size() / 2));
}
