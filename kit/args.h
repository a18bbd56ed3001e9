// How the kit's functions take their arguments. You never write these names: plain tensors, numbers and lists
// in braces become them by themselves, and each notes the line of your file on the way, for error messages.
//
//   Sizes    a shape or a list of axes:    x.reshape({B, T, H, d})    x.transpose({0, 2, 1, 3})
//   Numbers  the content of a tensor:      tensor({2, 2}, {1, 2, 3, 4})
//   Index    an index or an axis:          x(b, t, i)    x.dim(-1)
//   Arg      a tensor:                     matmul(a, b)
//   Key      the name of a parameter:      params["Wq"]
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace kit {

class Tensor;

// The size of each axis, the slowest first: (2, 3) is two rows of three.
using Shape = std::vector<std::int64_t>;

class Sizes {
 public:
  Sizes(std::initializer_list<std::int64_t> sizes, int line = __builtin_LINE())
      : begin_(std::begin(sizes)), end_(std::end(sizes)), line_(line) {}
  Sizes(const Shape& sizes, int line = __builtin_LINE())
      : begin_(sizes.data()), end_(sizes.data() + sizes.size()), line_(line) {}
  const std::int64_t* begin() const { return begin_; }
  const std::int64_t* end() const { return end_; }
  int line() const { return line_; }

 private:
  const std::int64_t* begin_;
  const std::int64_t* end_;
  int line_;
};

class Numbers {
 public:
  Numbers(std::initializer_list<double> numbers) : begin_(std::begin(numbers)), end_(std::end(numbers)) {}
  Numbers(const std::vector<double>& numbers)
      : begin_(numbers.data()), end_(numbers.data() + numbers.size()) {}
  const double* begin() const { return begin_; }
  const double* end() const { return end_; }

 private:
  const double* begin_;
  const double* end_;
};

class Index {
 public:
  Index(std::int64_t value, int line = __builtin_LINE()) : value_(value), line_(line) {}
  std::int64_t value() const { return value_; }
  int line() const { return line_; }

 private:
  std::int64_t value_;
  int line_;
};

class Arg {
 public:
  Arg(const Tensor& tensor, int line = __builtin_LINE()) : tensor_(&tensor), line_(line) {}
  const Tensor& tensor() const { return *tensor_; }
  int line() const { return line_; }

 private:
  const Tensor* tensor_;
  int line_;
};

class Key {
 public:
  Key(const char* name, int line = __builtin_LINE()) : name_(name), line_(line) {}
  Key(const std::string& name, int line = __builtin_LINE()) : name_(name.c_str()), line_(line) {}
  const char* name() const { return name_; }
  int line() const { return line_; }

 private:
  const char* name_;
  int line_;
};

}  // namespace kit
