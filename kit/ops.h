// Operations on tensors. They make new tensors and change none.
//
// Broadcasting, as in NumPy: shapes are compared from the last axis backwards; two sizes fit where they are
// equal or one of them is 1 (or missing), and that one is repeated. (B, H, T, T) + (T, T) is (B, H, T, T). An
// axis may be negative and then counts from the end: -1 is the last. Shapes or axes that do not fit throw
// ShapeError.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <string>

#include "kit/args.h"
#include "kit/tensor_type.h"

namespace kit {

// ---- Making tensors

// These numbers in this shape. Example: tensor({2, 2}, {1, 2, 3, 4}) is [[1, 2], [3, 4]].
// Throws ShapeError unless there are exactly as many numbers as the shape holds.
Tensor tensor(Sizes shape, Numbers numbers);

// All 0, or all the same value. Example: zeros({2, 3}), full({2, 3}, 0.5).
Tensor zeros(Sizes shape);
Tensor full(Sizes shape, double value);

// 0, 1, ... n - 1 in shape (n). Example: arange(8).reshape({1, 2, 4}).
Tensor arange(Index n);

// The n x n identity matrix: 1 on the diagonal, 0 elsewhere.
Tensor eye(Index n);

// ---- Number by number, with broadcasting

Tensor operator+(Arg a, Arg b);
Tensor operator+(Arg a, double b);
Tensor operator+(double a, Arg b);
Tensor operator-(Arg a, Arg b);
Tensor operator-(Arg a, double b);
Tensor operator-(double a, Arg b);
Tensor operator*(Arg a, Arg b);  // number by number; the product of matrices is matmul(a, b)
Tensor operator*(Arg a, double b);
Tensor operator*(double a, Arg b);
Tensor operator/(Arg a, Arg b);
Tensor operator/(Arg a, double b);
Tensor operator/(double a, Arg b);
Tensor operator-(Arg a);

Tensor exp(Arg x);
Tensor log(Arg x);
Tensor sqrt(Arg x);

// The larger of two numbers; NaN where one of them is. Example: maximum(x, 0).
Tensor maximum(Arg a, Arg b);
Tensor maximum(Arg a, double b);
Tensor maximum(double a, Arg b);

// 1 where a < b, else 0.
Tensor less(Arg a, Arg b);
Tensor less(Arg a, double b);
Tensor less(double a, Arg b);

// a where the condition is not 0, else b. Example: where(less(x, 0), 0, x) has no negative number.
Tensor where(Arg condition, Arg a, Arg b);
Tensor where(Arg condition, Arg a, double b);
Tensor where(Arg condition, double a, Arg b);
Tensor where(Arg condition, double a, double b);

// ---- Along an axis

// The sum and the largest number along an axis, which stays with size 1.
// Example: x (2, 3): sum(x, 1) is (2, 1), sum(x, 0) is (1, 3). max gives NaN where one of the numbers is NaN,
// and throws ShapeError for an axis of size 0.
Tensor sum(Arg x, std::int64_t axis);
Tensor max(Arg x, std::int64_t axis);

// The tensors one behind the other along an axis; all other sizes must agree.
// Example: a (2, 3), b (2, 5): concat({a, b}, 1) is (2, 8).
Tensor concat(std::initializer_list<Arg> parts, std::int64_t axis);
Tensor concat(const std::vector<Tensor>& parts, Index axis);

// ---- Products

// The matrix product on the last two axes: a (..., n, k), b (..., k, m) -> (..., n, m). Leading axes
// broadcast. Example: x (B, T, D), W (D, D): matmul(x, W) is (B, T, D), each token's row times W. Throws
// ShapeError unless both have at least two axes, a's last size is b's last but one, and the others broadcast.
Tensor matmul(Arg a, Arg b);

// ---- Looking at tensors

// Same shape and the same numbers. NaN equals nothing, itself neither; -0.0 equals 0.0.
bool operator==(Arg a, Arg b);

// The numbers as nested lists and the shape; long axes are cut in the middle.
// Example: "[[1, 2],\n [3, 4]] (2, 2)".
std::string to_string(const Tensor& x);
std::ostream& operator<<(std::ostream& out, const Tensor& x);

// Gives value back and notes it under a name, for the comparison of an answer with the reference, step by
// step. Does nothing else: you need not call it.
Tensor stage(const char* name, Arg value);

}  // namespace kit
