#include "grader/diagnose/sibling.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "grader/cases/yaml_writer.h"
#include "grader/judge/letters.h"
#include "grader/model/uniform.h"

namespace grader {
namespace {

constexpr std::size_t kMostCandidates = 200;
constexpr std::int64_t kMostNumbers = 400;  // of one call
constexpr std::array<std::int64_t, 4> kSizes = {1, 2, 3, 5};
constexpr std::array<std::int64_t, 2> kPropertySizes = {2, 3};
constexpr std::array<std::int64_t, 8> kInts = {2, 0, -1, 3, 1, 4, 5, -2};

/// One call to be: the sizes of letters, and numbers for ints that are not what the sizes say.
struct Layout {
  Sizes sizes;
  std::optional<std::int64_t> number;  // of every int that is a size
};

const Function& function_of(const SiblingWish& wish, const Manifest& manifest) {
  return manifest.functions.at(static_cast<std::size_t>(wish.function));
}

// ---- letters

void add_letters(const std::string& axis, const Manifest& manifest, bool derived_too,
                 std::set<std::string>& letters) {
  std::size_t begin = 0;
  while (begin <= axis.size()) {
    const std::size_t end = std::min(axis.find('*', begin), axis.size());
    const std::string letter = axis.substr(begin, end - begin);
    begin = end + 1;
    const auto derived = manifest.derived.find(letter);
    if (derived != manifest.derived.end() && !derived_too) {
      add_letters(derived->second, manifest, derived_too, letters);
    } else if (!letter.empty() && std::isdigit(static_cast<unsigned char>(letter[0])) == 0) {
      letters.insert(letter);
    }
  }
}

// The letters that a call's sizes are made of; or, with `derived_too`, those that its tensors' axes name.
std::set<std::string> letters_of(const Function& function, const Manifest& manifest, bool derived_too) {
  std::set<std::string> letters;
  for (const Argument& argument : function.arguments) {
    for (const std::string& axis : argument.axes) add_letters(axis, manifest, derived_too, letters);
    for (const auto& [name, axes] : argument.params)
      for (const std::string& axis : axes) add_letters(axis, manifest, derived_too, letters);
    if (!derived_too && !argument.letter.empty()) add_letters(argument.letter, manifest, false, letters);
  }
  return letters;
}

std::vector<Layout> all_layouts(const std::set<std::string>& letters, std::span<const std::int64_t> sizes) {
  std::vector<Layout> layouts(1);
  for (const std::string& letter : letters) {
    std::vector<Layout> more;
    for (const Layout& layout : layouts)
      for (const std::int64_t size : sizes) {
        more.push_back(layout);
        more.back().sizes[letter] = size;
      }
    layouts = std::move(more);
  }
  return layouts;
}

// ---- arguments

Array awkward(const Shape& shape) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr std::array kNumbers = {5e-324, -1e300, 0.1,     -0.0,  1e-310, kInf,
                                   -2.5,   kNan,   1.7e308, -1e-9, -kInf,  1e16};
  Array array{.shape = shape, .data = {}};
  for (std::int64_t i = 0; i < element_count(shape); ++i)
    array.data.push_back(kNumbers[static_cast<std::size_t>(i) % kNumbers.size()]);
  return array;
}

// How many numbers the call's tensors have; nothing where a size is not known or the call is too large.
std::optional<std::int64_t> numbers_of(const Function& function, const Layout& layout,
                                       const Manifest& manifest) {
  std::int64_t numbers = 0;
  const auto add = [&](const Axes& axes) {
    const std::optional<Shape> shape = shape_of(axes, layout.sizes, manifest);
    if (shape) numbers += element_count(*shape);
    return shape && numbers <= kMostNumbers;
  };
  for (const Argument& argument : function.arguments) {
    if (argument.type == Type::kTensor && !add(argument.axes)) return std::nullopt;
    if (argument.type != Type::kParams) continue;
    for (const auto& [name, axes] : argument.params)
      if (!add(axes)) return std::nullopt;
  }
  return numbers;
}

/// Makes the arguments of one call, each tensor with numbers of its own.
class ArgumentMaker {
 public:
  ArgumentMaker(const Manifest& manifest, Fill fill, std::uint64_t seed)
      : manifest_(manifest), fill_(fill), seed_(seed) {}

  // REQUIRES: numbers_of the call says something.
  std::vector<Value> make(const Function& function, const Layout& layout) {
    std::vector<Value> arguments;
    for (const Argument& argument : function.arguments) arguments.push_back(make(argument, layout));
    return arguments;
  }

 private:
  Value make(const Argument& argument, const Layout& layout) {
    switch (argument.type) {
      case Type::kTensor:
        return tensor(argument.axes, layout.sizes);
      case Type::kParams:
        return params(argument, layout.sizes);
      case Type::kInt:
        return layout.number ? *layout.number
                             : axis_size(argument.letter, layout.sizes, manifest_).value_or(1);
      case Type::kDouble:
        return 0.5;
      case Type::kBool:
        return true;
      case Type::kString:
        return std::string("text");
    }
    return false;
  }

  Array tensor(const Axes& axes, const Sizes& sizes) {
    return filled(shape_of(axes, sizes, manifest_).value());
  }

  Array filled(const Shape& shape) {
    const bool first = !std::exchange(any_, true);
    if (first && fill_ == Fill::kAwkward) return awkward(shape);
    const double scale = !first ? 1 : fill_ == Fill::kLarge ? 50 : fill_ == Fill::kHuge ? 10000 : 1;
    Array array{shape, uniform(seed_++, static_cast<std::size_t>(element_count(shape)), -2, 2)};
    for (double& value : array.data) value = std::round(value * scale * 100) / 100;
    return array;
  }

  NamedArrays params(const Argument& argument, const Sizes& sizes) {
    NamedArrays arrays;
    for (const auto& [name, axes] : argument.params) arrays.emplace_back(name, tensor(axes, sizes));
    return arrays;
  }

  const Manifest& manifest_;
  Fill fill_;
  std::uint64_t seed_;
  bool any_ = false;
};

// ---- candidates

std::string name_for(const Function& function) {
  std::string name = "fresh_" + function.name;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name.substr(0, 80);
}

class Candidates {
 public:
  Candidates(const SiblingWish& wish, Fill fill, const Manifest& manifest)
      : wish_(wish), fill_(fill), manifest_(manifest), function_(function_of(wish, manifest)) {}

  void add(std::vector<Layout> calls) {
    std::int64_t numbers = 0;
    for (const Layout& layout : calls) {
      const auto of_call = numbers_of(function_, layout, manifest_);
      if (!of_call) return;
      numbers += *of_call;
    }
    found_.emplace_back(numbers, std::move(calls));
  }

  // The smallest ones; no other is made.
  std::vector<Case> take() {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const auto& left, const auto& right) { return left.first < right.first; });
    std::vector<Case> cases;
    for (const auto& [numbers, calls] : found_)
      if (cases.size() < kMostCandidates) cases.push_back(make(calls));
    return cases;
  }

 private:
  Case make(const std::vector<Layout>& calls) const {
    Case a_case;
    a_case.name = name_for(function_);
    a_case.function = wish_.function;
    a_case.kind = wish_.kind;
    a_case.why = "a fresh case that fails as a hidden one does";
    std::uint64_t seed = 20;
    for (const Layout& layout : calls) {
      Step& step = a_case.steps.emplace_back();
      step.arguments = ArgumentMaker(manifest_, fill_, seed += 20).make(function_, layout);
      step.tolerance = function_.tolerance;
      step.throws = wish_.throws;
    }
    return a_case;
  }

  const SiblingWish& wish_;
  Fill fill_;
  const Manifest& manifest_;
  const Function& function_;
  std::vector<std::pair<std::int64_t, std::vector<Layout>>> found_;  // each with its numbers
};

void add_throws(Candidates& candidates, const std::set<std::string>& letters) {
  for (const std::int64_t number : kInts)
    for (Layout layout : all_layouts(letters, kSizes)) {
      layout.number = number;
      candidates.add({layout});
    }
}

void add_sequences(Candidates& candidates, const std::set<std::string>& letters) {
  Layout same;
  for (const std::string& letter : letters) same.sizes[letter] = 2;
  candidates.add({same, same});
  for (const std::string& letter : letters)
    for (const std::int64_t size : {1, 3, 5}) {
      Layout other = same;
      other.sizes[letter] = size;
      candidates.add({same, other});
    }
}

}  // namespace

std::span<const Fill> sibling_fills(const Function& function) {
  static constexpr std::array kExactly = {Fill::kPlain, Fill::kAwkward};
  static constexpr std::array kWithin = {Fill::kPlain, Fill::kLarge, Fill::kHuge};
  const bool exactly = function.tolerance.rtol == 0 && function.tolerance.atol == 0.0;
  return exactly ? std::span<const Fill>(kExactly) : std::span<const Fill>(kWithin);
}

std::vector<Case> sibling_candidates(const SiblingWish& wish, Fill fill, const Manifest& manifest) {
  Candidates candidates(wish, fill, manifest);
  const Function& function = function_of(wish, manifest);
  const std::set<std::string> letters = letters_of(function, manifest, false);
  switch (wish.kind) {
    case CaseKind::kValues:
      for (const Layout& layout : all_layouts(letters, kSizes)) candidates.add({layout});
      break;
    case CaseKind::kThrows:
      add_throws(candidates, letters_of(function, manifest, true));
      break;
    case CaseKind::kSequence:
      add_sequences(candidates, letters);
      break;
    case CaseKind::kVectorised:
      break;
    default:
      for (const Layout& layout : all_layouts(letters, kPropertySizes)) candidates.add({layout});
  }
  return candidates.take();
}

std::string sibling_yaml(const Case& a_case, const Manifest& manifest) {
  const Function& function = manifest.functions.at(static_cast<std::size_t>(a_case.function));
  return fmt::format(
      "# Save this as cases/public/fresh.yaml, then: grader grade {} --only {}\n"
      "function: {}\n"
      "cases:\n{}",
      manifest.submission_name, a_case.name, function.name, yaml_case(a_case, manifest));
}

}  // namespace grader
