#include "grader/class/csv_reader.h"

#include <utility>

#include "grader/base/text.h"

namespace grader {
namespace {

char separator_of(std::string_view text) {
  const std::string_view first = text.substr(0, text.find_first_of("\r\n"));
  if (first.find(',') != std::string_view::npos) return ',';
  if (first.find(';') != std::string_view::npos) return ';';
  return first.find('\t') != std::string_view::npos ? '\t' : ',';
}

class Parser {
 public:
  Parser(std::string_view text, std::string path) : text_(text), path_(std::move(path)) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
    separator_ = separator_of(text_);
  }

  Result<std::vector<CsvRow>> run() {
    std::vector<CsvRow> rows;
    while (at_ < text_.size()) {
      auto row = read_row();
      if (!row) return tl::make_unexpected(row.error());
      if (row->size() > 1 || !row->front().text.empty() || quoted_) rows.push_back(std::move(*row));
    }
    return rows;
  }

 private:
  bool at_line_end() const { return at_ == text_.size() || text_[at_] == '\n' || text_[at_] == '\r'; }

  void step() {
    const char c = text_[at_++];
    if (c == '\n' || (c == '\r' && (at_ == text_.size() || text_[at_] != '\n'))) {
      ++line_;
      line_start_ = at_;
    }
  }

  Place place() const {
    return {.path = path_, .line = line_, .col = static_cast<int>(at_ - line_start_) + 1};
  }

  Result<CsvRow> read_row() {
    CsvRow row;
    quoted_ = false;
    for (;;) {
      auto field = read_field();
      if (!field) return tl::make_unexpected(field.error());
      row.push_back(std::move(*field));
      if (at_line_end()) break;
      step();  // the separator
    }
    end_line();
    return row;
  }

  void end_line() {
    const bool pair = text_.substr(at_).starts_with("\r\n");
    if (at_ < text_.size()) step();
    if (pair) step();
  }

  Result<CsvField> read_field() {
    CsvField field{.text = "", .place = place()};
    if (at_ < text_.size() && text_[at_] == '"') return read_quoted(std::move(field));
    while (!at_line_end() && text_[at_] != separator_) {
      if (text_[at_] == '"')
        return wrong(place(),
                     "a quote inside a field, expected the whole field in quotes and this one doubled");
      field.text += text_[at_];
      step();
    }
    return field;
  }

  Result<CsvField> read_quoted(CsvField field) {
    quoted_ = true;
    step();
    for (;;) {
      if (at_ == text_.size()) return wrong(field.place, "a quote that is never closed");
      if (text_[at_] == '"') {
        step();
        if (at_ == text_.size() || text_[at_] != '"') break;
      }
      field.text += text_[at_];
      step();
    }
    if (at_line_end() || text_[at_] == separator_) return field;
    return wrong(place(), "text after a closing quote, expected a separator or the end of the line");
  }

  tl::unexpected<Error> wrong(Place where, std::string message) const {
    const auto lines = split_lines(text_);
    const auto at = static_cast<std::size_t>(where.line - 1);
    return tl::make_unexpected(Error{.message = std::move(message),
                                     .place = std::move(where),
                                     .source_line = at < lines.size() ? lines[at] : ""});
  }

  std::string_view text_;
  std::string path_;
  char separator_ = ',';
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
  bool quoted_ = false;  // a field of this row was
};

}  // namespace

Result<std::vector<CsvRow>> read_csv(std::string_view text, const std::string& shown_path) {
  return Parser(text, shown_path).run();
}

}  // namespace grader
