#!/usr/bin/env bash
# What the actions of grade_test.bzl run:  step.sh STEP GRADER PARTS PACKAGE ARGUMENT...
#
#   prepare BUILT                                    the package's runner and prelude
#   answers BUILT ANSWERS                            what the reference answers
#   compile BUILT SUBMISSION MODULE                  the module, or what the compiler said where there is none
#   run BUILT ANSWERS SUBMISSION MODULE TEXT JUNIT CODE [FLAG...]
#
# A submission that is not accepted is a result, so it ends a step well; wrong use and the grader's own failures do not.
set -euo pipefail

step=$1
report=
grader=$2
package=$4
export GRADER_ROOT=$3
shift 4

# The grader's cache, which it writes to, is new each time. What earlier steps built is copied in: Bazel's sandbox has links
# to it, which lead nowhere from inside the grader's own.
GRADER_CACHE=$(mktemp -d)
export GRADER_CACHE
trap 'rm -rf "$GRADER_CACHE"' EXIT

use() {
  local folder
  for folder in "$@"; do cp -RL "$folder"/. "$GRADER_CACHE"; done
  chmod -R u+w "$GRADER_CACHE"
  find "$GRADER_CACHE" -mindepth 2 -maxdepth 2 | sort >"$GRADER_CACHE/used"
}

# keep FOLDER: what this step built, without what was copied in, and without what holds for this one place
keep() {
  local entry
  rm -rf "$GRADER_CACHE/self-tests"
  touch "$GRADER_CACHE/used"
  find "$GRADER_CACHE" -mindepth 2 -maxdepth 2 | sort | comm -23 - "$GRADER_CACHE/used" | while read -r entry; do
    entry=${entry#"$GRADER_CACHE"/}
    mkdir -p "$1/$(dirname "$entry")"
    cp -R "$GRADER_CACHE/$entry" "$1/$entry"
  done
}

# grade ARGUMENT...: sets `code`; fails where it is neither 0 (accepted) nor 1 (not accepted), and shows all that was said
grade() {
  code=0
  "$grader" "$@" --package "$package" >"$GRADER_CACHE/said.txt" 2>&1 || code=$?
  ((code <= 1)) && return
  cat "$GRADER_CACHE/said.txt" >&2
  [[ ! -f $report ]] || cat "$report" >&2
  exit "$code"
}

# A submission with nothing in it: what is built on the way to its verdict is the same for all.
nothing() {
  : >"$GRADER_CACHE/nothing.h"
  printf '%s\n' "$GRADER_CACHE/nothing.h"
}

case $step in
  prepare)
    grade compile "$(nothing)" -o "$GRADER_CACHE/nothing.so"
    keep "$1"
    ;;
  answers)
    use "$1"
    report=$GRADER_CACHE/nothing.txt
    grade grade "$(nothing)" --format "text=$report"
    keep "$2"
    ;;
  compile)
    use "$1"
    grade compile "$2" -o "$3" --keep-errors
    ;;
  run)
    use "$1" "$2"
    report=$5
    grade grade "$3" --module "$4" --jobs 1 --format "text=$report" --format "junit=$6" "${@:8}"
    printf '%s\n' "$code" >"$7"
    ;;
esac
