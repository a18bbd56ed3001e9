#include "grader/class/class_merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "grader/base/text.h"
#include "grader/class/class_folder.h"
#include "grader/class/class_results.h"
#include "grader/class/class_setup.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

using Ids = std::set<std::string>;

Ids ids_of(const ClassIndex& index) {
  Ids ids;
  for (const ClassIndex::Row& row : index.rows) ids.insert(row.id);
  return ids;
}

// `cases_sha256, compiler`: what differs.
std::string differences(const ClassIndex& a, const ClassIndex& b) {
  std::vector<std::string> names;
  if (ids_of(a) != ids_of(b)) names.emplace_back("the submissions");
  for (const auto& [name, value] : a.provenance)
    if (const auto at = b.provenance.find(name); at == b.provenance.end() || at->second != value)
      names.push_back(name);
  return fmt::format("{}", fmt::join(names, ", "));
}

Result<ClassIndex> common_index(const std::vector<fs::path>& parts) {
  auto first = read_class(parts.at(0));
  for (std::size_t i = 1; first && i < parts.size(); ++i) {
    const auto other = read_class(parts[i]);
    if (!other) return tl::make_unexpected(other.error());
    if (const std::string what = differences(*first, *other); !what.empty())
      return fail(
          fmt::format("'{}' and '{}' are no parts of one grading: they differ in {}; grade the older one "
                      "again",
                      clean_line(parts[0].string()), clean_line(parts[i].string()), what));
  }
  return first;
}

class Merge {
 public:
  Merge(const std::vector<fs::path>& parts, const ClassFolder& out, const ClassIndex& index)
      : parts_(parts), out_(out), index_(index) {}

  Result<MergeSummary> run() {
    if (auto written = out_.write(index_); !written) return tl::make_unexpected(written.error());
    for (const fs::path& part : parts_)
      if (auto copied = copy_reports(part); !copied) return tl::make_unexpected(copied.error());
    for (const ClassIndex::Row& row : index_.rows)
      if (auto taken = take(row); !taken) return tl::make_unexpected(taken.error());
    if (auto written = results_.write(out_.path(), info_of(index_)); !written)
      return tl::make_unexpected(written.error());
    return std::move(summary_);
  }

 private:
  // A grade counts before a failure of ours.
  std::optional<ClassRecord> best(const std::string& id, fs::path& from) const {
    std::optional<ClassRecord> best;
    for (const fs::path& part : parts_) {
      auto record = read_class_record(part, id);
      if (!record || !*record || (*record)->provenance != index_.provenance) continue;
      if (best && best->state != ClassRecord::State::kFailed) break;
      best = std::move(**record);
      from = part;
    }
    return best;
  }

  Result<void> take(const ClassIndex::Row& row) {
    fs::path from;
    const std::optional<ClassRecord> record = best(row.id, from);
    if (!record) {
      summary_.missing.push_back(clean_line(row.student));
      return {};
    }
    ++summary_.records;
    summary_.failed += record->state == ClassRecord::State::kFailed ? 1 : 0;
    results_.add(*record);
    std::error_code ec;
    return fs::equivalent(from, out_.path(), ec) ? Result<void>() : out_.write(*record);
  }

  // All of them: which formats there are, the part alone knows.
  Result<void> copy_reports(const fs::path& part) const {
    std::error_code ec;
    if (fs::equivalent(part, out_.path(), ec)) return {};
    for (const char* folder : {"students", "instructor"}) {
      ec.clear();
      if (!fs::exists(part / folder, ec)) continue;
      fs::create_directories(out_.path() / folder, ec);
      if (!ec)
        fs::copy(part / folder, out_.path() / folder,
                 fs::copy_options::recursive | fs::copy_options::overwrite_existing |
                     fs::copy_options::skip_symlinks,
                 ec);
      if (ec)
        return fail(fmt::format("cannot copy '{}': {}", clean_line((part / folder).string()), ec.message()));
    }
    return {};
  }

  const std::vector<fs::path>& parts_;
  const ClassFolder& out_;
  const ClassIndex& index_;
  ClassResults results_;
  MergeSummary summary_;
};

}  // namespace

Result<MergeSummary> merge_class(const std::vector<fs::path>& parts, const fs::path& out) {
  const auto index = common_index(parts);
  if (!index) return tl::make_unexpected(index.error());
  const auto folder = ClassFolder::open(out, {});
  if (!folder) return tl::make_unexpected(folder.error());
  return Merge(parts, *folder, *index).run();
}

}  // namespace grader
