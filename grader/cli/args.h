// The command line as data.
#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "grader/class/class_run.h"
#include "grader/grade/grade.h"
#include "grader/sandbox/sandbox.h"

namespace grader::cli {

namespace fs = std::filesystem;

enum class Color { kAuto, kAlways, kNever };

/// Where a report goes: `--format junit=out.xml`; an empty path is stdout.
struct FormatTarget {
  std::string name;
  fs::path path;
};

/// What every command that needs an exercise takes.
struct PackageArgs {
  fs::path package;  // empty: found from the file or the working folder
  sandbox::Mode sandbox = sandbox::Mode::kOn;
};

struct GradeArgs {
  PackageArgs package;
  fs::path file;
  CaseSet cases = CaseSet::kAll;
  std::vector<std::string> only;
  std::vector<FormatTarget> formats;
  std::string audience = "student";
  Color color = Color::kAuto;
  SanitizeWhen sanitize = SanitizeWhen::kAuto;
  int jobs = 0;     // 0: one a core
  fs::path module;  // made by `grader compile`; empty: compile FILE
  bool trace = false;
  bool verbose = false;
  bool gdb = false;
  bool list = false;
  bool watch = false;  // `grader watch FILE`
};

struct ShowArgs {
  PackageArgs package;
  std::string name;
  bool list = false;
};

struct CompileArgs {
  PackageArgs package;
  fs::path file;
  fs::path output;
  bool keep_errors = false;
};

struct DoctorArgs {
  bool json = false;
};

struct CasesCheckArgs {
  PackageArgs package;
  bool json = false;
  bool verbose = false;
  bool write = false;
  int jobs = 0;  // 0: one a core
};

struct CasesFillArgs {
  PackageArgs package;
  fs::path file;
  bool dry_run = false;
};

struct NewArgs {
  fs::path folder;
};

struct ClassArgs {
  PackageArgs package;
  std::vector<fs::path> folders;  // one, or with `merge` the results of the shards
  ClassOptions options;
  bool merge = false;
  bool verbose = false;
};

struct BundleArgs {
  PackageArgs package;
  fs::path out;
  bool list = false;
  bool force = false;
};

/// `--help`, `--version` or wrong use: text to print and the code to leave with.
struct Leave {
  int code = 0;
  std::string out;
  std::string err;
};

using Args = std::variant<Leave, GradeArgs, ShowArgs, CompileArgs, DoctorArgs, CasesCheckArgs, CasesFillArgs,
                          NewArgs, BundleArgs, ClassArgs>;

/// Reads the command line. `grader FILE` is `grader grade FILE`.
Args parse_args(const std::vector<std::string>& arguments);

}  // namespace grader::cli
