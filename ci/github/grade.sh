#!/usr/bin/env bash
# What the action does: grades one header, for a job on GitHub Actions.
#
#   SUBMISSION  the header                              PACKAGE  the exercise's folder (empty: ours)
#   FORMAT      more reports, NAME=PATH, one a line     CASES    public, hidden or all
#
# Writes annotations to the log, the job summary, and the outputs `verdict`, `points` and `max-points`. Leaves with the
# grader's own exit code.
set -euo pipefail

ROOT=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.." && pwd)
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT

fail() {
  printf '::error title=grader::%s\n' "$1"
  exit 2
}

# A link that somebody handed in could lead to any file of this machine, and the compiler quotes what it reads.
cd -P -- "$PWD"
[[ -e $SUBMISSION || -L $SUBMISSION ]] || fail "the submission is not there; look at the input 'submission'"
[[ $(realpath -m -- "$SUBMISSION") == "$(realpath -ms -- "$SUBMISSION")" ]] ||
  fail "the submission is a symbolic link or lies behind one; expected a file"

# Always named: else the grader would look beside the submission, where a stranger's exercise.yaml may lie.
arguments=(--package "${PACKAGE:-$ROOT}" --cases "${CASES:-all}" --format github
  --format "github-summary=$WORK/summary.md" --format "json=$WORK/report.json")
while read -r format; do
  if [[ -n $format ]]; then arguments+=(--format "$format"); fi
done <<<"${FORMAT:-}"

code=0
"$ROOT/grade" grade "${arguments[@]}" -- "$SUBMISSION" || code=$?

# value KEY: of the report's own level, which stands two columns in; null is empty
value() { sed -n "s/^  \"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\$/\1/p" "$WORK/report.json" | sed 's/^null$//' | head -n 1; }

if [[ -f $WORK/report.json ]]; then
  {
    printf 'verdict=%s\n' "$(value verdict)"
    printf 'points=%s\n' "$(value points)"
    printf 'max-points=%s\n' "$(value max_points)"
  } >>"$GITHUB_OUTPUT"
  cat "$WORK/summary.md" >>"$GITHUB_STEP_SUMMARY"
fi
exit "$code"
