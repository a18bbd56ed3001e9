// For tests: what a call throws.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "kit/errors.h"

namespace kit {

struct Caught {
  std::string message;
  int line = -1;
};

// The message and the line of the Error that call throws. Fails the test when it throws nothing.
template <class Error, class Call>
Caught caught(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return {error.what(), error.line()};
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

}  // namespace kit
