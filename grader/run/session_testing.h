// For tests of the session: modules from source files, and requests by function names.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/base/file.h"
#include "grader/model/outcome.h"
#include "grader/run/session.h"

namespace grader::testing {

/// A module compiled against the kit: by the build, beside the test program, or else now, in a temporary
/// folder.
class TestModule {
 public:
  /// Of a file in grader/run/testdata/.
  static TestModule from_file(const std::string& name);
  /// Of this text, after `#include "grader/run/testdata/entry.h"`; it has the one function `identity`.
  static TestModule from_text(std::string_view before_the_table);

  const std::filesystem::path& path() const { return path_; }
  /// The index of the function of that name in the module's table.
  int index(std::string_view function) const;

 private:
  TestModule(std::filesystem::path built, const std::string& source);
  std::optional<TemporaryFolder> folder_;
  std::filesystem::path path_;
  std::vector<std::string> functions_;
};

/// The runner beside the test program.
std::filesystem::path runner_path();

std::unique_ptr<Session> start_session(const TestModule& module, sandbox::Mode mode, int parallel = 2);

/// `function(x, n)`, and as many calls of it as there are numbers.
Request calls(const TestModule& module, std::string_view function, const Array& x,
              const std::vector<int>& numbers);

/// The tensor of an answer. REQUIRES: it is one.
const Array& tensor_of(const CallAnswer& answer);

/// `exited 0, complete`, `signalled 11`, `time limit`, `forbidden call socket`, …: what tables compare.
std::string end_text(const RunOutcome& outcome);

}  // namespace grader::testing
