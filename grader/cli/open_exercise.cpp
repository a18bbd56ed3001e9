#include "grader/cli/open_exercise.h"

namespace grader::cli {

ResultOrErrors<Package> open_exercise(const PackageArgs& args, const fs::path& file) {
  const auto folder = find_package(args.package, file);
  if (!folder) return tl::make_unexpected(Errors{folder.error()});
  return open_package(*folder, args.sandbox);
}

}  // namespace grader::cli
