#include "grader/cases/case_filler.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "grader/base/text.h"
#include "grader/cases/value_reader.h"
#include "grader/cases/yaml_errors.h"
#include "grader/cases/yaml_reader.h"
#include "grader/cases/yaml_text.h"
#include "grader/cases/yaml_writer.h"

namespace grader {
namespace {

const YamlNode* value_of(const YamlNode& map, std::string_view key) {
  for (std::size_t i = 0; map.is(YamlNode::Kind::kMap) && i + 1 < map.items.size(); i += 2)
    if (map.items[i].text == key) return &map.items[i + 1];
  return nullptr;
}

// The map that holds the call's `args`, or null.
const YamlNode* find_call(const YamlNode& root, const FilledValue& value) {
  const YamlNode* cases = value_of(root, "cases");
  if (cases == nullptr) return nullptr;
  for (const YamlNode& item : cases->items) {
    const YamlNode* name = value_of(item, "name");
    if (name == nullptr || name->text != value.case_name) continue;
    const YamlNode* sequence = value_of(item, "sequence");
    if (sequence == nullptr) return &item;
    return value.step < sequence->items.size() ? &sequence->items[value.step] : nullptr;
  }
  return nullptr;
}

// Why nothing can be added to the call, or "".
std::string fault_of(const YamlNode& call) {
  for (const std::string_view key : {"expect", "throws", "property"})
    if (value_of(call, key) != nullptr) return fmt::format("has '{}' already: nothing to fill", key);
  if (value_of(call, "args") == nullptr) return "has no args";
  return call.flow ? "is written in braces: give each of its keys a line first" : "";
}

void flatten(const YamlNode& node, std::vector<const YamlNode*>& all) {
  all.push_back(&node);
  for (const YamlNode& item : node.items) flatten(item, all);
}

// The first line of what comes after `node` and all within it, or `none`.
int line_after(const YamlNode& root, const YamlNode& node, int none) {
  std::vector<const YamlNode*> all;
  std::vector<const YamlNode*> within;
  flatten(root, all);
  flatten(node, within);
  const auto begin = std::find(all.begin(), all.end(), &node);
  const auto after = begin + static_cast<std::ptrdiff_t>(within.size());
  return after == all.end() ? none : (*after)->line;
}

/// A text as lines with their ends, to which blocks of lines are added.
class LineEditor {
 public:
  explicit LineEditor(std::string_view text)
      : end_(text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n") {
    while (!text.empty()) {
      const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
      lines_.emplace_back(text.substr(0, size));
      text.remove_prefix(size);
    }
  }

  int line_count() const { return static_cast<int>(lines_.size()); }

  /// The last line before `next` (from 1) that says something; 0 where there is none.
  int last_content_before(int next) const {
    int line = next - 1;
    while (line > 0 && says_nothing(lines_[static_cast<std::size_t>(line - 1)])) --line;
    return line;
  }

  void add_after(int line, std::string block) { blocks_[line] = std::move(block); }

  std::string text() const {
    std::string out;
    for (int line = 1; line <= line_count(); ++line) {
      out += lines_[static_cast<std::size_t>(line - 1)];
      const auto block = blocks_.find(line);
      if (block == blocks_.end()) continue;
      if (!out.ends_with('\n')) out += end_;
      for (const std::string& added : split_lines(block->second)) out += added + end_;
    }
    return out;
  }

 private:
  // Blank, a comment, or the dash of the item that comes next.
  static bool says_nothing(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos || line[begin] == '#') return true;
    return line[begin] == '-' && line.find_first_not_of(" \t\r\n", begin + 1) == std::string_view::npos;
  }

  std::string end_;
  std::vector<std::string> lines_;
  std::map<int, std::string> blocks_;
};

std::string expect_block(const YamlNode& call, const Value& value) {
  const std::string head = std::string(static_cast<std::size_t>(call.col - 1), ' ') + "expect:";
  const auto* arrays = std::get_if<NamedArrays>(&value);
  if (arrays != nullptr && !arrays->empty()) return head + yaml_value(value, call.col + 1) + '\n';
  return head + ' ' + yaml_value(value, static_cast<int>(head.size()) + 1) + '\n';
}

Result<YamlNode> parse(std::string_view text, const std::string& path) {
  YamlErrors errors(without_bom(text), path);
  std::optional<YamlNode> root = read_yaml(text, errors);
  if (root && errors.empty()) return *std::move(root);
  return tl::make_unexpected(errors.take().front());
}

bool reads_back(const YamlNode& node, const Value& value) {
  YamlErrors ignored("", "");
  NumberBudget budget;
  const std::optional<Value> read = read_value(type_of(value), node, ignored, budget);
  return read && yaml_value(*read, 0) == yaml_value(value, 0);
}

// Whether `after` is `before` with an `expect` in each of the calls `filled`.
bool same_but_for_expect(const YamlNode& before, const YamlNode& after,
                         const std::set<const YamlNode*>& filled) {
  if (before.kind != after.kind || before.plain != after.plain || before.text != after.text) return false;
  const bool is_filled = filled.count(&after) != 0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < after.items.size(); ++i) {
    if (is_filled && i % 2 == 0 && after.items[i].text == "expect") {
      ++i;
      continue;
    }
    if (at == before.items.size() || !same_but_for_expect(before.items[at], after.items[i], filled))
      return false;
    ++at;
  }
  return at == before.items.size();
}

// What was written must read back, and nothing else may have changed: a file can be laid out in ways that the
// line editor does not know.
bool is_filled_well(const YamlNode& before, std::string_view text, const std::string& path,
                    const std::vector<FilledValue>& values) {
  const Result<YamlNode> after = parse(text, path);
  if (!after) return false;
  std::set<const YamlNode*> filled;
  for (const FilledValue& value : values) {
    const YamlNode* call = find_call(*after, value);
    const YamlNode* expect = call == nullptr ? nullptr : value_of(*call, "expect");
    if (expect == nullptr || !reads_back(*expect, value.value)) return false;
    filled.insert(call);
  }
  return same_but_for_expect(before, *after, filled);
}

}  // namespace

Result<std::string> fill_expectations(std::string_view text, const std::string& shown_path,
                                      const std::vector<FilledValue>& values) {
  const Result<YamlNode> root = parse(text, shown_path);
  if (!root) return tl::make_unexpected(root.error());
  const std::string_view body = without_bom(text);
  LineEditor editor(body);
  for (const FilledValue& value : values) {
    const YamlNode* call = find_call(*root, value);
    if (call == nullptr)
      return fail(
          fmt::format("no case '{}' with a step {} in '{}'", value.case_name, value.step, shown_path));
    if (const std::string fault = fault_of(*call); !fault.empty())
      return fail(fmt::format("case '{}' in '{}' {}", value.case_name, shown_path, fault));
    const int next = line_after(*root, *value_of(*call, "args"), editor.line_count() + 1);
    editor.add_after(editor.last_content_before(next), expect_block(*call, value.value));
  }
  std::string filled = std::string(text.substr(0, text.size() - body.size())) + editor.text();
  if (values.empty() || is_filled_well(*root, filled, shown_path, values)) return filled;
  return fail(fmt::format("'{}' is laid out in a way that can not be filled: write it as in cases/README.md",
                          shown_path));
}

}  // namespace grader
