// The small manifest that the tests of this folder read cases against.
#pragma once

#include <string_view>

#include "grader/cases/manifest_loader.h"
#include "grader/model/manifest.h"

namespace grader {

inline constexpr std::string_view kTestManifest = R"(title: T
namespace: exercise
submission: solution.h
letters: {B: text, T: token, D: number, H: head, d: number of a head}
derived: {D: H*d}
properties: {batch: B, sequence: T}
functions:
  - name: split
    arguments: [{name: x, type: Tensor, axes: [B, T, D]}, {name: n, type: int, is: H}]
    result: {type: Tensor, axes: [B, H, T, d]}
    tolerance: exact
  - name: merge
    arguments: [{name: x, type: Tensor, axes: [B, H, T, d]}]
    result: {type: Tensor, axes: [B, T, D]}
    inverse_of: split
  - name: forward
    arguments: [{name: x, type: Tensor, axes: [B, T, D]}, {name: p, type: Params, params: {W: [D, D], b: [D]}}]
    result: {type: Tensor, axes: [B, T, D]}
  - name: mixed
    arguments:
      - {name: scale, type: double}
      - {name: flag, type: bool}
      - {name: mode, type: string}
      - {name: n, type: int}
    result: {type: double}
  - name: fixed
    arguments: [{name: x, type: Tensor, axes: [3, 2*T]}]
    result: {type: Tensor, axes: []}
rules:
  vectorised:
    functions: [split]
    letters: [B]
    base: {B: 2, T: 4, H: 2, d: 3}
    grow: {B: [2, 3]}
)";

inline const Manifest& test_manifest() {
  static const Manifest read = parse_manifest(kTestManifest, "m", "").value();
  return read;
}

}  // namespace grader
