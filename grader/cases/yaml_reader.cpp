#include "grader/cases/yaml_reader.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <exception>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "grader/base/text.h"
#include "grader/cases/text_map.h"
#include "grader/cases/yaml_scan.h"
#include "grader/cases/yaml_text.h"
#include "grader/cases/yaml_tree.h"

namespace grader {
namespace {

/// Passes yaml-cpp's events on to the tree. Of its marks only the byte counts: lines may have been cut out.
class Events : public YAML::EventHandler {
 public:
  Events(YamlTree& tree, const TextMap& map) : tree_(tree), map_(map) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (std::exchange(begun_, true)) throw SecondDocument{position(mark)};
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { tree_.null(position(mark)); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { tree_.alias(position(mark)); }
  void OnAnchor(const YAML::Mark& mark, const std::string& name) override {
    tree_.anchor(position(mark), name);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                const std::string& value) override {
    tree_.text(position(mark), value, tag == "?", is_tag(tag));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value style) override {
    tree_.open(YamlNode::Kind::kList, position(mark), style == YAML::EmitterStyle::Flow, is_tag(tag));
  }
  void OnSequenceEnd() override { tree_.close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                  YAML::EmitterStyle::value style) override {
    tree_.open(YamlNode::Kind::kMap, position(mark), style == YAML::EmitterStyle::Flow, is_tag(tag));
  }
  void OnMapEnd() override { tree_.close(); }

  struct SecondDocument {
    TextPosition position;
  };

  TextPosition position(const YAML::Mark& mark) const {
    return map_.position(mark.pos < 0 ? 0 : static_cast<std::size_t>(mark.pos));
  }

 private:
  static bool is_tag(const std::string& tag) { return !tag.empty() && tag != "?" && tag != "!"; }

  YamlTree& tree_;
  const TextMap& map_;
  bool begun_ = false;
};

// yaml-cpp's words, with what to do where they alone do not tell.
std::string syntax_message(const std::string& words) {
  using namespace YAML::ErrorMsg;  // NOLINT(google-build-using-namespace)
  if (words == MAP_VALUE) return "': ' inside a text: put the text in quotes";
  if (words == UNKNOWN_TOKEN) return "a value can not begin with this character: put it in quotes";
  if (words == END_OF_SEQ_FLOW) return "a ',' or ']' is missing";
  if (words == END_OF_MAP_FLOW) return "a ',' or '}' is missing";
  if (words == END_OF_MAP || words == END_OF_SEQ)
    return "this line does not fit the lines above: check its indentation and its ': '";
  if (words == EOF_IN_SCALAR) return "the closing quote is missing";
  if (words.starts_with(INVALID_ESCAPE))
    return "unknown escape in double quotes: a backslash itself is '\\\\'";
  return "not valid YAML: " + words;
}

void add_second_document(TextPosition place, std::string_view text, YamlErrors& errors) {
  const bool marked = text.substr(std::min(place.at, text.size())).starts_with("---");
  errors.add(place.line, place.col,
             marked ? "a second document begins here: a file holds one"
                    : "this belongs to nothing above: check its indentation");
}

// One run of the parser over `text`, which is `original` with cuts. False when it did not come to the end,
// with the reason in `errors`.
bool parse(const std::string& text, std::string_view original, const TextMap& map, YamlTree& tree,
           YamlErrors& errors) {
  Events events(tree, map);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(events)) {
      errors.add(1, 1, "the file is empty");
      return false;
    }
    parser.HandleNextDocument(events);
    return true;
  } catch (const Events::SecondDocument& second) {
    add_second_document(second.position, original, errors);
  } catch (const YamlTree::TooDeep& deep) {
    errors.add(deep.position.line, deep.position.col, too_deep_message());
  } catch (const YAML::Exception& exception) {
    const TextPosition at = events.position(exception.mark);
    if (exception.msg.starts_with(YAML::ErrorMsg::UNKNOWN_ANCHOR))
      tree.alias(at);
    else
      errors.add(at.line, at.col, syntax_message(exception.msg));
  } catch (const std::exception& exception) {
    errors.add(0, 0, fmt::format("not valid YAML: {}", exception.what()));
  }
  return false;
}

// Without the insides of the number lists. Nothing, and no errors, where the parser sees one of them
// otherwise than the scan did or finds any fault: then its word on the whole text counts.
std::optional<YamlNode> read_quickly(std::string_view text, std::vector<NumberList> lists,
                                     YamlErrors& errors) {
  const TextMap map(text, lists);
  const std::string cut = without_insides(text, lists);
  YamlTree tree(text, std::move(lists));
  YamlErrors ignored(text, "");
  if (!parse(cut, text, map, tree, ignored) || !tree.all_lists_used()) return std::nullopt;
  return tree.take(errors);
}

}  // namespace

std::optional<YamlNode> read_yaml(std::string_view file, YamlErrors& errors, NumberLists lists) {
  std::optional<YamlText> prepared = prepare_yaml(file, errors);
  if (!prepared) return std::nullopt;
  const std::string& text = prepared->text;
  if (lists == NumberLists::kQuick)
    if (std::optional<YamlNode> root = read_quickly(text, std::move(prepared->lists), errors)) return root;
  const TextMap map(text, {});
  YamlTree tree(text, {});
  const bool ok = parse(text, text, map, tree, errors);
  std::optional<YamlNode> root = tree.take(errors);
  return ok ? std::move(root) : std::nullopt;
}

}  // namespace grader
