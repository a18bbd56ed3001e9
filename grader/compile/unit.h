// The C++ text around a submission: what is precompiled, what stands before the student's text, how names are
// spelled.
#pragma once

#include <string>

#include "grader/model/manifest.h"

namespace grader {

/// The name of the translation unit's file, and of the header that is precompiled.
inline constexpr const char* kUnitName = "unit.cpp";
inline constexpr const char* kPreludeName = "prelude.h";

/// `kit::Tensor split_heads(const kit::Tensor& x, int n_heads)`: what a student has to write.
std::string signature_text(const Function& function);

/// The symbol of that function in that namespace (`a::b`, or "" for the global one), by the Itanium C++ ABI.
std::string mangled_name(const std::string& cpp_namespace, const Function& function);

/// The kit, the given headers, and the standard headers that they and most submissions use.
std::string prelude_text(const Manifest& manifest);

/// Prelude, declarations, wrappers and the table of kit/abi.h; then the student's file, and nothing after it,
/// so that no macro, pragma or open brace of theirs reaches what is ours.
std::string unit_text(const Manifest& manifest);

}  // namespace grader
