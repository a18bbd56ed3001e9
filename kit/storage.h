// What stands behind a Tensor: a shape and numbers, both shared by copies until one is written to.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "kit/internal.h"

namespace kit {
namespace internal KIT_HIDDEN {

inline constexpr std::int64_t kMaxRank = 32;

struct Storage {
  std::atomic<std::int64_t> owners{1};
  Shape shape;
  std::int64_t size = 0;
  std::shared_ptr<double[]> numbers;  // shared with reshaped tensors
};

// The one door to what a Tensor keeps private.
struct Access {
  static const Storage& storage(const Tensor& x);

  // A tensor over fresh numbers of no set value, to be filled through writable(). The name of the operation
  // is for the message of ShapeError (a negative or too large size, too many axes) and OutOfMemory.
  static Tensor allocate(const char* operation, Sizes shape);
  static Tensor allocate(const char* operation, const Shape& shape, int line) {
    return allocate(operation, Sizes(shape, line));
  }

  // The same numbers under another shape. REQUIRES: the same count of numbers.
  static Tensor share(const Tensor& x, Shape shape);

  // The numbers for writing; x is first given its own copy where they are shared.
  static double* writable(Tensor& x);

 private:
  static Tensor adopt(std::unique_ptr<Storage> storage);
};

// How many numbers a shape holds. Throws ShapeError for a negative size, more than kMaxRank axes, and where
// the count does not fit into memory's addresses.
std::int64_t count(const char* operation, Sizes shape);

// The axis as a number from 0; a negative one counts from the end. Throws ShapeError where x has no such
// axis.
std::int64_t axis_of(const char* operation, const Tensor& x, std::int64_t axis, int line);

// "(2, 3)", "(4)", "()".
std::string text(const Shape& shape);

// Throw ShapeError, OutOfRange. The line is that of the outermost given function, where there is one.
[[noreturn]] void fail_shape(const std::string& message, int line);
[[noreturn]] void fail_range(const std::string& message, int line);

}  // namespace KIT_HIDDEN
}  // namespace kit
