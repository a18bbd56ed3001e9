#include "grader/run/capped_pipe.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace grader {
namespace {

void put(const UniqueFd& fd, std::string_view text) {
  ASSERT_EQ(::write(fd.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

TEST(CappedPipeTest, KeepsTheFirstBytesAndCountsAll) {
  UniqueFd writer;
  auto pipe = CappedPipe::open(5, writer);
  ASSERT_TRUE(pipe);
  pipe->read_some();  // nothing there, and the writer is still open
  EXPECT_GE(pipe->fd(), 0);
  put(writer, "abc");
  pipe->read_some();
  EXPECT_EQ(pipe->kept(), "abc");
  EXPECT_FALSE(pipe->cut());
  put(writer, "defgh");
  pipe->read_some();
  EXPECT_EQ(pipe->kept(), "abcde");
  EXPECT_EQ(pipe->seen(), 8);
  EXPECT_TRUE(pipe->cut());
}

TEST(CappedPipeTest, EndsWithItsLastWriter) {
  UniqueFd writer;
  auto pipe = CappedPipe::open(100, writer);
  ASSERT_TRUE(pipe);
  put(writer, "x");
  writer.reset();
  pipe->read_some();
  pipe->read_some();
  EXPECT_EQ(pipe->kept(), "x");
  EXPECT_EQ(pipe->fd(), -1);
}

}  // namespace
}  // namespace grader
