// A manifest with every field, for the tests of its loader.
#pragma once

namespace grader {

inline constexpr const char* kFullManifest = R"(title: Two functions
roadmap: Attention
level: easy
tags: [one, two]
namespace: exercise
submission: solution.h
given:
  headers: [given/a.h]
  sources: [given/a.cpp]
letters: {B: text, T: token, D: number, H: head, d: number of a head}
derived: {D: H*d}
properties: {batch: B, sequence: T}
functions:
  - name: split
    arguments:
      - {name: x, type: Tensor, axes: [B, T, D]}
      - {name: n, type: int, is: H}
    result: {type: Tensor, axes: [B, H, T, d]}
    tolerance: exact
  - name: merge
    arguments:
      - {name: x, type: Tensor, axes: [B, H, T, d]}
    result: {type: Tensor, axes: [B, T, D]}
    inverse_of: split
    tolerance: {rtol: 1e-6, atol: 0}
    points: 2.5
  - name: forward
    arguments:
      - {name: x, type: Tensor, axes: [B, 3, 2*T]}
      - {name: w, type: Params, params: {Wq: [D, D], bias: [D]}}
      - {name: scale, type: double}
      - {name: flag, type: bool}
      - {name: mode, type: string}
    result: {type: double}
rules:
  vectorised:
    functions: [split, merge]
    letters: [B, H]
    base: {B: 2, T: 4, H: 2, d: 3}
    grow: {B: [2, 3], H: [2, 3, 5]}
    worth: 0.25
limits: {case_cpu_ms: 100, memory_mib: 64, output_kib: 8, file_kib: 1, open_files: 8, compile_wall_ms: 5000}
reveal: passed
)";

}  // namespace grader
