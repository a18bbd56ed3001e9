#!/usr/bin/env bash
# Gradescope runs this once, as root, when the autograder's image is made: installs the packages and builds the grader,
# and grades the stub, so that a submission finds all it needs in the caches.
set -euo pipefail

ROOT=${AUTOGRADER_ROOT:-/autograder}
SOURCE=$ROOT/source/grader
export GRADER_CACHE=$ROOT/cache
# shellcheck source=ci/submission_name.sh
source "$ROOT/source/submission_name.sh"

code=0
"$SOURCE/grade" grade "$SOURCE/exercise/$(submission_name "$SOURCE")" >/dev/null || code=$?
if ((code > 1)); then
  echo "setup: the grader does not work here: exit code $code" >&2
  exit "$code"
fi
