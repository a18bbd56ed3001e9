// A student's header becomes a module: one shared object that the runner can load.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "grader/base/error.h"
#include "grader/model/manifest.h"
#include "grader/model/report.h"
#include "grader/sandbox/sandbox.h"

namespace grader {

/// Where the grader's own parts lie. The file grader_parts.txt names them, a line each: `root PATH`, `kit
/// PATH`, `runner PATH`, relative to itself. It is looked for in $GRADER_ROOT, or in the folder of this
/// program and those above it.
struct Toolchain {
  std::filesystem::path compiler = "/usr/bin/g++";  // $GRADER_CXX: another g++, or a clang++
  std::filesystem::path root;                       // holds kit/ (headers) as students include them
  std::filesystem::path parts;                      // folder of grader_parts.txt
  std::filesystem::path cache;           // $GRADER_CACHE, else $XDG_CACHE_HOME/grader, else ~/.cache/grader
  std::filesystem::path kit_library;     // all of the kit
  std::filesystem::path runner_library;  // main() of the runner and all of ours in it
};
/// An error says what is missing and how to get it.
Result<Toolchain> find_toolchain();

/// How a package and a submission are built; runner and module must be of one kind.
enum class Sanitize {
  kOff,
  kOn,     // AddressSanitizer, UndefinedBehaviorSanitizer and line numbers
  kDebug,  // no sanitizer, full debug information: for a person with a debugger
};

/// The exit code of a program that a sanitizer ends. Any program may end so: it proves nothing.
inline constexpr int kSanitizerExit = 86;

/// An error says what to install where the compiler can not build with Sanitize::kOn.
Result<void> check_sanitizers(const Toolchain& tools, sandbox::Mode mode);

/// What a package needs once, made when missing and kept in the cache by the content of all that goes into
/// it.
struct PackageBuild {
  std::filesystem::path runner;  // the runner program: kit, given code, nothing of any student
  std::filesystem::path
      prelude;  // folder of prelude.h, its precompiled header, and include/ with all it includes
  std::filesystem::path exports;  // list of the names that a module finds at run time
  std::string key;                // digest of all that went into it
  bool from_cache = false;
};
/// An error is the package's (its sources do not compile) or ours.
Result<PackageBuild> build_package(const Toolchain& tools, const Manifest& manifest, Sanitize sanitize,
                                   sandbox::Mode mode);

/// A submission read into memory, whatever was at the path.
struct Submission {
  std::string shown_name;  // cleaned, as the student knows it
  std::string text;        // BOM dropped, line ends as they are
  std::string refusal;     // why the file can not be a submission (a folder, 50 MB, UTF-16), or ""
};
/// Whether a link at the path is followed: a person's own file may be one, one that others handed in may not.
enum class Links { kFollow, kRefuse };
/// Fails (exit 2) only where nothing is at `path`. Never blocks, never reads a device or FIFO.
Result<Submission> read_submission(const std::filesystem::path& path, const Limits& limits,
                                   Links links = Links::kFollow);

/// A compile under way, or already answered from the cache.
class ModuleBuild {
 public:
  virtual ~ModuleBuild() = default;
  /// Readable when pump() has something to do; -1 when there is nothing to wait for.
  virtual int poll_fd() const = 0;
  /// True once finished.
  virtual bool pump() = 0;
  struct Done {
    CompileReport report;          // ok: `module` can be loaded
    std::filesystem::path module;  // in the cache
    bool from_cache = false;
  };
  /// Blocks until the end. An error is ours; what the student did wrong is in the report.
  virtual Result<Done> finish() = 0;
};
Result<std::unique_ptr<ModuleBuild>> start_module(const Toolchain& tools, const Manifest& manifest,
                                                  const PackageBuild& package, const Submission& submission,
                                                  Sanitize sanitize, sandbox::Mode mode);

}  // namespace grader
