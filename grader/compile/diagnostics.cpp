#include "grader/compile/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "grader/base/text.h"

namespace grader {
namespace {

using Severity = Diagnostic::Severity;

constexpr std::size_t kLongestMessage = 400;
constexpr std::size_t kMostMessages = 2000;  // read at all

struct Kind {
  std::string_view word;
  Severity severity;
};
constexpr Kind kKinds[] = {
    {": fatal error: ", Severity::kError},
    {": error: ", Severity::kError},
    {": internal compiler error: ", Severity::kError},
    {": sorry, unimplemented: ", Severity::kError},
    {": warning: ", Severity::kWarning},
    {": note: ", Severity::kNote},
    {": Fatal error: ", Severity::kError},  // the assembler's
    {": Error: ", Severity::kError},
    {": Warning: ", Severity::kWarning},
};

struct Place {
  std::string_view path;
  int line = 0;
  int col = 0;
};

// Takes `:12` off the end; nothing where it is not there.
std::optional<int> take_number(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == text.size()) return std::nullopt;
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, number);
  if (error != std::errc() || stop != end || number < 0) return std::nullopt;
  text = text.substr(0, colon);
  return number;
}

// `path:line:col`, `path:line`; nothing without a line.
std::optional<Place> read_place(std::string_view text) {
  Place place{.path = text};
  const auto last = take_number(place.path);
  if (!last) return std::nullopt;
  place.line = *last;
  if (const auto line = take_number(place.path)) {
    place.col = *last;
    place.line = *line;
  }
  if (place.path.starts_with("./")) place.path.remove_prefix(2);  // as clang says it
  return place;
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  if (what.empty()) return;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
}

class Reader {
 public:
  explicit Reader(const MessageSource& source) : source_(source), lines_(split_lines(source.text)) {}

  CompilerOutput read(std::string_view output) {
    for (std::size_t begin = 0; begin < output.size() && output_.messages.size() < kMostMessages;) {
      const std::size_t end = std::min(output.find('\n', begin), output.size());
      read_line(output.substr(begin, end - begin));
      begin = end + 1;
    }
    return std::move(output_);
  }

 private:
  void read_line(std::string_view line) {
    const Kind* kind = nullptr;
    std::size_t at = line.size();
    for (const Kind& candidate : kKinds) {
      const std::size_t found = line.find(candidate.word);
      if (found < at) {
        at = found;
        kind = &candidate;
      }
    }
    const auto place = kind == nullptr ? std::nullopt : read_place(line.substr(0, at));
    if (place) {
      add(kind->severity, *place, line.substr(at + kind->word.size()));
    } else {
      read_other(line);
    }
  }

  // Contexts of templates name the student's line; lines of the tools have no place.
  void read_other(std::string_view line) {
    if (const std::size_t at = line.find(":   required from"); at != std::string_view::npos) {
      const auto place = read_place(line.substr(0, at));
      if (place && place->path == source_.submission_name) led_here_ = place->line;
    } else if (line.find(": In instantiation of ") != std::string_view::npos) {
      led_here_ = 0;
    } else if (is_tool(line.substr(0, line.find(':'))) && output_.tool_lines.size() < 50) {
      output_.tool_lines.push_back(shown(line));
    }
  }

  // Why a file cannot be included would tell whether it is there.
  static std::string without_reason(std::string_view text) {
    for (const std::string_view reason :
         {": No such file or directory", ": Permission denied", ": Is a directory"})
      if (text.ends_with(reason))
        return fmt::format("{}: there is no such header", text.substr(0, text.size() - reason.size()));
    return std::string(text);
  }

  std::string assembler_text(std::string_view text) const {
    const bool file = text.starts_with("can't open ") || text.starts_with("file not found") ||
                      text.ends_with("Permission denied") || text.ends_with("No such file or directory");
    return file ? std::string("assembler: a file cannot be read") : fmt::format("assembler: {}", shown(text));
  }

  static bool is_tool(std::string_view name) {
    if (name == "{standard input}" || name == "virtual memory exhausted") return true;
    name = name.substr(name.rfind('/') + 1);
    for (const std::string_view tool : {"ld", "collect2", "as", "cc1plus", "g++", "clang", "clang++"})
      if (name == tool || (name.starts_with(tool) && name.substr(tool.size()).starts_with('-'))) return true;
    return name.ends_with("-ld") || name.ends_with("-as") || name.find("g++-") != std::string_view::npos;
  }

  void add(Severity severity, const Place& place, std::string_view text) {
    const bool ours =
        place.path == source_.unit_name || place.path == source_.work_folder + "/" + source_.unit_name;
    if (severity == Severity::kNote && ours) return;  // the report says in words what was asked for
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    diagnostic.message =
        place.path == "{standard input}" ? assembler_text(text) : shown(without_reason(text));
    set_place(diagnostic, place);
    const bool belongs = severity == Severity::kNote && !output_.messages.empty() &&
                         output_.messages.back().head.severity != Severity::kNote;
    if (belongs) {
      output_.messages.back().notes.push_back(std::move(diagnostic));
    } else {
      output_.messages.push_back({std::move(diagnostic), {}});
    }
    if (severity != Severity::kNote) led_here_ = 0;
  }

  void set_place(Diagnostic& diagnostic, const Place& place) const {
    diagnostic.path = source_.submission_name;
    if (const std::string header = header_name(place.path); !header.empty()) {
      if (led_here_ > 0) return set_line(diagnostic, led_here_, 0);
      diagnostic.path = header;
      diagnostic.line = place.line;
      diagnostic.col = place.col;
    } else if (place.path == source_.submission_name) {
      set_line(diagnostic, place.line, place.col);
    }
  }

  void set_line(Diagnostic& diagnostic, int line, int col) const {
    if (line < 1 || static_cast<std::size_t>(line) > lines_.size()) return;
    diagnostic.line = line;
    diagnostic.col = col;
    // Shown with a caret under a byte's column: a line that would have to be changed to be shown is not.
    const std::string& source = lines_[static_cast<std::size_t>(line) - 1];
    if (source.size() <= kLongestMessage && clean_text(source) == source) diagnostic.source_line = source;
  }

  // `kit/tensor.h` or `<vector>` for headers that we or the system brought, else "".
  std::string header_name(std::string_view path) const {
    for (const std::string& ours :
         {source_.include_folder + "/exercise/../", source_.include_folder + "/", std::string("include/")})
      if (path.starts_with(ours)) return clean_line(path.substr(ours.size()));
    if (path.starts_with("/usr/include/c++/")) {
      const std::size_t slash = path.find('/', sizeof("/usr/include/c++/") - 1);
      return fmt::format("<{}>", clean_line(path.substr(std::min(slash, path.size() - 1) + 1)));
    }
    if (path.starts_with("/usr/include/"))
      return fmt::format("<{}>", clean_line(path.substr(sizeof("/usr/include/") - 1)));
    return path.starts_with("/usr/lib/") ? fmt::format("<{}>", clean_line(path.substr(path.rfind('/') + 1)))
                                         : "";
  }

  std::string shown(std::string_view text) const {
    if (text.ends_with(" [-fpermissive]")) text.remove_suffix(sizeof(" [-fpermissive]") - 1);
    std::string line(text);
    replace_all(line, "\xE2\x80\x98", "'");
    replace_all(line, "\xE2\x80\x99", "'");
    replace_all(line, source_.include_folder + "/", "");
    replace_all(line, source_.work_folder + "/", "");
    return cut_text(clean_line(line), kLongestMessage);
  }

  const MessageSource& source_;
  std::vector<std::string> lines_;
  int led_here_ = 0;
  CompilerOutput output_;
};

std::size_t cost(const Diagnostic& diagnostic) {
  return diagnostic.message.size() + diagnostic.source_line.size() + 40;
}

}  // namespace

CompilerOutput read_compiler_output(std::string_view output, const MessageSource& source) {
  return Reader(source).read(output);
}

Shortened shorten(const std::vector<Message>& messages, std::size_t max_bytes) {
  constexpr std::size_t kMostOfAKind = 10;
  constexpr std::size_t kMostNotes = 2;
  Shortened shortened;
  std::size_t bytes = 0;
  for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kNote}) {
    std::size_t count = 0;
    for (const Message& message : messages) {
      if (message.head.severity != severity) continue;
      if (++count > kMostOfAKind || bytes + cost(message.head) > max_bytes) {
        ++shortened.cut;
        continue;
      }
      bytes += cost(message.head);
      shortened.diagnostics.push_back(message.head);
      for (std::size_t i = 0; i < std::min(message.notes.size(), kMostNotes); ++i) {
        if (bytes + cost(message.notes[i]) > max_bytes) break;
        bytes += cost(message.notes[i]);
        shortened.diagnostics.push_back(message.notes[i]);
      }
    }
  }
  return shortened;
}

}  // namespace grader
