// grader class DIR --out OUT, grader class --merge OUT… --out OUT
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "grader/base/text.h"
#include "grader/class/class_diff.h"
#include "grader/class/class_merge.h"
#include "grader/class/class_run.h"
#include "grader/cli/class_progress.h"
#include "grader/cli/commands.h"
#include "grader/cli/console.h"
#include "grader/cli/open_exercise.h"

namespace grader::cli {
namespace {

constexpr std::size_t kNamed = 10;  // of the students without a record

std::string where_text(const fs::path& out) {
  return fmt::format("gradebook.csv, summary.json and summary.html are in '{}'\n", clean_line(out.string()));
}

std::string summary_text(const ClassSummary& summary, const ClassArgs& args) {
  std::string text = counted(summary.submissions, "submission");
  const Shard& shard = args.options.shard;
  if (!shard.is_whole()) text += fmt::format(" in shard {}/{}", shard.index, shard.count);
  text += fmt::format(": {} graded, {} as before", summary.graded, summary.kept);
  if (summary.not_handed_in > 0) text += fmt::format("; {} handed in nothing", summary.not_handed_in);
  text += "\n";
  if (!summary.verdicts.empty()) text += verdicts_text(summary.verdicts) + "\n";
  if (args.verbose)
    text += fmt::format("{} compiled; {}, and {} known already\n", summary.compiled,
                        counted(summary.runs, "run"), summary.known_runs);
  if (summary.regrade) text += write_diff_text(*summary.regrade);
  if (shard.is_whole() && !summary.interrupted) text += where_text(args.options.out);
  return text;
}

ExitCode finish(const ClassSummary& summary, const ClassArgs& args) {
  for (const std::string& note : summary.notes) fmt::print(stderr, "note: {}\n", clean_line(note));
  if (const auto printed = print(summary_text(summary, args)); !printed) return report_error(printed.error());
  if (summary.interrupted) {
    fmt::print(stderr,
               "interrupted: {} of {} submissions have a record; the same command goes on from there\n",
               summary.graded + summary.kept, summary.submissions);
    return ExitCode::kNotAccepted;
  }
  return summary.failed > 0 ? ExitCode::kInternal : ExitCode::kAccepted;
}

ExitCode grade_class(const ClassArgs& args) {
  ConsoleClassProgress progress(args.verbose);
  progress.step("preparing the exercise");
  const auto package = open_exercise(args.package, args.options.folder / "any");
  if (!package) return report_errors(package.error());
  ClassOptions options = args.options;
  options.stop = watch_interrupts();
  const auto summary = run_class(*package, options, progress);
  progress.clear();
  return summary ? finish(*summary, args) : report_errors(summary.error());
}

void tell_missing(std::vector<std::string> missing) {
  const std::size_t count = missing.size();
  std::ranges::sort(missing);
  missing.resize(std::min(count, kNamed));
  fmt::print(stderr, "{} no record yet: '{}'{}; run the missing shard, then --merge again\n",
             count == 1 ? "1 submission has" : fmt::format("{} submissions have", count),
             fmt::join(missing, "', '"), count > kNamed ? ", …" : "");
}

ExitCode merge(const ClassArgs& args) {
  const auto merged = merge_class(args.folders, args.options.out);
  if (!merged) return report_error(merged.error());
  const std::string text = counted(merged->records, "record") + "\n" + where_text(args.options.out);
  if (const auto printed = print(text); !printed) return report_error(printed.error());
  if (!merged->missing.empty()) tell_missing(merged->missing);
  if (merged->failed > 0) return ExitCode::kInternal;
  return merged->missing.empty() ? ExitCode::kAccepted : ExitCode::kNotAccepted;
}

}  // namespace

ExitCode run_class_command(const ClassArgs& args) {
  return args.merge ? merge(args) : grade_class(args);
}

}  // namespace grader::cli
