// The errors' constructors. Their destructors stand here too: so each type has one home, and a throw in a
// loaded module is caught by the program that loaded it.
#include "kit/errors.h"

namespace kit {

HasLine::~HasLine() = default;

ShapeError::ShapeError(const std::string& message, int line) : std::logic_error(message), HasLine(line) {}
ShapeError::~ShapeError() = default;

OutOfRange::OutOfRange(const std::string& message, int line) : std::out_of_range(message), HasLine(line) {}
OutOfRange::~OutOfRange() = default;

// NOLINTNEXTLINE(bugprone-throw-keyword-missing): an exception that holds the message of another
OutOfMemory::OutOfMemory(const std::string& message, int line) : HasLine(line), message_(message) {}
OutOfMemory::~OutOfMemory() = default;
const char* OutOfMemory::what() const noexcept {
  return message_.what();
}

NotImplemented::NotImplemented(const std::string& function, int line)
    : std::logic_error(function + " is not written yet"), HasLine(line) {}
NotImplemented::~NotImplemented() = default;

}  // namespace kit
