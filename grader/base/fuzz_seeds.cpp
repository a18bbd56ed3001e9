#include "grader/base/fuzz_seeds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "grader/base/file.h"

namespace grader {

void replay_seeds(const char* folder) {
  std::vector<std::filesystem::path> seeds;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) seeds.push_back(entry.path());
  std::sort(seeds.begin(), seeds.end());
  EXPECT_FALSE(seeds.empty());
  for (const std::filesystem::path& seed : seeds) {
    const std::string bytes = read_file(seed).value();
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    EXPECT_EXIT(std::_Exit(LLVMFuzzerTestOneInput(data, bytes.size())), testing::ExitedWithCode(0), "")
        << seed;
  }
}

}  // namespace grader
