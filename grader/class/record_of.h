// From what came of one submission to its record.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "grader/class/class_list.h"
#include "grader/class/class_provenance.h"
#include "grader/class/class_record.h"
#include "grader/compile/module.h"
#include "grader/model/report.h"

namespace grader {

/// The record of a graded submission. REQUIRES: `report` is not redacted, `facts` are of its cases, in order;
/// or it has no cases, as after a failure of ours.
ClassRecord record_of(const ClassEntry& entry, const Submission& submission, const Report& report,
                      const std::vector<CaseFacts>& facts,
                      const std::map<std::string, std::string>& provenance);

/// The record of a student who handed nothing in. `max_points` is what there was to earn.
ClassRecord not_handed_in(const ClassEntry& entry, double max_points,
                          const std::map<std::string, std::string>& provenance);

}  // namespace grader
