#include "grader/class/kept_runs.h"

#include <utility>

#include "grader/run/cached_session.h"

namespace grader {

void KeptRuns::read_reference(std::filesystem::path module) {
  reference_ = std::move(module);
  if (!fresh_) reference_store_.read(folder_.reference_runs_path());
}

Result<void> KeptRuns::write_reference() const {
  return reference_store_.write(folder_.reference_runs_path());
}

void KeptRuns::read(const std::string& id, Submission& runs) const {
  if (!fresh_) runs.store.read(folder_.runs_path(id));
}

OpenSession KeptRuns::opener(Submission& runs) {
  return [this, &runs](const Session::Options& options) { return open(options, runs); };
}

Result<std::unique_ptr<Session>> KeptRuns::open(const Session::Options& options, Submission& runs) {
  auto program = program_key(options);
  if (!program) return tl::make_unexpected(program.error());
  if (options.module == reference_)
    return make_cached_session(options, std::move(*program), reference_store_, {}, digests_);
  take_from_equal(*program, runs);
  runs.programs.push_back(*program);
  return make_cached_session(options, std::move(*program), runs.store, {}, digests_);
}

void KeptRuns::take_from_equal(const std::string& program, Submission& runs) const {
  std::filesystem::path file;
  {
    const std::lock_guard lock(mutex_);
    const auto at = files_.find(program);
    if (at != files_.end()) file = at->second;
  }
  if (!file.empty()) runs.store.read_other(file);
}

Result<void> KeptRuns::write(const std::string& id, const Submission& runs) {
  const std::filesystem::path file = folder_.runs_path(id);
  if (auto written = runs.store.write(file); !written) return written;
  const std::lock_guard lock(mutex_);
  for (const std::string& program : runs.programs) files_.try_emplace(program, file);
  return {};
}

}  // namespace grader
