// Broadcasting: which number of each input belongs to which number of the result.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "kit/storage.h"

namespace kit {
namespace internal KIT_HIDDEN {

// The shape that two shapes broadcast to, if they do.
std::optional<Shape> broadcast(const Shape& a, const Shape& b);

// The same; throws ShapeError, with both shapes, where they do not.
Shape broadcast_shape(const char* operation, const Shape& a, const Shape& b, int line);

// The walk over a result of N broadcast inputs, row-major: blocks of `inner` numbers each, in which input i
// moves by inner_step[i] (0 or 1) a number.
template <std::size_t N>
struct Walk {
  struct Axis {
    std::int64_t size;
    std::array<std::int64_t, N> steps;
  };
  std::int64_t inner = 1;
  std::array<std::int64_t, N> inner_step{};
  std::vector<Axis> outer;  // the axes above, the slowest first
};

template <std::size_t N>
Walk<N> walk_of(const Shape& result, const std::array<const Shape*, N>& inputs) {
  Walk<N> walk;
  std::array<std::int64_t, N> stride;
  stride.fill(1);
  std::vector<typename Walk<N>::Axis>
      axes;  // the fastest first, neighbours joined where all inputs go on evenly
  for (std::size_t back = 1; back <= result.size(); ++back) {
    const std::int64_t size = result[result.size() - back];
    typename Walk<N>::Axis axis{size, {}};
    for (std::size_t i = 0; i < N; ++i) {
      const std::int64_t own = back <= inputs[i]->size() ? (*inputs[i])[inputs[i]->size() - back] : 1;
      axis.steps[i] = own == 1 ? 0 : stride[i];
      stride[i] *= own;
    }
    if (size == 1) continue;
    bool joins = !axes.empty();
    for (std::size_t i = 0; joins && i < N; ++i)
      joins = axis.steps[i] == axes.back().steps[i] * axes.back().size;
    if (joins) {
      axes.back().size *= size;
    } else {
      axes.push_back(axis);
    }
  }
  if (axes.empty()) return walk;
  walk.inner = axes.front().size;
  walk.inner_step = axes.front().steps;
  walk.outer.assign(axes.rbegin(), axes.rend() - 1);
  return walk;
}

// Calls block(offsets) for each block of the walk, in the order of the result; offsets[i] is where input i
// stands.
template <std::size_t N, class Block>
void for_each_block(const Walk<N>& walk, Block block) {
  std::array<std::int64_t, N> offsets{};
  std::vector<std::int64_t> at(walk.outer.size(), 0);
  while (true) {
    block(offsets);
    std::size_t axis = walk.outer.size();
    while (true) {
      if (axis == 0) return;
      const auto& [size, steps] = walk.outer[--axis];
      for (std::size_t i = 0; i < N; ++i) offsets[i] += steps[i];
      if (++at[axis] < size) break;
      for (std::size_t i = 0; i < N; ++i) offsets[i] -= size * steps[i];
      at[axis] = 0;
    }
  }
}

}  // namespace KIT_HIDDEN
}  // namespace kit
