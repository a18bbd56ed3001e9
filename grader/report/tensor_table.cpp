#include "grader/report/tensor_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "grader/report/quote.h"

namespace grader {
namespace {

constexpr std::int64_t kMaxRows = 8;
constexpr std::size_t kMaxSlices = 2;
constexpr int kFewDigits = 5;

// A table of one slice: rows and columns are the last two axes; a tensor of one axis is one row.
struct Slice {
  std::string title;       // `expected, B = 0, H = 1`
  std::string corner;      // `T\d`: the letters of rows and columns
  bool labels = false;     // the columns are numbered
  bool many_rows = false;  // the rows are numbered
  std::int64_t rows = 1;
  std::int64_t cols = 1;
  std::size_t first = 0;  // row-major position of the slice's first number
};

std::int64_t slice_size(const Shape& shape) {
  std::int64_t size = 1;
  for (std::size_t i = shape.size() > 2 ? shape.size() - 2 : 0; i < shape.size(); ++i) size *= shape[i];
  return size;
}

// `, B = 0, H = 1`, or `[0, 1, :, :]` where the axes have no letters.
std::string where_text(const Shape& shape, const std::vector<std::string>& axes, std::int64_t index) {
  const std::size_t rank = shape.size();
  std::string where = axes.empty() ? ", :, :]" : "";
  for (std::size_t axis = rank - 2; axis-- > 0;) {
    const std::int64_t position = index % shape[axis];
    where = axes.empty() ? fmt::format("{}{}{}", axis == 0 ? "[" : ", ", position, where)
                         : fmt::format(", {} = {}{}", quote_line(axes[axis]), position, where);
    index /= shape[axis];
  }
  return where;
}

Slice slice_at(const Shape& shape, const std::vector<std::string>& axes, std::int64_t index,
               const std::string& name) {
  const std::size_t rank = shape.size();
  const bool letters = axes.size() == rank;
  Slice slice;
  slice.title =
      name + (rank > 2 ? where_text(shape, letters ? axes : std::vector<std::string>(), index) : "");
  slice.first = static_cast<std::size_t>(index * slice_size(shape));
  slice.labels = rank >= 1;
  if (rank >= 1) slice.cols = shape[rank - 1];
  if (rank >= 2) slice.rows = shape[rank - 2];
  slice.many_rows = rank >= 2;
  if (letters && rank >= 1) slice.corner = quote_line(axes[rank - 1]);
  if (letters && rank >= 2) slice.corner = quote_line(axes[rank - 2]) + "\\" + slice.corner;
  return slice;
}

std::string digits_text(double value, int digits) {
  if (!std::isfinite(value)) return number_text(value);
  return fmt::format("{:.{}g}", value, digits);
}

// The fewest digits that tell every wrong pair of `difference` apart.
int digits_needed(const Difference& difference) {
  int digits = kFewDigits;
  for (const std::int64_t at : difference.wrong_at) {
    const double expected = difference.expected->data[static_cast<std::size_t>(at)];
    const double got = difference.got->data[static_cast<std::size_t>(at)];
    while (digits < 17 && digits_text(expected, digits) == digits_text(got, digits)) ++digits;
  }
  return digits;
}

class Table {
 public:
  Table(const Slice& slice, const Array& array, int digits, std::set<std::int64_t> wrong, const Ink& ink)
      : slice_(slice), array_(array), digits_(digits), wrong_(std::move(wrong)), ink_(ink) {
    for (std::int64_t row = 0; row < rows(); ++row)
      for (std::int64_t col = 0; col < slice_.cols; ++col)
        cell_width_ = std::max(cell_width_, plain_cell(row, col).size());
    cell_width_ = std::max(cell_width_, fmt::format("{}", slice_.cols).size()) + 1;
    const std::string last = fmt::format("{}", std::max<std::int64_t>(slice_.rows - 1, 0));
    head_width_ = std::max(shown_width(slice_.corner), slice_.many_rows ? last.size() : 0);
  }

  std::vector<std::string> lines(std::size_t width) const {
    const std::int64_t cols = columns_within(width);
    std::vector<std::string> lines{slice_.title};
    std::string head = fmt::format("{:>{}}", slice_.corner, head_width_);
    for (std::int64_t col = 0; col < cols; ++col) head += fmt::format(" {:>{}} ", col, cell_width_ - 1);
    if (slice_.labels) lines.push_back(ink_.dim(head.substr(0, head.find_last_not_of(' ') + 1)));
    for (std::int64_t row = 0; row < rows(); ++row) lines.push_back(line(row, cols));
    if (rows() < slice_.rows)
      lines.push_back(ink_.dim(fmt::format("{} {} more rows", ink_.dots(), slice_.rows - rows())));
    if (cols < slice_.cols)
      lines.push_back(ink_.dim(fmt::format("{} {} more columns", ink_.dots(), slice_.cols - cols)));
    return lines;
  }

 private:
  std::int64_t rows() const { return std::min(slice_.rows, kMaxRows); }
  std::size_t position(std::int64_t row, std::int64_t col) const {
    return slice_.first + static_cast<std::size_t>(row * slice_.cols + col);
  }
  std::string plain_cell(std::int64_t row, std::int64_t col) const {
    return digits_text(array_.data[position(row, col)], digits_);
  }
  // One space, the number, and its mark: cell_width_ + 1 columns.
  std::string cell(std::int64_t row, std::int64_t col) const {
    const std::string number = fmt::format(" {:>{}}", plain_cell(row, col), cell_width_ - 1);
    if (!wrong_.contains(static_cast<std::int64_t>(position(row, col)))) return number + " ";
    return ink_.bad(number + "*");
  }
  std::string line(std::int64_t row, std::int64_t cols) const {
    const std::string label = slice_.many_rows ? fmt::format("{}", row) : "";
    std::string text = ink_.dim(fmt::format("{:>{}}", label, head_width_));
    for (std::int64_t col = 0; col < cols; ++col) text += cell(row, col);
    return text;
  }
  std::int64_t columns_within(std::size_t width) const {
    const std::size_t room = width > head_width_ ? (width - head_width_) / (cell_width_ + 1) : 0;
    return std::min(slice_.cols, std::max<std::int64_t>(1, static_cast<std::int64_t>(room)));
  }

  const Slice& slice_;
  const Array& array_;
  int digits_;
  std::set<std::int64_t> wrong_;
  const Ink& ink_;
  std::size_t cell_width_ = 1;
  std::size_t head_width_ = 0;
};

std::vector<std::string> beside(std::vector<std::string> left, std::vector<std::string> right) {
  std::size_t width = 0;
  for (const std::string& line : left) width = std::max(width, shown_width(line));
  left.resize(std::max(left.size(), right.size()));
  right.resize(left.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (right[i].empty()) continue;
    left[i].append(width - shown_width(left[i]) + 4, ' ');
    left[i] += right[i];
  }
  return left;
}

// The slices that hold a wrong value, at most kMaxSlices.
std::vector<std::int64_t> wrong_slices(const Difference& difference) {
  std::vector<std::int64_t> slices;
  const std::int64_t size = slice_size(difference.expected_shape);
  for (const std::int64_t at : difference.wrong_at)
    if (slices.size() < kMaxSlices && (slices.empty() || slices.back() != at / size))
      slices.push_back(at / size);
  return slices;
}

void append(std::vector<std::string>& lines, const std::vector<std::string>& more) {
  lines.insert(lines.end(), more.begin(), more.end());
}

}  // namespace

std::vector<std::string> tensor_table(const Array& array, const std::vector<std::string>& axes,
                                      const Ink& ink, int width) {
  if (array.data.empty()) return {};
  const Slice slice = slice_at(array.shape, axes, 0, to_string(array.shape));
  return Table(slice, array, kFewDigits, {}, ink).lines(static_cast<std::size_t>(width));
}

std::vector<std::string> difference_table(const Difference& difference, const Ink& ink, int width) {
  if (!difference.expected || !difference.got) return {};
  const Array& expected = *difference.expected;
  const Array& got = *difference.got;
  const auto half = static_cast<std::size_t>(std::max(20, (width - 4) / 2));
  if (expected.shape != got.shape) {
    if (expected.data.empty() || got.data.empty()) return {};
    const Slice left = slice_at(expected.shape, difference.axes, 0, "expected");
    const Slice right = slice_at(got.shape, {}, 0, "got");
    return beside(Table(left, expected, kFewDigits, {}, ink).lines(half),
                  Table(right, got, kFewDigits, {}, ink).lines(half));
  }
  std::vector<std::string> lines;
  const int digits = digits_needed(difference);
  for (const std::int64_t index : wrong_slices(difference)) {
    const Slice left = slice_at(expected.shape, difference.axes, index, "expected");
    Slice right = left;
    right.title = "got, * differs";
    if (!lines.empty()) lines.emplace_back();
    append(lines,
           beside(Table(left, expected, digits, {}, ink).lines(half),
                  Table(right, got, digits, {difference.wrong_at.begin(), difference.wrong_at.end()}, ink)
                      .lines(half)));
  }
  return lines;
}

}  // namespace grader
