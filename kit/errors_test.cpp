// Tests of the errors' kinds, and that each knows the line where it was thrown.
#include "kit/errors.h"

#include <gtest/gtest.h>

#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <type_traits>

namespace kit {
namespace {

static_assert(std::is_base_of_v<std::logic_error, ShapeError>);
static_assert(!std::is_base_of_v<std::invalid_argument, ShapeError>);
static_assert(std::is_base_of_v<std::out_of_range, OutOfRange>);
static_assert(std::is_base_of_v<std::bad_alloc, OutOfMemory>);
static_assert(!std::is_base_of_v<std::invalid_argument, NotImplemented>);

TEST(ErrorsTest, TheLineIsFoundFromAnyException) {
  try {
    throw NotImplemented("split_heads");
  } catch (const std::exception& error) {
    EXPECT_STREQ(error.what(), "split_heads is not written yet");
    const auto* at = dynamic_cast<const HasLine*>(&error);
    ASSERT_NE(at, nullptr);
    EXPECT_EQ(at->line(), __LINE__ - 5);
  }
}

TEST(ErrorsTest, KeepTheirMessageAndLine) {
  const ShapeError shape("a", 1);
  const OutOfRange range("b", 2);
  const OutOfMemory memory("c", 3);
  const std::optional<OutOfMemory> copy(memory);
  EXPECT_STREQ(shape.what(), "a");
  EXPECT_STREQ(range.what(), "b");
  EXPECT_STREQ(copy->what(), "c");
  EXPECT_EQ(shape.line(), 1);
  EXPECT_EQ(range.line(), 2);
  EXPECT_EQ(copy->line(), 3);
}

}  // namespace
}  // namespace kit
