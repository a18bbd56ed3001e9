#include "grader/compile/flags.h"

#include <fmt/format.h>

#include "grader/compile/exports.h"

namespace grader {
namespace {

void append(Flags& flags, const Flags& more) {
  flags.insert(flags.end(), more.begin(), more.end());
}

}  // namespace

Flags sanitizer_flags(Sanitize sanitize) {
  if (sanitize != Sanitize::kOn) return {};
  // vptr would call the standard exceptions of the runner's side broken.
  return {"-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize=vptr",
          "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer"};
}

// -O0: a submission is glue between calls of the kit, and compiles in a third of the time of -O2. Variables
// that are not set hold a pattern, so that a run does not depend on what lay there.
Flags module_flags(const CompilerFacts& facts, Sanitize sanitize) {
  Flags flags = {"-std=c++20",
                 "-O0",
                 "-fPIC",
                 "-fvisibility=hidden",
                 "-ftrivial-auto-var-init=pattern",
                 "-D_GLIBCXX_ASSERTIONS",
                 "-Wall",
                 "-Wextra",
                 "-Werror=return-type",
                 "-ftemplate-backtrace-limit=4",
                 "-fdiagnostics-color=never"};
  if (facts.clang) {
    append(flags, {"-ferror-limit=20", "-fno-caret-diagnostics"});
  } else {
    append(flags, {"-fmax-errors=20", "-fno-diagnostics-show-caret", "-fdiagnostics-column-unit=byte",
                   "-Winvalid-pch", "-Werror=invalid-pch"});
  }
  if (sanitize == Sanitize::kOn) flags.emplace_back("-g1");
  if (sanitize == Sanitize::kDebug) flags.emplace_back("-g");
  append(flags, sanitizer_flags(sanitize));
  return flags;
}

// No library is named: all that they export is in the runner's process already, and reading their tables
// would take eight times as long as the whole link. The module's table of symbols is checked instead.
Flags module_link_flags(const CompilerFacts& facts) {
  Flags flags = {"-shared",
                 "-nostdlib",
                 "-nostartfiles",
                 "-Wl,--hash-style=gnu",
                 "-Wl,-z,noexecstack,-z,text",
                 "-Wl,--build-id=none"};
  if (!facts.clang) append(flags, {"-pipe", "-fno-use-linker-plugin"});
  flags.push_back(facts.crt_begin.string());
  return flags;
}

Flags given_flags(Sanitize sanitize) {
  Flags flags = {"-std=c++20", "-O2", "-fPIC"};
  if (sanitize != Sanitize::kOff) flags.emplace_back("-g1");
  append(flags, sanitizer_flags(sanitize));
  return flags;
}

// Bound once, in the runner, what every one of its children would bind again.
Flags runner_link_flags() {
  return {fmt::format("-Wl,--dynamic-list={}", kExportListName), "-lfmt", "-lseccomp", "-Wl,-z,relro,-z,now"};
}

// Room for 64 KiB of frames that were left: with more a deep recursion takes longer than any limit.
std::string sanitizer_options_source() {
  const std::string common = fmt::format("exitcode={}:color=never", kSanitizerExit);
  return fmt::format(
      "extern \"C\" const char* __asan_default_options() {{\n"
      "  return \"{}:detect_leaks=0:disable_coredump=0:abort_on_error=0:allocator_may_return_null=0:\"\n"
      "         "
      "\"detect_stack_use_after_return=1:max_uar_stack_size_log=16:handle_abort=1:handle_sigill=1\";\n"
      "}}\n"
      "extern \"C\" const char* __ubsan_default_options() {{\n"
      "  return \"{}:print_stacktrace=1:halt_on_error=1\";\n"
      "}}\n",
      common, common);
}

}  // namespace grader
