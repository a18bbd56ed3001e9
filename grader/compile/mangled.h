// The readable part of a C++ symbol's name. The name is hostile: nothing of it is expanded.
#pragma once

#include <string>
#include <string_view>

namespace grader {

/// `kit::matmul` of `_ZN3kit6matmulENS_3ArgES0_`, `main` of `main`; "" for operators, templates, constructors
/// and all else that is not a plain name in plain namespaces.
std::string qualified_name(std::string_view symbol);

}  // namespace grader
