// Keeps threads with equal work waiting until the first of them is through.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <set>
#include <string>

namespace grader {

class ContentGate {
 public:
  /// Waits until `content` was opened; false when `stop` said to give up before, which is asked ten times a
  /// second.
  bool wait_for(const std::string& content, const std::function<bool()>& stop);
  /// Lets all through who wait for `content`, now and later.
  void open(const std::string& content);

 private:
  std::mutex mutex_;
  std::condition_variable opened_;
  std::set<std::string> open_;
};

}  // namespace grader
