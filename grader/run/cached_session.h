// A session that answers from what is known, and starts a runner only for what is not.
#pragma once

#include <memory>

#include "grader/base/error.h"
#include "grader/run/open_session.h"
#include "grader/run/outcome_store.h"
#include "grader/run/session.h"

namespace grader {

/// Looks every run up in `store`; what is not there is run by a session that `open` makes (Session::start
/// where there is none) at the first such run, and kept where can_be_kept. Where no session can be started
/// the run is kNotStarted. `program`: its program_key(). The caller keeps `store` alive. `digests`: of
/// requests that will be asked for; none: each is made when it is asked for.
std::unique_ptr<Session> make_cached_session(const Session::Options& options, std::string program,
                                             OutcomeStore& store, OpenSession open = {},
                                             std::shared_ptr<const RequestDigests> digests = {});

}  // namespace grader
