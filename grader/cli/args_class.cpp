#include "grader/cli/args_class.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <map>
#include <string>
#include <system_error>

#include "grader/base/text.h"
#include "grader/cli/args_package.h"
#include "grader/report/formats.h"

namespace grader::cli {
namespace {

constexpr const char* kMore =
    "A file DIR/NAME.h is NAME's, and so is the solution.h (the name that the exercise asks for) in a "
    "folder\n"
    "DIR/NAME, whatever folders lie between. Or say with --pattern where they are. Started again it goes on: "
    "a\n"
    "submission is graded anew only where it, a case, the grader or the compiler changed.\n\n"
    "Exit codes: 0 each submission has a verdict, 1 some have no record yet (interrupted, a shard is "
    "missing),\n"
    "2 wrong use, 3 one is internal_error (never the student's fault; its points stay empty).";

// `2/8`; nothing where it is none.
bool read_shard(const std::string& text, Shard& shard) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return false;
  const auto number = [&](std::size_t begin, std::size_t end, int& value) {
    const auto [stop, error] = std::from_chars(text.data() + begin, text.data() + end, value);
    return error == std::errc() && stop == text.data() + end;
  };
  return number(0, slash, shard.index) && number(slash + 1, text.size(), shard.count) && shard.index >= 1 &&
         shard.index <= shard.count;
}

void add_choice(CLI::App* command, ClassOptions& options) {
  command
      ->add_option(
          "--pattern", options.pattern,
          "where the submissions are below DIR: '*' is any text without '/', '?' one character, and what "
          "the first '*' stands for is the student ('*/hw3/solution.h', 'hw3_*.h')")
      ->type_name("GLOB");
  command
      ->add_option("--roster", options.roster,
                   "CSV file of all students: who handed in nothing gets a row, and every row its columns")
      ->type_name("FILE");
  command
      ->add_option("--roster-column", options.roster_column,
                   "its column with the students' names as the files have them (default: id, student, login, "
                   "username, email, or the first)")
      ->type_name("NAME");
  add_selection_options(command, options.cases, options.only);
  add_sanitize_option(command, options.sanitize);
}

void add_reports(CLI::App* command, ReportPlan& plan) {
  command
      ->add_option("--format", plan.formats,
                   "reports to write of each submission (default: html); may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->check(CLI::IsMember(report_format_names()));
  command
      ->add_option_function<std::string>(
          "--audience",
          [&plan](const std::string& who) {
            plan.students = who != "instructor";
            plan.instructor = who != "student";
          },
          "whose reports to write: student (hidden cases are redacted), instructor or both (default: both), "
          "to "
          "OUT/students/ and OUT/instructor/")
      ->check(CLI::IsMember({"student", "instructor", "both"}));
}

void add_work(CLI::App* command, ClassArgs& args) {
  ClassOptions& options = args.options;
  command->add_option("--jobs,-j", options.jobs, "submissions at the same time (default: one a core)")
      ->check(CLI::Range(1, 1024));
  command
      ->add_option("--memory", options.memory_bytes,
                   "what all of them together may take, as 4G (default: nine tenths of the machine's)")
      ->transform(CLI::AsSizeValue(false))
      ->type_name("SIZE");
  command->add_flag("--fresh", options.fresh, "grade all again, whatever is known of them");
  command
      ->add_option("--regrade", options.regrade,
                   "the results of an earlier run: say who changed, by which case and because of what")
      ->type_name("OLD");
  command
      ->add_option_function<std::string>(
          "--shard",
          [&options](const std::string& text) {
            if (!read_shard(text, options.shard))
              throw CLI::ValidationError(
                  fmt::format("--shard '{}' is no I/N with 1 <= I <= N", clean_line(text)));
          },
          "grade only this part of N, for several machines or jobs: records alone are written, --merge "
          "gathers "
          "them")
      ->type_name("I/N");
  command->add_flag("--merge", args.merge,
                    "DIR… are the --out folders of shards (or the one of all): bring their records together");
  command->add_flag("--verbose,-v", args.verbose, "name each submission as it is graded, and what was run");
}

}  // namespace

void add_class_command(CLI::App& app, ClassArgs& args, Args& chosen) {
  CLI::App* command = app.add_subcommand(
      "class", "grade every submission of a class: a report for each, a gradebook and a summary");
  command->add_option("DIR", args.folders, "the folder with all submissions")->required();
  command->add_option("--out", args.options.out, "folder for the results; made where it is missing")
      ->required()
      ->type_name("OUT");
  add_choice(command, args.options);
  add_reports(command, args.options.reports);
  add_work(command, args);
  add_package_options(command, args.package);
  command->footer(kMore);
  command->callback([&args, &chosen] {
    if (!args.merge && args.folders.size() != 1)
      throw CLI::ValidationError(
          fmt::format("'class' takes one DIR and got {}; several are for --merge", args.folders.size()));
    if (!args.options.regrade.empty() && (args.merge || !args.options.shard.is_whole()))
      throw CLI::ValidationError("--regrade compares a whole class: not with --shard or --merge");
    args.options.folder = args.folders[0];
    chosen = args;
  });
}

}  // namespace grader::cli
