#include "grader/diagnose/sketch.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include "grader/base/digest.h"
#include "grader/judge/compare.h"

namespace grader {
namespace {

// Sums are kept with 13 digits in files.
constexpr double kRounding = 1e-12;

// The series of weights, the same everywhere: splitmix64 of the number's place, its top 53 bits.
double weight(std::uint64_t place) {
  std::uint64_t x = (place + 1) * 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  x ^= x >> 31U;
  return static_cast<double>(x >> 11U) * 0x1p-52 - 1;
}

std::uint64_t bits_of(double value) {
  if (value == 0) return 0;
  if (std::isnan(value)) return std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN());
  return std::bit_cast<std::uint64_t>(value);
}

std::string bytes_of(const std::vector<double>& data) {
  std::string bytes;
  bytes.reserve(data.size() * 8);
  for (const double value : data)
    for (std::uint64_t bits = bits_of(value), i = 0; i < 8; ++i, bits >>= 8U)
      bytes += static_cast<char>(bits & 0xffU);
  return bytes;
}

// One character a number that is not finite, "" where all are.
std::string places_of_non_finite(const std::vector<double>& data) {
  if (std::all_of(data.begin(), data.end(), [](double value) { return std::isfinite(value); })) return "";
  std::string places;
  for (const double value : data) {
    if (std::isfinite(value)) {
      places += '.';
    } else {
      places += std::isnan(value) ? 'n' : value > 0 ? '+' : '-';
    }
  }
  return places;
}

// A message without what stands between quotes: names are the student's, shapes are not quoted.
std::string without_quoted(std::string_view message) {
  std::string kept;
  bool quoted = false;
  for (const char c : message) {
    if (c == '\'') quoted = !quoted;
    if (!quoted) kept += c;
  }
  return kept;
}

class Sketcher {
 public:
  void add_text(std::string_view text) { form_.add(text); }

  void add_value(const Value& value, const Tolerance& tolerance) {
    form_.add(to_string(type_of(value)));
    std::visit([&](const auto& held) { add(held, tolerance); }, value);
  }

  void add_thrown(const Thrown& thrown) {
    form_.add("threw").add(thrown.type);
    if (thrown.type.starts_with("kit::")) form_.add(without_quoted(thrown.message));
  }

  Sketch finish() {
    Sketch sketch;
    const std::string hex = form_.hex();
    std::from_chars(hex.data(), hex.data() + 16, sketch.form, 16);
    for (std::size_t k = 0; k < kSketchSums; ++k) {
      if (weights_[k] == 0) continue;
      sketch.sums[k] = static_cast<double>(sums_[k] / weights_[k]);
      sketch.slack[k] = static_cast<double>(slack_[k] / weights_[k]);
    }
    return sketch;
  }

 private:
  void add(const Array& array, const Tolerance& tolerance) {
    form_.add(to_string(array.shape));
    const double atol = absolute_tolerance(tolerance, array.data);
    if (tolerance.rtol == 0 && atol == 0) {
      form_.add(bytes_of(array.data));
      return;
    }
    form_.add(places_of_non_finite(array.data));
    for (const double value : array.data) add_number(value, atol + tolerance.rtol * std::abs(value));
  }

  void add(const NamedArrays& arrays, const Tolerance& tolerance) {
    NamedArrays sorted = arrays;
    std::sort(sorted.begin(), sorted.end(),
              [](const auto& left, const auto& right) { return left.first < right.first; });
    for (const auto& [name, array] : sorted) {
      form_.add(name);
      add(array, tolerance);
    }
  }

  void add(double value, const Tolerance& tolerance) { add(Array{{}, {value}}, tolerance); }
  void add(std::int64_t value, const Tolerance& /*tolerance*/) { form_.add(std::to_string(value)); }
  void add(bool value, const Tolerance& /*tolerance*/) { form_.add(value ? "true" : "false"); }
  void add(const std::string& value, const Tolerance& /*tolerance*/) { form_.add(value); }

  void add_number(double value, double allowed) {
    const std::uint64_t place = numbers_++;
    if (!std::isfinite(value)) return;
    for (std::size_t k = 0; k < kSketchSums; ++k) {
      const double w = weight(place * kSketchSums + k);
      sums_[k] += static_cast<long double>(w) * value;
      slack_[k] += static_cast<long double>(std::abs(w)) * allowed;
      weights_[k] += std::abs(w);
    }
  }

  Digest form_;
  std::uint64_t numbers_ = 0;
  // Wider than double, so that numbers near its limit can be added up.
  std::array<long double, kSketchSums> sums_{};
  std::array<long double, kSketchSums> slack_{};
  std::array<long double, kSketchSums> weights_{};
};

void add_answer(Sketcher& sketcher, const CallAnswer& answer, const Tolerance& tolerance) {
  if (const auto* thrown = std::get_if<Thrown>(&answer.result)) {
    sketcher.add_thrown(*thrown);
  } else {
    sketcher.add_value(std::get<Value>(answer.result), tolerance);
  }
  for (const Value& argument : answer.arguments_after) sketcher.add_value(argument, Tolerance{});
}

void add_ending(Sketcher& sketcher, const RunOutcome& outcome) {
  if (outcome.complete) return sketcher.add_text("complete");
  sketcher.add_text(outcome.malformed.empty() ? "ended" : "malformed");
  sketcher.add_text(std::to_string(static_cast<int>(outcome.ended.how)));
  sketcher.add_text(std::to_string(outcome.ended.code));
  if (outcome.ended.how == Ended::How::kForbiddenCall) sketcher.add_text(outcome.ended.detail);
}

}  // namespace

Sketch make_sketch(const Case& a_case, const RunOutcome& outcome) {
  Sketcher sketcher;
  for (std::size_t i = 0; i < outcome.answers.size(); ++i) {
    Tolerance tolerance;
    if (!a_case.steps.empty()) tolerance = a_case.steps[i < a_case.steps.size() ? i : 0].tolerance;
    add_answer(sketcher, outcome.answers[i], tolerance);
  }
  add_ending(sketcher, outcome);
  return sketcher.finish();
}

bool same_sketch(const Sketch& fresh, const Sketch& kept) {
  if (fresh.form != kept.form) return false;
  for (std::size_t k = 0; k < kSketchSums; ++k) {
    const double allowed = fresh.slack[k] + kRounding * std::abs(kept.sums[k]);
    if (!(std::abs(fresh.sums[k] - kept.sums[k]) <= allowed)) return false;
  }
  return true;
}

}  // namespace grader
