#include "grader/protocol/value_wire.h"

#include <fmt/format.h>

#include <algorithm>

namespace grader::wire {
namespace {

// An array takes at least its rank, an entry of params a name's length and an array.
constexpr std::size_t kLeastArrayBytes = 4;
constexpr std::size_t kLeastEntryBytes = 4 + kLeastArrayBytes;

void write_array(Writer& out, const Array& array) {
  write_shape(out, array.shape);
  out.numbers(array.data);
}

struct WriteValue {
  Writer& out;
  void operator()(const Array& array) const { write_array(out, array); }
  void operator()(const NamedArrays& arrays) const {
    out.u32(static_cast<std::uint32_t>(arrays.size()));
    for (const auto& [name, array] : arrays) {
      out.text(name);
      write_array(out, array);
    }
  }
  void operator()(std::int64_t number) const { out.i64(number); }
  void operator()(double number) const { out.f64(number); }
  void operator()(bool flag) const { out.u8(flag ? 1 : 0); }
  void operator()(const std::string& text) const { out.text(text); }
};

Array read_array(Reader& in) {
  Array array{.shape = read_shape(in), .data = {}};
  if (!in.ok()) return {};
  const std::int64_t count = element_count(array.shape);
  if (static_cast<std::uint64_t>(count) > in.left() / sizeof(double)) {
    in.refuse(fmt::format("claims a tensor of {} numbers and has {} bytes for them", count, in.left()));
    return {};
  }
  array.data = in.numbers(static_cast<std::size_t>(count));
  return array;
}

NamedArrays read_named_arrays(Reader& in) {
  NamedArrays arrays;
  const std::uint32_t count = in.count(kLeastEntryBytes, kMaxParams);
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    std::string name = in.text(kMaxNameBytes);
    arrays.emplace_back(std::move(name), read_array(in));
  }
  return arrays;
}

bool read_flag(Reader& in) {
  const std::uint8_t flag = in.u8();
  if (flag > 1) in.refuse(fmt::format("holds a bool of value {}", flag));
  return flag == 1;
}

}  // namespace

void write_shape(Writer& out, const Shape& shape) {
  out.u32(static_cast<std::uint32_t>(shape.size()));
  for (const std::int64_t size : shape) out.i64(size);
}

void write_value(Writer& out, const Value& value) {
  out.u8(static_cast<std::uint8_t>(type_of(value)));
  std::visit(WriteValue{out}, value);
}

Shape read_shape(Reader& in) {
  const std::uint32_t rank = in.u32();
  if (rank > kMaxRank)
    in.refuse(fmt::format("claims a tensor of {} axes, at most {} are possible", rank, kMaxRank));
  Shape shape;
  std::int64_t product = 1;
  for (std::uint32_t axis = 0; axis < rank && in.ok(); ++axis) {
    const std::int64_t size = in.i64();
    if (size < 0) in.refuse(fmt::format("claims a tensor with an axis of size {}", size));
    if (__builtin_mul_overflow(product, std::max<std::int64_t>(size, 1), &product))
      in.refuse("claims a tensor with more numbers than can be counted");
    shape.push_back(size);
  }
  return in.ok() ? shape : Shape{};
}

Value read_value(Reader& in) {
  const std::uint8_t type = in.u8();
  switch (static_cast<Type>(type)) {
    case Type::kTensor:
      return read_array(in);
    case Type::kParams:
      return read_named_arrays(in);
    case Type::kInt:
      return in.i64();
    case Type::kDouble:
      return in.f64();
    case Type::kBool:
      return read_flag(in);
    case Type::kString:
      return in.text(kMaxTextBytes);
  }
  in.refuse(fmt::format("holds a value of unknown kind {}", type));
  return {};
}

}  // namespace grader::wire
