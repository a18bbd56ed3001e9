// How a session comes to be: from a runner of its own, or from something that knows some answers already.
#pragma once

#include <functional>
#include <memory>

#include "grader/base/error.h"
#include "grader/run/session.h"

namespace grader {

/// As Session::start. Where there is none, Session::start is meant: see open_with.
using OpenSession = std::function<Result<std::unique_ptr<Session>>(const Session::Options&)>;

inline Result<std::unique_ptr<Session>> open_with(const OpenSession& open, const Session::Options& options) {
  return open ? open(options) : Session::start(options);
}

}  // namespace grader
