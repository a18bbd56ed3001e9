#include "grader/run/outcome_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "grader/base/digest.h"
#include "grader/base/file.h"
#include "grader/protocol/messages.h"
#include "grader/protocol/wire.h"

namespace grader {
namespace {

using wire::Reader;
using wire::Writer;

constexpr std::string_view kFormat = "grader runs 1\n";
constexpr std::size_t kDigestBytes = 64;
constexpr std::size_t kMostTextBytes = OutcomeStore::kMostBytes;

void write_ended(Writer& out, const Ended& ended) {
  out.u8(static_cast<std::uint8_t>(ended.how));
  out.i64(ended.code);
  out.text(ended.detail);
  out.i64(ended.wall_time.count());
  out.i64(ended.cpu_time.count());
  out.i64(ended.peak_memory_bytes);
}

Ended read_ended(Reader& in) {
  Ended ended;
  const std::uint8_t how = in.u8();
  if (how > static_cast<std::uint8_t>(Ended::How::kNotStarted)) in.refuse("no such end");
  ended.how = static_cast<Ended::How>(how);
  ended.code = static_cast<int>(in.i64());
  ended.detail = in.text(kMostTextBytes);
  ended.wall_time = std::chrono::milliseconds(in.i64());
  ended.cpu_time = std::chrono::milliseconds(in.i64());
  ended.peak_memory_bytes = in.i64();
  return ended;
}

// The end mark is there for the decoder, which takes answers without one for cut short.
std::string answers_text(const std::vector<CallAnswer>& answers) {
  std::string bytes;
  for (const CallAnswer& answer : answers) bytes += encode_answer(answer);
  return bytes + encode_end();
}

// As Reader::text, but not copied.
std::string_view text_in_place(Reader& in) {
  return in.raw(in.count(1, kMostTextBytes));
}

void read_answers(Reader& in, std::size_t calls, RunOutcome& outcome) {
  const std::uint32_t count = in.u32();
  if (count > calls) in.refuse("more answers than calls");
  DecodedAnswers decoded = decode_answers(text_in_place(in), count);
  if (!decoded.complete) in.refuse("answers cut short");
  outcome.answers = std::move(decoded.answers);
}

void read_operations(Reader& in, RunOutcome& outcome) {
  auto operations = decode_operations(text_in_place(in));
  if (!operations)
    in.refuse(operations.error().message);
  else
    outcome.operations = std::move(*operations);
}

std::string limits_text(const RunLimits& limits) {
  return fmt::format("{} {} {} {} {} {} {} {} {}", limits.cpu_time.count(), limits.wall_time.count(),
                     limits.memory_bytes, limits.output_bytes, limits.answer_bytes, limits.file_bytes,
                     limits.open_files, limits.stack_bytes, limits.record_bytes);
}

}  // namespace

std::string encode_outcome(const RunOutcome& outcome) {
  Writer out;
  write_ended(out, outcome.ended);
  out.u32(static_cast<std::uint32_t>(outcome.answers.size()));
  out.text(answers_text(outcome.answers));
  out.u8(outcome.complete ? 1 : 0);
  out.text(outcome.malformed);
  out.text(outcome.stdout_text);
  out.text(outcome.stderr_text);
  out.u8(outcome.output_cut ? 1 : 0);
  out.text(encode_operations(outcome.operations));
  return out.take();
}

std::optional<RunOutcome> decode_outcome(std::string_view bytes, std::size_t calls) {
  Reader in(bytes);
  RunOutcome outcome;
  outcome.ended = read_ended(in);
  read_answers(in, calls, outcome);
  outcome.complete = in.u8() != 0;
  outcome.malformed = in.text(kMostTextBytes);
  outcome.stdout_text = in.text(kMostTextBytes);
  outcome.stderr_text = in.text(kMostTextBytes);
  outcome.output_cut = in.u8() != 0;
  read_operations(in, outcome);
  if (!in.ok() || in.left() > 0) return std::nullopt;
  return outcome;
}

bool can_be_kept(const RunOutcome& outcome) {
  return outcome.ended.how != Ended::How::kNotStarted && outcome.ended.how != Ended::How::kTimeLimit;
}

void OutcomeStore::read(const std::filesystem::path& path) {
  const std::lock_guard lock(mutex_);
  add_all(path);
}

bool OutcomeStore::read_other(const std::filesystem::path& path) {
  const std::lock_guard lock(mutex_);
  const bool any = add_all(path);
  other_ = other_ || any;
  return any;
}

// Under the lock.
bool OutcomeStore::add_all(const std::filesystem::path& path) {
  const auto bytes = read_file(path, kMostFileBytes + (1 << 20));
  if (!bytes || bytes->size() < kFormat.size() + kDigestBytes || !bytes->starts_with(kFormat)) return false;
  const std::string_view content = std::string_view(*bytes).substr(0, bytes->size() - kDigestBytes);
  if (sha256(content) != std::string_view(*bytes).substr(content.size())) return false;
  Reader in(content.substr(kFormat.size()));
  bool any = false;
  while (in.ok() && in.left() > 0) {
    std::string key = in.text(kDigestBytes);
    std::string outcome = in.text(kMostBytes);
    if (!in.ok()) break;
    const std::size_t size = outcome.size();
    if (!entries_.try_emplace(std::move(key), Entry{.bytes = std::move(outcome), .used = false}).second)
      continue;
    bytes_ += size;
    any = true;
  }
  return any;
}

std::optional<RunOutcome> OutcomeStore::find(const std::string& key, std::size_t calls) {
  const std::lock_guard lock(mutex_);
  const auto at = entries_.find(key);
  if (at == entries_.end()) return std::nullopt;
  auto outcome = decode_outcome(at->second.bytes, calls);
  if (!outcome) return std::nullopt;
  at->second.used = true;
  ++found_;
  return outcome;
}

void OutcomeStore::keep(const std::string& key, const RunOutcome& outcome) {
  std::string bytes = encode_outcome(outcome);
  const std::lock_guard lock(mutex_);
  ++kept_;
  if (bytes.size() > kMostBytes || bytes_ + bytes.size() > kMostFileBytes) return;
  bytes_ += bytes.size();
  entries_.insert_or_assign(key, Entry{.bytes = std::move(bytes), .used = true});
}

Result<void> OutcomeStore::write(const std::filesystem::path& path) const {
  const std::lock_guard lock(mutex_);
  const bool same =
      kept_ == 0 && !other_ && std::ranges::all_of(entries_, [](const auto& e) { return e.second.used; });
  if (same) return {};
  Writer out;
  out.raw(kFormat);
  for (const auto& [key, entry] : entries_) {
    if (!entry.used) continue;
    out.text(key);
    out.text(entry.bytes);
  }
  std::string bytes = out.take();
  bytes += sha256(bytes);
  return write_file(path, bytes);
}

int OutcomeStore::found() const {
  const std::lock_guard lock(mutex_);
  return found_;
}

int OutcomeStore::kept() const {
  const std::lock_guard lock(mutex_);
  return kept_;
}

std::string request_digest(const Request& request) {
  return sha256(encode_request(request));
}

Result<std::string> program_key(const Session::Options& options) {
  // How large it may be was judged when it was compiled.
  const auto module = read_file(options.module, std::numeric_limits<std::int64_t>::max());
  if (!module) return tl::make_unexpected(module.error());
  return Digest()
      .add(options.runner.parent_path().filename().string())
      .add(*module)
      .add(fmt::format("{} {}", static_cast<int>(options.mode), options.sanitized))
      .hex();
}

std::string outcome_key(const std::string& program, const std::string& digest, const RunLimits& limits) {
  return Digest().add(program).add(digest).add(limits_text(limits)).hex();
}

RequestDigests::RequestDigests(std::shared_ptr<const std::vector<Request>> requests)
    : requests_(std::move(requests)) {
  digests_.reserve(requests_->size());
  for (const Request& request : *requests_) digests_.push_back(request_digest(request));
}

std::string RequestDigests::of(const Request& request) const {
  const Request* const first = requests_->data();
  const std::less<> before;  // of any two places
  if (before(&request, first) || !before(&request, first + requests_->size())) return request_digest(request);
  return digests_[static_cast<std::size_t>(&request - first)];
}

}  // namespace grader
