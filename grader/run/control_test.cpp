#include "grader/run/control.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace grader::control {
namespace {

struct Sockets {
  UniqueFd grader;
  UniqueFd runner;
};

Sockets make_sockets() {
  int ends[2];
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

TEST(ControlTest, AFilterArrivesWhole) {
  Sockets sockets = make_sockets();
  const std::string filter(30'000, 'f');
  ASSERT_TRUE(send_filter(sockets.grader.get(), filter));
  EXPECT_EQ(receive_filter(sockets.runner.get()), filter);
  ASSERT_TRUE(send_filter(sockets.grader.get(), std::string(40'000, 'f')));
  EXPECT_FALSE(receive_filter(sockets.runner.get()));
  sockets.grader.reset();
  EXPECT_FALSE(receive_filter(sockets.runner.get()));
}

TEST(ControlTest, CommandsBringTheirDescriptors) {
  const Sockets sockets = make_sockets();
  int pipe[2];
  ASSERT_EQ(::pipe2(pipe, O_CLOEXEC), 0);
  const UniqueFd reader(pipe[0]);
  UniqueFd writer(pipe[1]);
  Command command;
  command.id = 7;
  command.wall_ms = 4000;
  ASSERT_TRUE(send_command(sockets.grader.get(), command, std::array{writer.get(), reader.get()}));
  ASSERT_TRUE(send_command(sockets.grader.get(), command, {}));
  writer.reset();
  auto received = receive_command(sockets.runner.get());
  ASSERT_TRUE(received && *received);
  EXPECT_EQ((*received)->command.id, 7U);
  EXPECT_EQ((*received)->command.wall_ms, 4000);
  ASSERT_EQ((*received)->count, 2U);
  EXPECT_EQ(::write((*received)->descriptors[0].get(), "x", 1), 1);
  char byte = 0;
  EXPECT_EQ(::read(reader.get(), &byte, 1), 1);
  const auto second = receive_command(sockets.runner.get());
  ASSERT_TRUE(second && *second);
  EXPECT_EQ((*second)->count, 0U);
}

TEST(ControlTest, ReportsComeBackAndTextsAreCut) {
  const Sockets sockets = make_sockets();
  Report report{.id = 9, .ready = true, .killed = Killed::kForbiddenCall, .wait_status = 9};
  set_text(report, std::string(1000, 'x'));
  ASSERT_TRUE(send_report(sockets.runner.get(), report));
  const auto received = receive_report(sockets.grader.get());
  ASSERT_TRUE(received && *received);
  EXPECT_EQ((*received)->id, 9U);
  EXPECT_EQ((*received)->killed, Killed::kForbiddenCall);
  EXPECT_EQ(std::string((*received)->text.data()), std::string(255, 'x'));
}

TEST(ControlTest, NothingThereIsNotTheEnd) {
  Sockets sockets = make_sockets();
  const auto nothing = receive_report(sockets.grader.get());
  ASSERT_TRUE(nothing);
  EXPECT_FALSE(*nothing);
  sockets.runner.reset();
  const auto gone = receive_report(sockets.grader.get());
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().message, "the other side of the runner's socket is gone");
  EXPECT_FALSE(send_command(sockets.grader.get(), Command(), {}));  // and no SIGPIPE
}

}  // namespace
}  // namespace grader::control
