// build_package and find_toolchain.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/compile/compiler_facts.h"
#include "grader/compile/exports.h"
#include "grader/compile/flags.h"
#include "grader/compile/testing.h"
#include "grader/compile/unit.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

TEST(PackageTest, IsBuiltOnceAndExportsKitAndGivenCodeAlone) {
  const Toolchain tools = testing_toolchain();
  const Manifest manifest = testing_manifest();
  const auto first = build_package(tools, manifest, Sanitize::kOff, testing_mode());
  ASSERT_TRUE(first) << to_text(first.error());
  const auto second = build_package(tools, manifest, Sanitize::kOff, testing_mode());
  ASSERT_TRUE(second);
  EXPECT_TRUE(second->from_cache);
  EXPECT_EQ(second->key, first->key);
  EXPECT_EQ(::access(second->runner.c_str(), X_OK), 0);
  const Exports exports(*read_file(second->exports));
  for (const char* name : {"_ZN3kit6matmulENS_3ArgES0_", "_ZN8exercise11causal_maskEN3kit5IndexE"})
    EXPECT_TRUE(exports.by_runner(name)) << name;
  EXPECT_TRUE(exports.contains("_ZTIN3kit10ShapeErrorE")) << "to catch what the kit throws";
  for (const char* name : {"strlen", "_Znwm", "__cxa_throw", "exp"})
    EXPECT_TRUE(exports.contains(name) && !exports.by_runner(name)) << name;
  for (const char* name : {"main", "_ZN8exercise11split_headsERKN3kit6TensorEi",
                           "_ZN3kit8internal11make_tensorERKSt6vectorIlSaIlEEPKdl", "_ZN3kit6record4takeEv"})
    EXPECT_FALSE(exports.contains(name)) << name;
}

// -H lists what is included: `! FILE` is a precompiled header that is used, `x FILE` one that is not.
TEST(PackageTest, HasAPrecompiledHeaderThatModulesUse) {
  const Toolchain tools = testing_toolchain();
  const Manifest manifest = testing_manifest();
  const auto folder = TemporaryFolder::make("package-test");
  ASSERT_TRUE(folder);
  ASSERT_TRUE(write_file(folder->path() / kUnitName, unit_text(manifest)));
  ASSERT_TRUE(write_file(folder->path() / "solution.h", "#include \"kit/tensor.h\"\n#include <vector>\n"));
  for (const Sanitize sanitize : {Sanitize::kOff, Sanitize::kOn, Sanitize::kDebug}) {
    const auto package = build_package(tools, manifest, sanitize, testing_mode());
    ASSERT_TRUE(package) << to_text(package.error());
    const auto facts = compiler_facts(tools.compiler, *Cache::open(tools.cache), testing_mode());
    ASSERT_TRUE(facts);
    Flags arguments = module_flags(*facts, sanitize);
    for (const std::string& more :
         {"-I" + package->prelude.string(), "-I" + (package->prelude / "include").string(), std::string("-H"),
          std::string("-S"), std::string(kUnitName)})
      arguments.push_back(more);
    const sandbox::Program program{.path = tools.compiler,
                                   .arguments = arguments,
                                   .environment = {"PATH=/usr/bin:/bin", "TMPDIR=" + folder->path().string()},
                                   .folder = folder->path(),
                                   .mounts = {},
                                   .pass_fds = {},
                                   .profile = sandbox::Profile::kTrusted};
    const auto finished = sandbox::run(program, {}, sandbox::Mode::kOff);
    ASSERT_TRUE(finished);
    EXPECT_EQ(finished->ended.code, 0);
    const std::vector<std::string> lines = split_lines(finished->stderr_text);
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines[0], fmt::format("! {}.gch", (package->prelude / kPreludeName).string()));
    EXPECT_EQ(finished->stderr_text.find("stl_vector.h"), std::string::npos) << "parsed once more";
  }
}

// A package of its own, whose given code is small.
class SmallPackageTest : public testing::Test {
 protected:
  void SetUp() override {
    auto made = TemporaryFolder::make("small-package-test");
    ASSERT_TRUE(made);
    folder_ = std::make_unique<TemporaryFolder>(std::move(*made));
    tools_ = testing_toolchain();
    tools_.cache = folder_->path() / "cache";
    manifest_ = testing_manifest();
    manifest_.folder = folder_->path();
    manifest_.headers = {"given/g.h"};
    manifest_.sources = {"given/g.cpp"};
    put("g.h", "#include \"given/h.h\"\nnamespace exercise { int given(int x); }\n");
    put("h.h", "#pragma once\n");
    put("g.cpp", "#include \"given/g.h\"\nnamespace exercise { int given(int x) { return x; } }\n");
  }
  void put(const std::string& name, const std::string& text) {
    ASSERT_TRUE(write_file(folder_->path() / "exercise/given" / name, text));
  }
  Result<PackageBuild> build() { return build_package(tools_, manifest_, Sanitize::kOff, testing_mode()); }

  std::unique_ptr<TemporaryFolder> folder_;
  Toolchain tools_;
  Manifest manifest_;
};

TEST_F(SmallPackageTest, IsBuiltAgainWhenAHeaderChangesOrAFileIsDamaged) {
  const auto first = build();
  ASSERT_TRUE(first) << to_text(first.error());
  EXPECT_FALSE(first->from_cache);
  fs::resize_file(first->runner, 100);
  const auto damaged = build();
  ASSERT_TRUE(damaged);
  EXPECT_FALSE(damaged->from_cache);
  EXPECT_EQ(damaged->key, first->key);
  EXPECT_GT(fs::file_size(damaged->runner), 100U);
  put("h.h", "#pragma once\n#define CHANGED 1\n");
  const auto changed = build();
  ASSERT_TRUE(changed);
  EXPECT_FALSE(changed->from_cache);
  EXPECT_NE(changed->key, first->key);
  EXPECT_TRUE(fs::is_empty(tools_.cache / "scratch"));
}

TEST_F(SmallPackageTest, MayNotDefineWhatStudentsWrite) {
  put("g.cpp",
      "#include \"kit/tensor.h\"\nnamespace exercise { kit::Tensor merge_heads(const kit::Tensor& x) { "
      "return x; } }\n");
  const auto package = build();
  ASSERT_FALSE(package);
  EXPECT_EQ(package.error().message,
            "the package's given code defines 'kit::Tensor merge_heads(const kit::Tensor& x)', which "
            "students have to "
            "write");
}

TEST_F(SmallPackageTest, SaysWhichPartDoesNotCompile) {
  put("g.cpp", "#include \"given/g.h\"\nint broken\n");
  const auto package = build();
  ASSERT_FALSE(package);
  EXPECT_EQ(package.error().message.substr(0, package.error().message.find('\n')),
            "the package's 'g.cpp' cannot be built:");
  put("g.h", "int broken\n");
  const auto headers = build();
  ASSERT_FALSE(headers);
  EXPECT_EQ(headers.error().message.substr(0, headers.error().message.find('\n')),
            "the package's headers cannot be built:");
  EXPECT_FALSE(fs::exists(tools_.cache / "packages"));
}

TEST_F(SmallPackageTest, NamesASourceThatIsMissing) {
  manifest_.sources = {"given/nowhere.cpp"};
  const auto package = build();
  ASSERT_FALSE(package);
  EXPECT_EQ(package.error().message, "cannot open '" +
                                         (folder_->path() / "exercise/given/nowhere.cpp").string() +
                                         "': No such file or directory");
}

// ---- find_toolchain

class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    value == nullptr ? ::unsetenv(name) : ::setenv(name, value, 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(ToolchainTest, FindsThePartsBesideTheProgram) {
  const Variable root("GRADER_ROOT", nullptr);
  const Variable cxx("GRADER_CXX", nullptr);
  const auto tools = find_toolchain();
  ASSERT_TRUE(tools) << to_text(tools.error());
  EXPECT_EQ(tools->compiler, "/usr/bin/g++");
  EXPECT_TRUE(fs::exists(tools->root / "kit/tensor.h"));
  EXPECT_TRUE(fs::exists(tools->kit_library));
  EXPECT_TRUE(fs::exists(tools->runner_library));
}

TEST(ToolchainTest, ChoosesTheCacheByTheEnvironment) {
  const Variable home("HOME", "/h");
  const Variable xdg("XDG_CACHE_HOME", nullptr);
  const Variable cache("GRADER_CACHE", nullptr);
  EXPECT_EQ(find_toolchain()->cache, "/h/.cache/grader");
  const Variable xdg_set("XDG_CACHE_HOME", "/x");
  EXPECT_EQ(find_toolchain()->cache, "/x/grader");
  const Variable cache_set("GRADER_CACHE", "/c");
  EXPECT_EQ(find_toolchain()->cache, "/c");
}

TEST(ToolchainTest, SaysWhatIsMissingAndHowToGetIt) {
  {
    const Variable cxx("GRADER_CXX", "/nowhere/g++");
    EXPECT_EQ(find_toolchain().error().message,
              "there is no compiler '/nowhere/g++': install it (apt install g++), or set GRADER_CXX to the "
              "full path of "
              "a g++ or clang++");
  }
  {
    const Variable root("GRADER_ROOT", "/nowhere");
    EXPECT_EQ(find_toolchain().error().message,
              "GRADER_ROOT is '/nowhere', and there is no grader_parts.txt in it");
  }
  const auto folder = TemporaryFolder::make("toolchain-test");
  ASSERT_TRUE(folder);
  ASSERT_TRUE(write_file(folder->path() / "grader_parts.txt", "root .\nkit libkit.a\nrunner librunner.a\n"));
  ASSERT_TRUE(write_file(folder->path() / "kit/tensor.h", ""));
  const Variable root("GRADER_ROOT", folder->path().c_str());
  EXPECT_EQ(find_toolchain().error().message,
            fmt::format(
                "'{0}/libkit.a' is missing, which '{0}/grader_parts.txt' names: build the grader again with "
                "./grade",
                folder->path().string()));
}

}  // namespace
}  // namespace grader
