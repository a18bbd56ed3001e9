#include "grader/run/cached_session.h"

#include <deque>
#include <string>
#include <utility>

namespace grader {
namespace {

class CachedSession final : public Session {
 public:
  CachedSession(Options options, std::string program, OutcomeStore& store, OpenSession open,
                std::shared_ptr<const RequestDigests> digests)
      : options_(std::move(options)),
        program_(std::move(program)),
        store_(store),
        open_(std::move(open)),
        digests_(std::move(digests)),
        isolation_(isolation_of(options_.mode)) {}

  void submit(const Request& request, const RunLimits& limits, Done done) override {
    std::string key = outcome_key(program_, digest_of(request), limits);
    if (auto outcome = store_.find(key, request.calls.size())) {
      ready_.push_back({.done = std::move(done), .outcome = std::move(*outcome)});
    } else if (!start()) {
      RunOutcome not_started;
      not_started.ended.how = Ended::How::kNotStarted;
      not_started.ended.detail = broken_;
      ready_.push_back({.done = std::move(done), .outcome = std::move(not_started)});
    } else {
      run(std::move(key), request, limits, std::move(done));
    }
  }

  bool pump(std::chrono::milliseconds timeout) override {
    if (running_ > 0) inner_->pump(ready_.empty() ? timeout : std::chrono::milliseconds(0));
    const bool any = !ready_.empty();
    while (!ready_.empty()) {
      Ready first = std::move(ready_.front());
      ready_.pop_front();
      first.done(std::move(first.outcome));
    }
    return any || running_ > 0;  // who hears of a run may submit the next one before it asks again
  }

  void cancel() override {
    ready_.clear();
    if (inner_ != nullptr) inner_->cancel();
    running_ = 0;
  }

  const Isolation& isolation() const override { return inner_ != nullptr ? inner_->isolation() : isolation_; }

 private:
  struct Ready {
    Done done;
    RunOutcome outcome;
  };

  std::string digest_of(const Request& request) const {
    return digests_ != nullptr ? digests_->of(request) : request_digest(request);
  }

  bool start() {
    if (inner_ != nullptr) return true;
    auto session = open_with(open_, options_);
    if (session)
      inner_ = std::move(*session);
    else
      broken_ = session.error().message;
    return inner_ != nullptr;
  }

  void run(std::string key, const Request& request, const RunLimits& limits, Done done) {
    ++running_;
    inner_->submit(request, limits, [this, key = std::move(key), done = std::move(done)](RunOutcome outcome) {
      --running_;
      if (can_be_kept(outcome)) store_.keep(key, outcome);
      done(std::move(outcome));
    });
  }

  Options options_;
  std::string program_;
  OutcomeStore& store_;
  OpenSession open_;
  std::shared_ptr<const RequestDigests> digests_;
  Isolation isolation_;
  std::unique_ptr<Session> inner_;  // from the first run on that is not known
  std::string broken_;              // why it could not be started
  std::deque<Ready> ready_;
  int running_ = 0;
};

}  // namespace

std::unique_ptr<Session> make_cached_session(const Session::Options& options, std::string program,
                                             OutcomeStore& store, OpenSession open,
                                             std::shared_ptr<const RequestDigests> digests) {
  return std::make_unique<CachedSession>(options, std::move(program), store, std::move(open),
                                         std::move(digests));
}

}  // namespace grader
