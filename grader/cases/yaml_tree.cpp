#include "grader/cases/yaml_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "grader/base/text.h"
#include "grader/cases/yaml_text.h"

namespace grader {
namespace {

YamlNode make_node(YamlNode::Kind kind, TextPosition at) {
  YamlNode node;
  node.kind = kind;
  node.line = at.line;
  node.col = at.col;
  return node;
}

// The word that begins at `at`, as far as it goes: for messages.
std::string word_at(std::string_view source, std::size_t at) {
  const std::string_view rest = source.substr(std::min(at, source.size()));
  return cut_text(clean_line(rest.substr(0, rest.find_first_of(" \t\n,[]{}"))), 40);
}

// yaml-cpp takes a quote that is open at the end of the file for closed.
bool is_closed_quote(std::string_view source, std::size_t at) {
  const char quote = source[at];
  for (std::size_t i = at + 1; i < source.size(); ++i) {
    const bool doubled = quote == '\'' && source.substr(i, 2) == "''";
    if (doubled || (quote == '"' && source[i] == '\\'))
      ++i;
    else if (source[i] == quote)
      return true;
  }
  return false;
}

bool says_null(std::string_view source, std::size_t at) {
  const std::string word = word_at(source, at);
  return word == "~" || word == "null" || word == "Null" || word == "NULL";
}

}  // namespace

YamlTree::YamlTree(std::string_view source, std::vector<NumberList> lists)
    : source_(source), lists_(std::move(lists)) {}

void YamlTree::refuse(TextPosition at, std::string message) {
  refused_.emplace_back(at, std::move(message));
}

void YamlTree::refuse_tag(TextPosition at) {
  refuse(at, fmt::format("tag '{}': tags are not read, leave it out", word_at(source_, at.at)));
}

void YamlTree::null(TextPosition at) {
  YamlNode node = make_node(YamlNode::Kind::kNull, at);
  if (!says_null(source_, at.at)) place_implied_null(node, at);
  add(std::move(node));
}

// The parser's place of a value that is not there is the one of whatever comes next: take what stands before.
void YamlTree::place_implied_null(YamlNode& node, TextPosition next) const {
  if (open_.empty()) {
    node.line = node.col = 1;
    return;
  }
  const YamlNode& parent = open_.back();
  const YamlNode& before =
      parent.is(YamlNode::Kind::kMap) && !parent.items.empty() ? parent.items.back() : parent;
  node.line = before.line;
  node.col = before.col;
  if (!parent.is(YamlNode::Kind::kList)) return;
  const std::size_t last = source_.substr(0, next.at).find_last_not_of(" \t\n");
  if (last == std::string_view::npos || (source_[last] != '-' && source_[last] != ',')) return;
  const std::string_view between = source_.substr(last, next.at - last);
  const auto lines = std::count(between.begin(), between.end(), '\n');
  const std::size_t line_begin =
      lines == 0 ? next.at - static_cast<std::size_t>(next.col - 1) : source_.substr(0, last).rfind('\n') + 1;
  node.line = next.line - static_cast<int>(lines);
  node.col = static_cast<int>(last - line_begin) + 1;
}

void YamlTree::alias(TextPosition at) {
  const bool is_value = !open_.empty() && open_.back().is(YamlNode::Kind::kMap) && !awaits_key();
  const bool merged = is_value && open_.back().items.back().is(YamlNode::Kind::kBroken);
  if (!merged)
    refuse(at, fmt::format("alias '{}': aliases are not read, write the value out", word_at(source_, at.at)));
  add(make_node(YamlNode::Kind::kBroken, at));
}

void YamlTree::anchor(TextPosition at, const std::string& name) {
  refuse(at, fmt::format("anchor '&{}': anchors are not read, leave it out", cut_text(clean_line(name), 40)));
  anchored_ = true;
}

void YamlTree::text(TextPosition at, const std::string& value, bool plain, bool tagged) {
  YamlNode node = make_node(YamlNode::Kind::kText, at);
  node.text = value;
  node.plain = plain;
  const bool quoted = !plain && at.at < source_.size() && (source_[at.at] == '"' || source_[at.at] == '\'');
  if (quoted && !is_closed_quote(source_, at.at)) refuse(at, "the closing quote is missing");
  if (tagged) {
    if (!anchored_) refuse_tag(at);
    node.kind = YamlNode::Kind::kBroken;
  }
  add(std::move(node));
}

void YamlTree::open(YamlNode::Kind kind, TextPosition at, bool flow, bool tagged) {
  if (open_.size() >= static_cast<std::size_t>(kMaxYamlDepth)) throw TooDeep{at};
  if (tagged && !anchored_) refuse_tag(at);
  YamlNode node = make_node(kind, at);
  node.flow = flow;
  if (next_list_ < lists_.size() && lists_[next_list_].begin.at == at.at && kind == YamlNode::Kind::kList)
    node = std::move(lists_[next_list_++].node);
  anchored_ = false;
  open_.push_back(std::move(node));
}

void YamlTree::close() {
  YamlNode node = std::move(open_.back());
  open_.pop_back();
  if (node.is(YamlNode::Kind::kMap)) {
    break_repeated_keys(node);
    drop_broken_pairs(node);
  }
  add(std::move(node));
}

bool YamlTree::awaits_key() const {
  return !open_.empty() && open_.back().is(YamlNode::Kind::kMap) && open_.back().items.size() % 2 == 0;
}

void YamlTree::add(YamlNode node) {
  anchored_ = false;
  if (awaits_key()) check_key(node);
  if (open_.empty())
    root_ = std::move(node);
  else
    open_.back().items.push_back(std::move(node));
}

void YamlTree::check_key(YamlNode& key) {
  if (key.is(YamlNode::Kind::kBroken)) return;
  const TextPosition at{0, key.line, key.col};
  if (key.is(YamlNode::Kind::kText) && key.plain && key.text == "<<")
    refuse(at, "merge key '<<': merge keys are not read, write the keys out");
  else if (!key.is(YamlNode::Kind::kText))
    refuse(at, fmt::format("a key must be one word, found {}", found_text(key)));
  else
    return;
  key.kind = YamlNode::Kind::kBroken;
}

void YamlTree::drop_broken_pairs(YamlNode& map) {
  std::vector<YamlNode> kept;
  for (std::size_t i = 0; i + 1 < map.items.size(); i += 2) {
    map.incomplete = map.incomplete || map.items[i].is(YamlNode::Kind::kBroken);
    if (map.items[i].is(YamlNode::Kind::kBroken)) continue;
    kept.push_back(std::move(map.items[i]));
    kept.push_back(std::move(map.items[i + 1]));
  }
  map.items = std::move(kept);
}

void YamlTree::break_repeated_keys(YamlNode& map) {
  std::map<std::string_view, int> lines;
  for (std::size_t i = 0; i + 1 < map.items.size(); i += 2) {
    YamlNode& key = map.items[i];
    if (key.is(YamlNode::Kind::kBroken)) continue;
    const auto [first, is_new] = lines.emplace(key.text, key.line);
    if (is_new) continue;
    refuse({0, key.line, key.col},
           fmt::format("key '{}' is given twice, first in line {}", clean_line(key.text), first->second));
    key.kind = YamlNode::Kind::kBroken;
  }
}

std::optional<YamlNode> YamlTree::take(YamlErrors& errors) {
  for (auto& [at, message] : refused_) errors.add(at.line, at.col, std::move(message));
  refused_.clear();
  return std::exchange(root_, std::nullopt);
}

}  // namespace grader
