#include "grader/model/case.h"

#include <array>

namespace grader {

std::string_view to_string(CaseKind kind) {
  constexpr std::array<std::string_view, 9> kNames{"values",     "throws",
                                                   "sequence",   "round_trip",
                                                   "causal",     "batch_independent",
                                                   "repeatable", "leaves_inputs_alone",
                                                   "vectorised"};
  return kNames.at(static_cast<std::size_t>(kind));
}

}  // namespace grader
