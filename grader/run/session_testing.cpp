#include "grader/run/session_testing.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>

namespace grader::testing {
namespace {

void compile(const std::filesystem::path& source, const std::filesystem::path& module) {
  const std::string command =
      fmt::format("g++ -std=c++20 -fPIC -fvisibility=hidden -w -shared -I. '{}' -o '{}'", source.string(),
                  module.string());
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
}

/// The names in the order of the table: ENTRY(name) or {"name", …}.
std::vector<std::string> functions_in(const std::string& text) {
  const std::string table = text.substr(text.find("kit_module_entries[] ="));
  const std::regex entry(R"re(ENTRY\((\w+)\)|\{"(\w+)")re");
  std::vector<std::string> names;
  for (std::sregex_iterator at(table.begin(), table.end(), entry), end; at != end; ++at)
    names.push_back((*at)[1].matched ? (*at)[1] : (*at)[2]);
  return names;
}

TemporaryFolder make_folder() {
  auto folder = TemporaryFolder::make("session_test");
  if (!folder) throw std::runtime_error(folder.error().message);
  return std::move(*folder);
}

}  // namespace

TestModule::TestModule(std::filesystem::path built, const std::string& source)
    : path_(std::move(built)), functions_(functions_in(source)) {
  if (!path_.empty() && std::filesystem::exists(path_)) return;
  folder_.emplace(make_folder());
  path_ = folder_->path() / "module.so";
  const auto file = folder_->path() / "module.cpp";
  EXPECT_TRUE(write_file(file, source));
  compile(file, path_);
}

TestModule TestModule::from_file(const std::string& name) {
  const auto text = read_file(std::filesystem::path("grader/run/testdata") / name);
  EXPECT_TRUE(text) << name;
  return {runner_path().parent_path() / std::filesystem::path(name).replace_extension(".so"),
          text.value_or("")};
}

TestModule TestModule::from_text(std::string_view before_the_table) {
  return TestModule("", fmt::format(R"(#include "grader/run/testdata/entry.h"
{}
static kit::Tensor identity(const kit::Tensor& x, int) {{ return x; }}
const kit::abi::Entry kit_module_entries[] = {{ENTRY(identity)}};
const int kit_module_entry_count = 1;
)",
                                    before_the_table));
}

int TestModule::index(std::string_view function) const {
  for (std::size_t i = 0; i < functions_.size(); ++i)
    if (functions_[i] == function) return static_cast<int>(i);
  ADD_FAILURE() << "no function '" << function << "'";
  return -1;
}

std::filesystem::path runner_path() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "mha_runner";
}

std::unique_ptr<Session> start_session(const TestModule& module, sandbox::Mode mode, int parallel) {
  auto session =
      Session::start({.runner = runner_path(), .module = module.path(), .mode = mode, .parallel = parallel});
  if (!session) throw std::runtime_error(session.error().message);
  return std::move(*session);
}

Request calls(const TestModule& module, std::string_view function, const Array& x,
              const std::vector<int>& numbers) {
  Request request;
  for (const int number : numbers)
    request.calls.push_back(
        {.function = module.index(function), .arguments = {Value(x), Value(std::int64_t{number})}});
  return request;
}

const Array& tensor_of(const CallAnswer& answer) {
  return std::get<Array>(std::get<Value>(answer.result));
}

std::string end_text(const RunOutcome& outcome) {
  const Ended& ended = outcome.ended;
  const char* complete = outcome.complete ? ", complete" : "";
  switch (ended.how) {
    case Ended::How::kExited:
      return fmt::format("exited {}{}", ended.code, complete);
    case Ended::How::kSignalled:
      return fmt::format("signalled {}", ended.code);
    case Ended::How::kTimeLimit:
      return "time limit";
    case Ended::How::kMemoryLimit:
      return "memory limit";
    case Ended::How::kOutputLimit:
      return "output limit: " + ended.detail;
    case Ended::How::kFileLimit:
      return "file limit";
    case Ended::How::kForbiddenCall:
      return "forbidden call " + ended.detail;
    case Ended::How::kNotStarted:
      return "not started: " + ended.detail;
  }
  return "";
}

}  // namespace grader::testing
