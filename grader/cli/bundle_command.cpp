// grader bundle OUT
#include <fmt/format.h>

#include <string>

#include "grader/base/text.h"
#include "grader/bundle/handout.h"
#include "grader/bundle/handout_archive.h"
#include "grader/cli/commands.h"
#include "grader/cli/console.h"
#include "grader/cli/open_exercise.h"

namespace grader::cli {
namespace {

std::string list_text(const Handout& handout) {
  std::string text;
  for (const HandoutFile& file : handout.files) text += file.path + "\n";
  return text;
}

// What went in, and what an instructor should know of what did not.
std::string summary(const Handout& handout, const fs::path& out) {
  std::size_t bytes = 0;
  for (const HandoutFile& file : handout.files) bytes += file.bytes.size();
  std::string text = fmt::format("{}: the handout of '{}', {}, {} KiB\n", clean_line(out.string()),
                                 handout.title, counted(handout.files.size(), "file"), bytes / 1024);
  text += "  " + counted(handout.public_cases, "public case");
  if (handout.filled_values > 0)
    text += fmt::format(", {} of them written out by the reference", counted(handout.filled_values, "value"));
  text += "\n";
  text +=
      handout.hints > 0
          ? fmt::format("  hints for {}\n", counted(handout.hints, "known mistake"))
          : "  no hints: there are no known mistakes, or 'grader cases check --write' has to renew them\n";
  if (!handout.left_out.empty())
    text += fmt::format("  left out of exercise/: {}\n", fmt::join(handout.left_out, ", "));
  return text;
}

ExitCode write_out(const Handout& handout, const BundleArgs& args) {
  if (!args.list)
    if (const auto written = write_handout(handout.files, args.out); !written)
      return report_error(written.error());
  const auto printed = print(args.list ? list_text(handout) : summary(handout, args.out));
  return printed ? ExitCode::kAccepted : report_error(printed.error());
}

}  // namespace

ExitCode run_bundle(const BundleArgs& args) {
  if (const auto free = check_out_is_free(args.out); !args.list && !free) return report_error(free.error());
  TerminalProgress progress;
  progress.step("preparing the exercise");
  const auto package = open_exercise(args.package);
  if (!package) return report_errors(package.error());
  const auto handout = make_handout(*package, {.force = args.force}, progress);
  progress.clear();
  return handout ? write_out(*handout, args) : report_errors(handout.error());
}

}  // namespace grader::cli
