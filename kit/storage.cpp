// Memory and the checks of sizes that come before it.
#include "kit/storage.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <new>
#include <utility>

#include "kit/errors.h"
#include "kit/note.h"

namespace kit {
namespace internal {
namespace {

// A cache line, and the widest vector there is.
constexpr std::align_val_t kAlignment{64};

std::shared_ptr<double[]> allocate_numbers(const char* operation, const Shape& shape, std::int64_t size,
                                           int line) {
  const auto bytes = static_cast<std::size_t>(size) * sizeof(double);
  void* memory = ::operator new(std::max<std::size_t>(bytes, 1), kAlignment, std::nothrow);
  if (memory == nullptr) {
    throw OutOfMemory(caller_message(std::string(operation) + ": no memory for a tensor of shape " +
                                     text(shape) + ", " + std::to_string(bytes) + " bytes"),
                      caller_line(line));
  }
  return {static_cast<double*>(memory), [](double* p) { ::operator delete(p, kAlignment); }};
}

// As NumPy: the other sizes must be countable even where one is 0.
std::int64_t checked_product(const char* operation, const Shape& shape, int line) {
  constexpr std::int64_t kMax = std::numeric_limits<std::ptrdiff_t>::max() / std::int64_t{sizeof(double)};
  std::int64_t product = 1;
  for (const std::int64_t size : shape) {
    if (size > kMax / product)
      fail_shape(std::string(operation) + ": a tensor of shape " + text(shape) + " is too large", line);
    product *= std::max(size, std::int64_t{1});
  }
  return std::find(shape.begin(), shape.end(), 0) == shape.end() ? product : 0;
}

}  // namespace

const Storage& Access::storage(const Tensor& x) {
  static const Storage empty{.shape = {0}, .numbers = nullptr};
  return x.storage_ == nullptr ? empty : *x.storage_;
}

Tensor Access::adopt(std::unique_ptr<Storage> storage) {
  Tensor result;
  result.storage_ = storage.release();
  return result;
}

Tensor Access::allocate(const char* operation, Sizes shape) {
  auto storage = std::make_unique<Storage>();
  storage->size = count(operation, shape);
  storage->shape.assign(shape.begin(), shape.end());
  storage->numbers = allocate_numbers(operation, storage->shape, storage->size, shape.line());
  return adopt(std::move(storage));
}

Tensor Access::share(const Tensor& x, Shape shape) {
  const Storage& old = Access::storage(x);
  auto storage = std::make_unique<Storage>();
  storage->shape = std::move(shape);
  storage->size = old.size;
  storage->numbers = old.numbers;
  return adopt(std::move(storage));
}

double* Access::writable(Tensor& x) {
  if (x.storage_ == nullptr) return nullptr;
  if (x.storage_->owners.load(std::memory_order_acquire) > 1 || x.storage_->numbers.use_count() > 1) {
    const Tensor shared = x;
    x = allocate("writing to a copy", storage(shared).shape, 0);
    std::copy_n(numbers(shared), storage(shared).size, x.storage_->numbers.get());
  }
  return x.storage_->numbers.get();
}

std::int64_t count(const char* operation, Sizes shape) {
  const Shape sizes(shape.begin(), shape.end());
  if (std::ssize(sizes) > kMaxRank) {
    fail_shape(std::string(operation) + ": " + std::to_string(sizes.size()) + " axes, at most " +
                   std::to_string(kMaxRank) + " are possible",
               shape.line());
  }
  for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
    if (sizes[axis] < 0) {
      fail_shape(std::string(operation) + ": shape " + text(sizes) + " has the negative size " +
                     std::to_string(sizes[axis]) + " at axis " + std::to_string(axis),
                 shape.line());
    }
  }
  return checked_product(operation, sizes, shape.line());
}

std::int64_t axis_of(const char* operation, const Tensor& x, std::int64_t axis, int line) {
  const Shape& shape = Access::storage(x).shape;
  const std::int64_t rank = std::ssize(shape);
  if (axis < -rank || axis >= rank) {
    fail_shape(std::string(operation) + ": axis " + std::to_string(axis) + " is out of range for shape " +
                   text(shape) + " of " + std::to_string(rank) + (rank == 1 ? " axis" : " axes"),
               line);
  }
  return axis < 0 ? axis + rank : axis;
}

std::string text(const Shape& shape) {
  std::string result = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) result += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return result + ")";
}

void fail_shape(const std::string& message, int line) {
  throw ShapeError(caller_message(message), caller_line(line));
}
void fail_range(const std::string& message, int line) {
  throw OutOfRange(caller_message(message), caller_line(line));
}

Tensor make_tensor(const Shape& shape, const double* source, std::int64_t size) {
  Tensor result = Access::allocate("tensor", shape, 0);
  assert(result.size() == size);
  std::copy_n(source, size, Access::writable(result));
  return result;
}

const double* numbers(const Tensor& x) {
  return Access::storage(x).numbers.get();
}

}  // namespace internal
}  // namespace kit
