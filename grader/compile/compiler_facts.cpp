#include "grader/compile/compiler_facts.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <system_error>

#include "grader/base/digest.h"
#include "grader/base/file.h"
#include "grader/base/text.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

using nlohmann::json;

Result<std::string> ask(const fs::path& compiler, const std::string& question, sandbox::Mode mode) {
  const sandbox::Program program{.path = compiler,
                                 .arguments = {question},
                                 .environment = {"PATH=/usr/bin:/bin", "LC_ALL=C"},
                                 .mounts = {},
                                 .pass_fds = {},
                                 .profile = sandbox::Profile::kTrusted};
  auto finished = sandbox::run(program, sandbox::Limits{}, mode);
  if (!finished) return tl::make_unexpected(finished.error());
  if (finished->ended.how != Ended::How::kExited || finished->ended.code != 0)
    return fail(fmt::format("'{} {}' fails: {}", clean_line(compiler.string()), question,
                            cut_text(clean_line(finished->stderr_text), 200)));
  std::string answer = finished->stdout_text;
  while (!answer.empty() && answer.back() == '\n') answer.pop_back();
  return answer;
}

// The compiler answers with the bare name where it does not know the file.
Result<fs::path> ask_file(const fs::path& compiler, const std::string& name, sandbox::Mode mode) {
  auto answer = ask(compiler, "-print-file-name=" + name, mode);
  if (!answer) return tl::make_unexpected(answer.error());
  std::error_code ec;
  fs::path real = fs::canonical(*answer, ec);
  if (ec || !fs::path(*answer).is_absolute())
    return fail(fmt::format("'{}' has no {}: install the C++ library's development files (apt install g++)",
                            clean_line(compiler.string()), name));
  return real;
}

Result<void> ask_files(const fs::path& compiler, sandbox::Mode mode, const std::vector<std::string>& names,
                       std::vector<fs::path>& files) {
  for (const std::string& name : names) {
    auto file = ask_file(compiler, name, mode);
    if (!file) return tl::make_unexpected(file.error());
    files.push_back(std::move(*file));
  }
  return {};
}

Result<void> ask_programs(const fs::path& compiler, sandbox::Mode mode, CompilerFacts& facts) {
  for (const char* name : {"cc1plus", "as", "ld"}) {
    const auto answer = ask(compiler, fmt::format("-print-prog-name={}", name), mode);
    if (!answer) return tl::make_unexpected(answer.error());
    const fs::path path(*answer);
    facts.programs.push_back(path.is_absolute() ? path : fs::path("/usr/bin") / path);
  }
  return {};
}

Result<CompilerFacts> ask_all(const fs::path& compiler, sandbox::Mode mode) {
  CompilerFacts facts;
  const auto version = ask(compiler, "--version", mode);
  if (!version) return tl::make_unexpected(version.error());
  facts.clang = version->find("clang") != std::string::npos;
  facts.version = clean_line(version->substr(0, version->find('\n')));
  std::vector<fs::path> crt;
  Result<void> done =
      ask_files(compiler, mode, {"crtbeginS.o", "crtendS.o"}, crt)
          .and_then([&] { return ask_programs(compiler, mode, facts); })
          .and_then([&] {
            return ask_files(compiler, mode, {"libstdc++.so.6", "libm.so.6", "libgcc_s.so.1", "libc.so.6"},
                             facts.libraries);
          });
  if (!done) return tl::make_unexpected(done.error());
  facts.crt_begin = crt.at(0);
  facts.crt_end = crt.at(1);
  if (auto rest = ask_file(compiler, "libc_nonshared.a", mode)) facts.libc_rest = std::move(*rest);
  for (const char* loader : {"ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"})
    (void)ask_files(compiler, mode, {loader}, facts.libraries);
  if (facts.clang || !ask_files(compiler, mode, {"libasan.so", "libubsan.so"}, facts.sanitizers))
    facts.sanitizers.clear();
  return facts;
}

std::vector<std::string> texts(const std::vector<fs::path>& paths) {
  return {paths.begin(), paths.end()};
}

std::string to_json(const CompilerFacts& facts) {
  return json{{"clang", facts.clang},
              {"version", facts.version},
              {"crt_begin", facts.crt_begin.string()},
              {"crt_end", facts.crt_end.string()},
              {"libc_rest", facts.libc_rest.string()},
              {"programs", texts(facts.programs)},
              {"libraries", texts(facts.libraries)},
              {"sanitizers", texts(facts.sanitizers)}}
      .dump(1);
}

std::vector<fs::path> paths(const json& texts) {
  std::vector<fs::path> paths;
  for (const json& text : texts) paths.emplace_back(text.get<std::string>());
  return paths;
}

fs::path entry_of(const fs::path& compiler, const Cache& cache) {
  return cache.entry("compilers", sha256(file_identity(compiler)));
}

// A kept answer counts only while all files in it are there.
Result<CompilerFacts> from_json(const std::string& text) {
  const json kept = json::parse(text, nullptr, false);
  if (!kept.is_object()) return fail("not an answer");
  try {
    CompilerFacts facts{.clang = kept.at("clang").get<bool>(),
                        .version = kept.at("version").get<std::string>(),
                        .crt_begin = kept.at("crt_begin").get<std::string>(),
                        .crt_end = kept.at("crt_end").get<std::string>(),
                        .libc_rest = kept.at("libc_rest").get<std::string>(),
                        .programs = paths(kept.at("programs")),
                        .libraries = paths(kept.at("libraries")),
                        .sanitizers = paths(kept.at("sanitizers"))};
    std::error_code ec;
    for (const auto& list : {facts.libraries, facts.sanitizers, {facts.crt_begin, facts.crt_end}})
      for (const fs::path& path : list)
        if (!fs::exists(path, ec)) return fail("it is gone");
    return facts;
  } catch (const json::exception& error) {
    return fail(error.what());
  }
}

}  // namespace

std::string file_identity(const fs::path& path) {
  std::error_code ec;
  const fs::path real = fs::canonical(path, ec);
  struct stat info {};
  if (ec || ::stat(real.c_str(), &info) != 0) return path.string();
  return fmt::format("{} {} {}.{}", real.string(), info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
}

Result<CompilerFacts> compiler_facts(const fs::path& compiler, const Cache& cache, sandbox::Mode mode) {
  if (const auto kept = read_file(entry_of(compiler, cache)))
    if (auto facts = from_json(*kept)) return std::move(*facts);
  auto facts = ask_all(compiler, mode);
  if (!facts) return facts;
  if (Result<void> written = write_file(entry_of(compiler, cache), to_json(*facts)); !written)
    return tl::make_unexpected(written.error());
  return facts;
}

Result<CompilerFacts> facts_with_sanitizers(const fs::path& compiler, const Cache& cache,
                                            sandbox::Mode mode) {
  auto facts = compiler_facts(compiler, cache, mode);
  if (facts && facts->sanitizers.empty() && !facts->clang) {
    std::error_code ignored;
    fs::remove(entry_of(compiler, cache), ignored);
    facts = compiler_facts(compiler, cache, mode);
  }
  if (!facts || !facts->sanitizers.empty()) return facts;
  return fail(fmt::format("'{}' has no libasan and libubsan for shared objects: {}",
                          clean_line(compiler.string()),
                          facts->clang ? "use g++" : "install those of its version (apt install g++)"));
}

}  // namespace grader
