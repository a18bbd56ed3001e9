// The values of the model as bytes: shapes, tensors, params, numbers, texts.
#pragma once

#include "grader/model/value.h"
#include "grader/protocol/wire.h"

namespace grader::wire {

/// What a tensor of the kit can have at most.
inline constexpr std::size_t kMaxRank = 32;
inline constexpr std::size_t kMaxTextBytes = 16U << 20;
inline constexpr std::size_t kMaxNameBytes = 1024;
/// Of one Params, and of one call. Short entries take several times their bytes once they are read.
inline constexpr std::size_t kMaxParams = 4096;
inline constexpr std::size_t kMaxArguments = 64;

void write_shape(Writer& out, const Shape& shape);
void write_value(Writer& out, const Value& value);

/// At most kMaxRank sizes, none negative, whose product fits in 63 bits (a size of 0 counts as 1 there).
Shape read_shape(Reader& in);
/// Any value; a tensor has as many numbers as its shape says, and they are there.
Value read_value(Reader& in);

}  // namespace grader::wire
