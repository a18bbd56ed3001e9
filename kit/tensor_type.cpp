// Tensor: copies, sizes and single numbers. What rearranges numbers is in rearrange.cpp.
#include "kit/tensor_type.h"

#include <cassert>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "kit/note.h"
#include "kit/storage.h"

namespace kit {
namespace internal {
namespace {

void release(Storage* storage) {
  if (storage != nullptr && storage->owners.fetch_sub(1, std::memory_order_acq_rel) == 1)
    const std::unique_ptr<Storage> last_owner(storage);
}

Storage* acquire(Storage* storage) {
  if (storage != nullptr) storage->owners.fetch_add(1, std::memory_order_relaxed);
  return storage;
}

// Where x(indices) stands among the numbers.
std::int64_t offset(const Tensor& x, std::initializer_list<Index> indices) {
  const int line = indices.begin()->line();
  if (recording()) [[unlikely]]
    note("element access", line);
  const Shape& shape = Access::storage(x).shape;
  if (indices.size() != shape.size()) {
    fail_shape("x(i, ...) of shape " + text(shape) + " takes " + std::to_string(shape.size()) +
                   (shape.size() == 1 ? " index, got " : " indices, got ") + std::to_string(indices.size()),
               line);
  }
  std::int64_t result = 0;
  std::size_t axis = 0;
  for (const Index& index : indices) {
    if (index.value() < 0 || index.value() >= shape[axis]) {
      fail_range("index " + std::to_string(index.value()) + " is out of range for axis " +
                     std::to_string(axis) + " of size " + std::to_string(shape[axis]) + ", shape " +
                     text(shape),
                 line);
    }
    result = result * shape[axis++] + index.value();
  }
  return result;
}

}  // namespace
}  // namespace internal

using internal::Access;

Tensor::Tensor() noexcept : storage_(nullptr) {}
Tensor::Tensor(const Tensor& other) noexcept : storage_(internal::acquire(other.storage_)) {}
Tensor::Tensor(Tensor&& other) noexcept : storage_(std::exchange(other.storage_, nullptr)) {}
// NOLINTNEXTLINE(bugprone-unhandled-self-assignment): it is acquired before it is released
Tensor& Tensor::operator=(const Tensor& other) noexcept {
  internal::release(std::exchange(storage_, internal::acquire(other.storage_)));
  return *this;
}
Tensor& Tensor::operator=(Tensor&& other) noexcept {
  internal::release(std::exchange(storage_, std::exchange(other.storage_, nullptr)));
  return *this;
}
Tensor::~Tensor() {
  internal::release(storage_);
}

Shape Tensor::shape() const {
  return Access::storage(*this).shape;
}
std::int64_t Tensor::rank() const {
  return std::ssize(Access::storage(*this).shape);
}
std::int64_t Tensor::size() const {
  return Access::storage(*this).size;
}
std::int64_t Tensor::dim(Index axis) const {
  const std::int64_t i = internal::axis_of("dim", *this, axis.value(), axis.line());
  return Access::storage(*this).shape[static_cast<std::size_t>(i)];
}

double Tensor::operator()(Index i0) const {
  return internal::numbers(*this)[internal::offset(*this, {i0})];
}
double Tensor::operator()(Index i0, Index i1) const {
  return internal::numbers(*this)[internal::offset(*this, {i0, i1})];
}
double Tensor::operator()(Index i0, Index i1, Index i2) const {
  return internal::numbers(*this)[internal::offset(*this, {i0, i1, i2})];
}
double Tensor::operator()(Index i0, Index i1, Index i2, Index i3) const {
  return internal::numbers(*this)[internal::offset(*this, {i0, i1, i2, i3})];
}
double Tensor::operator()(Index i0, Index i1, Index i2, Index i3, Index i4) const {
  return internal::numbers(*this)[internal::offset(*this, {i0, i1, i2, i3, i4})];
}
double Tensor::operator()(Index i0, Index i1, Index i2, Index i3, Index i4, Index i5) const {
  return internal::numbers(*this)[internal::offset(*this, {i0, i1, i2, i3, i4, i5})];
}

Element Tensor::operator()(Index i0) {
  return {this, internal::offset(*this, {i0})};
}
Element Tensor::operator()(Index i0, Index i1) {
  return {this, internal::offset(*this, {i0, i1})};
}
Element Tensor::operator()(Index i0, Index i1, Index i2) {
  return {this, internal::offset(*this, {i0, i1, i2})};
}
Element Tensor::operator()(Index i0, Index i1, Index i2, Index i3) {
  return {this, internal::offset(*this, {i0, i1, i2, i3})};
}
Element Tensor::operator()(Index i0, Index i1, Index i2, Index i3, Index i4) {
  return {this, internal::offset(*this, {i0, i1, i2, i3, i4})};
}
Element Tensor::operator()(Index i0, Index i1, Index i2, Index i3, Index i4, Index i5) {
  return {this, internal::offset(*this, {i0, i1, i2, i3, i4, i5})};
}

namespace {

// An Element can be kept while its tensor is given a smaller value.
void check_still_there(const Tensor& x, std::int64_t offset) {
  if (offset >= x.size()) internal::fail_range("the tensor of this element has changed its shape since", 0);
}

}  // namespace

Element::operator double() const {
  check_still_there(*tensor_, offset_);
  return internal::numbers(*tensor_)[offset_];
}
const Element& Element::operator=(double value) const {
  check_still_there(*tensor_, offset_);
  Access::writable(*tensor_)[offset_] = value;
  return *this;
}
// NOLINTNEXTLINE(bugprone-unhandled-self-assignment): the number is read before it is written
const Element& Element::operator=(const Element& other) const {
  return *this = static_cast<double>(other);
}
const Element& Element::operator+=(double value) const {
  return *this = *this + value;
}
const Element& Element::operator-=(double value) const {
  return *this = *this - value;
}
const Element& Element::operator*=(double value) const {
  return *this = *this * value;
}
const Element& Element::operator/=(double value) const {
  return *this = *this / value;
}

}  // namespace kit
