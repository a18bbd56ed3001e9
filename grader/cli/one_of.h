// An option that takes one of a few words.
#pragma once

#include <fmt/ranges.h>

#include <CLI/Validators.hpp>
#include <string>
#include <utility>
#include <vector>

namespace grader::cli {

/// Takes these words alone, in the order in which help and messages list them, and gives what each stands
/// for.
template <class T>
CLI::Validator one_of(std::vector<std::pair<std::string, T>> words) {
  std::vector<std::string> names;
  names.reserve(words.size());
  for (const auto& [name, value] : words) names.push_back(name);
  const std::string listed = fmt::format("{}", fmt::join(names, "|"));
  const auto take = [words = std::move(words), listed](std::string& given) -> std::string {
    for (const auto& [name, value] : words) {
      if (given != name) continue;
      given = std::to_string(static_cast<int>(value));
      return {};
    }
    return fmt::format("'{}' is none of {}", given, listed);
  };
  return CLI::Validator(take, listed, "one of");
}

}  // namespace grader::cli
