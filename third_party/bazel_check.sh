#!/usr/bin/env bash
# The Bazel side of ./check: proves that both builds are in step, runs `bazel test //...`, and the tests of grading under
# Bazel. The last line says `N passed, N failed`; the exit code is 0 only when nothing failed. Needs the packages that
# packages.txt lists for it.
set -euo pipefail

ROOT=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
BUILD=${GRADER_BUILD:-$ROOT/build}
export BAZEL_DISK_CACHE=$BUILD/bazel-cache
LIMIT_MIB=4096
PASSED=0
FAILED=0

say() { printf 'bazel_check: %s\n' "$*" >&2; }

# add PASSED FAILED
add() {
  PASSED=$((PASSED + $1))
  FAILED=$((FAILED + $2))
}

in_step() {
  if python3 third_party/in_step.py >&2; then add 1 0; else add 0 1; fi
}

# unit_tests FILE: Python's own, counted; one that changed nothing since it passed is answered from its stamp
unit_tests() {
  local stamp log ran bad
  stamp=$BUILD/$(basename "$1").passed
  log=$BUILD/$(basename "$1").log
  if [[ -f $stamp ]] && [[ $(head -n 1 "$stamp") == "$(digest)" ]]; then
    add "$(tail -n 1 "$stamp")" 0
    return
  fi
  say "running $1"
  rm -f "$stamp"
  python3 "$1" >"$log" 2>&1 || true
  ran=$(sed -n 's/^Ran \([0-9]*\) test.*/\1/p' "$log")
  bad=$(sed -n 's/^FAILED (\(.*\))$/\1/p' "$log" | grep -o '[0-9]*' | paste -sd+ | sed 's/^$/0/')
  bad=$((${bad:-0}))
  if ((${ran:-0} == 0)) || { ((bad == 0)) && ! grep -q '^OK' "$log"; }; then bad=1 ran=1; fi
  add "$((ran > bad ? ran - bad : 0))" "$bad"
  if ((bad > 0)); then
    tail -n 60 "$log" >&2
    say "all that $1 said: $log"
  else
    printf '%s\n%s\n' "$(digest)" "$ran" >"$stamp"
  fi
}

# One digest of all that the tests of Bazel can depend on.
digest() {
  [[ -n ${DIGEST:-} ]] || DIGEST=$(git ls-files -z --cached --others --exclude-standard | sort -z |
    xargs -0 sha256sum 2>/dev/null | sha256sum)
  printf '%s\n' "$DIGEST"
}

bazel_tests() {
  local log=$BUILD/bazel.log code=0 passed failed
  say "running bazel test //..."
  bazel test --keep_going --jobs="$(nproc)" --local_ram_resources=HOST_RAM*.5 --noshow_progress --test_summary=short \
    --disk_cache="$BAZEL_DISK_CACHE" //... >"$log" 2>&1 || code=$?
  passed=$(grep -cE '^//\S+ .*PASSED( in |$)' "$log" || true)
  failed=$(grep -cE '^//\S+ .*(FAILED|TIMEOUT|NO STATUS|FLAKY)' "$log" || true)
  ((code == 0 || failed > 0)) || failed=1
  add "$passed" "$failed"
  if ((failed > 0)); then
    grep -vE '^INFO: (From|Analyzed|Found)' "$log" | tail -n 100 >&2
    say "all that Bazel said: $log"
  fi
}

# Bazel 4 never clears its --disk_cache.
trim_cache() {
  [[ -d $BAZEL_DISK_CACHE ]] || return 0
  (($(du -sm "$BAZEL_DISK_CACHE" | cut -f1) < LIMIT_MIB)) || rm -rf "$BAZEL_DISK_CACHE"
}

cd "$ROOT"
mkdir -p "$BUILD"
command -v bazel >/dev/null || {
  say "no bazel here: apt-get install bazel-bootstrap bazel-rules-java bazel-rules-proto nginx-light"
  exit 3
}
trim_cache
in_step
unit_tests third_party/in_step_test.py
bazel_tests
unit_tests grader/bazel/caching_test.py
printf '%d passed, %d failed\n' "$PASSED" "$FAILED"
((FAILED == 0))
