// Bytes of the protocol: little-endian numbers, texts with their length before them. Reading is
// bounds-checked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grader::wire {

/// Appends; never fails.
class Writer {
 public:
  void u8(std::uint8_t value);
  void u32(std::uint32_t value);
  void u64(std::uint64_t value);
  void i64(std::int64_t value);
  void f64(double value);
  /// u32 length, then the bytes. REQUIRES: shorter than 4 GiB.
  void text(std::string_view value);
  /// The numbers alone; their count is told apart.
  void numbers(const std::vector<double>& values);
  void raw(std::string_view bytes) { bytes_.append(bytes); }

  std::size_t size() const { return bytes_.size(); }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads from the front. The first fault stays: after it every read gives 0 or "" and ok() is false, so that
/// a caller may read several fields and ask once. Never allocates more than the bytes that are there.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  std::uint8_t u8();
  std::uint32_t u32();
  std::uint64_t u64();
  std::int64_t i64();
  double f64();
  /// A text of at most `max_bytes`.
  std::string text(std::size_t max_bytes);
  std::vector<double> numbers(std::size_t count);
  std::string_view raw(std::size_t count);
  /// A u32 of at most `most`, believed only when that many entries of at least `entry_bytes` each can follow.
  std::uint32_t count(std::size_t entry_bytes, std::size_t most);

  std::size_t left() const { return left_.size(); }
  bool ok() const { return fault_.empty(); }
  /// In words, "" when there is none.
  const std::string& fault() const { return fault_; }
  /// Notes a fault of the content; the first one stays.
  void refuse(std::string fault);

 private:
  template <class T>
  T fixed();

  std::string_view left_;
  std::string fault_;
};

}  // namespace grader::wire
