#include "grader/run/describe_caught.h"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <system_error>

#include "kit/errors.h"

namespace grader {
namespace {

using Names = std::vector<std::string>;

// As students write them.
namespace own {
struct invalid_argument : std::runtime_error {  // only looks like it
  using std::runtime_error::runtime_error;
};
struct Both : std::invalid_argument, std::out_of_range {
  Both() : std::invalid_argument("a"), std::out_of_range("b") {}
};
struct Hidden : private std::invalid_argument {
  Hidden() : std::invalid_argument("nobody can catch this as such") {}
};
struct Plain {};
}  // namespace own

Thrown describe(const std::function<void()>& code) {
  try {
    code();
  } catch (...) {
    return describe_caught();
  }
  return {};
}

struct Row {
  std::function<void()> code;
  std::string type;
  Names bases;
  std::string message;
};

TEST(DescribeCaughtTest, TypesAreThoseThatAHandlerWouldTake) {
  const std::string own = "grader::(anonymous namespace)::own::";
  const std::vector<Row> rows = {
      {[] { throw std::invalid_argument("no"); },
       "std::invalid_argument",
       {"std::exception", "std::logic_error", "std::invalid_argument"},
       "no"},
      {[] { throw own::invalid_argument("no"); },
       own + "invalid_argument",
       {"std::exception", "std::runtime_error"},
       "no"},
      // Neither as std::exception nor as std::logic_error: there are two of each.
      {[] { throw own::Both(); }, own + "Both", {"std::invalid_argument", "std::out_of_range"}, ""},
      {[] { throw own::Hidden(); }, own + "Hidden", {}, ""},
      {[] { throw own::Plain(); }, own + "Plain", {}, ""},
      {[] { throw kit::ShapeError("shapes", 12); },
       "kit::ShapeError",
       {"std::exception", "std::logic_error", "kit::ShapeError"},
       "shapes"},
      {[] { throw kit::OutOfRange("index", 12); },
       "kit::OutOfRange",
       {"std::exception", "std::logic_error", "std::out_of_range", "kit::OutOfRange"},
       "index"},
      {[] { throw kit::OutOfMemory("large", 12); },
       "kit::OutOfMemory",
       {"std::exception", "std::bad_alloc", "kit::OutOfMemory"},
       "large"},
      {[] { throw 42; }, "int", {}, "42"},
      {[] { throw "text"; }, "char const*", {}, "text"},
      {[] { throw std::string("text"); }, "std::string", {}, "text"},
      {[] { throw static_cast<const char*>(nullptr); }, "char const*", {}, ""},
  };
  for (const Row& row : rows) {
    const Thrown thrown = describe(row.code);
    EXPECT_EQ(thrown.type, row.type);
    EXPECT_EQ(thrown.bases, row.bases) << row.type;
    EXPECT_EQ(thrown.message, row.message) << row.type;
  }
}

TEST(DescribeCaughtTest, TheKitsErrorsKnowTheirLine) {
  EXPECT_EQ(describe([] { throw kit::NotImplemented("split_heads", 14); }).line, 14);
  EXPECT_EQ(describe([] { throw std::out_of_range("no line"); }).line, 0);
}

TEST(DescribeCaughtTest, LongTextsAreCut) {
  EXPECT_EQ(describe([] { throw std::runtime_error(std::string(100000, 'x')); }).message,
            std::string(4096, 'x'));
}

}  // namespace
}  // namespace grader
