// SHA-256 of what goes into a result, for caches and for records that can be reproduced.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace grader {

/// Adds up parts, each with its length before it, so that ("ab", "c") and ("a", "bc") differ.
class Digest {
 public:
  Digest();
  ~Digest();
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;

  Digest& add(std::string_view part);
  /// 64 hexadecimal digits. REQUIRES: called once.
  std::string hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

/// The plain SHA-256 of `text`, as `sha256sum` prints it.
std::string sha256(std::string_view text);

}  // namespace grader
