// The errors of the kit. Each knows the line of the call that failed; the text itself names no line.
//
// What the kit throws:
//   ShapeError      shapes, axes or numbers of indices that do not fit; the message has the shapes
//   OutOfRange      an index beyond its axis, a name that params does not hold; is a std::out_of_range
//   OutOfMemory     a tensor too large for this machine; is a std::bad_alloc
//   NotImplemented  a function of the exercise that is still to be written
// The kit never throws std::invalid_argument: that one is left to the exercise.
#pragma once

#include <new>
#include <stdexcept>
#include <string>

namespace kit {

// What all errors of the kit have in common. To find the line of any caught std::exception:
//   if (auto* at = dynamic_cast<const kit::HasLine*>(&error)) use(at->line());
class HasLine {
 public:
  explicit HasLine(int line) : line_(line) {}
  HasLine(const HasLine&) = default;
  HasLine& operator=(const HasLine&) = default;
  virtual ~HasLine();

  // The line of the call in the caller's file, from 1; 0 where it is unknown.
  int line() const { return line_; }

 private:
  int line_;
};

// Shapes that do not fit, such as "matmul: shapes (2, 3) and (4, 5) do not fit: 3 and 4 differ".
class ShapeError : public std::logic_error, public HasLine {
 public:
  explicit ShapeError(const std::string& message, int line = __builtin_LINE());
  ~ShapeError() override;
};

// An index or a name that is not there, such as "index 4 is out of range for axis 1 of size 4, shape (2, 4)".
class OutOfRange : public std::out_of_range, public HasLine {
 public:
  explicit OutOfRange(const std::string& message, int line = __builtin_LINE());
  ~OutOfRange() override;
};

// No memory for a tensor of this shape.
class OutOfMemory : public std::bad_alloc, public HasLine {
 public:
  explicit OutOfMemory(const std::string& message, int line = __builtin_LINE());
  ~OutOfMemory() override;
  const char* what() const noexcept override;

 private:
  std::runtime_error message_;  // copies without throwing, as an exception has to
};

// What a function throws until somebody writes it:  throw kit::NotImplemented("split_heads");
class NotImplemented : public std::logic_error, public HasLine {
 public:
  explicit NotImplemented(const std::string& function, int line = __builtin_LINE());
  ~NotImplemented() override;
};

}  // namespace kit
