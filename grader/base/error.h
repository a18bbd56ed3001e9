// What went wrong outside the program's own code, told so that a person can mend it.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace grader {

/// A position in a text file. Lines and columns count from 1; 0 means "not known".
struct Place {
  std::string path;
  int line = 0;
  int col = 0;

  bool operator==(const Place&) const = default;
};

/// Who has to act: the person at the command (exit 2), or us (exit 3).
enum class Fault { kUse, kInternal };

/// One error: lower case, no full stop, values in single quotes, expected and found, what to do next.
struct Error {
  std::string message;
  Place place;              // path empty: the error has no place
  std::string source_line;  // the line of the file, for the caret; empty: not shown
  Fault fault = Fault::kUse;
};

/// All errors of one input, in the order of their places; never empty where it stands for a failure.
using Errors = std::vector<Error>;

template <class T>
using Result = tl::expected<T, Error>;

/// As Result, where one run finds several errors (a case file, a manifest).
template <class T>
using ResultOrErrors = tl::expected<T, Errors>;

/// `path:line:col: message`, then the source line and a caret under the column where both are known.
/// The text is cleaned (see clean_text in text.h): no byte of it is obeyed by a terminal.
std::string to_text(const Error& error);
/// The texts of all errors, one after another, each ending in a line break.
std::string to_text(const Errors& errors);

/// An error of the outside world without a place.
tl::unexpected<Error> fail(std::string message);
/// As fail, but the fault is ours: exit code 3, verdict internal_error.
tl::unexpected<Error> fail_internal(std::string message);
/// `message: strerror(errno_value)`.
tl::unexpected<Error> fail_errno(std::string_view message, int errno_value);

/// The program's exit codes.
enum class ExitCode { kAccepted = 0, kNotAccepted = 1, kUse = 2, kInternal = 3 };

}  // namespace grader
