#include "grader/report/html_tensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <vector>

#include "grader/report/format_text.h"

namespace grader {
namespace {

constexpr int kShades = 5;  // of each sign

struct View {
  std::string_view title;
  Shape shape;
  std::function<double(std::size_t)> at;
  std::function<bool(std::size_t)> wrong;
  double largest = 0;  // finite, of all numbers: what the darkest shade stands for
};

double largest_of(const std::vector<double>& data) {
  double largest = 0;
  for (const double value : data)
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  return largest;
}

// `p0` to `p4` for positive numbers, `n0` to `n4` for negative ones, `x` for what is not finite.
std::string shade(double value, double largest) {
  if (!std::isfinite(value)) return "x";
  if (value == 0 || largest == 0) return "z";
  const int step = std::min(kShades - 1, static_cast<int>(std::abs(value) / largest * kShades));
  return {value > 0 ? 'p' : 'n', static_cast<char>('0' + step)};
}

// Most of a report: no text is made on the way.
void add_cell(std::string& html, double value, bool wrong, double largest) {
  html += "<td class=\"";
  html += shade(value, largest);
  html += wrong ? "\">≠ " : "\">";
  if (std::isfinite(value))
    fmt::format_to(std::back_inserter(html), "{:.6g}", value);
  else
    html += number_text(value);
  html += "</td>";
}

std::int64_t rows_of(const Shape& shape) {
  return shape.size() >= 2 ? shape[shape.size() - 2] : 1;
}
std::int64_t cols_of(const Shape& shape) {
  return shape.empty() ? 1 : shape.back();
}

std::string letter(const std::vector<std::string>& axes, std::size_t axis) {
  return axis < axes.size() ? html_text(axes[axis]) : fmt::format("axis {}", axis);
}

// `B = 0, H = 1`: where a slice over the last two axes stands.
std::string place(const Shape& shape, const std::vector<std::string>& axes, std::int64_t slice) {
  std::string text;
  for (std::size_t axis = shape.size() > 2 ? shape.size() - 2 : 0; axis-- > 0;) {
    text =
        fmt::format("{} = {}{}{}", letter(axes, axis), slice % shape[axis], text.empty() ? "" : ", ", text);
    slice /= shape[axis];
  }
  return text;
}

std::string table(const View& view, const std::vector<std::string>& axes, std::int64_t slice) {
  const std::int64_t rows = rows_of(view.shape);
  const std::int64_t cols = cols_of(view.shape);
  const std::string where = place(view.shape, axes, slice);
  std::string html = fmt::format("<table class=\"t\"><caption>{}{}{}</caption><tr><td></td>", view.title,
                                 where.empty() ? "" : ", ", where);
  const auto out = std::back_inserter(html);
  for (std::int64_t col = 0; col < cols; ++col) fmt::format_to(out, "<th scope=\"col\">{}</th>", col);
  html += "</tr>";
  for (std::int64_t row = 0; row < rows; ++row) {
    fmt::format_to(out, "<tr><th scope=\"row\">{}</th>", row);
    for (std::int64_t col = 0; col < cols; ++col) {
      const auto at = static_cast<std::size_t>((slice * rows + row) * cols + col);
      add_cell(html, view.at(at), view.wrong(at), view.largest);
    }
    html += "</tr>";
  }
  return html + "</table>\n";
}

std::int64_t slices_of(const Shape& shape) {
  const std::int64_t each = rows_of(shape) * cols_of(shape);
  return each > 0 ? element_count(shape) / each : 0;
}

std::string rows_of_tables(const std::vector<View>& views, const std::vector<std::string>& axes) {
  std::int64_t slices = 0;
  for (const View& view : views) slices = std::max(slices, slices_of(view.shape));
  std::string html;
  for (std::int64_t slice = 0; slice < slices; ++slice) {
    html += "<div class=\"ts\">";
    for (const View& view : views)
      if (slice < slices_of(view.shape))
        html += table(view, axes.size() == view.shape.size() ? axes : std::vector<std::string>(), slice);
    html += "</div>\n";
  }
  return html;
}

}  // namespace

std::string html_tensors(const Difference& difference) {
  if (!difference.expected || !difference.got) return "";
  const Array& expected = *difference.expected;
  const Array& got = *difference.got;
  const bool same_shape = expected.shape == got.shape;
  std::vector<bool> wrong(got.data.size());
  for (const std::int64_t at : difference.wrong_at)
    if (same_shape && at >= 0 && at < static_cast<std::int64_t>(wrong.size()))
      wrong[static_cast<std::size_t>(at)] = true;
  const auto is_wrong = [&](std::size_t i) { return wrong[i]; };
  const auto never = [](std::size_t) { return false; };
  const double largest = std::max(largest_of(expected.data), largest_of(got.data));
  std::vector<View> views{
      {"expected", expected.shape, [&](std::size_t i) { return expected.data[i]; }, never, largest},
      {"got", got.shape, [&](std::size_t i) { return got.data[i]; }, is_wrong, largest}};
  if (same_shape)
    views.push_back({"difference, got - expected", got.shape,
                     [&](std::size_t i) { return got.data[i] - expected.data[i]; }, is_wrong,
                     difference.max_error});
  return rows_of_tables(views, difference.axes);
}

std::string_view html_tensor_style() {
  return ".ts{display:flex;flex-wrap:wrap;align-items:flex-start;gap:1em;margin:.5em 0;overflow-x:auto}\n"
         ".t{border-collapse:collapse;font:.85em monospace;text-align:right;color:#111;background:#fff}\n"
         ".t caption{white-space:nowrap;font-family:sans-serif;color:#444;background:#fff}\n"
         ".t td,.t th{padding:.1em .4em;border:1px solid #ddd;font-weight:normal}.t th{color:#555}\n"
         ".p0{background:#fff5eb}.p1{background:#fee6ce}.p2{background:#fdd0a2}.p3{background:#fdb97d}.p4{"
         "background:#fda45c}\n"
         ".n0{background:#f2f7fc}.n1{background:#dfebf7}.n2{background:#c6dbef}.n3{background:#a8cee4}.n4{"
         "background:#8dc1dd}\n"
         ".x{background:#e8d4f0}\n";
}

}  // namespace grader
