#include "grader/base/side_by_side.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

namespace grader {
namespace {

/// The cores that this thread may use; empty where they cannot be told.
std::vector<int> usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cores;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  return cores;
}

/// This thread, and all that it starts.
void stay_on(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  ::sched_setaffinity(0, sizeof set, &set);  // else it goes on wherever it likes, which is slower
}

class Workers {
 public:
  Workers(std::size_t count, const SideBySide& how, const std::function<void(std::size_t)>& work)
      : count_(count), how_(how), work_(work) {}

  void run(const std::function<void(std::size_t)>& watch) {
    const std::size_t most = static_cast<std::size_t>(how_.threads > 0 ? how_.threads : core_count());
    const std::size_t threads = std::min(most, count_);
    const std::vector<int> cores = how_.apart ? usable_cores() : std::vector<int>();
    std::vector<std::future<void>> running;
    for (std::size_t i = 0; i < threads; ++i)
      running.push_back(std::async(std::launch::async, [this, &cores, threads, i] {
        if (cores.size() == threads) stay_on(cores[i]);
        take_all();
      }));
    wait_for(threads, watch);
    for (auto& thread : running) thread.get();
  }

 private:
  bool stopped() const { return failed_ || (how_.stop && how_.stop()); }

  void take_all() {
    try {
      for (std::size_t at = next_++; at < count_ && !stopped(); at = next_++) {
        work_(at);
        tell(done_);
      }
    } catch (...) {
      failed_ = true;
      tell(left_);
      throw;
    }
    tell(left_);
  }

  void tell(std::size_t& counter) {
    const std::lock_guard lock(mutex_);
    ++counter;
    changed_.notify_all();
  }

  void wait_for(std::size_t threads, const std::function<void(std::size_t)>& watch) {
    std::unique_lock lock(mutex_);
    while (left_ < threads) {
      const std::size_t shown = done_;
      lock.unlock();
      watch(shown);
      lock.lock();
      changed_.wait_for(lock, how_.tick, [&] { return left_ == threads || done_ != shown; });
    }
  }

  const std::size_t count_;
  const SideBySide& how_;
  const std::function<void(std::size_t)>& work_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::size_t done_ = 0;
  std::size_t left_ = 0;
};

}  // namespace

void side_by_side(std::size_t count, const SideBySide& how, const std::function<void(std::size_t)>& work,
                  const std::function<void(std::size_t)>& watch) {
  Workers(count, how, work).run(watch);
}

int core_count() {
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace grader
