#include "grader/judge/sanitizer_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "grader/base/text.h"

namespace grader {
namespace {

using Side = SanitizerReport::Side;

constexpr std::size_t kShownWords = 200;
constexpr std::size_t kShownName = 60;
constexpr int kFramesOfRecursion = 10;  // so many of the student's own, one above another

std::string shown(std::string_view text, std::size_t most = kShownWords) {
  return cut_text(clean_line(text), most);
}

std::string bytes(std::int64_t count) {
  return count == 1 ? "1 byte" : fmt::format("{} bytes", count);
}

// ---- AddressSanitizer

std::string action(const SanitizerReport& report) {
  const std::string verb = report.write ? "wrote" : "read";
  return report.access_bytes > 0 ? fmt::format("{} {}", verb, bytes(report.access_bytes)) : verb;
}

std::string named(const SanitizerReport& report, std::string_view what) {
  const std::string size = report.region_bytes > 0 ? bytes(report.region_bytes) : "";
  if (report.variable.empty())
    return size.empty() ? fmt::format("an {}", what) : fmt::format("an {} of {}", what, size);
  return fmt::format("'{}'{}", shown(report.variable, kShownName),
                     size.empty() ? "" : fmt::format(" ({})", size));
}

std::string past(const SanitizerReport& report, const SubmissionSource& /*source*/) {
  const std::string where = report.side == Side::kBefore ? "before the start" : "past the end";
  return fmt::format("{} {} of {}", action(report), where, named(report, "array"));
}

std::string given_back(const SanitizerReport& report, const SubmissionSource& /*source*/) {
  return fmt::format("{} of memory that had been given back", action(report));
}

std::string local_gone(const SanitizerReport& report, const SubmissionSource& /*source*/) {
  const std::string what =
      report.variable.empty() ? "a local variable" : fmt::format("'{}'", shown(report.variable, kShownName));
  return fmt::format("{} of {} after its {} had ended", action(report), what,
                     report.kind == "stack-use-after-return" ? "function" : "block");
}

bool in_submission(const StackFrame& frame, const SubmissionSource& source) {
  if (frame.line <= 0 || frame.file != source.name) return false;
  return frame.line <= static_cast<int>(source.lines.size());
}

std::string function_name(const StackFrame& frame) {
  return shown(std::string_view(frame.function).substr(0, frame.function.find('(')), kShownName);
}

std::string stack_full(const SanitizerReport& report, const SubmissionSource& source) {
  const auto own = std::count_if(report.frames.begin(), report.frames.end(),
                                 [&](const StackFrame& frame) { return in_submission(frame, source); });
  if (own < kFramesOfRecursion) return "the stack is full";
  const auto first = std::find_if(report.frames.begin(), report.frames.end(),
                                  [&](const StackFrame& frame) { return in_submission(frame, source); });
  return fmt::format("recursion without an end: '{}' calls itself until the stack is full",
                     function_name(*first));
}

std::string bad_access(const SanitizerReport& report, const SubmissionSource& /*source*/) {
  return report.null_pointer ? "used a null pointer" : "used memory that is not there";
}

// `…: Assertion '__n < this->size()' failed.` or `terminate called after throwing an instance of 'X'`
std::string aborted(const SanitizerReport& report, const SubmissionSource& /*source*/) {
  const std::string& said = report.said_before;
  if (const std::size_t at = said.find("Assertion "); at != std::string::npos) {
    std::string condition = said.substr(at + 10);
    condition = condition.substr(0, condition.rfind(" failed"));
    std::erase_if(condition, [](char c) { return c == '\'' || c == '`'; });
    return fmt::format("a check failed: '{}'", shown(condition));
  }
  if (const std::size_t at = said.find("instance of '"); at != std::string::npos)
    return fmt::format("an exception of type '{}' left a function that may throw none",
                       shown(said.substr(at + 13, said.rfind('\'') - at - 13), kShownName));
  if (has(said, "terminate called")) return "it ended by std::terminate";
  return "it called abort";
}

struct Row {
  std::string_view kind;
  std::string_view say;
  std::string (*make)(const SanitizerReport&, const SubmissionSource&);  // in place of `say`
  std::string_view help;
};

constexpr std::string_view kIndexHelp =
    "compare the index with the size: the last element is number size - 1";
constexpr std::string_view kGoneHelp = "a pointer, reference or iterator outlived what it pointed to";
constexpr std::string_view kStackHelp = "look for the call that should end the recursion";
constexpr std::string_view kSizeHelp = "a size was computed wrongly: print it";
constexpr std::string_view kFreeHelp =
    "each new goes with one delete, each new[] with one delete[]; a std::vector needs neither";

constexpr std::array kRows{
    Row{"heap-buffer-overflow", "", past, kIndexHelp},
    Row{"stack-buffer-overflow", "", past, kIndexHelp},
    Row{"stack-buffer-underflow", "", past, kIndexHelp},
    Row{"dynamic-stack-buffer-overflow", "", past, kIndexHelp},
    Row{"global-buffer-overflow", "", past, kIndexHelp},
    Row{"container-overflow", "", past, kIndexHelp},
    Row{"heap-use-after-free", "", given_back, kGoneHelp},
    Row{"stack-use-after-scope", "", local_gone, kGoneHelp},
    Row{"stack-use-after-return", "", local_gone, kGoneHelp},
    Row{"double-free", "gave the same memory back twice", nullptr, kFreeHelp},
    Row{"bad-free", "gave memory back that was not made by new", nullptr, kFreeHelp},
    Row{"alloc-dealloc-mismatch", "gave memory back by another way than it was made", nullptr, kFreeHelp},
    Row{"new-delete-type-mismatch", "deleted an object as one of another size", nullptr, kFreeHelp},
    Row{"stack-overflow", "", stack_full, kStackHelp},
    Row{"SEGV", "", bad_access, kGoneHelp},
    Row{"BUS", "", bad_access, kGoneHelp},
    Row{"FPE", "a whole-number division by zero", nullptr, "check the divisor before"},
    Row{"ABRT", "", aborted, ""},
    Row{"ILL", "an instruction that can not be run", nullptr, "usual cause: __builtin_trap"},
    Row{"TRAP", "an instruction that can not be run", nullptr, "usual cause: __builtin_trap"},
    Row{"allocation-size-too-big", "asked for far too much memory at once", nullptr, kSizeHelp},
    Row{"out-of-memory", "asked for far too much memory at once", nullptr, kSizeHelp},
    Row{"calloc-overflow", "asked for far too much memory at once", nullptr, kSizeHelp},
    Row{"negative-size-param", "gave a negative size to a function that copies or sets memory", nullptr,
        kSizeHelp},
};

std::string other_kind(std::string_view kind) {
  const bool word =
      std::all_of(kind.begin(), kind.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
  return word && !kind.empty() && kind.size() < kShownName ? fmt::format("a memory error: {}", kind)
                                                           : "a memory error";
}

SanitizerWords of_address(const SanitizerReport& report, const SubmissionSource& source) {
  for (const Row& row : kRows)
    if (row.kind == report.kind)
      return {.message = row.make != nullptr ? row.make(report, source) : std::string(row.say),
              .details = {},
              .help = std::string(row.help)};
  return {.message = other_kind(report.kind), .details = {}, .help = ""};
}

// ---- UBSan

struct Sentence {
  std::string_view mark;  // in UBSan's sentence
  std::string_view say;   // instead of it; ends in ": " where the sentence follows
  std::string_view help;
};

constexpr std::array kSentences{
    Sentence{"signed integer overflow: ", "a whole number outgrew its type: ",
             "use std::int64_t, or a smaller number"},
    Sentence{"negation of ", "a whole number outgrew its type: ", "the least int has no positive twin"},
    Sentence{"division by zero", "a whole-number division by zero", "check the divisor before"},
    Sentence{"out of bounds for type", "past the end of an array: ", kIndexHelp},
    Sentence{"null pointer", "used a null pointer: ", "check where the pointer or reference comes from"},
    Sentence{"misaligned address",
             "used memory as a type that can not stand there: ", "do not cast between pointer types"},
    Sentence{"shift", "a shift that has no result: ", "shift by 0 up to the number's bits minus 1"},
    Sentence{"which is not a valid value for type",
             "used a value that is none: ", "a variable was not set before it was read"},
    Sentence{"outside the range of representable values",
             "a number outgrew its type: ", "compare before the cast"},
};

// Numbers of the machine's memory are of no use, and differ from run to run.
std::string without_addresses(std::string text) {
  for (std::size_t at = text.find("0x"); at != std::string::npos; at = text.find("0x", at)) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789abcdef", at + 2), text.size());
    const std::size_t begin = at > 0 && text[at - 1] == ' ' ? at - 1 : at;
    text.erase(begin, end - begin);
    at = begin;
  }
  return text;
}

SanitizerWords of_undefined(const SanitizerReport& report) {
  const std::string said = shown(without_addresses(report.undefined));
  for (const Sentence& sentence : kSentences) {
    if (!has(report.undefined, sentence.mark)) continue;
    std::string message(sentence.say);
    if (message.ends_with(": ")) {
      const bool repeats = said.starts_with(sentence.mark) && sentence.mark.ends_with(": ");
      message += repeats ? said.substr(sentence.mark.size()) : said;
    }
    return {.message = std::move(message), .details = {}, .help = std::string(sentence.help)};
  }
  return {.message = "undefined behaviour: " + said, .details = {}, .help = ""};
}

// ---- Places

const StackFrame* own_frame(const std::vector<StackFrame>& frames, const SubmissionSource& source) {
  const auto found = std::find_if(frames.begin(), frames.end(),
                                  [&](const StackFrame& frame) { return in_submission(frame, source); });
  return found == frames.end() ? nullptr : &*found;
}

std::string source_line(int line, const SubmissionSource& source) {
  std::string text = source.lines.at(static_cast<std::size_t>(line) - 1);
  text.erase(0, text.find_first_not_of(" \t"));
  return fmt::format("{} | {}", line, shown(text, 100));
}

void add_place(SanitizerWords& words, std::string_view what, const std::vector<StackFrame>& frames,
               const SubmissionSource& source) {
  if (const StackFrame* frame = own_frame(frames, source))
    words.details.push_back(fmt::format("{} at {}:{}", what, source.name, frame->line));
}

}  // namespace

SanitizerWords sanitizer_words(const SanitizerReport& report, const SubmissionSource& source) {
  SanitizerWords words = report.undefined.empty() ? of_address(report, source) : of_undefined(report);
  if (const StackFrame* frame = own_frame(report.frames, source)) {
    words.message = fmt::format("{}:{}: {}", source.name, frame->line, words.message);
    words.details.push_back(source_line(frame->line, source));
  }
  add_place(words, "the memory was made", report.made, source);
  add_place(words, "it was given back", report.freed, source);
  return words;
}

}  // namespace grader
