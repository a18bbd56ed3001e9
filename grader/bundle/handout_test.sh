#!/usr/bin/env bash
# The student's handout on a machine that has never seen the grader, by its own README: unpacked, built, graded in.
#
#   handout_test.sh GRADER      GRADER makes the handout; run at the repository's root
#
# Everything is compiled again there; where ccache is installed it knows what is the same here.
set -euo pipefail

GRADER=$(realpath -- "${1:?the grader program}")
REPOSITORY=$PWD
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
export CCACHE_DIR=${CCACHE_DIR:-$HOME/.cache/ccache}
unset GRADER_BUILD GRADER_ROOT GRADER_CACHE XDG_CACHE_HOME
export HOME=$WORK/home NO_COLOR=1
mkdir "$HOME"

fail() {
  echo "FAILED: $1"
  tail -n 40 "$WORK/out" "$WORK/err"
  exit 1
}

# gives CODE TEXT COMMAND...: the command's exit code, and a text that it prints
gives() {
  local wanted=$1 text=$2 code=0
  shift 2
  "$@" >"$WORK/out" 2>"$WORK/err" || code=$?
  ((code == wanted)) || fail "$*: exit code $code, expected $wanted"
  grep -qF -- "$text" "$WORK/out" || fail "$*: no '$text'"
}

"$GRADER" bundle "$WORK/handout.tar.gz"
tar -xzf "$WORK/handout.tar.gz" -C "$WORK"
cd "$WORK/handout"

grep -q '^\./grade exercise/solution\.h$' README.md || fail "the README has another command"
gives 1 "✗ not implemented" ./grade exercise/solution.h
gives 0 "worked_example_split_heads" ./grade show --list
if ./grade exercise/solution.h --cases hidden >"$WORK/out" 2>"$WORK/err"; then fail "there are hidden cases"; fi
gives 0 "(1, 2, 4)" ./grade show worked_example_split_heads

hint=$(sed -n '/- name: merge-no-transpose/,/hint:/s/^ *hint: *"\(.*\)"$/\1/p' "$REPOSITORY/solution/mistakes/catalogue.yaml")
[[ -n $hint ]] || fail "the catalogue has no hint for merge-no-transpose"
cp "$REPOSITORY/solution/mistakes/merge-no-transpose.h" exercise/solution.h
./grade exercise/solution.h --format json >"$WORK/out" 2>"$WORK/err" || true
grep -qF -- "$hint" "$WORK/out" || fail "a known mistake does not get its hint: $hint"

cp "$REPOSITORY/solution/solution.h" exercise/solution.h
gives 0 "100 of 100 points" ./grade exercise/solution.h
cmake -S . -B build -G Ninja >"$WORK/out" 2>"$WORK/err" || fail "cmake"
cmake --build build --target solution_test >"$WORK/out" 2>"$WORK/err" || fail "solution_test does not build"
gives 0 "100% tests passed" ctest --test-dir build -L student
echo "passed: the handout builds and grades by its README"
