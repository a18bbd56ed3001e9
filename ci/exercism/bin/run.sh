#!/usr/bin/env bash
# Exercism's test runner:  run.sh SLUG INPUT_DIR OUTPUT_DIR  writes OUTPUT_DIR/results.json (version 3).
#
# SLUG names the exercise: `causal-attention` is examples/causal_attention, and the slug of this repository's own is
# multi-head-self-attention. Leaves with 0 whatever the tests say, as Exercism asks.
set -euo pipefail

ROOT=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../../.." && pwd)
# shellcheck source=ci/submission_name.sh
source "$ROOT/ci/submission_name.sh"
if (($# != 3)); then
  echo "usage: run.sh SLUG INPUT_DIR OUTPUT_DIR" >&2
  exit 2
fi
slug=$1
input=$(realpath -- "$2")
output=$(realpath -m -- "$3")
mkdir -p "$output"

# fails MESSAGE: nothing ran
fails() {
  printf '{"version": 3, "status": "error", "message": "%s"}\n' "$1" >"$output/results.json"
  exit 0
}

[[ $slug =~ ^[a-z0-9-]+$ ]] || fails "This slug is none: expected small letters, digits and hyphens."
package=$ROOT/examples/${slug//-/_}
if [[ $slug == multi-head-self-attention ]]; then package=$ROOT; fi
[[ -f $package/exercise/exercise.yaml ]] || fails "There is no exercise '$slug' here."

name=$(submission_name "$package")
[[ -f $input/$name && ! -L $input/$name ]] || fails "Expected a file $name, and it was not handed in."

rm -f "$output/results.json"
code=0
"$ROOT/grade" grade --package "$package" --cases public --format "exercism=$output/results.json" -- "$input/$name" ||
  code=$?
[[ -s $output/results.json ]] || fails "The grader could not judge this submission (exit code $code); that is its fault."
