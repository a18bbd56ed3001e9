// solution/mistakes/catalogue.yaml in memory: the known wrong solutions, and what to tell who made one.
#pragma once

#include <string>
#include <vector>

#include "grader/base/error.h"
#include "grader/base/verdict.h"

namespace grader {

struct Mistake {
  std::string name;  // of its file, without `.h`
  std::string group;
  Verdict verdict = Verdict::kWrongAnswer;  // of the whole submission over all cases
  std::vector<int> functions;  // indices in Manifest::functions, in that order: those that show it
  std::string hint;
  std::vector<std::string> twins;  // whose results are the same everywhere; their hints are too
  std::string note;
  Place place;  // of the entry
};

/// An idea that is not in the catalogue, and why.
struct LeftOutMistake {
  std::string name;
  std::string reason;
};

struct Catalogue {
  std::vector<Mistake> mistakes;
  std::vector<LeftOutMistake> left_out;
};

}  // namespace grader
