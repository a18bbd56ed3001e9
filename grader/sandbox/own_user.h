// A user id that belongs to one running sandbox and to nothing else on the machine.
#pragma once

#include <memory>
#include <optional>

#include "grader/base/unique_fd.h"

namespace grader::sandbox {

/// Ids are lent: the same one is never out twice at a time, in this process or in another grader's.
///
/// They come from a range that no distribution assigns (systemd's list of ids calls 1879048192 to 2147352575
/// unused), 32 for each process id of a grader. Never `nobody`: file systems may grant it reserved blocks,
/// and other services run as it. A namespace that maps fewer ids (a rootless container) has none to lend.
class OwnUser {
 public:
  /// Empty when the caller may not switch to such an id, or all 32 are out.
  static std::optional<OwnUser> lend();
  OwnUser(OwnUser&&) noexcept = default;
  OwnUser& operator=(OwnUser&&) noexcept = default;

  unsigned id() const { return id_; }
  /// A user namespace that shows root's files as this user's, for mounts; -1 where it can not be had.
  int map_fd() const;

 private:
  struct Return {
    void operator()(const int* slot) const;
  };
  explicit OwnUser(const int* slot, unsigned id) : slot_(slot), id_(id) {}
  std::unique_ptr<const int, Return> slot_;
  unsigned id_ = 0;
};

}  // namespace grader::sandbox
