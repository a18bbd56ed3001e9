// Places of a text in which the insides of some lists were cut out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "grader/cases/number_list.h"

namespace grader {

/// From a byte of the cut text to its line and column in the whole one.
class TextMap {
 public:
  /// `lists`, in order, are those whose insides are cut out of `text`; both are read only here.
  TextMap(std::string_view text, const std::vector<NumberList>& lists);

  TextPosition position(std::size_t cut_at) const;

 private:
  struct Cut {
    std::size_t at = 0;       // in the cut text: the first byte after the gap
    std::size_t removed = 0;  // bytes cut out up to here
  };
  std::size_t size_ = 0;
  std::vector<std::size_t> line_starts_;
  std::vector<Cut> cuts_;
};

/// `text` with `[]` for every list.
std::string without_insides(std::string_view text, const std::vector<NumberList>& lists);

}  // namespace grader
