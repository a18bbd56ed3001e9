// A module's table of functions `Tensor name(const Tensor&, int)`.
#pragma once

#include "kit/abi.h"
#include "kit/tensor.h"

template <kit::Tensor (*function)(const kit::Tensor&, int)>
void call(kit::abi::Frame& frame) {
  frame.ret(function(frame.tensor(0), frame.integer(1)));
}

#define ENTRY(name) \
  { #name, call < name> }
