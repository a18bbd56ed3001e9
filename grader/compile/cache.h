// The folder of what was built before: packages and modules, by the digest of all that went into them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

#include "grader/base/error.h"

namespace grader {

/// Several graders may use one cache at a time. An entry appears whole or not at all (it is made aside and
/// renamed), is never changed afterwards, and may vanish at any time.
class Cache {
 public:
  /// Makes the folder (mode 0700) when missing. Refuses one that belongs to another user or that others may
  /// write to: what lies in it is run.
  static Result<Cache> open(const std::filesystem::path& folder);

  /// `FOLDER/packages/KEY`, `FOLDER/modules/KEY`, ….
  std::filesystem::path entry(const std::string& kind, const std::string& key) const;

  /// A new empty folder on the same disk as the entries; removed with all in it at the end, unless published.
  class Scratch {
   public:
    explicit Scratch(std::filesystem::path path) : path_(std::move(path)) {}
    Scratch(Scratch&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    Scratch& operator=(Scratch&& other) noexcept {
      std::swap(path_, other.path_);
      return *this;
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch();
    const std::filesystem::path& path() const { return path_; }
    /// The folder is the caller's from now on.
    void release() { path_.clear(); }

   private:
    std::filesystem::path path_;
  };
  Result<Scratch> scratch() const;

  /// Renames a scratch folder to its entry. Where somebody was faster, theirs stays and counts as success.
  Result<void> publish(Scratch scratch, const std::filesystem::path& entry) const;

  /// Tells that the entry was used now. Keeps it from being the next one that goes.
  void touch(const std::filesystem::path& entry) const;

  /// Removes the entries that were not used for longest until at most `max_bytes` are left, and what killed
  /// graders left behind. Never what was used in the last hour. Does its work at most every ten minutes,
  /// unless `now`.
  void sweep(std::int64_t max_bytes = 1LL << 30, bool now = false) const;

 private:
  explicit Cache(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path folder_;
};

}  // namespace grader
