#include "grader/judge/ending.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <string_view>

#include "grader/base/text.h"

namespace grader {
namespace {

constexpr std::size_t kShownText = 300;  // bytes of a student's message in one sentence

struct Signal {
  int number;
  std::string_view name;
  std::string_view what;
  std::string_view help;
};

constexpr std::array kSignals{
    Signal{SIGSEGV, "SIGSEGV", "an access to memory that is not there",
           "usual causes: recursion without an end (a stack overflow), a plain array or pointer past its "
           "end, a reference "
           "to something that is gone"},
    Signal{SIGBUS, "SIGBUS", "an access to memory that is not there", "usual cause: a pointer that is off"},
    Signal{SIGFPE, "SIGFPE", "a whole-number division by zero",
           "an int was divided by 0, with / or %: check the divisor before"},
    Signal{SIGABRT, "SIGABRT", "abort",
           "usual causes: a failed assert, an exception that leaves a destructor or a noexcept function"},
    Signal{SIGILL, "SIGILL", "an instruction that can not be run",
           "usual causes: a function that ends without its return, __builtin_trap"},
    Signal{SIGTRAP, "SIGTRAP", "a trap", "usual cause: a function that ends without its return"},
    Signal{SIGKILL, "SIGKILL", "a kill from outside", ""},
    Signal{SIGALRM, "SIGALRM", "an alarm that it set itself", ""},
    Signal{SIGPIPE, "SIGPIPE", "writing to a closed pipe", ""},
    Signal{SIGXCPU, "SIGXCPU", "the limit of CPU time", ""},
    Signal{SIGXFSZ, "SIGXFSZ", "the limit of file size", ""},
};

struct CallGroup {
  std::string_view what;
  std::array<std::string_view, 12> names;
};

constexpr std::array kCallGroups{
    CallGroup{"the network",
              {"socket", "socketpair", "connect", "bind", "listen", "sendto", "sendmsg", "accept"}},
    CallGroup{"other processes",
              {"fork", "vfork", "clone", "clone3", "ptrace", "process_vm_readv", "process_vm_writev", "kill",
               "tkill", "pidfd_open", "execve", "execveat"}},
    CallGroup{"files",
              {"open", "openat", "openat2", "creat", "mkdir", "unlink", "rename", "memfd_create", "mount"}},
};

std::string call_help(const std::string& call) {
  for (const CallGroup& group : kCallGroups)
    if (std::find(group.names.begin(), group.names.end(), call) != group.names.end())
      return fmt::format("the exercise needs nothing of {}: take out what makes this call", group.what);
  return "the exercise needs nothing of the system: take out what makes this call";
}

std::string detail_text(const Ended& ended) {
  if (ended.detail.empty()) return "";
  return fmt::format(" ({})", cut_text(clean_line(ended.detail), kShownText));
}

Finding by_signal(const Ended& ended) {
  for (const Signal& signal : kSignals)
    if (signal.number == ended.code)
      return finding(
          Verdict::kRuntimeError,
          fmt::format("the program died of {}: {}{}", signal.name, signal.what, detail_text(ended)),
          std::string(signal.help));
  return finding(Verdict::kRuntimeError,
                 fmt::format("the program died of signal {}{}", ended.code, detail_text(ended)));
}

Finding by_time(const Ended& ended, const Case& a_case, const Limits& limits) {
  const auto cpu = a_case.time_limit.value_or(limits.case_cpu);
  const auto wall = a_case.time_limit.value_or(limits.case_wall);
  if (ended.cpu_time * 10 >= cpu * 9)
    return finding(Verdict::kTimeLimit,
                   fmt::format("no answer within {} of CPU time: stopped after {}", time_text(cpu),
                               time_text(ended.cpu_time)),
                   "look for a loop or a recursion that never ends");
  return finding(Verdict::kTimeLimit,
                 fmt::format("no answer within {}: stopped after {}, {} of it CPU time", time_text(wall),
                             time_text(ended.wall_time), time_text(ended.cpu_time)),
                 "it waited for something: sleep, input or a lock");
}

Finding by_memory(const Ended& ended, const Limits& limits) {
  const std::string reached =
      ended.peak_memory_bytes > 0 ? fmt::format(", it reached {}", bytes_text(ended.peak_memory_bytes)) : "";
  return finding(Verdict::kMemoryLimit,
                 fmt::format("more memory than the limit of {}{}", bytes_text(limits.memory_bytes), reached),
                 "look for a size that grows without an end, or a tensor of a wrong shape");
}

Finding by_output(const Ended& ended, const Limits& limits) {
  const std::string much =
      ended.detail.empty() ? fmt::format("more output than the limit of {}", bytes_text(limits.output_bytes))
                           : cut_text(clean_line(ended.detail), kShownText);
  return finding(Verdict::kOutputLimit, "it gave " + much, "take out what prints in a loop");
}

Finding by_forbidden_call(const Ended& ended) {
  const std::string name =
      ended.detail.empty() ? "" : fmt::format(": '{}'", cut_text(clean_line(ended.detail), 40));
  return finding(Verdict::kSecurityViolation, "a call that is not allowed here" + name,
                 call_help(ended.detail));
}

Finding by_exit(const RunOutcome& outcome) {
  if (!outcome.malformed.empty())
    return finding(
        Verdict::kRuntimeError,
        fmt::format("the answer could not be read: {}", cut_text(clean_line(outcome.malformed), kShownText)),
        "nothing but the functions' results may be written to the grader's own channel");
  return finding(
      Verdict::kRuntimeError,
      fmt::format("the program ended itself with exit code {} before it answered", outcome.ended.code),
      "a function must return its result or throw: take out exit, quick_exit and the like");
}

}  // namespace

std::optional<Finding> judge_ending(const RunOutcome& outcome, const Case& a_case, const Manifest& manifest) {
  const Ended& ended = outcome.ended;
  switch (ended.how) {
    case Ended::How::kNotStarted:
      return finding(Verdict::kInternalError,
                     fmt::format("the grader could not run this case{}", detail_text(ended)),
                     "this is a fault of the grader or of the machine, not of the submission");
    case Ended::How::kForbiddenCall:
      return by_forbidden_call(ended);
    case Ended::How::kTimeLimit:
      return by_time(ended, a_case, manifest.limits);
    case Ended::How::kMemoryLimit:
      return by_memory(ended, manifest.limits);
    case Ended::How::kOutputLimit:
      return by_output(ended, manifest.limits);
    case Ended::How::kFileLimit:
      return finding(
          Verdict::kOutputLimit,
          fmt::format("a file larger than the limit of {}", bytes_text(manifest.limits.file_bytes)),
          "the exercise needs no files");
    case Ended::How::kSignalled:
      return by_signal(ended);
    case Ended::How::kExited:
      break;
  }
  if (outcome.complete && ended.code == 0) return std::nullopt;
  return by_exit(outcome);
}

bool can_be_caught_as(const Thrown& thrown, const std::string& type) {
  if (std::find(thrown.bases.begin(), thrown.bases.end(), type) != thrown.bases.end()) return true;
  // Types that the runner has no catch for can be told by their name alone.
  return !type.starts_with("std::") && !type.starts_with("kit::") && thrown.type == type;
}

bool is_not_implemented(const Thrown& thrown) {
  return can_be_caught_as(thrown, "kit::NotImplemented");
}

std::string thrown_text(const Thrown& thrown, const Manifest& manifest) {
  std::string text = cut_text(clean_line(thrown.type), 100);
  if (thrown.line > 0) text += fmt::format(" at {}:{}", manifest.submission_name, thrown.line);
  if (!thrown.message.empty()) text += ": " + cut_text(clean_line(thrown.message), kShownText);
  return text;
}

Finding judge_thrown(const Thrown& thrown, const std::string& function, const Manifest& manifest) {
  Finding found;
  if (is_not_implemented(thrown))
    return finding(Verdict::kNotImplemented, fmt::format("'{}' is not written yet", function));
  if (can_be_caught_as(thrown, "std::bad_alloc")) {
    found = finding(Verdict::kMemoryLimit,
                    fmt::format("no memory left of {}: {}", bytes_text(manifest.limits.memory_bytes),
                                thrown_text(thrown, manifest)),
                    "look for a size that grows without an end, or a tensor of a wrong shape");
  } else {
    found = finding(Verdict::kRuntimeError, fmt::format("it threw {}", thrown_text(thrown, manifest)));
    if (!can_be_caught_as(thrown, "std::exception"))
      found.help = "this is no std::exception: throw one that says what is wrong";
    if (can_be_caught_as(thrown, "kit::ShapeError"))
      found.help = "compare the shapes in the message with those you expect on that line";
    if (can_be_caught_as(thrown, "std::invalid_argument"))
      found.help = "these arguments are valid: look at the condition before the throw";
    if (can_be_caught_as(thrown, "std::system_error"))
      found.help = "the exercise needs nothing of the system; threads can not be started here";
  }
  found.thrown = thrown;
  return found;
}

std::string bytes_text(std::int64_t bytes) {
  constexpr std::array<std::string_view, 4> kUnits{"bytes", "KiB", "MiB", "GiB"};
  auto amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; amount >= 1024 && unit + 1 < kUnits.size(); ++unit) amount /= 1024;
  return fmt::format("{:.4g} {}", amount, kUnits.at(unit));
}

std::string time_text(std::chrono::milliseconds time) {
  return fmt::format("{:.4g} s", static_cast<double>(time.count()) / 1000);
}

}  // namespace grader
