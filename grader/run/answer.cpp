#include "grader/run/answer.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <iostream>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "grader/protocol/messages.h"
#include "grader/run/describe_caught.h"
#include "grader/run/module_abi.h"
#include "grader/run/recording.h"
#include "kit/internal.h"
#include "kit/ops.h"

namespace grader {
namespace {

// From here on a product of matrices is made in blocks, as large as the caches. A virtual machine takes some
// 0.1 ms to ask its processor how large these are.
constexpr std::int64_t kBlocked = 16;

iovec part_of(std::string_view bytes) {
  return {const_cast<char*>(bytes.data()), bytes.size()};
}

/// One part after the other, in as few calls as can be: each may wake the reader. Ends where nobody takes it
/// any more.
void write_parts(int fd, std::span<iovec> parts) {
  while (!parts.empty()) {
    const ssize_t written = ::writev(fd, parts.data(), static_cast<int>(parts.size()));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;
    auto left = static_cast<std::size_t>(written);
    while (!parts.empty() && left >= parts.front().iov_len) {
      left -= parts.front().iov_len;
      parts = parts.subspan(1);
    }
    if (parts.empty()) return;
    parts.front().iov_base = static_cast<char*>(parts.front().iov_base) + left;
    parts.front().iov_len -= left;
  }
}

void write_all(int fd, std::string_view bytes) {
  iovec part = part_of(bytes);
  write_parts(fd, {&part, 1});
}

const std::string& memory_note() {
  static const std::string note = encode_memory_ran_out();
  return note;
}

/// Tells the grader when it happens: the code may be caught unready and never come to an answer.
void note_no_memory() {
  std::set_new_handler(nullptr);
  write_all(kAnswerFd, memory_note());
}

void expect_to_run_out_of_memory() {
  memory_note();  // made now, while there is memory
  std::set_new_handler(note_no_memory);
}

[[noreturn]] void end_run() {
  try {
    std::cout.flush();
    std::cerr.flush();
    std::clog.flush();
  } catch (...) {  // a stream whose buffer the student replaced
  }
  std::fflush(nullptr);
  write_all(kAnswerFd, encode_end());
  ::_exit(0);
}

[[noreturn]] void end_without_module(std::string_view why) {
  write_all(kAnswerFd, encode_load_failure(why));
  ::_exit(0);
}

/// Where the module lies is nobody's business.
std::string without_path(std::string text, const std::string& path) {
  if (text.starts_with(path)) text.erase(0, path.size());
  return text;
}

/// The table of a loaded module.
class Module {
 public:
  explicit Module(const std::filesystem::path& path) {
    void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) end_without_module(without_path(::dlerror(), path.native() + ": "));
    entries_ = static_cast<const kit::abi::Entry*>(::dlsym(handle, kEntriesSymbol));
    const auto* count = static_cast<const int*>(::dlsym(handle, kEntryCountSymbol));
    if (entries_ == nullptr || count == nullptr) end_without_module("it has no table of functions");
    count_ = *count;
  }

  void call(int function, CallFrame& frame) const {
    if (function < 0 || function >= count_) end_without_module("it lacks a function that the exercise has");
    entries_[function].call(frame);
  }

 private:
  const kit::abi::Entry* entries_ = nullptr;
  int count_ = 0;
};

using Outcome = std::variant<KitValue, Thrown>;

/// The arguments, or the exception of an earlier call whose result is one of them.
std::variant<std::vector<KitValue>, Thrown> arguments_of(PreparedCall& call,
                                                         const std::vector<Outcome>& earlier) {
  std::vector<KitValue> arguments;
  arguments.reserve(call.arguments.size());
  for (auto& argument : call.arguments) {
    if (auto* value = std::get_if<KitValue>(&argument)) {
      arguments.push_back(std::move(*value));
      continue;
    }
    const Outcome& outcome = earlier[static_cast<std::size_t>(std::get<ResultOf>(argument).call)];
    if (const auto* thrown = std::get_if<Thrown>(&outcome)) return *thrown;
    arguments.push_back(std::get<KitValue>(outcome));
  }
  return arguments;
}

Outcome call_function(const Module& module, int function, CallFrame& frame) {
  try {
    module.call(function, frame);
    if (frame.result()) return *frame.result();
  } catch (const abi::__forced_unwind&) {
    throw;  // pthread_exit: no exception, and it must not be stopped
  } catch (...) {
    return describe_caught();
  }
  end_without_module("a function gave no result");
}

std::vector<Value> values_of(const std::vector<KitValue>& values) {
  std::vector<Value> plain;
  plain.reserve(values.size());
  for (const KitValue& value : values) plain.push_back(from_kit(value));
  return plain;
}

/// A tensor's numbers are written as they lie: a copy could be what breaks the memory limit.
void write_tensor_answer(const kit::Tensor& tensor, const std::vector<Value>& arguments_after) {
  const auto [before, after] = encode_answer_around(tensor.shape(), arguments_after);
  const auto* numbers = reinterpret_cast<const char*>(kit::internal::numbers(tensor));
  const auto size = static_cast<std::size_t>(tensor.size()) * sizeof(double);
  std::array parts{part_of(before), part_of({numbers, size}), part_of(after)};
  write_parts(kAnswerFd, parts);
}

void write_answer(const Outcome& outcome, std::vector<Value> arguments_after) {
  if (const auto* thrown = std::get_if<Thrown>(&outcome)) {
    write_all(kAnswerFd, encode_answer({.result = *thrown, .arguments_after = std::move(arguments_after)}));
    return;
  }
  const auto& value = std::get<KitValue>(outcome);
  if (const auto* tensor = std::get_if<kit::Tensor>(&value))
    return write_tensor_answer(*tensor, arguments_after);
  write_all(kAnswerFd,
            encode_answer({.result = from_kit(value), .arguments_after = std::move(arguments_after)}));
}

/// Makes the calls one after another.
class Caller {
 public:
  Caller(const std::filesystem::path& module, PreparedRequest request)
      : module_(module), request_(std::move(request)) {}

  void run() {
    for (std::size_t i = 0; i < request_.calls.size(); ++i) {
      auto arguments = arguments_of(request_.calls[i], earlier_);
      if (auto* thrown = std::get_if<Thrown>(&arguments)) {
        write_answer(*thrown, {});
        earlier_.emplace_back(std::move(*thrown));
      } else {
        make(static_cast<int>(i), std::get<std::vector<KitValue>>(std::move(arguments)));
      }
    }
  }

 private:
  void make(int index, std::vector<KitValue> arguments) {
    CallFrame frame(std::move(arguments));
    start_recording(request_.recording);
    Outcome outcome = call_function(module_, request_.calls[static_cast<std::size_t>(index)].function, frame);
    if (request_.recording != Recording::kOff)
      write_all(kRecordFd, encode_operations(take_recording(request_.recording, index)));
    write_answer(outcome, request_.return_arguments ? values_of(frame.arguments()) : std::vector<Value>());
    earlier_.push_back(std::move(outcome));
  }

  Module module_;
  PreparedRequest request_;
  std::vector<Outcome> earlier_;
};

}  // namespace

PreparedRequest prepare_request(const Request& request) {
  PreparedRequest prepared{
      .calls = {}, .recording = request.recording, .return_arguments = request.return_arguments};
  for (const Call& call : request.calls) {
    PreparedCall& copy = prepared.calls.emplace_back();
    copy.function = call.function;
    for (const auto& argument : call.arguments) {
      if (const auto* value = std::get_if<Value>(&argument)) {
        copy.arguments.emplace_back(to_kit(*value));
      } else {
        copy.arguments.emplace_back(std::get<ResultOf>(argument));
      }
    }
  }
  return prepared;
}

void rehearse() {
  const std::filesystem::path path = "/module.so";
  const std::vector<std::filesystem::path> copied{path};  // as a child copies its module's
  std::set_new_handler(std::get_new_handler());
  const Array numbers{.shape = {1, 1}, .data = {0}};
  const Request request{.calls = {{.function = 0, .arguments = {numbers}}}};
  const auto decoded = decode_request(encode_request(request));
  const PreparedRequest prepared = prepare_request(decoded ? *decoded : request);
  const auto& value = std::get<KitValue>(prepared.calls[0].arguments[0]);
  const auto around = encode_answer_around(std::get<kit::Tensor>(value).shape(), {from_kit(value)});
  try {
    throw std::invalid_argument("");
  } catch (...) {
    (void)encode_answer({.result = describe_caught(), .arguments_after = {}});
  }
  const kit::Tensor square = kit::zeros({kBlocked, kBlocked});
  (void)kit::exp(kit::matmul(square, square));
  std::cout.flush();
  std::cerr.flush();
  std::clog.flush();
  std::fflush(nullptr);
}

void answer_all(const std::filesystem::path& module, PreparedRequest request) {
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // a crash keeps the lines before it
  expect_to_run_out_of_memory();
  Caller(module, std::move(request)).run();
  end_run();
}

}  // namespace grader
