// The recorder: one global, guarded by a mutex while it records.
#include "kit/record.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

#include "kit/given.h"
#include "kit/note.h"
#include "kit/storage.h"

namespace kit {
namespace internal {

constinit std::atomic<record::Mode> recording_mode{record::Mode::kOff};

namespace {

using record::Limits;
using record::Mode;
using record::Record;

// The line of the outermost given function that this thread is in.
constexpr int kNotInGiven = -1;
constinit thread_local int given_line = kNotInGiven;
constinit thread_local const char* given_name = "";

struct Recorder {
  std::mutex mutex;
  Limits limits;
  std::map<std::pair<int, std::string>, std::int64_t> counts;
  std::size_t values = 0;
  Record record;
};

// Made at the first recording, and not before main: code under test can run earlier than static objects here.
Recorder& recorder() {
  static Recorder instance;
  return instance;
}

void add_count(Recorder& r, const char* operation, int line) {
  const auto key = std::pair(line, std::string(operation));
  auto found = r.counts.find(key);
  if (found == r.counts.end()) {
    if (r.counts.size() >= r.limits.counts) {
      ++r.record.dropped;
      return;
    }
    found = r.counts.emplace(key, 0).first;
  }
  ++found->second;
}

// Copies the numbers where the mode and the limits allow it. Something has to be an Operation or a Stage.
template <class Something>
void add_values(Recorder& r, const Tensor& x, Something& something) {
  if (recording_mode.load(std::memory_order_relaxed) != Mode::kValues) return;
  const auto size = static_cast<std::size_t>(x.size());
  if (size > r.limits.values_each || size > r.limits.values - r.values) {
    ++r.record.dropped;
    return;
  }
  r.values += size;
  something.values.assign(numbers(x), numbers(x) + size);
  something.has_values = true;
}

bool keeps_operations() {
  return recording_mode.load(std::memory_order_relaxed) >= Mode::kShapes;
}

}  // namespace

int caller_line(int line) {
  return given_line == kNotInGiven ? line : given_line;
}

std::string caller_message(const std::string& message) {
  return given_line == kNotInGiven ? message : given_name + (": " + message);
}

void note(const char* operation, int line) {
  if (given_line != kNotInGiven) return;
  Recorder& r = recorder();
  const std::lock_guard lock(r.mutex);
  add_count(r, operation, line);
}

void note(const char* operation, int line, std::vector<Shape> inputs, const Tensor& output) {
  if (given_line != kNotInGiven) return;
  Recorder& r = recorder();
  const std::lock_guard lock(r.mutex);
  add_count(r, operation, line);
  if (!keeps_operations()) return;
  if (r.record.operations.size() >= r.limits.operations) {
    ++r.record.dropped;
    return;
  }
  record::Operation made{operation, line, std::move(inputs), output.shape(), false, {}};
  add_values(r, output, made);
  r.record.operations.push_back(std::move(made));
}

void note(const char* operation, int line, std::initializer_list<Arg> inputs, const Tensor& output) {
  std::vector<Shape> shapes;
  if (keeps_operations()) {
    for (const Arg& input : inputs) shapes.push_back(input.tensor().shape());
  }
  note(operation, line, std::move(shapes), output);
}

void note_stage(const char* name, int line, const Tensor& value) {
  if (!keeps_operations()) return;
  Recorder& r = recorder();
  const std::lock_guard lock(r.mutex);
  if (r.record.stages.size() >= r.limits.operations) {
    ++r.record.dropped;
    return;
  }
  record::Stage made{name, caller_line(line), value.shape(), false, {}};
  add_values(r, value, made);
  r.record.stages.push_back(std::move(made));
}

Given::Given(const char* name, std::initializer_list<Arg> inputs)
    : Given(name, inputs.size() == 0 ? 0 : inputs.begin()->line()) {
  if (!recording()) return;
  for (const Arg& input : inputs) inputs_.push_back(input.tensor().shape());
}

Given::Given(const char* name, int line) : name_(name), outer_line_(given_line) {
  if (given_line != kNotInGiven) return;
  given_line = line;
  given_name = name;
}

Given::~Given() {
  given_line = outer_line_;
}

Tensor Given::result(Tensor value) {
  const int line = std::exchange(given_line, outer_line_);
  if (recording()) note(name_, line, std::move(inputs_), value);
  given_line = line;
  return value;
}

}  // namespace internal

namespace record {

using internal::recorder;
using internal::recording_mode;

void start(Mode mode, const Limits& limits) {
  internal::Recorder& r = recorder();
  const std::lock_guard lock(r.mutex);
  r.limits = limits;
  r.counts.clear();
  r.values = 0;
  r.record = {};
  recording_mode.store(mode, std::memory_order_relaxed);
}

Record take() {
  internal::Recorder& r = recorder();
  const std::lock_guard lock(r.mutex);
  recording_mode.store(Mode::kOff, std::memory_order_relaxed);
  for (const auto& [key, count] : r.counts) r.record.counts.push_back({key.second, key.first, count});
  r.counts.clear();
  return std::exchange(r.record, {});
}

}  // namespace record
}  // namespace kit
