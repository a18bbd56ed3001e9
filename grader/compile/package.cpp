// build_package: the precompiled header and the runner program of a package.
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "grader/base/digest.h"
#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/compile/cache.h"
#include "grader/compile/compiler_facts.h"
#include "grader/compile/exports.h"
#include "grader/compile/flags.h"
#include "grader/compile/include_set.h"
#include "grader/compile/module.h"
#include "grader/compile/unit.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

// Raise it when what is built changes without any of its ingredients.
constexpr const char* kFormat = "package 1";

constexpr const char* kRunner = "runner";
constexpr const char* kExports = "exports";
constexpr const char* kSizes = "sizes";

struct Ingredients {
  const Toolchain& tools;
  const Manifest& manifest;
  Sanitize sanitize;
  sandbox::Mode mode;
  CompilerFacts facts;
  IncludeSet headers;  // what students see
  IncludeSet sources;  // the given code, by its name below the package
  IncludeSet private_headers;
};

Result<Ingredients> gather(const Toolchain& tools, const Manifest& manifest, Sanitize sanitize,
                           sandbox::Mode mode, CompilerFacts facts) {
  Ingredients all{tools, manifest, sanitize, mode, std::move(facts), {}, {}, {}};
  Result<void> added =
      add_includes(prelude_text(manifest), kPreludeName, tools.root, manifest.folder, all.headers);
  for (const std::string& source : manifest.sources) {
    const std::string name = "exercise/" + source;
    auto text = read_file(manifest.folder / name);
    if (!text) return tl::make_unexpected(text.error());
    if (added) added = add_includes(*text, name, tools.root, manifest.folder, all.private_headers);
    all.sources[name] = std::move(*text);
  }
  if (!added) return tl::make_unexpected(added.error());
  return all;
}

std::string key_of(const Ingredients& all) {
  Digest digest;
  digest.add(kFormat).add(file_identity(all.tools.compiler)).add(prelude_text(all.manifest));
  digest.add(fmt::format("{}", static_cast<int>(all.sanitize))).add(sanitizer_options_source());
  for (const Flags& flags :
       {module_flags(all.facts, all.sanitize), given_flags(all.sanitize), runner_link_flags()})
    digest.add(fmt::format("{}", fmt::join(flags, " ")));
  for (const auto* files : {&all.facts.programs, &all.facts.libraries, &all.facts.sanitizers})
    for (const fs::path& file : *files) digest.add(file_identity(file));
  digest.add(file_identity(all.tools.kit_library)).add(file_identity(all.tools.runner_library));
  for (const IncludeSet* set : {&all.headers, &all.sources, &all.private_headers})
    for (const auto& [name, text] : *set) digest.add(name).add(text);
  for (const Function& function : all.manifest.functions)
    digest.add(mangled_name(all.manifest.cpp_namespace, function));
  return digest.hex();
}

// ---- Tools

Result<std::unique_ptr<sandbox::Process>> start_tool(const Ingredients& all, const fs::path& folder,
                                                     Flags arguments) {
  const sandbox::Program program{
      .path = all.tools.compiler,
      .arguments = std::move(arguments),
      .environment = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TMPDIR=" + folder.string()},
      .folder = folder,
      .mounts = {},
      .pass_fds = {},
      .profile = sandbox::Profile::kTrusted};
  sandbox::Limits limits;
  limits.cpu_time = std::chrono::minutes(5);
  limits.wall_time = std::chrono::minutes(10);
  limits.memory_bytes = 8LL << 30;
  limits.file_bytes = 1LL << 30;
  return sandbox::start(program, limits, all.mode);
}

Result<void> wait_tool(sandbox::Process& process, std::string_view what) {
  const sandbox::Finished finished = process.wait();
  if (finished.ended.how == Ended::How::kExited && finished.ended.code == 0) return {};
  const std::string said = cut_text(clean_text(finished.stderr_text), 2000);
  return fail(fmt::format("{} cannot be built:\n{}", what, said.empty() ? "the compiler was killed" : said));
}

// ---- Steps, all of them in the scratch folder

Result<void> write_texts(const Ingredients& all, const fs::path& folder) {
  Result<void> done = write_file(folder / kPreludeName, prelude_text(all.manifest));
  for (const auto& [name, text] : all.headers)
    if (done) done = write_file(folder / "include" / name, text);
  if (done && all.sanitize == Sanitize::kOn)
    done = write_file(folder / "sanitizer_options.cpp", sanitizer_options_source());
  return done;
}

// Relative names: what is recorded in the header must hold wherever the folder is moved.
Flags prelude_arguments(const Ingredients& all) {
  Flags arguments = module_flags(all.facts, all.sanitize);
  for (const char* more : {"-Iinclude", "-Iinclude/exercise", "-x", "c++-header", kPreludeName, "-o"})
    arguments.emplace_back(more);
  arguments.push_back(fmt::format("{}.gch", kPreludeName));
  return arguments;
}

Flags given_arguments(const Ingredients& all, const fs::path& source, std::size_t number) {
  Flags arguments = given_flags(all.sanitize);
  for (const fs::path& folder : {all.manifest.folder, all.manifest.folder / "exercise", all.tools.root})
    arguments.push_back("-I" + folder.string());
  arguments.push_back("-ffile-prefix-map=" + (all.manifest.folder / "").string() + "=");
  for (const std::string& more :
       {std::string("-c"), source.string(), std::string("-o"), fmt::format("{}.o", number)})
    arguments.push_back(more);
  return arguments;
}

Flags runner_arguments(const Ingredients& all, std::size_t objects) {
  Flags arguments = sanitizer_flags(all.sanitize);
  for (const std::string& more : {std::string("-o"), std::string(kRunner), std::string("-Wl,--whole-archive"),
                                  all.tools.kit_library.string(), std::string("-Wl,--no-whole-archive")})
    arguments.push_back(more);
  for (std::size_t i = 0; i < objects; ++i) arguments.push_back(fmt::format("{}.o", i));
  arguments.push_back(all.tools.runner_library.string());
  for (std::string& flag : runner_link_flags()) arguments.push_back(std::move(flag));
  return arguments;
}

Result<void> compile(const Ingredients& all, const fs::path& folder, std::size_t& objects) {
  std::vector<fs::path> sources;
  for (const auto& [name, text] : all.sources) sources.push_back(all.manifest.folder / name);
  if (all.sanitize == Sanitize::kOn) sources.push_back(folder / "sanitizer_options.cpp");
  std::vector<std::pair<std::unique_ptr<sandbox::Process>, std::string>> running;
  if (!all.facts.clang) {
    auto prelude = start_tool(all, folder, prelude_arguments(all));
    if (!prelude) return tl::make_unexpected(prelude.error());
    running.emplace_back(std::move(*prelude), "the package's headers");
  }
  for (const fs::path& source : sources) {
    auto given = start_tool(all, folder, given_arguments(all, source, objects++));
    if (!given) return tl::make_unexpected(given.error());
    running.emplace_back(std::move(*given),
                         fmt::format("the package's '{}'", clean_line(source.filename().string())));
  }
  for (auto& [process, what] : running)
    if (Result<void> done = wait_tool(*process, what); !done) return done;
  return {};
}

Result<void> link(const Ingredients& all, const fs::path& folder, std::size_t objects) {
  std::vector<fs::path> files;
  for (std::size_t i = 0; i < objects; ++i) files.push_back(folder / fmt::format("{}.o", i));
  const auto list = export_list(files);
  if (!list) return tl::make_unexpected(list.error());
  if (Result<void> written = write_file(folder / kExportListName, *list); !written) return written;
  auto process = start_tool(all, folder, runner_arguments(all, objects));
  if (!process) return tl::make_unexpected(process.error());
  return wait_tool(**process, "the package's runner");
}

Result<void> write_exports(const Ingredients& all, const fs::path& folder) {
  std::vector<fs::path> libraries = all.facts.libraries;
  if (all.sanitize == Sanitize::kOn)
    libraries.insert(libraries.end(), all.facts.sanitizers.begin(), all.facts.sanitizers.end());
  auto list = list_exports(folder / kRunner, libraries);
  if (!list) return tl::make_unexpected(list.error());
  if (Result<void> written = write_file(folder / kExports, *list); !written) return written;
  const Exports exports(std::move(*list));
  for (const Function& function : all.manifest.functions)
    if (exports.by_runner(mangled_name(all.manifest.cpp_namespace, function)))
      return fail(fmt::format("the package's given code defines '{}', which students have to write",
                              signature_text(function)));
  return {};
}

// ---- Keeping

// Every file that counts, with its size: a disk that was full or a machine that fell over leaves other sizes.
std::string sizes_of(const fs::path& folder) {
  std::vector<std::string> lines;
  std::error_code ec;
  for (auto at = fs::recursive_directory_iterator(folder, ec);
       !ec && at != fs::recursive_directory_iterator(); at.increment(ec))
    if (at->is_regular_file(ec) && at->path().filename() != kSizes)
      lines.push_back(
          fmt::format("{} {}\n", at->path().lexically_relative(folder).string(), at->file_size(ec)));
  std::sort(lines.begin(), lines.end());
  return fmt::format("{}", fmt::join(lines, ""));
}

bool is_whole(const fs::path& entry) {
  const auto sizes = read_file(entry / kSizes);
  return sizes && *sizes == sizes_of(entry);
}

void protect(const fs::path& folder) {
  std::error_code ec;
  for (auto at = fs::recursive_directory_iterator(folder, ec);
       !ec && at != fs::recursive_directory_iterator(); at.increment(ec)) {
    const bool program = at->is_directory(ec) || at->path().filename() == kRunner;
    ::chmod(at->path().c_str(), program ? (at->is_directory(ec) ? 0755 : 0555) : 0444);
  }
  ::chmod(folder.c_str(), 0755);
}

Result<void> build(const Ingredients& all, const Cache& cache, const fs::path& entry) {
  auto scratch = cache.scratch();
  if (!scratch) return tl::make_unexpected(scratch.error());
  const fs::path& folder = scratch->path();
  std::size_t objects = 0;
  Result<void> done = write_texts(all, folder)
                          .and_then([&] { return compile(all, folder, objects); })
                          .and_then([&] { return link(all, folder, objects); })
                          .and_then([&] { return write_exports(all, folder); });
  if (!done) return done;
  std::error_code ec;
  for (std::size_t i = 0; i < objects; ++i) fs::remove(folder / fmt::format("{}.o", i), ec);
  if (Result<void> written = write_file(folder / kSizes, sizes_of(folder)); !written) return written;
  protect(folder);
  return cache.publish(std::move(*scratch), entry);
}

}  // namespace

Result<void> check_sanitizers(const Toolchain& tools, sandbox::Mode mode) {
  const auto cache = Cache::open(tools.cache);
  if (!cache) return tl::make_unexpected(cache.error());
  const auto facts = facts_with_sanitizers(tools.compiler, *cache, mode);
  return facts ? Result<void>() : tl::make_unexpected(facts.error());
}

Result<PackageBuild> build_package(const Toolchain& tools, const Manifest& manifest, Sanitize sanitize,
                                   sandbox::Mode mode) {
  const auto cache = Cache::open(tools.cache);
  if (!cache) return tl::make_unexpected(cache.error());
  auto facts = sanitize == Sanitize::kOn ? facts_with_sanitizers(tools.compiler, *cache, mode)
                                         : compiler_facts(tools.compiler, *cache, mode);
  if (!facts) return tl::make_unexpected(facts.error());
  auto all = gather(tools, manifest, sanitize, mode, std::move(*facts));
  if (!all) return tl::make_unexpected(all.error());
  const std::string key = key_of(*all);
  const fs::path entry = cache->entry("packages", key);
  const bool kept = is_whole(entry);
  if (!kept) {
    std::error_code ec;
    fs::remove_all(entry, ec);
    if (Result<void> built = build(*all, *cache, entry); !built) return tl::make_unexpected(built.error());
    cache->sweep();
  }
  cache->touch(entry);
  return PackageBuild{.runner = entry / kRunner,
                      .prelude = entry,
                      .exports = entry / kExports,
                      .key = key,
                      .from_cache = kept};
}

}  // namespace grader
