#include "grader/cases/fault_testing.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "grader/cases/case_loader.h"
#include "grader/cases/test_manifest.h"

namespace grader {

std::string in_case(const char* function, const char* lines) {
  return fmt::format("function: {}\ncases:\n  - name: a\n{}", function, lines);
}

void expect_all(const std::vector<FaultyFile>& faults) {
  for (const FaultyFile& fault : faults) {
    const auto cases = parse_cases(fault.file, "c", test_manifest(), false);
    EXPECT_EQ(cases ? "none" : to_text(cases.error()), fault.errors) << fault.what;
  }
}

}  // namespace grader
