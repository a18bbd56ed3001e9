#include "grader/run/describe_caught.h"

#if __has_include(<cxxabi.h>)
#include <cxxabi.h>
#endif

#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <typeinfo>
#include <variant>

#include "grader/protocol/messages.h"
#include "kit/errors.h"

namespace grader {
namespace {

using Caught = std::exception_ptr;

/// Whether `catch (const T&)` would take it: the language decides, not a name.
template <class T>
bool is_caught_as(const Caught& caught) {
  try {
    std::rethrow_exception(caught);
  } catch (const T&) {
    return true;
  } catch (...) {
    return false;
  }
}

struct KnownType {
  const char* name;
  bool (*is_caught)(const Caught& caught);
};

constexpr KnownType kKnownTypes[] = {
    {"std::exception", is_caught_as<std::exception>},
    {"std::logic_error", is_caught_as<std::logic_error>},
    {"std::invalid_argument", is_caught_as<std::invalid_argument>},
    {"std::domain_error", is_caught_as<std::domain_error>},
    {"std::length_error", is_caught_as<std::length_error>},
    {"std::out_of_range", is_caught_as<std::out_of_range>},
    {"std::runtime_error", is_caught_as<std::runtime_error>},
    {"std::range_error", is_caught_as<std::range_error>},
    {"std::overflow_error", is_caught_as<std::overflow_error>},
    {"std::underflow_error", is_caught_as<std::underflow_error>},
    {"std::system_error", is_caught_as<std::system_error>},
    {"std::bad_alloc", is_caught_as<std::bad_alloc>},
    {"std::bad_array_new_length", is_caught_as<std::bad_array_new_length>},
    {"std::bad_cast", is_caught_as<std::bad_cast>},
    {"std::bad_typeid", is_caught_as<std::bad_typeid>},
    {"std::bad_function_call", is_caught_as<std::bad_function_call>},
    {"std::bad_optional_access", is_caught_as<std::bad_optional_access>},
    {"std::bad_variant_access", is_caught_as<std::bad_variant_access>},
    {"kit::ShapeError", is_caught_as<kit::ShapeError>},
    {"kit::OutOfRange", is_caught_as<kit::OutOfRange>},
    {"kit::OutOfMemory", is_caught_as<kit::OutOfMemory>},
    {"kit::NotImplemented", is_caught_as<kit::NotImplemented>},
};

// How the compiler spells std::string.
constexpr std::string_view kStringName =
    "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >";

std::string as_written(std::string name) {
  for (std::size_t at = 0; (at = name.find(kStringName, at)) != std::string::npos;)
    name.replace(at, kStringName.size(), "std::string");
  return name.substr(0, kMaxTypeBytes);
}

#if __has_include(<cxxabi.h>)
std::string type_name() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "an exception of another language";
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type->name(), nullptr, nullptr, &status), std::free);
  return as_written(status == 0 ? name.get() : type->name());
}
#else
// The language alone names only what derives from std::exception.
std::string type_name() {
  try {
    throw;
  } catch (const std::exception& error) {
    return as_written(typeid(error).name());
  } catch (...) {
    return "an exception that is no std::exception";
  }
}
#endif

std::string cut(const char* text) {
  if (text == nullptr) return {};
  const auto* end = static_cast<const char*>(std::memchr(text, '\0', kMaxMessageBytes));
  return {text, end == nullptr ? text + kMaxMessageBytes : end};
}

/// what(), or the thrown text or number itself.
std::string message_of(const Caught& caught) {
  try {
    std::rethrow_exception(caught);
  } catch (const std::exception& error) {
    return cut(error.what());
  } catch (const char* text) {
    return cut(text);
  } catch (const std::string& text) {
    return text.substr(0, kMaxMessageBytes);
  } catch (int number) {
    return std::to_string(number);
  } catch (...) {
    return "";
  }
}

int line_of(const Caught& caught) {
  try {
    std::rethrow_exception(caught);
  } catch (const kit::HasLine& place) {
    return place.line();
  } catch (...) {
    return 0;
  }
}

}  // namespace

Thrown describe_caught() {
  Thrown thrown;
  thrown.type = type_name();
  const Caught caught = std::current_exception();
  if (!caught) return thrown;
  for (const KnownType& known : kKnownTypes) {
    if (known.is_caught(caught)) thrown.bases.emplace_back(known.name);
  }
  thrown.line = line_of(caught);
  thrown.message = message_of(caught);
  return thrown;
}

}  // namespace grader
