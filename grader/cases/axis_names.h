// Sizes of axes as a manifest writes them: letters, whole numbers, and their products.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// `2*H*d`: the letters, and the product of the numbers.
struct AxisSize {
  std::vector<std::string> letters;
  std::int64_t number = 1;
};

/// Nothing where `text` is not letters and whole numbers from 1 with `*` between. A letter is a name as in
/// C++; numbers and their product go up to a million.
std::optional<AxisSize> parse_axis(std::string_view text);

}  // namespace grader
