#include "grader/run/runner_link.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <cerrno>

#include "grader/base/text.h"
#include "grader/run/control.h"
#include "grader/sandbox/lock.h"

namespace grader {
namespace {

constexpr std::size_t kShownWords = 300;

/// Loose bounds: the tight ones are each child's own, and a child can't raise what its runner has.
sandbox::Limits runner_limits() {
  return {.cpu_time = std::chrono::hours(1),
          .wall_time = std::chrono::hours(1),
          .memory_bytes = 64LL << 30,
          .file_bytes = 1LL << 30,
          .output_bytes = 16LL << 10,
          .output_kill_bytes = 16LL << 20,
          .processes = 256,
          .open_files = 1024,
          .stack_bytes = 1LL << 30};
}

/// Without the thread's cache of blocks, which the filling of fresh memory (child.cpp) does not reach. A
/// sanitized runner has its options built in.
std::vector<std::string> environment(bool sanitized) {
  if (sanitized) return {};
  return {"GLIBC_TUNABLES=glibc.malloc.tcache_count=0"};
}

/// Where the program sees a file: under a name that tells nothing of this machine where it has a root of its
/// own.
std::filesystem::path inside(const std::filesystem::path& path, const char* name, sandbox::Mode mode) {
  const bool own_root = sandbox::has_own_root(sandbox::Profile::kRunner, mode);
  return own_root ? std::filesystem::path(name) : std::filesystem::absolute(path);
}

sandbox::Program program_of(const Session::Options& options, int socket) {
  const auto runner = inside(options.runner, "/runner", options.mode);
  const auto module = inside(options.module, "/module.so", options.mode);
  sandbox::Program program;
  program.path = runner;
  program.arguments = {module.string(), options.mode == sandbox::Mode::kOff ? "off" : "on",
                       options.sanitized ? "sanitized" : "plain"};
  program.environment = environment(options.sanitized);
  program.mounts = {{.from = options.runner, .to = runner}, {.from = options.module, .to = module}};
  program.pass_fds = {socket};
  program.profile = sandbox::Profile::kRunner;
  program.fixed_addresses = true;
  program.sanitized = options.sanitized;
  return program;
}

/// It waits in the socket until the runner looks.
Result<void> send_filter(int socket, const Session::Options& options) {
  if (options.mode == sandbox::Mode::kOff) return {};
  const auto& filter = sandbox::child_filter(options.sanitized);
  if (!filter) return tl::make_unexpected(filter.error());
  if (!control::send_filter(socket, *filter)) return fail_errno("cannot hand on the call filter", errno);
  return {};
}

std::string how_it_ended(const Ended& ended) {
  if (ended.how == Ended::How::kExited) return fmt::format("exit code {}", ended.code);
  if (ended.how == Ended::How::kSignalled) return fmt::format("signal {}", ended.code);
  return ended.detail.empty() ? "a limit" : ended.detail;
}

}  // namespace

Result<RunnerLink> RunnerLink::start(const Session::Options& options) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return fail_errno("cannot make a socket", errno);
  UniqueFd ours(ends[0]);
  const UniqueFd theirs(ends[1]);
  if (auto sent = send_filter(ours.get(), options); !sent) return tl::make_unexpected(sent.error());
  auto process = sandbox::start(program_of(options, theirs.get()), runner_limits(), options.mode);
  if (!process) return tl::make_unexpected(process.error());
  return RunnerLink(std::move(ours), std::move(*process));
}

std::string RunnerLink::end() {
  process_->kill();
  const sandbox::Finished finished = process_->wait();
  const std::string words = clean_line(cut_text(finished.stderr_text, kShownWords));
  return fmt::format("the runner ended by {}{}{}", how_it_ended(finished.ended), words.empty() ? "" : ": ",
                     words);
}

}  // namespace grader
