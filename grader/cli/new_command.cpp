// grader new DIR
#include <fmt/format.h>

#include "grader/base/text.h"
#include "grader/cli/commands.h"
#include "grader/cli/console.h"
#include "grader/compile/module.h"
#include "grader/prove/new_package.h"

namespace grader::cli {

ExitCode run_new(const NewArgs& args) {
  const auto tools = find_toolchain();
  if (!tools) return report_error(tools.error());
  if (const auto written = write_new_package(args.folder, tools->root); !written)
    return report_error(written.error());
  const std::string folder = clean_line(args.folder.string());
  const auto printed =
      print(fmt::format("{0} is an exercise now: its README.md says what is where\n"
                        "  grader {0}/exercise/solution.h      the stub, not implemented\n"
                        "  grader {0}/solution/solution.h      the reference, accepted\n"
                        "  grader cases check --package {0}    every mistake must be caught\n",
                        folder));
  return printed ? ExitCode::kAccepted : report_error(printed.error());
}

}  // namespace grader::cli
