// exercise.yaml in memory: all that the grader knows of an exercise.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grader/model/tolerance.h"
#include "grader/model/value.h"

namespace grader {

/// Sizes of an axis are letters, whole numbers, or products of letters (`H*d`), as the manifest writes them.
using Axes = std::vector<std::string>;

struct Argument {
  std::string name;
  Type type = Type::kTensor;
  Axes axes;                           // Tensor: its axes, in order
  std::map<std::string, Axes> params;  // Params: the entries' names and axes
  std::string letter;                  // int: the letter whose size it is (`n_heads` is H), or ""
};

/// The rule "no loops over these letters", judged by counting kit calls (see docs/decisions.md).
struct VectorisedRule {
  std::vector<std::string> letters;                       // B, H
  std::map<std::string, std::int64_t> base;               // the size of every letter while another one grows
  std::map<std::string, std::vector<std::int64_t>> grow;  // for each of `letters`: the sizes tried, growing
  double worth = 0.5;  // share of the function's points left when it is broken
};

struct Function {
  std::string name;
  std::vector<Argument> arguments;
  Type result = Type::kTensor;
  Axes result_axes;
  double points = 1;
  Tolerance tolerance;      // of its cases that name none
  std::string inverse_of;   // of merge_heads: `split_heads`, whose round_trip cases call merge_heads; or ""
  bool vectorised = false;  // the rule holds for this function
};

/// Bounds of one run of student code, and of the whole submission. Over a limit is the student's verdict.
struct Limits {
  std::chrono::milliseconds case_cpu{2000};
  std::chrono::milliseconds case_wall{4000};
  std::chrono::milliseconds submission_wall{60000};
  std::int64_t memory_bytes = 256LL << 20;
  std::int64_t output_bytes = 64LL << 10;  // stdout and stderr, each
  std::int64_t file_bytes = 0;             // the largest file a submission may write
  int open_files = 16;
  int processes = 1;
  std::int64_t stack_bytes = 32LL << 20;
  std::chrono::milliseconds compile_cpu{15000};
  std::chrono::milliseconds compile_wall{20000};
  std::int64_t compile_memory_bytes = 2048LL << 20;
  std::int64_t compile_file_bytes = 64LL << 20;
  std::int64_t compile_message_bytes = 16LL << 10;
  std::int64_t source_bytes = 256LL << 10;  // the largest submission that is read
};

/// What a student sees of a hidden case.
enum class Reveal {
  kVerdict,  // name, verdict, the catalogue's hint
  kPassed,   // name, passed or not
};

struct Manifest {
  std::filesystem::path folder;  // the package: holds exercise/, solution/, cases/
  std::string title;
  std::string roadmap;
  std::string level;
  std::vector<std::string> tags;
  std::string cpp_namespace;         // where the student's functions live: `exercise`
  std::string submission_name;       // the fixed name of the student's file: `solution.h`
  std::vector<std::string> headers;  // given headers, relative to exercise/: `given/attention.h`
  std::vector<std::string> sources;  // their definitions, built into the runner: `given/attention.cpp`
  std::vector<Function> functions;
  std::map<std::string, std::string> letters;  // letter → what one of it is called, for people: B → text
  std::map<std::string, std::string> derived;  // letter → product of others: D → H*d
  std::string batch_letter;                    // what batch_independent speaks of: B; or ""
  std::string sequence_letter;                 // what causal speaks of: T; or ""
  VectorisedRule vectorised;
  Limits limits;
  Reveal reveal = Reveal::kVerdict;

  /// The index of the function of that name, or -1.
  int function_index(std::string_view name) const;
  /// The index of the function that undoes `function` (its `inverse_of` names it), or -1.
  int inverse_index(int function) const;
};

}  // namespace grader
