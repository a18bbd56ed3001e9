#include "grader/prove/submissions.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "grader/cases/catalogue_loader.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

Result<std::vector<fs::path>> headers_in(const fs::path& folder) {
  std::error_code ec;
  std::vector<fs::path> found;
  if (!fs::exists(folder, ec)) return found;
  for (fs::directory_iterator at(folder, ec), end; !ec && at != end; at.increment(ec))
    if (at->path().extension() == ".h") found.push_back(at->path());
  if (ec) return fail(fmt::format("cannot read folder '{}': {}", folder.string(), ec.message()));
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

Result<std::vector<KnownSubmission>> list_submissions(const Manifest& manifest, const Catalogue& catalogue) {
  const fs::path solution = manifest.folder / "solution";
  std::vector<KnownSubmission> all{
      {Role::kReference, "reference", solution / manifest.submission_name, Verdict::kAccepted},
      {Role::kStub, "stub", manifest.folder / "exercise" / manifest.submission_name,
       Verdict::kNotImplemented}};
  for (const Mistake& mistake : catalogue.mistakes)
    all.push_back(
        {Role::kMistake, mistake.name, mistakes_folder(manifest) / (mistake.name + ".h"), mistake.verdict});
  for (const auto& [role, folder, verdict] :
       {std::tuple{Role::kAccepted, "accepted", Verdict::kAccepted},
        std::tuple{Role::kNotVectorised, "not_vectorised", Verdict::kNotVectorised}}) {
    const auto files = headers_in(solution / folder);
    if (!files) return tl::make_unexpected(files.error());
    for (const fs::path& file : *files) all.push_back({role, file.stem().string(), file, verdict});
  }
  return all;
}

}  // namespace grader
