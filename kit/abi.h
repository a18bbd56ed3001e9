// Between the program that runs submissions and a loaded module: how a function is found, called and
// answered. Written for generated code; nothing here is for students, and nothing here can be gained: an
// answer made up through it is compared like any other.
#pragma once

#include <string>

#include "kit/params.h"
#include "kit/tensor_type.h"

namespace kit::abi {

// One call: its arguments, counted from 0 in the order of the signature, and its result. Only virtual
// functions, so that a module needs no symbol of the program for it. A wrong type or index, or a second
// result, ends the process.
class Frame {
 public:
  virtual const Tensor& tensor(int argument) const = 0;
  virtual const Params& params(int argument) const = 0;
  virtual int integer(int argument) const = 0;
  virtual double number(int argument) const = 0;
  virtual bool flag(int argument) const = 0;
  virtual const std::string& text(int argument) const = 0;

  // The result, once: the type is that of the signature.
  virtual void ret(Tensor value) = 0;
  virtual void ret(Params value) = 0;
  virtual void ret(int value) = 0;
  virtual void ret(double value) = 0;
  virtual void ret(bool value) = 0;
  virtual void ret(std::string value) = 0;

 protected:
  ~Frame() = default;
};

// A function of the module. `call` lets the function's exceptions pass.
struct Entry {
  const char* name;
  void (*call)(Frame& frame);
};

}  // namespace kit::abi

// What a module defines and exports, and all that it exports. In the order of the manifest's functions:
//
//   static void call_0(kit::abi::Frame& f) { f.ret(exercise::split_heads(f.tensor(0), f.integer(1))); }
//   extern const kit::abi::Entry kit_module_entries[] = {{"split_heads", call_0}};
//   extern const int kit_module_entry_count = 1;
extern "C" {
extern __attribute__((visibility("default"))) const kit::abi::Entry kit_module_entries[];
extern __attribute__((visibility("default"))) const int kit_module_entry_count;
}
