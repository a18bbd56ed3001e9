// Text that a submission may have written, made fit to stand in a report for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// `text` without the marks by which CI systems find commands anywhere in a line: `##[` and `##vso[` become
/// `#\#[` and
/// `#\#vso[`.
std::string defuse(std::string_view text);

/// One line: cleaned (see clean_line) and defused.
std::string quote_line(std::string_view text);

/// The lines of `text`, each cleaned and defused with `prefix` before it, so that no line of a report begins
/// with them and nothing in them (`::error::`, `ok 1`, `Score:`) is taken for the report's own. At most
/// `max_lines`, each cut at 120 bytes; the last line then says how many are left out.
std::vector<std::string> quote_lines(std::string_view text, std::string_view prefix, std::size_t max_lines);

}  // namespace grader
