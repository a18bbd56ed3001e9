// One value of a YAML file with its place: what the readers of this folder work on.
#pragma once

#include <string>
#include <vector>

namespace grader {

struct YamlNode {
  enum class Kind {
    kNull,  // `~`, `null`, or nothing at all
    kText,  // any single value: text, number, true; `plain` tells whether it stood in quotes
    kList,
    kMap,
    kBroken,  // already reported: every reader passes over it in silence
  };
  Kind kind = Kind::kNull;
  bool plain = true;        // a single value without quotes
  bool flow = false;        // a list or map in brackets
  bool incomplete = false;  // a map of which a key was refused: what seems to be missing may be there
  int line = 0;             // of its first character, both from 1
  int col = 0;
  std::string text;
  std::vector<YamlNode> items;  // a list's items; a map's keys and values in turn

  bool is(Kind wanted) const { return kind == wanted; }
};

}  // namespace grader
