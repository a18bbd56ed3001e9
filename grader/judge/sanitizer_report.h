// Reads what AddressSanitizer and UBSan (g++ 12 and later) print before they end a program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// One line of a stack: a function and the place in it. Empty and 0 where not known.
struct StackFrame {
  std::string function;  // `exercise::split_heads(kit::Tensor const&, int)`
  std::string file;      // as the compiler was given it: `solution.h`
  int line = 0;
};

/// What one report says. All of it comes from the student's process: it explains, it proves nothing, and its
/// texts have to be cleaned before they are shown.
struct SanitizerReport {
  enum class Side { kUnknown, kBefore, kInside, kBehind };

  std::string kind;       // AddressSanitizer's word: `heap-buffer-overflow`; "" for UBSan
  std::string undefined;  // UBSan's sentence: `division by zero`; "" for AddressSanitizer
  bool write = false;     // else a read
  std::int64_t access_bytes = 0;
  Side side = Side::kUnknown;     // where the access was, seen from the memory below
  std::int64_t region_bytes = 0;  // of the array, variable or block that was meant; 0: not known
  std::string variable;           // its name, where it has one
  bool null_pointer = false;
  std::string said_before;         // the line of a failed check or of std::terminate, printed just before
  std::vector<StackFrame> frames;  // where it happened, innermost first
  std::vector<StackFrame> made;    // where the memory was allocated
  std::vector<StackFrame> freed;   // where it was given back
};

/// The last report in `text`: a sanitizer ends the program, so nothing of the program comes after its report,
/// while a program may print what looks like one before. Nothing where there is none.
std::optional<SanitizerReport> read_sanitizer_report(std::string_view text);

}  // namespace grader
