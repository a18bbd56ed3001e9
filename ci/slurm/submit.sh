#!/usr/bin/env bash
# Grades a class on a Slurm cluster:  submit.sh CLASS OUT SHARDS [ARGUMENT...]
#
#   CLASS   folder of the submissions, OUT where the records and the gradebook go: both on a file system that all nodes see
#   SHARDS  how many jobs share the class
#   the rest goes to `grader class`: --package DIR, --roster FILE, …
#
# Submits an array of shards and a job that merges them when all have ended well. Prints the two job ids. The same command
# again goes on with what is missing.
#
#   GRADER         the program (default: the one that ./grade builds here)
#   LOGS           folder for what the jobs print (default: OUT.slurm)
#   SBATCH_SHARD   more options for each shard (`--cpus-per-task=16 --time=1:00:00`)
set -euo pipefail

if (($# < 3)) || ! [[ $3 =~ ^[1-9][0-9]{0,3}$ ]]; then
  echo "usage: submit.sh CLASS OUT SHARDS [ARGUMENT...]" >&2
  exit 2
fi
HERE=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)
GRADER=$(realpath -- "${GRADER:-$HERE/../../build/grader/cli/grader}")
CLASS=$(realpath -- "$1")
OUT=$(realpath -m -- "$2")
SHARDS=$3
GRADER_ARGUMENTS=${*:4}
export GRADER CLASS OUT GRADER_ARGUMENTS
[[ -x $GRADER ]] || {
  echo "submit.sh: '$GRADER' is no program: run ./grade once, on a machine of the cluster's kind" >&2
  exit 2
}
LOGS=${LOGS:-$OUT.slurm}
mkdir -p "$LOGS"

# shellcheck disable=SC2086
shards=$(sbatch --parsable --array="1-$SHARDS" --output="$LOGS/shard-%a.log" ${SBATCH_SHARD:-} "$HERE/shard.sbatch")
merge=$(sbatch --parsable --dependency="afterok:${shards%%;*}" --kill-on-invalid-dep=yes \
  --output="$LOGS/merge.log" "$HERE/merge.sbatch")
printf '%s %s\n' "${shards%%;*}" "${merge%%;*}"
