#!/usr/bin/env bash
# The Bazel side of ./check: `bazel test //...`, and what is cached when a class is graded (grader/bazel/caching_test.py).
# The last line says `N passed, N failed`; the exit code is 0 only when nothing failed. Needs the packages that packages.txt
# lists for it. Tests tagged `slow` stay with CMake's run, see .bazelrc; arguments go to Bazel: bazel_check.sh --config=slow.
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

# One digest of all that the tests of Bazel can depend on.
digest() {
  git ls-files -z --cached --others --exclude-standard | sort -z | xargs -0 sha256sum 2>/dev/null | sha256sum
}

# caching_test DIGEST: counted; where nothing changed since it passed, its stamp answers
caching_test() {
  local stamp=$BUILD/caching_test.passed log=$BUILD/caching_test.log ran bad
  if [[ -f $stamp && $(head -n 1 "$stamp") == "$1" ]]; then
    add "$(tail -n 1 "$stamp")" 0
    return
  fi
  say "grading a class twice, with a cache between"
  rm -f "$stamp"
  python3 grader/bazel/caching_test.py >"$log" 2>&1 || true
  ran=$(sed -n 's/^Ran \([0-9]*\) test.*/\1/p' "$log")
  bad=$(sed -n 's/^FAILED (\(.*\))$/\1/p' "$log" | grep -o '[0-9]*' | paste -sd+ || true)
  bad=$((${bad:-0}))
  if ((${ran:-0} == 0)) || { ((bad == 0)) && ! grep -q '^OK' "$log"; }; then bad=1 ran=1; fi
  add "$((ran > bad ? ran - bad : 0))" "$bad"
  if ((bad == 0)); then
    printf '%s\n%s\n' "$1" "$ran" >"$stamp"
  else
    tail -n 60 "$log" >&2
    say "all that the test of caching said: $log"
  fi
}

# bazel_tests ARGUMENT...
bazel_tests() {
  local log=$BUILD/bazel.log code=0 passed failed
  say "running bazel test //..."
  bazel test --keep_going --jobs="$(nproc)" --local_ram_resources=HOST_RAM*.5 --noshow_progress --test_summary=short \
    --disk_cache="$BAZEL_DISK_CACHE" "$@" //... >"$log" 2>&1 || code=$?
  passed=$(grep -cE '^//\S+ .*PASSED( in |$)' "$log" || true)
  failed=$(grep -cE '^//\S+ .*(FAILED|TIMEOUT|NO STATUS|FLAKY)' "$log" || true)
  ((code == 0 || failed > 0)) || failed=1
  ((passed > 0)) || failed=1
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
  say "no bazel here: ./check --only bazel installs it"
  exit 3
}
trim_cache
tree=$(digest)
bazel_tests "$@"
caching_test "$tree"
printf '%d passed, %d failed\n' "$PASSED" "$FAILED"
((FAILED == 0))
