// All that a class run knows before it looks at the first submission.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "grader/base/error.h"
#include "grader/class/class_folder.h"
#include "grader/class/class_list.h"
#include "grader/class/class_provenance.h"
#include "grader/class/class_results.h"
#include "grader/class/class_run.h"
#include "grader/model/case.h"
#include "grader/model/outcome.h"
#include "grader/run/outcome_store.h"

namespace grader {

struct ClassSetup {
  std::vector<ClassEntry> all;      // of the class
  std::vector<ClassEntry> entries;  // of this shard
  std::vector<Case> cases;
  std::vector<CaseFacts> facts;                          // of `cases`
  std::shared_ptr<const std::vector<Request>> requests;  // of `cases`
  std::shared_ptr<const RequestDigests> digests;         // of `requests`
  std::shared_ptr<const std::vector<KnownMistake>> mistakes;
  std::map<std::string, std::string> provenance;
  std::map<std::string, std::string> hints;  // of the catalogue, by mistake
  double max_points = 0;
  std::vector<std::string> notes;
};

ResultOrErrors<ClassSetup> set_up_class(const Package& package, const ClassOptions& options);

/// What the class's folder says of the class.
ClassIndex index_of(const Package& package, const ClassOptions& options, const ClassSetup& setup);
/// The same for the summaries.
ClassInfo info_of(const ClassIndex& index);

}  // namespace grader
