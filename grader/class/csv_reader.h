// Rows of a CSV file (RFC 4180), with the place of each field for messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grader/base/error.h"

namespace grader {

struct CsvField {
  std::string text;
  Place place;  // of its first character; columns count bytes
};
using CsvRow = std::vector<CsvField>;

/// The rows of `text`: fields set apart by commas, or by semicolons or tabs where the first row has these and
/// no comma; quoted fields may hold anything, a quote as two. A byte order mark is dropped, lines end in LF,
/// CR LF or CR, empty lines are passed over. An error has its place: a quote inside a field that does not
/// begin with one, text after a closing quote, a quote that is never closed.
Result<std::vector<CsvRow>> read_csv(std::string_view text, const std::string& shown_path);

}  // namespace grader
