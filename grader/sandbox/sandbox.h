// Runs one program under limits and tells how it ended. Linux is known here and nowhere else.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "grader/base/error.h"
#include "grader/base/unique_fd.h"
#include "grader/model/outcome.h"
#include "grader/model/report.h"

namespace grader::sandbox {

/// A file or folder that the program sees, at the same path or at another. Where there is no own root (see
/// has_own_root) nothing is moved and the program sees `from`: with `from == to` and paths relative to
/// Program::folder a caller need not care. A program that needs temporary files gets its $TMPDIR from the
/// caller, in a writable mount.
struct Mount {
  std::filesystem::path from;
  std::filesystem::path to;
  bool writable = false;
};

enum class Profile {
  kCompile,  // a trusted program with untrusted input: may start processes and write to its output folder
  kRunner,   // our runner: forks children that take the tight lock upon themselves
  kTrusted,  // the package's own sources: limits and cleanup only
};

struct Limits {
  std::chrono::milliseconds cpu_time{15000};  // of each process
  std::chrono::milliseconds wall_time{20000};
  std::int64_t memory_bytes = 2048LL << 20;  // of each process
  std::int64_t total_memory_bytes = 0;       // of all together, where cgroups can be had; 0: as memory_bytes
  std::int64_t file_bytes = 64LL << 20;
  std::int64_t output_bytes = 16LL << 10;       // kept of stdout and stderr, each
  std::int64_t output_kill_bytes = 16LL << 20;  // read and dropped up to here, then kOutputLimit
  int processes = 48;
  int open_files = 128;
  std::int64_t stack_bytes = 64LL << 20;
};

struct Program {
  std::filesystem::path path;            // absolute, as seen inside
  std::vector<std::string> arguments;    // without argv[0]
  std::vector<std::string> environment;  // all of it: nothing is inherited
  std::filesystem::path folder = "/";    // working folder, as seen inside
  std::vector<Mount> mounts;             // beside what the profile brings
  std::vector<int> pass_fds;             // become 3, 4, … in this order; no other descriptor stays open
  Profile profile = Profile::kCompile;
  bool fixed_addresses = false;  // without address randomisation, where that can be had
  bool sanitized = false;        // carries AddressSanitizer: gets a /proc, and no limit of its address space
};

/// Off: limits and a clean environment only, for a student's own machine; reports say so.
enum class Mode { kOn, kOff };

struct Finished {
  Ended ended;
  std::string stdout_text;  // raw bytes, capped at Limits::output_bytes
  std::string stderr_text;
  bool output_cut = false;
};

/// A program that runs. It and all it started die with this object, and with the grader.
class Process {
 public:
  virtual ~Process() = default;
  /// Becomes readable when there is something for pump() to do.
  virtual int poll_fd() const = 0;
  /// Reads output and looks for the end without blocking; true once the program has ended.
  virtual bool pump() = 0;
  virtual void kill() = 0;
  /// Blocks until the end (the wall limit bounds it). Leaves no process behind.
  virtual Finished wait() = 0;
};

/// Starts `program`. An error is ours (nothing of the program ran): what failed, and what to do.
Result<std::unique_ptr<Process>> start(const Program& program, const Limits& limits, Mode mode);

/// start and wait.
Result<Finished> run(const Program& program, const Limits& limits, Mode mode);

/// What this machine offers, found by trying (cached for the process). Level 0: too little, and start()
/// refuses every profile but kTrusted in Mode::kOn.
const Isolation& available();

/// True where a program of this profile has a root folder of its own, holding its mounts at `to` and the
/// system's libraries (kCompile: its tools and headers too), read-only, and nothing else.
bool has_own_root(Profile profile, Mode mode);

}  // namespace grader::sandbox
