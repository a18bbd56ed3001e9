#!/usr/bin/env bash
# Grades a small class on a real Slurm of this one machine, three shards and a merge, and holds the gradebook against that
# of one plain run:  slurm_test.sh GRADER
#
# One shard's grader is killed by SIGKILL in the middle of its work, another is requeued by Slurm: both must go on. Leaves
# with 77 (skipped) and a reason where there is no Slurm or it does not start.
set -euo pipefail

HERE=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)
REAL_GRADER=$(realpath -- "${1:?the grader program}")
export REAL_GRADER
# shellcheck source=ci/slurm/cluster.sh
source "$HERE/cluster.sh"

skip() {
  echo "skipped: $1"
  exit 77
}
for program in munged slurmctld slurmd sbatch scontrol; do
  command -v "$program" >/dev/null || skip "no $program here; Debian has it in the packages slurm-wlm and munge"
done
[[ $(id -u) == 0 ]] || skip "the daemons want to be started by root"

WORK=$(mktemp -d)
DAEMONS=()
trap 'stop_cluster; rm -rf "$WORK"' EXIT

fail() {
  echo "FAILED: $1"
  tail -n 20 "$WORK"/out.slurm/*.log "$WORK"/cluster/*.log 2>/dev/null || true
  exit 1
}

# ---- a class of ten

make_class() {
  local center="$WORK/package/solution/solution.h" i
  "$REAL_GRADER" new "$WORK/package" >/dev/null
  mkdir "$WORK/class"
  for i in 1 2 3 4; do sed "1s/.*/\/\/ by student $i/" "$center" >"$WORK/class/right$i.h"; done
  cp "$WORK/package/exercise/solution.h" "$WORK/class/stub.h"
  cp "$WORK/package/solution/mistakes/mean-of-columns.h" "$WORK/class/mistake.h"
  cp "$WORK/package/solution/not_vectorised/for-rows.h" "$WORK/class/loop.h"
  echo "int x = ;" >"$WORK/class/broken.h"
  sed 's/const Tensor mean/for (;;) {}\n  const Tensor mean/' "$center" >"$WORK/class/endless.h"
  sed 's/const Tensor mean/__builtin_trap();\n  const Tensor mean/' "$center" >"$WORK/class/crash.h"
}

# ---- a grader that is stopped once

# Stands for the grader in the jobs. At their first start shards 1 and 2 grade until records are there: then the grader is
# killed, and of shard 1 that is all, while shard 2 waits to be requeued.
cat >"$WORK/grader" <<'END'
#!/usr/bin/env bash
records() { find "$OUT/records" -name '*.json' 2>/dev/null | wc -l; }
if [[ ${SLURM_ARRAY_TASK_ID:-merge} == [12] && ${SLURM_RESTART_COUNT:-0} == 0 ]]; then
  before=$(records)
  "$REAL_GRADER" "$@" &
  for ((i = 0; i < 600 && $(records) <= before; i++)); do sleep 0.05; done
  kill -KILL $!
  wait
  if [[ $SLURM_ARRAY_TASK_ID == 1 ]]; then exit 137; fi
  touch "$OUT.requeue_me"
  sleep 300
fi
exec "$REAL_GRADER" "$@"
END
chmod +x "$WORK/grader"

start_cluster "$WORK/cluster" || skip "Slurm does not start here: $(tail -n 1 "$WORK"/cluster/{munged,slurmctld,slurmd}.out)"
make_class
"$REAL_GRADER" class "$WORK/class" --out "$WORK/plain" --package "$WORK/package" >"$WORK/plain.log" 2>&1 ||
  fail "the plain run: $(cat "$WORK/plain.log")"

read -r shards merge < <(GRADER="$WORK/grader" LOGS="$WORK/out.slurm" \
  "$HERE/submit.sh" "$WORK/class" "$WORK/out" 3 --package "$WORK/package")
wait_for 120 "shard 2's being killed" test -f "$WORK/out.requeue_me" || fail "shard 2 did not start"
scontrol requeue "${shards}_2"
all_done() {
  local listed
  listed=$(squeue --noheader --jobs="$shards,$merge") && [[ -z $listed ]]
}
wait_for 400 "the jobs' end" all_done || fail "the jobs do not end: $(squeue)"

for shard in 1 2; do
  [[ $(scontrol show job "${shards}_$shard") == *Restarts=1* ]] || fail "shard $shard was not started again"
done
[[ -f $WORK/out/gradebook.csv ]] || fail "there is no gradebook"
diff "$WORK/plain/gradebook.csv" "$WORK/out/gradebook.csv" ||
  fail "the merged gradebook is not that of the plain run"
(($(wc -l <"$WORK/out/gradebook.csv") == 11)) || fail "the gradebook has not ten rows"
echo "passed: ten submissions, three shards, one killed and one requeued; the gradebooks are equal"
