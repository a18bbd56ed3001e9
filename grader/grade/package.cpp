#include "grader/grade/package.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "grader/base/text.h"
#include "grader/cases/manifest_loader.h"
#include "grader/compile/cache.h"
#include "grader/grade/self_tested.h"
#include "grader/sandbox/doctor.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

constexpr const char* kManifest = "exercise/exercise.yaml";

bool is_package(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / kManifest, ignored);
}

// The nearest package at or above `folder`, or an empty path.
fs::path package_above(fs::path folder) {
  std::error_code ignored;
  folder = fs::absolute(folder, ignored).lexically_normal();
  for (;; folder = folder.parent_path()) {
    if (is_package(folder)) return folder;
    if (folder == folder.root_path() || folder.empty()) return {};
  }
}

// Before a submission comes near the sandbox: canaries are sent the same way. Where no lock can be had at all
// it is said later, with the command's own words.
Result<void> test_sandbox(const Toolchain& tools) {
  if (sandbox::available().level == 0) return {};
  auto cache = Cache::open(tools.cache);
  if (!cache) return tl::make_unexpected(cache.error());
  return self_test_once(*cache, sandbox_place(), [] { return sandbox::self_test(); });
}

}  // namespace

Result<fs::path> find_package(const fs::path& given, const fs::path& file) {
  if (!given.empty()) {
    if (is_package(given)) return fs::absolute(given).lexically_normal();
    return fail(
        fmt::format("'{}' is no exercise package: it has no {}", clean_line(given.string()), kManifest));
  }
  for (const fs::path& start :
       {file.empty() ? fs::path() : fs::absolute(file).parent_path(), fs::current_path()}) {
    fs::path found = start.empty() ? fs::path() : package_above(start);
    if (!found.empty()) return found;
  }
  const auto tools = find_toolchain();
  if (tools && is_package(tools->root)) return tools->root;
  return fail(fmt::format("no exercise package here or above: none has an {}; name one with --package DIR",
                          kManifest));
}

ResultOrErrors<Package> open_package(const fs::path& folder, sandbox::Mode mode) {
  auto manifest = load_manifest(folder);
  if (!manifest) return tl::make_unexpected(manifest.error());
  auto tools = find_toolchain();
  if (!tools) return tl::make_unexpected(Errors{tools.error()});
  if (mode == sandbox::Mode::kOn)
    if (auto held = test_sandbox(*tools); !held) return tl::make_unexpected(Errors{held.error()});
  auto build = build_package(*tools, *manifest, Sanitize::kOff, mode);
  if (!build) return tl::make_unexpected(Errors{build.error()});
  return Package{std::move(*manifest), std::move(*tools), std::move(*build), mode};
}

}  // namespace grader
