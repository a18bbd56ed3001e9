#include "grader/model/manifest.h"

namespace grader {

int Manifest::function_index(std::string_view name) const {
  for (std::size_t i = 0; i < functions.size(); ++i)
    if (functions[i].name == name) return static_cast<int>(i);
  return -1;
}

int Manifest::inverse_index(int function) const {
  const std::string& name = functions.at(static_cast<std::size_t>(function)).name;
  for (std::size_t i = 0; i < functions.size(); ++i)
    if (functions[i].inverse_of == name) return static_cast<int>(i);
  return -1;
}

}  // namespace grader
