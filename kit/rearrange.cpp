// Operations that move numbers and change none: reshape, transpose, slice, concat.
#include <algorithm>
#include <cassert>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "kit/note.h"
#include "kit/ops.h"
#include "kit/storage.h"

namespace kit {
namespace {

using internal::Access;
using internal::axis_of;
using internal::fail_range;
using internal::fail_shape;
using internal::noted;
using internal::text;

std::string numbers_of(const Tensor& x) {
  return std::to_string(x.size()) + (x.size() == 1 ? " number" : " numbers") + " of shape " + text(x.shape());
}

[[noreturn]] void fail_reshape(const Tensor& x, const Sizes& shape) {
  fail_shape("reshape: the " + numbers_of(x) + " do not fit shape " + text({shape.begin(), shape.end()}),
             shape.line());
}

// The sizes with a -1 replaced by what is left for it.
Shape complete(const Tensor& x, const Sizes& wanted) {
  Shape shape(wanted.begin(), wanted.end());
  const auto open = std::find(shape.begin(), shape.end(), -1);
  if (open == shape.end()) return shape;
  *open = 1;
  if (std::find(open, shape.end(), -1) != shape.end()) {
    fail_shape("reshape: shape " + text({wanted.begin(), wanted.end()}) + " has more than one -1",
               wanted.line());
  }
  const std::int64_t others = internal::count("reshape", Sizes(shape, wanted.line()));
  if (others == 0 || x.size() % others != 0) fail_reshape(x, wanted);
  *open = x.size() / others;
  return shape;
}

// How far apart in memory neighbours along each axis are.
std::vector<std::int64_t> strides_of(const Shape& shape) {
  std::vector<std::int64_t> strides(shape.size());
  std::int64_t stride = 1;
  for (std::size_t i = shape.size(); i-- > 0; stride *= shape[i]) strides[i] = stride;
  return strides;
}

std::int64_t product(const Shape& shape, std::size_t begin, std::size_t end) {
  std::int64_t result = 1;
  for (std::size_t i = begin; i < end; ++i) result *= shape[i];
  return result;
}

// The axes as numbers from 0, checked to name each axis once.
std::vector<std::size_t> permutation(const Tensor& x, const Sizes& axes) {
  std::vector<std::size_t> result;
  for (const std::int64_t axis : axes)
    result.push_back(static_cast<std::size_t>(axis_of("transpose", x, axis, axes.line())));
  std::vector<std::size_t> sorted = result;
  std::sort(sorted.begin(), sorted.end());
  const bool repeats = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
  if (repeats || std::ssize(sorted) != x.rank()) {
    fail_shape("transpose: axes " + text({axes.begin(), axes.end()}) + " do not name each axis of shape " +
                   text(x.shape()) + " once",
               axes.line());
  }
  return result;
}

// One axis of a block to copy: its size, and the step in the source.
struct Axis {
  std::int64_t size;
  std::int64_t step;
};

// Copies a block axis by axis, the target being dense, and returns the end of what it wrote.
double* gather(const double* from, double* to, const Axis* axis, const Axis* end) {
  if (axis == end) {
    *to = *from;
    return to + 1;
  }
  if (axis + 1 == end) {
    if (axis->step == 1) return std::copy_n(from, axis->size, to);
    for (std::int64_t i = 0; i < axis->size; ++i) to[i] = from[i * axis->step];
    return to + axis->size;
  }
  for (std::int64_t i = 0; i < axis->size; ++i) to = gather(from + i * axis->step, to, axis + 1, end);
  return to;
}

// The axes of the result with neighbours joined where they are neighbours in the source too, and without
// size 1.
std::vector<Axis> joined_axes(const Shape& shape, const std::vector<std::size_t>& from) {
  const std::vector<std::int64_t> strides = strides_of(shape);
  std::vector<Axis> axes;
  for (const std::size_t i : from) {
    if (shape[i] == 1) continue;
    if (!axes.empty() && axes.back().step == shape[i] * strides[i]) {
      axes.back() = {axes.back().size * shape[i], strides[i]};
    } else {
      axes.push_back({shape[i], strides[i]});
    }
  }
  return axes;
}

void check_range(const Tensor& x, std::int64_t axis, std::int64_t begin, std::int64_t end, int line) {
  const std::int64_t size = x.dim(axis);
  if (begin >= 0 && begin <= end && end <= size) return;
  fail_range("slice: " + std::to_string(begin) + " to " + std::to_string(end) + " is out of range for axis " +
                 std::to_string(axis) + " of size " + std::to_string(size) + ", shape " + text(x.shape()),
             line);
}

// The shape of the parts one behind the other.
Shape joined_shape(const std::vector<Arg>& parts, std::size_t axis, int line) {
  Shape shape = parts.front().tensor().shape();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    Shape other = parts[i].tensor().shape();
    Shape expected = shape;
    if (other.size() == shape.size()) {
      expected[axis] = other[axis];
      shape[axis] += other[axis];
    }
    if (other == expected) continue;
    fail_shape("concat: shapes " + text(parts.front().tensor().shape()) + " and " + text(other) +
                   " do not fit along axis " + std::to_string(axis),
               line);
  }
  return shape;
}

Tensor joined(const std::vector<Arg>& parts, std::int64_t wanted_axis, int line) {
  if (parts.empty()) fail_shape("concat: no tensors to put together", line);
  const auto axis = static_cast<std::size_t>(axis_of("concat", parts.front().tensor(), wanted_axis, line));
  const Shape shape = joined_shape(parts, axis, line);
  Tensor result = Access::allocate("concat", shape, line);
  double* to = Access::writable(result);
  const std::int64_t rows = product(shape, 0, axis);
  for (std::int64_t row = 0; row < rows; ++row) {
    for (const Arg& part : parts) {
      const std::int64_t length = part.tensor().size() / rows;
      to = std::copy_n(internal::numbers(part.tensor()) + row * length, length, to);
    }
  }
  return result;
}

}  // namespace

Tensor Tensor::reshape(Sizes wanted) const {
  Shape shape = complete(*this, wanted);
  if (internal::count("reshape", Sizes(shape, wanted.line())) != size()) fail_reshape(*this, wanted);
  return noted("reshape", wanted.line(), {*this}, Access::share(*this, std::move(shape)));
}

Tensor Tensor::transpose(Sizes wanted) const {
  const std::vector<std::size_t> from = permutation(*this, wanted);
  const Shape& old_shape = Access::storage(*this).shape;
  Shape shape;
  for (const std::size_t axis : from) shape.push_back(old_shape[axis]);
  Tensor result = Access::allocate("transpose", shape, wanted.line());
  if (size() > 0) {
    const std::vector<Axis> axes = joined_axes(old_shape, from);
    gather(internal::numbers(*this), Access::writable(result), axes.data(), axes.data() + axes.size());
  }
  return noted("transpose", wanted.line(), {*this}, std::move(result));
}

Tensor Tensor::slice(Index wanted_axis, std::int64_t begin, std::int64_t end) const {
  const int line = wanted_axis.line();
  const std::int64_t axis = axis_of("slice", *this, wanted_axis.value(), line);
  check_range(*this, axis, begin, end, line);
  Shape result_shape = shape();
  const auto at = static_cast<std::size_t>(axis);
  const std::int64_t inner = product(result_shape, at + 1, result_shape.size());
  const std::int64_t old_length = result_shape[at] * inner;
  result_shape[at] = end - begin;
  Tensor result = Access::allocate("slice", result_shape, line);
  const double* from = internal::numbers(*this) + begin * inner;
  double* to = Access::writable(result);
  const std::int64_t rows = product(result_shape, 0, at);
  for (std::int64_t row = 0; row < rows; ++row)
    to = std::copy_n(from + row * old_length, (end - begin) * inner, to);
  return noted("slice", line, {*this}, std::move(result));
}

Tensor concat(std::initializer_list<Arg> parts, std::int64_t axis) {
  const int line = parts.size() == 0 ? 0 : parts.begin()->line();
  return noted("concat", line, parts, joined(parts, axis, line));
}

Tensor concat(const std::vector<Tensor>& parts, Index axis) {
  Tensor result = joined({parts.begin(), parts.end()}, axis.value(), axis.line());
  if (internal::recording()) [[unlikely]] {
    std::vector<Shape> inputs;
    inputs.reserve(parts.size());
    for (const Tensor& part : parts) inputs.push_back(part.shape());
    internal::note("concat", axis.line(), std::move(inputs), result);
  }
  return result;
}

}  // namespace kit
