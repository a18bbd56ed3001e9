// What the manifest's letters stand for in one call: the only place where the grader reads axes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/model/manifest.h"
#include "grader/model/value.h"

namespace grader {

/// Letter → its size, as far as it is known.
using Sizes = std::map<std::string, std::int64_t>;

/// The size of an axis as the manifest writes it (`T`, `3`, `H*d`); a letter that `sizes` does not hold comes
/// from Manifest::derived. Nothing where a letter stays unknown.
std::optional<std::int64_t> axis_size(std::string_view axis, const Sizes& sizes, const Manifest& manifest);

/// The shape of `axes`, or nothing where one of them is unknown.
std::optional<Shape> shape_of(const Axes& axes, const Sizes& sizes, const Manifest& manifest);

/// The sizes that the arguments of one call show: from the axes of tensors and of params, and from ints that
/// are a letter's size. A derived letter gives its one unknown factor: D = H*d with D = 12 and H = 4 gives d
/// = 3. Sizes that contradict each other (a case of a wrong n_heads) leave the first that was seen.
Sizes bind_sizes(const Function& function, const std::vector<Value>& arguments, const Manifest& manifest);

/// The position in `axes` of the one axis that is just `letter`; -1 where there is none or more than one.
int axis_of(const Axes& axes, std::string_view letter);

/// What one of `letter` is called (`token`), or "".
std::string noun_of(const Manifest& manifest, const std::string& letter);
/// `noun` for that many: `token` or `tokens`; the first word changes (`number of a head`, `numbers of a
/// head`).
std::string plural(const std::string& noun, std::int64_t count);
/// `noun` with what stands after its first word moved behind `which`: `token 3`, `number 3 of a head`.
std::string noun_at(const std::string& noun, const std::string& which);

}  // namespace grader
