#!/bin/bash
# The reference's mha_forward against NumPy's, one thread each, in turn: bench/mha_forward.sh [BUILD], default build.
# BUILD holds the kit, built. Prints the median ratio of 9 rounds with both medians; the goal is at most 1.0.
# NumPy is the system's (python3-numpy) with whatever BLAS it finds; LD_LIBRARY_PATH can lead it to another one.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}
rounds=9
python=${PYTHON:-/usr/bin/python3}
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"${CXX:-g++}" -std=c++20 -O2 -I. bench/mha_forward.cpp -o "$work/mha_forward" \
  "$build/exercise/libattention.a" "$build/kit/libkit.a" "$build"/kit/libkit_kernels_*.a
for ((round = 0; round < rounds; round++)); do
  printf '%s %s\n' "$("$work/mha_forward")" "$("$python" bench/mha_forward.py)"
done | awk '{ printf "%.3f %s %s\n", $1 / $2, $1, $2 }' | sort -n | sed -n "$((rounds / 2 + 1))p" |
  while read -r ratio kit numpy; do echo "mha_forward / NumPy: $ratio ($kit ms / $numpy ms)"; done
