// What a grade is measured against: the compiler and the runs alone, without anything of the grader around
// them.
//
//   bare compile FILE [N]   compiles and links FILE as the grader does (same flags, same precompiled header),
//   outside
//                           the sandbox; the median milliseconds of N (default 1)
//   bare run MODULE [N]     forks a child that loads MODULE and answers with one byte; the median of N
//   (default 200)
#include <dlfcn.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/base/file.h"
#include "grader/cases/manifest_loader.h"
#include "grader/compile/cache.h"
#include "grader/compile/compiler_facts.h"
#include "grader/compile/flags.h"
#include "grader/compile/module.h"
#include "grader/compile/unit.h"

namespace grader {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double median_ms(int runs, const std::function<void()>& one) {
  std::vector<double> times;
  for (int i = 0; i < runs; ++i) {
    const auto start = Clock::now();
    one();
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  std::nth_element(times.begin(), times.begin() + runs / 2, times.end());
  return times[static_cast<std::size_t>(runs / 2)];
}

[[noreturn]] void give_up(std::string_view why) {
  fmt::print(stderr, "bare: {}\n", why);
  std::exit(3);
}

void run_program(const std::string& program, const std::vector<std::string>& arguments) {
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t pid = -1;
  if (::posix_spawn(&pid, program.c_str(), nullptr, nullptr, argv.data(), environ) != 0)
    give_up("cannot start g++");
  int status = 0;
  ::waitpid(pid, &status, 0);
  if (status != 0) give_up("the compiler failed");
}

std::vector<std::string> compile_arguments(const Toolchain& tools, const PackageBuild& package) {
  const auto cache = Cache::open(tools.cache);
  if (!cache) give_up(cache.error().message);
  const auto facts = compiler_facts(tools.compiler, *cache, sandbox::Mode::kOff);
  if (!facts) give_up(facts.error().message);
  std::vector<std::string> arguments = module_flags(*facts, Sanitize::kOff);
  for (const char* folder : {"", "include", "include/exercise"})
    arguments.push_back("-I" + (package.prelude / folder).string());
  for (const std::string& flag : module_link_flags(*facts)) arguments.push_back(flag);
  for (const std::string& last :
       {std::string(kUnitName), facts->crt_end.string(), std::string("-o"), std::string("module.so")})
    arguments.push_back(last);
  return arguments;
}

void compile(const std::string& file, int runs) {
  const auto tools = find_toolchain();
  const auto manifest = load_manifest(fs::current_path());
  if (!tools || !manifest) give_up("no grader or no exercise here");
  const auto package = build_package(*tools, *manifest, Sanitize::kOff, sandbox::Mode::kOn);
  if (!package) give_up(package.error().message);
  const auto folder = TemporaryFolder::make("bare");
  if (!folder) give_up(folder.error().message);
  fs::copy_file(file, folder->path() / manifest->submission_name);
  if (!write_file(folder->path() / kUnitName, unit_text(*manifest))) give_up("cannot write the unit");
  const auto arguments = compile_arguments(*tools, *package);
  fs::current_path(folder->path());
  fmt::print("{:.3f}\n", median_ms(runs, [&] { run_program(tools->compiler.string(), arguments); }));
}

void load_and_answer(const std::string& module, int out) {
  void* loaded = ::dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL);
  const char byte = loaded != nullptr && ::dlsym(loaded, "kit_module_entries") != nullptr ? 'y' : 'n';
  if (::write(out, &byte, 1) != 1) ::_exit(1);
  ::_exit(0);
}

void fork_once(const std::string& module) {
  int ends[2];
  if (::pipe(ends) != 0) give_up("no pipe");
  const pid_t pid = ::fork();
  if (pid == 0) load_and_answer(module, ends[1]);
  ::close(ends[1]);
  char byte = 'n';
  if (::read(ends[0], &byte, 1) != 1 || byte != 'y') give_up("the module does not load");
  ::close(ends[0]);
  ::waitpid(pid, nullptr, 0);
}

}  // namespace
}  // namespace grader

int main(int argc, char** argv) {
  const std::string_view what = argc > 2 ? argv[1] : "";
  const int runs = argc > 3 ? std::atoi(argv[3]) : what == "run" ? 200 : 1;
  if (runs < 1 || (what != "compile" && what != "run"))
    grader::give_up("usage: bare compile FILE [N] | bare run MODULE [N]");
  if (what == "compile") {
    grader::compile(argv[2], runs);
  } else {
    fmt::print("{:.3f}\n", grader::median_ms(runs, [&] { grader::fork_once(argv[2]); }));
  }
}
