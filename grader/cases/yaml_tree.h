// Builds the tree of nodes from a parser's events, and refuses what the subset leaves out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grader/cases/number_list.h"
#include "grader/cases/yaml_errors.h"
#include "grader/cases/yaml_node.h"

namespace grader {

/// Gets the events of one document, in order. The caller keeps `source` alive: the parsed text, with LF line
/// ends.
class YamlTree {
 public:
  /// `lists` stand for the empty lists that the parser finds at their places.
  YamlTree(std::string_view source, std::vector<NumberList> lists);

  void null(TextPosition at);
  /// Of an anchor that there is, or that there is not.
  void alias(TextPosition at);
  /// Comes before the event of the node that has the anchor.
  void anchor(TextPosition at, const std::string& name);
  void text(TextPosition at, const std::string& value, bool plain, bool tagged);
  /// Throws TooDeep.
  void open(YamlNode::Kind kind, TextPosition at, bool flow, bool tagged);
  void close();

  struct TooDeep {
    TextPosition position;
  };

  bool all_lists_used() const { return next_list_ == lists_.size(); }

  /// The root, and the errors that were found on the way. REQUIRES: called once.
  std::optional<YamlNode> take(YamlErrors& errors);

 private:
  void refuse(TextPosition at, std::string message);
  void refuse_tag(TextPosition at);
  void place_implied_null(YamlNode& node, TextPosition next) const;
  bool awaits_key() const;
  void add(YamlNode node);
  void check_key(YamlNode& key);
  static void drop_broken_pairs(YamlNode& map);
  void break_repeated_keys(YamlNode& map);

  std::string_view source_;
  std::vector<NumberList> lists_;
  std::size_t next_list_ = 0;
  std::vector<YamlNode> open_;
  std::optional<YamlNode> root_;
  std::vector<std::pair<TextPosition, std::string>> refused_;
  bool anchored_ = false;  // the next node has an anchor
};

}  // namespace grader
