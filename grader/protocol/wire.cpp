#include "grader/protocol/wire.h"

#include <fmt/format.h>

#include <bit>
#include <cassert>
#include <cstring>
#include <limits>

namespace grader::wire {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie in memory");
static_assert(std::numeric_limits<double>::is_iec559);

template <class T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

}  // namespace

void Writer::u8(std::uint8_t value) {
  raw(bytes_of(value));
}
void Writer::u32(std::uint32_t value) {
  raw(bytes_of(value));
}
void Writer::u64(std::uint64_t value) {
  raw(bytes_of(value));
}
void Writer::i64(std::int64_t value) {
  raw(bytes_of(value));
}
void Writer::f64(double value) {
  raw(bytes_of(value));
}

void Writer::text(std::string_view value) {
  assert(value.size() <= std::numeric_limits<std::uint32_t>::max());
  u32(static_cast<std::uint32_t>(value.size()));
  raw(value);
}

void Writer::numbers(const std::vector<double>& values) {
  raw({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)});
}

std::string_view Reader::raw(std::size_t count) {
  if (!ok()) return {};
  if (count > left_.size()) {
    refuse("ends too early");
    return {};
  }
  const std::string_view bytes = left_.substr(0, count);
  left_.remove_prefix(count);
  return bytes;
}

template <class T>
T Reader::fixed() {
  T value{};
  const std::string_view bytes = raw(sizeof value);
  if (ok()) std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

std::uint8_t Reader::u8() {
  return fixed<std::uint8_t>();
}
std::uint32_t Reader::u32() {
  return fixed<std::uint32_t>();
}
std::uint64_t Reader::u64() {
  return fixed<std::uint64_t>();
}
std::int64_t Reader::i64() {
  return fixed<std::int64_t>();
}
double Reader::f64() {
  return fixed<double>();
}

std::string Reader::text(std::size_t max_bytes) {
  const std::uint32_t size = u32();
  if (size > max_bytes)
    refuse(fmt::format("holds a text of {} bytes, at most {} are allowed", size, max_bytes));
  return std::string(raw(size));
}

std::vector<double> Reader::numbers(std::size_t count) {
  if (count > left_.size() / sizeof(double)) {
    refuse("ends too early");
    return {};
  }
  const std::string_view bytes = raw(count * sizeof(double));
  if (!ok()) return {};
  std::vector<double> values(count);
  if (count > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

std::uint32_t Reader::count(std::size_t entry_bytes, std::size_t most) {
  const std::uint32_t value = u32();
  if (value > most) refuse(fmt::format("claims a list of {} entries, at most {} are allowed", value, most));
  if (value > left_.size() / entry_bytes)
    refuse(fmt::format("claims a list of {} entries and has {} bytes for them", value, left_.size()));
  return ok() ? value : 0;
}

void Reader::refuse(std::string fault) {
  if (ok()) fault_ = std::move(fault);
}

}  // namespace grader::wire
