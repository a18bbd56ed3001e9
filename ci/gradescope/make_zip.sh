#!/usr/bin/env bash
# Makes the zip that an instructor uploads to Gradescope:  make_zip.sh OUT.zip [PACKAGE]
#
# In it: setup.sh, run_autograder, and the grader with the exercise, the hidden cases and the reference. It is for the
# instructor's side alone: never hand it to students (`grader bundle` makes what is for them).
set -euo pipefail

HERE=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)
ROOT=$(cd -- "$HERE/../.." && pwd)
if (($# < 1 || $# > 2)) || [[ $1 != *.zip ]]; then
  echo "usage: make_zip.sh OUT.zip [PACKAGE]" >&2
  exit 2
fi
if [[ -e $1 ]]; then
  echo "make_zip.sh: '$1' is there already: name a file that is not" >&2
  exit 2
fi
OUT=$(realpath -m -- "$1")
PACKAGE=$(realpath -- "${2:-$ROOT}")
STAGE=$(mktemp -d)
trap 'rm -rf "$STAGE"' EXIT

"$ROOT/grade" bundle "$STAGE/grader" --package "$PACKAGE" --force >/dev/null
cp -r "$PACKAGE/solution" "$STAGE/grader/solution"
cp -r "$PACKAGE/cases/." "$STAGE/grader/cases"
cp "$HERE/setup.sh" "$HERE/run_autograder" "$ROOT/ci/submission_name.sh" "$STAGE"
chmod 755 "$STAGE/setup.sh" "$STAGE/run_autograder"
(cd "$STAGE" && cmake -E tar cf "$OUT" --format=zip setup.sh run_autograder submission_name.sh grader)
echo "$1: upload it as the autograder of a programming assignment; students never get it"
