// Names that are safe as files, for students whose own names may be anything.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grader {

struct Named {
  std::string name;    // any bytes: what the id is made of
  std::string origin;  // any bytes, different for each: where it was found
};

/// An id for each, in their order: letters, digits, `.`, `-` and `_`, at most 80, all different even where
/// letter case does not count. A name that is safe and alone is its own id; one that had to be changed, or
/// that another one equals but for letter case, gets `-` and digits of a digest of its origin. So an id hangs
/// on the other names only where it would be the same as theirs.
std::vector<std::string> safe_ids(const std::vector<Named>& all);

/// Whether it can be such an id: it is safe as the name of a file, whoever made it.
bool is_safe_id(std::string_view id);

}  // namespace grader
