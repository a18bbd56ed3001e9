#!/bin/bash
# What the kit's header costs: compile time of the reference solution against the kit, divided by its compile time
# against bare declarations with the same standard headers. Usage: bench/kit_header.sh [RUNS], default 15.
# Prints one line: the ratio of the medians, and both medians. The goal is at most 1.3.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-15}
compiler=${CXX:-g++}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The bare side: only what the solution calls, declared and nothing more.
mkdir -p "$work/bare/kit" "$work/bare/exercise/given"
cat > "$work/bare/kit/tensor.h" <<'BARE'
#pragma once
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>
namespace kit {
class Tensor {
 public:
  Tensor(const Tensor&);
  ~Tensor();
  std::int64_t dim(std::int64_t) const;
  Tensor reshape(std::initializer_list<std::int64_t>) const;
  Tensor transpose(std::initializer_list<std::int64_t>) const;
};
class Params {
 public:
  const Tensor& operator[](const char*) const;
};
Tensor matmul(const Tensor&, const Tensor&);
Tensor stage(const char*, const Tensor&);
}  // namespace kit
BARE
cat > "$work/bare/exercise/given/attention.h" <<'BARE'
#pragma once
#include "kit/tensor.h"
namespace exercise {
using kit::Params;
using kit::Tensor;
Tensor causal_mask(std::int64_t);
Tensor attention(const Tensor&, const Tensor&, const Tensor&, const Tensor&);
}  // namespace exercise
BARE
# Both compile the same text from the same place.
cp solution/solution.h "$work/solution.h"
cat > "$work/use.cpp" <<'USE'
#include "solution.h"
kit::Tensor (*split)(const kit::Tensor&, int) = exercise::split_heads;
kit::Tensor (*merge)(const kit::Tensor&) = exercise::merge_heads;
kit::Tensor (*forward)(const kit::Tensor&, const kit::Params&, int) = exercise::mha_forward;
USE

compile_microseconds() {
  local begin=${EPOCHREALTIME/./}
  "$compiler" -std=c++20 -O0 -fPIC -I"$1" -c "$work/use.cpp" -o "$work/use.o"
  echo $((${EPOCHREALTIME/./} - begin))
}
median() { sort -n "$1" | sed -n "$((runs / 2 + 1))p"; }

compile_microseconds "$work/bare" > /dev/null
compile_microseconds . > /dev/null
for ((run = 0; run < runs; run++)); do  # in turn, so that a busy machine slows both alike
  compile_microseconds "$work/bare" >> "$work/bare.times"
  compile_microseconds . >> "$work/kit.times"
done
awk -v kit="$(median "$work/kit.times")" -v bare="$(median "$work/bare.times")" 'BEGIN {
  printf "kit header / bare declarations: %.2f (%.0f ms / %.0f ms)\n", kit / bare, kit / 1000, bare / 1000 }'
