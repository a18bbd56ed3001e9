#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "grader/cases/manifest_rules.h"
#include "grader/cases/yaml_values.h"

namespace grader {
namespace {

constexpr std::int64_t kKib = 1LL << 10;
constexpr std::int64_t kMib = 1LL << 20;
constexpr std::int64_t kLongestMs = 3'600'000;
constexpr std::int64_t kMostMib = 1'048'576;

/// Reads one limit after another; what is not there keeps its value.
class LimitReader {
 public:
  LimitReader(YamlMap& map, YamlErrors& errors) : map_(map), errors_(errors) {}

  void time(std::string_view key, std::chrono::milliseconds& limit) {
    if (const auto value = read(key, 1, kLongestMs)) limit = std::chrono::milliseconds(*value);
  }
  void bytes(std::string_view key, std::int64_t unit, std::int64_t low, std::int64_t& limit) {
    if (const auto value = read(key, low, kMostMib)) limit = *value * unit;
  }
  void count(std::string_view key, std::int64_t low, std::int64_t high, int& limit) {
    if (const auto value = read(key, low, high)) limit = static_cast<int>(*value);
  }

 private:
  std::optional<std::int64_t> read(std::string_view key, std::int64_t low, std::int64_t high) {
    const YamlNode* node = map_.find(key);
    return node == nullptr ? std::nullopt : read_int(*node, low, high, errors_);
  }

  YamlMap& map_;
  YamlErrors& errors_;
};

}  // namespace

void read_limits(YamlMap& map, Limits& limits, YamlErrors& errors) {
  const YamlNode* node = map.find("limits");
  if (node == nullptr) return;
  YamlMap keys(*node, "limits", errors);
  LimitReader reader(keys, errors);
  reader.time("case_cpu_ms", limits.case_cpu);
  reader.time("case_wall_ms", limits.case_wall);
  reader.time("submission_wall_ms", limits.submission_wall);
  reader.bytes("memory_mib", kMib, 1, limits.memory_bytes);
  reader.bytes("output_kib", kKib, 0, limits.output_bytes);
  reader.bytes("file_kib", kKib, 0, limits.file_bytes);
  reader.count("open_files", 3, 1024, limits.open_files);
  reader.count("processes", 1, 1024, limits.processes);
  reader.bytes("stack_mib", kMib, 1, limits.stack_bytes);
  reader.time("compile_cpu_ms", limits.compile_cpu);
  reader.time("compile_wall_ms", limits.compile_wall);
  reader.bytes("compile_memory_mib", kMib, 1, limits.compile_memory_bytes);
  reader.bytes("compile_file_mib", kMib, 1, limits.compile_file_bytes);
  reader.bytes("compile_message_kib", kKib, 1, limits.compile_message_bytes);
  reader.bytes("source_kib", kKib, 1, limits.source_bytes);
  keys.finish();
}

}  // namespace grader
