#include "grader/class/content_gate.h"

#include <chrono>

namespace grader {

bool ContentGate::wait_for(const std::string& content, const std::function<bool()>& stop) {
  std::unique_lock lock(mutex_);
  while (!open_.contains(content)) {
    lock.unlock();
    if (stop()) return false;
    lock.lock();
    if (!open_.contains(content)) opened_.wait_for(lock, std::chrono::milliseconds(100));
  }
  return true;
}

void ContentGate::open(const std::string& content) {
  const std::lock_guard lock(mutex_);
  open_.insert(content);
  opened_.notify_all();
}

}  // namespace grader
