// What is kept of a finished compile: the report, and the module where there is one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "grader/compile/cache.h"
#include "grader/model/report.h"

namespace grader {

struct KeptModule {
  CompileReport report;
  std::filesystem::path module;  // exists when the report is ok
};

/// What was kept under `key`, if it is whole: the module's bytes are those that were written.
std::optional<KeptModule> find_module(const Cache& cache, const std::string& key);

/// Keeps a report, and the module's bytes where it is ok. Answers with where the module lies.
Result<std::filesystem::path> keep_module(const Cache& cache, const std::string& key,
                                          const CompileReport& report, std::string_view module);

}  // namespace grader
