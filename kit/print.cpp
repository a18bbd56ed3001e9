// Tensors as text, and their comparison.
#include <algorithm>
#include <cstdio>
#include <ostream>
#include <string>
#include <vector>

#include "kit/note.h"
#include "kit/ops.h"
#include "kit/storage.h"

namespace kit {
namespace {

using internal::Access;

// A tensor of more numbers than kAllShown is cut: of a longer axis, some numbers at both edges are shown.
constexpr std::int64_t kAllShown = 200;
constexpr std::int64_t kCutShown = 1000;
constexpr std::int64_t kNoCut = -1;

std::string number_text(double value) {
  char buffer[32];
  const int length = std::snprintf(buffer, sizeof buffer, "%.6g", value);
  return {buffer, static_cast<std::size_t>(length)};
}

// How many numbers at each edge of an axis to show: as many as keep the text short, kNoCut for all, 0 for
// none.
std::int64_t edge_of(const Shape& shape, std::int64_t size) {
  if (size <= kAllShown) return kNoCut;
  for (const std::int64_t edge : {3, 2, 1}) {
    std::int64_t shown = 1;
    for (const std::int64_t length : shape)
      shown = std::min(kCutShown + 1, shown * std::min(length, 2 * edge));
    if (shown <= kCutShown) return edge;
  }
  return 0;
}

// Writes nested lists; made of texts of one width, so that columns stand below each other.
class Printer {
 public:
  explicit Printer(const Tensor& x)
      : shape_(x.shape()), numbers_(internal::numbers(x)), edge_(edge_of(shape_, x.size())) {}

  std::string print() {
    if (edge_ == 0) return "[...]";
    std::string result;
    visit(
        0, 0, [this](double value) { width_ = std::max(width_, number_text(value).size()); }, nullptr);
    visit(
        0, 0,
        [&](double value) {
          const std::string number = number_text(value);
          result += std::string(width_ - number.size(), ' ') + number;
        },
        &result);
    return result;
  }

 private:
  // Calls f for each number shown; brackets and commas go to text, if there is one. Returns the count of
  // numbers below.
  template <class F>
  void visit(std::size_t axis, std::int64_t offset, F f, std::string* text) {
    if (axis == shape_.size()) {
      f(numbers_[offset]);
      return;
    }
    std::int64_t below = 1;
    for (std::size_t i = axis + 1; i < shape_.size(); ++i) below *= shape_[i];
    const std::int64_t length = shape_[axis];
    const bool cut = edge_ != kNoCut && length > 2 * edge_;
    if (text != nullptr) *text += '[';
    for (std::int64_t i = 0; i < length; ++i) {
      if (text != nullptr && i > 0) *text += separator(axis);
      if (cut && i == edge_) {
        if (text != nullptr) *text += "..." + separator(axis);
        i = length - edge_;
      }
      visit(axis + 1, offset + i * below, f, text);
    }
    if (text != nullptr) *text += ']';
  }

  // Between two entries of an axis: numbers on one line, rows on lines of their own, an empty line between
  // blocks.
  std::string separator(std::size_t axis) const {
    const std::size_t below = shape_.size() - axis - 1;
    if (below == 0) return ", ";
    std::string result = ",";
    result.append(below, '\n').append(axis + 1, ' ');
    return result;
  }

  Shape shape_;
  const double* numbers_;
  std::int64_t edge_;
  std::size_t width_ = 0;
};

}  // namespace

std::string to_string(const Tensor& x) {
  return Printer(x).print() + " " + internal::text(x.shape());
}

std::ostream& operator<<(std::ostream& out, const Tensor& x) {
  return out << to_string(x);
}

bool operator==(Arg a, Arg b) {
  if (internal::recording()) internal::note("==", a.line());
  const internal::Storage& left = Access::storage(a.tensor());
  const internal::Storage& right = Access::storage(b.tensor());
  return left.shape == right.shape &&
         std::equal(left.numbers.get(), left.numbers.get() + left.size, right.numbers.get());
}

Tensor stage(const char* name, Arg value) {
  if (internal::recording()) internal::note_stage(name, value.line(), value.tensor());
  return value.tensor();
}

}  // namespace kit
