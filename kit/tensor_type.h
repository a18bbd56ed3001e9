// Tensor: float64 numbers in row-major order (the last axis runs fastest), with value semantics.
#pragma once

#include <cstdint>

#include "kit/args.h"

namespace kit {

namespace internal {
struct Access;
struct Storage;
}  // namespace internal

// One number of a tensor, as x(b, t, i) gives it: reads like a double and is assigned like one. It must not
// outlive its tensor; write `double v = x(0, 1);`, not `auto`, to keep the number.
class Element {
 public:
  Element(const Element&) = default;
  operator double() const;
  const Element& operator=(double value) const;
  const Element& operator=(const Element& other) const;
  const Element& operator+=(double value) const;
  const Element& operator-=(double value) const;
  const Element& operator*=(double value) const;
  const Element& operator/=(double value) const;
  void operator&() const = delete;  // there is no pointer to a number

 private:
  friend class Tensor;
  Element(Tensor* tensor, std::int64_t offset) : tensor_(tensor), offset_(offset) {}
  Tensor* tensor_;
  std::int64_t offset_;
};

// A block of numbers with a shape.
//
//   Tensor x = kit::tensor({1, 2, 4}, {0, 1, 2, 3, 4, 5, 6, 7});   // x (1, 2, 4)
//   x.shape()                        // {1, 2, 4}
//   x(0, 1, 3)                       // 7
//   x.reshape({1, 2, 2, 2})          // (1, 2, 2, 2): each row of four numbers becomes two rows of two
//
// A copy is a tensor of its own: writing to it changes nothing else. (Copies share their numbers until one is
// written to, so that copying is cheap.) No function of the kit changes its arguments.
class Tensor {
 public:
  // An empty tensor, shape (0).
  Tensor() noexcept;
  Tensor(const Tensor& other) noexcept;
  Tensor(Tensor&& other) noexcept;
  Tensor& operator=(const Tensor& other) noexcept;
  Tensor& operator=(Tensor&& other) noexcept;
  ~Tensor();

  // The size of each axis. Example: {2, 5, 12} for a tensor of shape (2, 5, 12).
  Shape shape() const;

  // How many axes there are, at most 32, and how many numbers.
  std::int64_t rank() const;
  std::int64_t size() const;

  // The size of one axis; a negative axis counts from the end. Example: x.dim(-1) is 12 for shape (2, 5, 12).
  // Throws ShapeError where there is no such axis.
  std::int64_t dim(Index axis) const;

  // x(b, t, i): the number at these indices, one index for each axis, each from 0 to its size - 1. Of a
  // tensor that is not const, x(b, t, i) = v writes, and so do += -= *= /=. Throws ShapeError for another
  // number of indices, and OutOfRange for an index beyond its axis.
  double operator()(Index i0) const;
  double operator()(Index i0, Index i1) const;
  double operator()(Index i0, Index i1, Index i2) const;
  double operator()(Index i0, Index i1, Index i2, Index i3) const;
  double operator()(Index i0, Index i1, Index i2, Index i3, Index i4) const;
  double operator()(Index i0, Index i1, Index i2, Index i3, Index i4, Index i5) const;
  Element operator()(Index i0);
  Element operator()(Index i0, Index i1);
  Element operator()(Index i0, Index i1, Index i2);
  Element operator()(Index i0, Index i1, Index i2, Index i3);
  Element operator()(Index i0, Index i1, Index i2, Index i3, Index i4);
  Element operator()(Index i0, Index i1, Index i2, Index i3, Index i4, Index i5);

  // The same numbers in the same order under another shape. One size may be -1: it becomes what is left.
  // Example: x (2, 5, 12): x.reshape({2, 5, 4, 3}) and x.reshape({2, 5, 4, -1}) are (2, 5, 4, 3).
  // Throws ShapeError where the count of numbers differs.
  Tensor reshape(Sizes shape) const;

  // The axes in another order: axis i of the result is axis axes[i] of x, and the numbers move along.
  // Example: x (2, 5, 4, 3): x.transpose({0, 2, 1, 3}) is y (2, 4, 5, 3) with y(b, h, t, i) = x(b, t, h, i).
  // Throws ShapeError unless axes names every axis once; a negative axis counts from the end.
  Tensor transpose(Sizes axes) const;

  // The part from begin up to, not including, end along one axis.
  // Example: x (2, 5, 12): x.slice(1, 0, 3) is (2, 3, 12), the first three of five.
  // Throws ShapeError where there is no such axis, and OutOfRange unless 0 <= begin <= end <= size.
  Tensor slice(Index axis, std::int64_t begin, std::int64_t end) const;

 private:
  friend struct internal::Access;
  internal::Storage* storage_;  // null for an empty tensor
};

}  // namespace kit
