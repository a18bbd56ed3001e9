#include "grader/judge/sanitizer_report.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "grader/base/text.h"

namespace grader {
namespace {

constexpr std::size_t kLongestLine = 2000;
constexpr std::size_t kLinesBefore = 8;
constexpr std::string_view kAddressMark = "ERROR: AddressSanitizer: ";
constexpr std::string_view kUndefinedMark = ": runtime error: ";
constexpr std::string_view kSummaryMark = "SUMMARY: AddressSanitizer: ";

/// What follows the first `mark` in `line`; nothing where it is not there.
std::string_view after(std::string_view line, std::string_view mark) {
  const std::size_t at = line.find(mark);
  return at == std::string_view::npos ? std::string_view() : line.substr(at + mark.size());
}

std::string_view until(std::string_view text, std::string_view mark) {
  return text.substr(0, text.find(mark));
}

std::string_view last_word(std::string_view text) {
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text.substr(text.find_last_of(' ') + 1);
}

/// The digits that `text` begins with as a number; 0 where there are none or too many.
std::int64_t leading_number(std::string_view text) {
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() ? number : 0;
}

/// The number that ends right before `mark` in `line`.
std::int64_t number_before(std::string_view line, std::string_view mark) {
  return has(line, mark) ? leading_number(last_word(until(line, mark))) : 0;
}

/// `solution.h:27` or `solution.h:27:5`.
void set_place(StackFrame& frame, std::string_view place) {
  const std::size_t colon = place.find(':');
  if (colon == std::string_view::npos) return;
  const std::int64_t line = leading_number(place.substr(colon + 1));
  if (line <= 0 || line > 10'000'000) return;
  frame.file = place.substr(0, colon);
  frame.line = static_cast<int>(line);
}

/// `    #1 0x7fffbd3544c5 in exercise::split_heads(kit::Tensor const&, int) solution.h:28`
std::optional<StackFrame> read_frame(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == std::string_view::npos || line[begin] != '#') return std::nullopt;
  StackFrame frame;
  const std::string_view rest = after(line, " in ");
  const std::string_view place = last_word(rest);
  set_place(frame, place);
  frame.function = rest.substr(0, rest.size() - std::min(rest.size(), place.size()));
  while (frame.function.ends_with(' ')) frame.function.pop_back();
  return frame;
}

class Reader {
 public:
  explicit Reader(SanitizerReport& report) : report_(report) {}

  void head(std::string_view line) {
    if (const auto said = after(line, kUndefinedMark); !said.empty()) {
      report_.undefined = said;
      StackFrame frame;
      set_place(frame, until(line, kUndefinedMark));
      report_.frames.push_back(std::move(frame));
      report_.null_pointer = has(said, "null pointer");
    } else {
      report_.kind = until(after(line, kAddressMark), " ");
    }
  }

  void read(std::string_view line) {
    if (const auto frame = read_frame(line)) {
      if (into_ != nullptr) into_->push_back(*frame);
      return;
    }
    choose_section(line);
    read_access(line);
    read_region(line);
    read_variable(line);
    if (has(line, "points to the zero page")) report_.null_pointer = true;
    if (const auto kind = after(line, kSummaryMark); !kind.empty()) report_.kind = until(kind, " ");
  }

 private:
  void choose_section(std::string_view line) {
    if (has(line, "allocated by thread"))
      into_ = &report_.made;
    else if (has(line, "freed by thread"))
      into_ = &report_.freed;
    else if (has(line, " is located in stack of thread"))
      into_ = nullptr;
  }

  void read_access(std::string_view line) {
    if (!line.starts_with("WRITE of size ") && !line.starts_with("READ of size ")) return;
    report_.write = line.starts_with("WRITE");
    report_.access_bytes = leading_number(after(line, " of size "));
  }

  // `0x603d020 is located 0 bytes to the right of 32-byte region [0x603d000,0x603d020)`, or of a global
  // variable; `after` and `before` in later compilers.
  void read_region(std::string_view line) {
    if (!has(line, " is located ") || !has(line, " bytes ")) return;
    if (has(line, " to the right of ") || has(line, " bytes after ")) side(SanitizerReport::Side::kBehind);
    if (has(line, " to the left of ") || has(line, " bytes before ")) side(SanitizerReport::Side::kBefore);
    if (has(line, " bytes inside of ")) side(SanitizerReport::Side::kInside);
    if (has(line, "-byte region")) report_.region_bytes = number_before(line, "-byte region");
    if (!has(line, " global variable '")) return;
    report_.variable = until(after(line, " global variable '"), "'");
    report_.region_bytes = leading_number(after(line, ") of size "));
  }

  // `    [32, 48) 'a' (line 22) <== Memory access at offset 48 overflows this variable`
  void read_variable(std::string_view line) {
    if (!has(line, " <== Memory access at offset ")) return;
    report_.variable = until(after(line, ") '"), "'");
    const std::int64_t begin = leading_number(after(line, "["));
    const std::int64_t end = leading_number(after(line, ", "));
    if (end > begin) report_.region_bytes = end - begin;
    if (has(line, "underflows this variable")) return side(SanitizerReport::Side::kBefore);
    side(has(line, "overflows this variable") ? SanitizerReport::Side::kBehind
                                              : SanitizerReport::Side::kInside);
  }

  void side(SanitizerReport::Side side) { report_.side = side; }

  SanitizerReport& report_;
  std::vector<StackFrame>* into_ = &report_.frames;
};

bool is_head(std::string_view line) {
  return (line.starts_with("==") && has(line, kAddressMark)) || has(line, kUndefinedMark);
}

/// The words of a failed check or of std::terminate; the exception's message stands on the line after.
std::string words_before(const std::vector<std::string>& lines, std::size_t head) {
  const std::size_t first = head > kLinesBefore ? head - kLinesBefore : 0;
  for (std::size_t i = head; i-- > first;)
    if (has(lines[i], "Assertion ") || has(lines[i], "terminate called ")) return lines[i];
  return "";
}

}  // namespace

std::optional<SanitizerReport> read_sanitizer_report(std::string_view text) {
  std::vector<std::string> lines = split_lines(text);
  for (std::string& line : lines)
    if (line.size() > kLongestLine) line.resize(kLongestLine);
  const auto last = std::find_if(lines.rbegin(), lines.rend(), is_head);
  if (last == lines.rend()) return std::nullopt;
  const auto head = static_cast<std::size_t>(lines.rend() - last) - 1;
  SanitizerReport report;
  report.said_before = words_before(lines, head);
  Reader reader(report);
  reader.head(lines[head]);
  for (std::size_t i = head + 1; i < lines.size(); ++i) reader.read(lines[i]);
  return report;
}

}  // namespace grader
