#include "grader/cases/yaml_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grader/base/text.h"

namespace grader {

void expected(std::string_view what, const YamlNode& found, YamlErrors& errors) {
  if (!found.is(YamlNode::Kind::kBroken))
    errors.add(found, fmt::format("expected {}, found {}", what, found_text(found)));
}

YamlMap::YamlMap(const YamlNode& map, std::string what, YamlErrors& errors)
    : line_(map.line), col_(map.col), what_(std::move(what)), errors_(errors) {
  if (map.is(YamlNode::Kind::kMap))
    map_ = &map;
  else
    expected(fmt::format("{} (a map)", what_), map, errors);
}

int YamlMap::index_of(std::string_view key) const {
  if (map_ == nullptr) return -1;
  for (std::size_t i = 0; i + 1 < map_->items.size(); i += 2)
    if (map_->items[i].text == key) return static_cast<int>(i);
  return -1;
}

const YamlNode& YamlMap::key_node(std::string_view key) const {
  return map_->items.at(static_cast<std::size_t>(index_of(key)));
}

void YamlMap::know(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
}

const YamlNode* YamlMap::find(std::string_view key) {
  know(key);
  const int index = index_of(key);
  if (index < 0) return nullptr;
  const YamlNode& value = map_->items[static_cast<std::size_t>(index) + 1];
  if (value.is(YamlNode::Kind::kNull))
    errors_.add(key_node(key), fmt::format("'{}' has no value: give one or leave the key out", key));
  return value.is(YamlNode::Kind::kNull) || value.is(YamlNode::Kind::kBroken) ? nullptr : &value;
}

const YamlNode* YamlMap::need(std::string_view key) {
  if (map_ != nullptr && !map_->incomplete && index_of(key) < 0)
    errors_.add(line_, col_, fmt::format("{} needs '{}'", what_, key));
  return find(key);
}

void YamlMap::finish() {
  if (map_ == nullptr) return;
  for (std::size_t i = 0; i + 1 < map_->items.size(); i += 2) {
    const YamlNode& key = map_->items[i];
    if (std::find(known_.begin(), known_.end(), key.text) != known_.end()) continue;
    const std::string likely = closest_name(key.text, known_);
    const std::string advice = likely.empty() ? fmt::format("known are {}", fmt::join(known_, ", "))
                                              : fmt::format("did you mean '{}'?", likely);
    errors_.add(key,
                fmt::format("unknown key '{}' in {}: {}", cut_text(clean_line(key.text), 60), what_, advice));
  }
}

}  // namespace grader
