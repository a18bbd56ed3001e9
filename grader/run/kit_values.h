// The grader's values as the kit's, and back.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "grader/model/value.h"
#include "kit/abi.h"
#include "kit/params.h"
#include "kit/tensor_type.h"

namespace grader {

/// In the order of Type.
using KitValue = std::variant<kit::Tensor, kit::Params, int, double, bool, std::string>;

/// Throws std::out_of_range where a whole number does not fit into an int.
KitValue to_kit(const Value& value);
Value from_kit(const KitValue& value);

/// One call, as a module sees it.
class CallFrame final : public kit::abi::Frame {
 public:
  explicit CallFrame(std::vector<KitValue> arguments) : arguments_(std::move(arguments)) {}

  const kit::Tensor& tensor(int argument) const override { return get<kit::Tensor>(argument); }
  const kit::Params& params(int argument) const override { return get<kit::Params>(argument); }
  int integer(int argument) const override { return get<int>(argument); }
  double number(int argument) const override { return get<double>(argument); }
  bool flag(int argument) const override { return get<bool>(argument); }
  const std::string& text(int argument) const override { return get<std::string>(argument); }

  void ret(kit::Tensor value) override { keep(std::move(value)); }
  void ret(kit::Params value) override { keep(std::move(value)); }
  void ret(int value) override { keep(value); }
  void ret(double value) override { keep(value); }
  void ret(bool value) override { keep(value); }
  void ret(std::string value) override { keep(std::move(value)); }

  const std::vector<KitValue>& arguments() const { return arguments_; }
  /// Empty when the function gave none.
  const std::optional<KitValue>& result() const { return result_; }

 private:
  template <class T>
  const T& get(int argument) const {
    const auto* value = std::get_if<T>(&at(argument));
    if (value == nullptr) end_process();
    return *value;
  }
  const KitValue& at(int argument) const;
  void keep(KitValue value);
  [[noreturn]] static void end_process();

  std::vector<KitValue> arguments_;
  std::optional<KitValue> result_;
};

}  // namespace grader
