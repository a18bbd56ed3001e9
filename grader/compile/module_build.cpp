// start_module: one compile of one submission, from its text to a checked module in the cache.
#include <fmt/format.h>
#include <sys/stat.h>

#include <chrono>
#include <memory>
#include <system_error>
#include <utility>

#include "grader/base/digest.h"
#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/compile/cache.h"
#include "grader/compile/compile_ending.h"
#include "grader/compile/compiler_facts.h"
#include "grader/compile/diagnostics.h"
#include "grader/compile/explain.h"
#include "grader/compile/exports.h"
#include "grader/compile/flags.h"
#include "grader/compile/module.h"
#include "grader/compile/module_cache.h"
#include "grader/compile/module_check.h"
#include "grader/compile/unit.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

// Raise it when reports or modules change without any of their ingredients.
constexpr const char* kFormat = "module 2";
constexpr const char* kModule = "module.so";

// The folders as the compiler sees them.
struct Inside {
  fs::path work;
  fs::path package;
};

struct Job {
  Toolchain tools;
  Manifest manifest;
  PackageBuild package;
  Submission submission;
  Sanitize sanitize = Sanitize::kOff;
  sandbox::Mode mode = sandbox::Mode::kOn;
  CompilerFacts facts;
  std::string key;
};

std::string key_of(const Job& job) {
  const Limits& limits = job.manifest.limits;
  return Digest()
      .add(kFormat)
      .add(job.package.key)
      .add(unit_text(job.manifest))
      .add(job.submission.text)
      .add(fmt::format("{} {} {} {}", static_cast<int>(job.sanitize), static_cast<int>(job.mode),
                       limits.memory_bytes, limits.compile_message_bytes))
      .add(fmt::format("{}", fmt::join(module_link_flags(job.facts), " ")))
      .hex();
}

Flags arguments(const Job& job, const Inside& inside) {
  Flags arguments = module_flags(job.facts, job.sanitize);
  for (const fs::path& folder :
       {inside.package, inside.package / "include", inside.package / "include/exercise"})
    arguments.push_back("-I" + folder.string());
  arguments.push_back(fmt::format("-ffile-prefix-map={}=.", inside.work.string()));
  for (std::string& flag : module_link_flags(job.facts)) arguments.push_back(std::move(flag));
  arguments.emplace_back(kUnitName);
  if (!job.facts.libc_rest.empty()) arguments.push_back(job.facts.libc_rest.string());
  for (const std::string& last : {job.facts.crt_end.string(), std::string("-o"), std::string(kModule)})
    arguments.push_back(last);
  return arguments;
}

sandbox::Limits sandbox_limits(const Limits& limits) {
  sandbox::Limits made;
  made.cpu_time = limits.compile_cpu;
  made.wall_time = limits.compile_wall;
  made.memory_bytes = limits.compile_memory_bytes;
  made.file_bytes = limits.compile_file_bytes;
  made.output_bytes = 256LL << 10;  // what is shown is cut later, by whole messages
  return made;
}

// A text with the line ends of an old Mac would be one line to the compiler.
std::string with_line_ends(std::string text) {
  if (text.find('\n') != std::string::npos) return text;
  for (char& c : text)
    if (c == '\r') c = '\n';
  return text;
}

Result<void> write_sources(const Job& job, const fs::path& folder) {
  return write_file(folder / kUnitName, unit_text(job.manifest)).and_then([&] {
    return write_file(folder / job.manifest.submission_name, with_line_ends(job.submission.text));
  });
}

class Build : public ModuleBuild {
 public:
  explicit Build(Job job, Cache cache) : job_(std::move(job)), cache_(std::move(cache)) {}

  // Answers from the cache, or starts the compiler.
  Result<void> start() {
    if (!job_.submission.refusal.empty()) {
      done_.report.message = job_.submission.refusal;
      finished_ = true;
    } else if (auto kept = find_module(cache_, job_.key)) {
      done_ = {.report = std::move(kept->report), .module = std::move(kept->module), .from_cache = true};
      finished_ = true;
    }
    return finished_ ? Result<void>() : start_compiler();
  }

  int poll_fd() const override { return finished_ || process_ == nullptr ? -1 : process_->poll_fd(); }

  bool pump() override {
    if (!finished_ && process_->pump()) conclude();
    return finished_;
  }

  Result<Done> finish() override {
    if (!finished_) conclude();
    if (error_) return tl::make_unexpected(*error_);
    Done done = done_;
    for (Diagnostic& diagnostic : done.report.diagnostics)
      if (diagnostic.path == job_.manifest.submission_name) diagnostic.path = job_.submission.shown_name;
    return done;
  }

 private:
  Result<void> start_compiler() {
    auto scratch = cache_.scratch();
    if (!scratch) return tl::make_unexpected(scratch.error());
    scratch_ = std::make_unique<Cache::Scratch>(std::move(*scratch));
    if (Result<void> written = write_sources(job_, scratch_->path()); !written) return written;
    const bool own_root = sandbox::has_own_root(sandbox::Profile::kCompile, job_.mode);
    inside_ = own_root ? Inside{"/work", "/package"} : Inside{scratch_->path(), job_.package.prelude};
    const sandbox::Program program{
        .path = job_.tools.compiler,
        .arguments = arguments(job_, inside_),
        .environment = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TMPDIR=" + inside_.work.string()},
        .folder = inside_.work,
        .mounts = {{.from = scratch_->path(), .to = inside_.work, .writable = true},
                   {.from = job_.package.prelude, .to = inside_.package}},
        .pass_fds = {},
        .profile = sandbox::Profile::kCompile};
    auto process = sandbox::start(program, sandbox_limits(job_.manifest.limits), job_.mode);
    if (!process) return tl::make_unexpected(process.error());
    process_ = std::move(*process);
    return {};
  }

  void conclude() {
    const sandbox::Finished finished = process_->wait();
    process_.reset();
    finished_ = true;
    if (Result<void> judged = judge(finished); !judged) error_ = judged.error();
    scratch_.reset();
  }

  Result<void> judge(const sandbox::Finished& finished) {
    if (finished.ended.how == Ended::How::kNotStarted)
      return fail_internal(
          fmt::format("the compiler cannot be started: {}", clean_line(finished.ended.detail)));
    const MessageSource source{.submission_name = job_.manifest.submission_name,
                               .unit_name = kUnitName,
                               .include_folder = (inside_.package / "include").string(),
                               .work_folder = inside_.work.string(),
                               .text = job_.submission.text};
    const CompilerOutput said = read_compiler_output(finished.stderr_text, source);
    CompileReport& report = done_.report;
    Shortened shown =
        shorten(said.messages, static_cast<std::size_t>(job_.manifest.limits.compile_message_bytes));
    report.diagnostics = std::move(shown.diagnostics);
    report.cut = shown.cut;
    const bool built = finished.ended.how == Ended::How::kExited && finished.ended.code == 0;
    return built ? take_module() : explain_failure(finished, said);
  }

  // Time and memory differ from machine to machine: such an end is not kept.
  Result<void> explain_failure(const sandbox::Finished& finished, const CompilerOutput& said) {
    if (auto limit = explain_ending(finished.ended, said.tool_lines, job_.manifest.limits)) {
      set(*limit);
      return {};
    }
    const auto exports = read_list();
    if (!exports) return tl::make_unexpected(exports.error());
    set(explain_errors({.manifest = job_.manifest,
                        .text = job_.submission.text,
                        .messages = said.messages,
                        .known_names = exports->function_names()},
                       said.tool_lines));
    return keep("");
  }

  Result<void> take_module() {
    const auto bytes = read_file(scratch_->path() / kModule, job_.manifest.limits.compile_file_bytes);
    if (!bytes) return fail_internal(fmt::format("the compiler made no module: {}", bytes.error().message));
    const auto exports = read_list();
    if (!exports) return tl::make_unexpected(exports.error());
    if (auto wrong = check_module(*bytes, job_.manifest, job_.submission.text, *exports)) {
      set(*wrong);
      return keep("");
    }
    done_.report.ok = true;
    return keep(*bytes);
  }

  Result<Exports> read_list() const {
    auto list = read_file(job_.package.exports);
    if (!list) return fail_internal(fmt::format("the package's build is gone: {}", list.error().message));
    return Exports(std::move(*list));
  }

  void set(const Explanation& explanation) {
    done_.report.message = clean_line(explanation.message);
    done_.report.help = clean_line(explanation.help);
  }

  Result<void> keep(std::string_view module) {
    auto path = keep_module(cache_, job_.key, done_.report, module);
    if (!path) return tl::make_unexpected(path.error());
    if (done_.report.ok) done_.module = std::move(*path);
    cache_.sweep();
    return {};
  }

  Job job_;
  Cache cache_;
  Inside inside_;
  std::unique_ptr<Cache::Scratch> scratch_;
  std::unique_ptr<sandbox::Process> process_;  // dies before its folder goes
  bool finished_ = false;
  std::optional<Error> error_;
  Done done_;
};

}  // namespace

Result<std::unique_ptr<ModuleBuild>> start_module(const Toolchain& tools, const Manifest& manifest,
                                                  const PackageBuild& package, const Submission& submission,
                                                  Sanitize sanitize, sandbox::Mode mode) {
  auto cache = Cache::open(tools.cache);
  if (!cache) return tl::make_unexpected(cache.error());
  auto facts = compiler_facts(tools.compiler, *cache, mode);
  if (!facts) return tl::make_unexpected(facts.error());
  Job job{tools, manifest, package, submission, sanitize, mode, std::move(*facts), ""};
  job.key = key_of(job);
  auto build = std::make_unique<Build>(std::move(job), std::move(*cache));
  if (Result<void> started = build->start(); !started) return tl::make_unexpected(started.error());
  return build;
}

}  // namespace grader
