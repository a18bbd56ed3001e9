#include "grader/run/kit_values.h"

#include <cstdlib>
#include <limits>
#include <stdexcept>

#include "kit/internal.h"

namespace grader {
namespace {

kit::Tensor to_tensor(const Array& array) {
  return kit::internal::make_tensor(array.shape, array.data.data(),
                                    static_cast<std::int64_t>(array.data.size()));
}

Array to_array(const kit::Tensor& tensor) {
  const double* numbers = kit::internal::numbers(tensor);
  return {.shape = tensor.shape(), .data = std::vector<double>(numbers, numbers + tensor.size())};
}

struct ToKit {
  KitValue operator()(const Array& array) const { return to_tensor(array); }
  KitValue operator()(const NamedArrays& arrays) const {
    std::vector<kit::Params::Entry> entries;
    entries.reserve(arrays.size());
    for (const auto& [name, array] : arrays) entries.push_back({.name = name, .value = to_tensor(array)});
    return kit::Params(entries);
  }
  KitValue operator()(std::int64_t number) const {
    if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max())
      throw std::out_of_range("a whole number does not fit into an int");
    return static_cast<int>(number);
  }
  KitValue operator()(double number) const { return number; }
  KitValue operator()(bool flag) const { return flag; }
  KitValue operator()(const std::string& text) const { return text; }
};

struct FromKit {
  Value operator()(const kit::Tensor& tensor) const { return to_array(tensor); }
  Value operator()(const kit::Params& params) const {
    NamedArrays arrays;
    for (const std::string& name : params.names()) arrays.emplace_back(name, to_array(params[name]));
    return arrays;
  }
  Value operator()(int number) const { return std::int64_t{number}; }
  Value operator()(double number) const { return number; }
  Value operator()(bool flag) const { return flag; }
  Value operator()(const std::string& text) const { return text; }
};

}  // namespace

KitValue to_kit(const Value& value) {
  return std::visit(ToKit{}, value);
}
Value from_kit(const KitValue& value) {
  return std::visit(FromKit{}, value);
}

const KitValue& CallFrame::at(int argument) const {
  if (argument < 0 || static_cast<std::size_t>(argument) >= arguments_.size()) end_process();
  return arguments_[static_cast<std::size_t>(argument)];
}

void CallFrame::keep(KitValue value) {
  if (result_) end_process();
  result_ = std::move(value);
}

void CallFrame::end_process() {
  std::abort();
}

}  // namespace grader
