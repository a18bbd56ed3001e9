// Params: tensors by name, the parameters of a layer.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "kit/args.h"
#include "kit/tensor_type.h"

namespace kit {

// Example:
//   kit::Params params{{"Wq", kit::eye(4)}, {"Wk", kit::eye(4)}};
//   params["Wq"].shape()   // {4, 4}
class Params {
 public:
  struct Entry {
    std::string name;
    Tensor value;
  };

  Params();
  // The later of two entries of one name counts.
  Params(std::initializer_list<Entry> entries);
  explicit Params(const std::vector<Entry>& entries);
  Params(const Params& other);
  Params(Params&& other) noexcept;
  Params& operator=(const Params& other);
  Params& operator=(Params&& other) noexcept;
  ~Params();

  // The tensor of this name; lives as long as this object does.
  // Throws OutOfRange (a std::out_of_range) that lists the names there are.
  const Tensor& operator[](Key name) const;

  bool contains(const std::string& name) const;

  // All names, in the order in which they were given.
  std::vector<std::string> names() const;

 private:
  std::vector<Entry> entries_;
};

}  // namespace kit
