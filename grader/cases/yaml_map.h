// Reads the keys of one map, each once, and says which were not expected.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grader/cases/yaml_errors.h"
#include "grader/cases/yaml_node.h"

namespace grader {

/// Ask for every key that the map may have, then call finish().
/// The caller keeps `map` and `errors` alive.
class YamlMap {
 public:
  /// `what` names the map in messages: `a case`. A node that is no map is an error here, and has no keys.
  YamlMap(const YamlNode& map, std::string what, YamlErrors& errors);

  bool is_map() const { return map_ != nullptr; }

  /// The value, or null: the key is not there, or it has no value, which is an error.
  const YamlNode* find(std::string_view key);
  /// As find, and a key that is not there is an error.
  const YamlNode* need(std::string_view key);
  /// The key's own node, for places. REQUIRES: the key is there.
  const YamlNode& key_node(std::string_view key) const;
  bool has(std::string_view key) const { return index_of(key) >= 0; }
  /// Takes note of a key that is not read but is no unknown one either.
  void know(std::string_view key);

  /// Every key that was never asked for is an error, with the key that it is likely a slip of.
  void finish();

 private:
  int index_of(std::string_view key) const;

  const YamlNode* map_ = nullptr;
  int line_ = 0;
  int col_ = 0;
  std::string what_;
  YamlErrors& errors_;
  std::vector<std::string> known_;
};

/// An error `expected WHAT, found …` unless the node is broken.
void expected(std::string_view what, const YamlNode& found, YamlErrors& errors);

}  // namespace grader
