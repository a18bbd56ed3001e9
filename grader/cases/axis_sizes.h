// Do the sizes of one call agree? Each letter of the manifest has one size in it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/cases/axis_names.h"
#include "grader/cases/yaml_errors.h"
#include "grader/model/manifest.h"

namespace grader {

/// Add every tensor and every int that is a size, then solve().
class AxisSizes {
 public:
  /// The caller keeps all three alive.
  AxisSizes(const Manifest& manifest, YamlErrors& errors) : manifest_(manifest), errors_(errors) {}

  /// A tensor called `what` in messages. Another number of axes than the manifest's is an error here.
  void add_tensor(const std::string& what, const YamlNode& node, const Axes& axes, const Shape& shape);
  void add_size(const std::string& what, const YamlNode& node, const std::string& letter, std::int64_t size);

  /// Finds each letter's size, what follows from products too; where two places disagree there is one error.
  void solve();

  /// After solve(): the letter's size where it is known.
  std::optional<std::int64_t> size_of(const std::string& letter) const;

 private:
  /// `value` = product; `letter` is the value's name, or "".
  struct Equation {
    std::string letter;
    std::int64_t value = 0;
    AxisSize product;
    std::string what;  // `axis 2 of 'x'`
    const YamlNode* node = nullptr;
  };
  struct Known {
    std::int64_t value = 0;
    std::string what;
    const YamlNode* node = nullptr;  // null: it follows from others
  };
  /// The known factors multiplied, and those that are not known.
  struct Product {
    std::int64_t value = 1;
    std::vector<std::string> unknown;
  };

  void bind(const std::string& letter, const Equation& fact);
  Product multiply(const AxisSize& size) const;
  std::vector<Equation> equations() const;
  bool deduce(const Equation& equation);
  bool deduce_derived();
  void check(const Equation& equation);
  std::string known_text(const AxisSize& size) const;

  const Manifest& manifest_;
  YamlErrors& errors_;
  std::vector<Equation> facts_;
  std::map<std::string, Known> known_;
  bool agree_ = true;
};

}  // namespace grader
