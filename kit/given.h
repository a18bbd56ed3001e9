// For the given code of an exercise: makes a function of several operations look like one.
#pragma once

#include <initializer_list>

#include "kit/internal.h"

namespace kit {
namespace internal KIT_HIDDEN {

// While it lives, operations of this thread are not recorded, and errors carry the line of the outermost
// Given. A Given within another one records nothing itself. Stages are always recorded.
//
//   Tensor softmax(kit::Arg x, std::int64_t axis) {
//     kit::internal::Given call("softmax", {x});
//     ...
//     return call.result(e / kit::sum(e, axis));
//   }
class Given {
 public:
  // REQUIRES: inputs is not empty and name is a string literal.
  Given(const char* name, std::initializer_list<Arg> inputs);
  // The same for a call without tensors, at this line.
  Given(const char* name, int line);
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;
  ~Given();

  // Records the call with its result and gives the result back.
  Tensor result(Tensor value);

 private:
  const char* name_;
  std::vector<Shape> inputs_;
  int outer_line_;
};

}  // namespace KIT_HIDDEN
}  // namespace kit
