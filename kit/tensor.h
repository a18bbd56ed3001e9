// The kit: the one header that an exercise includes.
//
//   kit/tensor_type.h  Tensor: shape, x(b, t, i), reshape, transpose, slice
//   kit/ops.h          tensor, zeros, full, arange, eye; + - * /, exp, log, sqrt, maximum, less, where;
//                      sum, max, concat, matmul; ==, to_string, <<
//   kit/params.h       Params: params["Wq"]
//   kit/errors.h       ShapeError, OutOfRange, OutOfMemory, NotImplemented
#pragma once

#include "kit/args.h"
#include "kit/errors.h"
#include "kit/ops.h"
#include "kit/params.h"
#include "kit/tensor_type.h"
