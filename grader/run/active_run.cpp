#include "grader/run/active_run.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "grader/base/text.h"
#include "grader/protocol/messages.h"
#include "grader/run/run_end.h"

namespace grader {
namespace {

// Far beyond what the runner needs to tell an end on a busy machine.
constexpr std::chrono::seconds kSilence{30};

// Each look at a pipe as it is written to takes a core from those who have work. A run that fills one before
// waits as long at most.
constexpr std::chrono::milliseconds kQuiet{5};

Result<UniqueFd> request_file(std::string_view bytes) {
  UniqueFd file(::memfd_create("request", MFD_CLOEXEC));
  if (!file) return fail_errno("cannot make a memory file", errno);
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail_errno("cannot write a request", errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return file;
}

control::Command command_of(const QueuedRun& run) {
  return {.kind = control::Command::Kind::kRun,
          .open_files = run.limits.open_files,
          .id = run.id,
          .cpu_ms = run.limits.cpu_time.count(),
          .wall_ms = run.limits.wall_time.count(),
          .memory_bytes = run.limits.memory_bytes,
          .file_bytes = run.limits.file_bytes,
          .stack_bytes = run.limits.stack_bytes};
}

bool is_bad_alloc(const std::vector<CallAnswer>& answers) {
  const auto* thrown = answers.empty() ? nullptr : std::get_if<Thrown>(&answers.back().result);
  return thrown != nullptr && std::ranges::count(thrown->bases, "std::bad_alloc") > 0;
}

/// Names of types are shown in many places: nothing in them is obeyed by any.
void clean_types(std::vector<CallAnswer>& answers) {
  for (CallAnswer& answer : answers) {
    auto* thrown = std::get_if<Thrown>(&answer.result);
    if (thrown == nullptr) continue;
    thrown->type = clean_line(thrown->type);
    for (std::string& base : thrown->bases) base = clean_line(base);
  }
}

}  // namespace

struct ActiveRun::Ends {
  UniqueFd request;
  std::array<UniqueFd, kPipes> writers;
};

Result<void> ActiveRun::open_pipes(Ends& ends) {
  const RunLimits& limits = run_.limits;
  const std::array caps{limits.answer_bytes, limits.output_bytes, limits.output_bytes, limits.record_bytes};
  const std::size_t count = run_.recording ? kPipes : kPipes - 1;
  for (std::size_t i = 0; i < count; ++i) {
    auto pipe = CappedPipe::open(caps[i], ends.writers[i]);
    if (!pipe) return tl::make_unexpected(pipe.error());
    pipes_[i] = std::move(*pipe);
  }
  auto request = request_file(run_.request);
  if (!request) return tl::make_unexpected(request.error());
  ends.request = std::move(*request);
  return {};
}

Result<std::unique_ptr<ActiveRun>> ActiveRun::start(QueuedRun& run, int control_socket) {
  std::unique_ptr<ActiveRun> active(new ActiveRun(std::move(run)));
  Ends ends;
  auto opened = active->open_pipes(ends);
  std::vector<int> descriptors{ends.request.get()};
  for (const UniqueFd& writer : ends.writers)
    if (writer) descriptors.push_back(writer.get());
  if (opened && !control::send_command(control_socket, command_of(active->run_), descriptors))
    opened = fail_internal("the runner takes no requests");
  if (!opened) {
    run = active->take_queued();
    return tl::make_unexpected(opened.error());
  }
  const auto now = std::chrono::steady_clock::now();
  active->overdue_ = now + active->run_.limits.wall_time + kSilence;
  active->quiet_until_ = now + kQuiet;
  return active;
}

void ActiveRun::add_to_poll(std::vector<pollfd>& fds, std::chrono::steady_clock::time_point now) const {
  const bool quiet = now < quiet_until_;
  for (const CappedPipe& pipe : pipes_) fds.push_back({quiet ? -1 : pipe.fd(), POLLIN, 0});
}

std::string ActiveRun::output_over_limit() const {
  const RunLimits& limits = run_.limits;
  if (pipes_[kAnswer].cut()) return fmt::format("an answer of more than {} bytes", limits.answer_bytes);
  if (pipes_[kStdout].seen() > limits.output_bytes * kOutputKillFactor)
    return fmt::format("more than {} bytes on stdout", limits.output_bytes * kOutputKillFactor);
  if (pipes_[kStderr].seen() > limits.output_bytes * kOutputKillFactor)
    return fmt::format("more than {} bytes on stderr", limits.output_bytes * kOutputKillFactor);
  return "";
}

bool ActiveRun::read_pipes(std::span<const pollfd, kPipes> polled) {
  for (std::size_t i = 0; i < kPipes; ++i)
    if (polled[i].revents != 0) pipes_[i].read_some();
  if (!too_much_.empty()) return false;
  too_much_ = output_over_limit();
  return !too_much_.empty();
}

RunOutcome ActiveRun::finish(const control::Report& report) {
  for (CappedPipe& pipe : pipes_) pipe.read_some();
  if (too_much_.empty()) too_much_ = output_over_limit();
  RunOutcome outcome;
  DecodedAnswers decoded = decode_answers(pipes_[kAnswer].kept(), run_.calls);
  const RunSigns signs{.too_much = too_much_,
                       .memory_ran_out = decoded.memory_ran_out,
                       .threw_bad_alloc = is_bad_alloc(decoded.answers)};
  outcome.ended = run_end(report, run_.limits, signs);
  clean_types(decoded.answers);
  outcome.answers = std::move(decoded.answers);
  outcome.complete = decoded.complete && too_much_.empty();
  outcome.malformed = clean_line(decoded.malformed);
  outcome.stdout_text = std::move(pipes_[kStdout].kept());
  outcome.stderr_text = std::move(pipes_[kStderr].kept());
  outcome.output_cut = pipes_[kStdout].cut() || pipes_[kStderr].cut();
  if (run_.recording && !pipes_[kRecord].cut())
    outcome.operations = decode_operations(pipes_[kRecord].kept()).value_or(std::vector<Operation>());
  return outcome;
}

}  // namespace grader
