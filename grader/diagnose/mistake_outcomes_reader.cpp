// Reads the file of mistake_outcomes.h.
#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <utility>

#include "grader/base/text.h"
#include "grader/diagnose/mistake_outcomes.h"

namespace grader {
namespace {

constexpr std::string_view kHeader = "grader-outcomes 1";

std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

std::string_view next_word(std::string_view& line) {
  const std::size_t end = line.find(' ');
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  return word;
}

template <class Number, class... Base>
std::optional<Number> number_of(std::string_view word, Base... base) {
  Number number{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number, base...);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

class Reader {
 public:
  explicit Reader(std::string shown_path) : shown_path_(std::move(shown_path)) {}

  Result<MistakeOutcomes> read(std::string_view text) {
    while (!text.empty()) {
      ++line_;
      const std::string_view line = next_line(text);
      if (line.empty() || line.starts_with('#')) continue;
      if (!read_line(line)) return wrong(line);
    }
    if (!has_header_) return wrong("");
    return std::move(outcomes_);
  }

 private:
  tl::unexpected<Error> wrong(std::string_view line) const {
    const std::string expected =
        has_header_ ? "a fact about a case or a mistake" : fmt::format("'{}'", kHeader);
    auto error =
        fail(fmt::format("expected {}, found '{}'; 'grader cases check --write' writes this file anew",
                         expected, cut_text(clean_line(line), 60)));
    error.value().place = {shown_path_, line_, 0};
    return error;
  }

  bool read_line(std::string_view line) {
    if (!has_header_) return has_header_ = line == kHeader;
    const std::string_view what = next_word(line);
    if (what == "kit") return set(outcomes_.kit_key, line);
    if (what == "catalogue") return set(outcomes_.catalogue_key, line);
    if (what == "case") return read_case(line);
    if (what == "mistake") return read_mistake(line);
    if (outcomes_.mistakes.empty()) return false;
    if (what == "hint") return set(outcomes_.mistakes.back().hint, line);
    if (what == "passes") return read_passes(line);
    return what == "fails" && read_fails(line);
  }

  static bool set(std::string& value, std::string_view text) {
    value = clean_line(text);
    return !value.empty();
  }

  bool read_case(std::string_view line) {
    KnownCase one;
    one.key = next_word(line);
    const std::string_view where = next_word(line);
    one.hidden = where == "hidden";
    one.name = clean_line(line);
    if (!outcomes_.mistakes.empty() || one.name.empty() || (where != "hidden" && where != "public"))
      return false;
    outcomes_.cases.push_back(std::move(one));
    return true;
  }

  bool read_mistake(std::string_view line) {
    KnownMistake one;
    one.key = next_word(line);
    one.name = clean_line(line);
    one.results.resize(outcomes_.cases.size());
    if (one.name.empty()) return false;
    outcomes_.mistakes.push_back(std::move(one));
    return true;
  }

  bool read_passes(std::string_view line) {
    auto& results = outcomes_.mistakes.back().results;
    while (!line.empty()) {
      const std::string_view range = next_word(line);
      const std::size_t dash = range.find('-');
      const auto first = number_of<std::size_t>(range.substr(0, dash));
      const auto last =
          dash == std::string_view::npos ? first : number_of<std::size_t>(range.substr(dash + 1));
      if (!first || !last || *first > *last || *last >= results.size()) return false;
      for (std::size_t i = *first; i <= *last; ++i) results[i].kind = CaseResult::Kind::kPasses;
    }
    return true;
  }

  bool read_fails(std::string_view line) {
    auto& results = outcomes_.mistakes.back().results;
    const auto place = number_of<std::size_t>(next_word(line));
    const auto form = number_of<std::uint64_t>(next_word(line), 16);
    if (!place || *place >= results.size() || !form) return false;
    CaseResult& result = results[*place];
    result.kind = CaseResult::Kind::kFails;
    result.sketch.form = *form;
    if (line.empty()) return true;
    for (double& sum : result.sketch.sums) {
      const auto number = number_of<double>(next_word(line));
      if (!number) return false;
      sum = *number;
    }
    return line.empty();
  }

  std::string shown_path_;
  int line_ = 0;
  bool has_header_ = false;
  MistakeOutcomes outcomes_;
};

}  // namespace

Result<MistakeOutcomes> read_mistake_outcomes(std::string_view text, const std::string& shown_path) {
  return Reader(shown_path).read(text);
}

}  // namespace grader
