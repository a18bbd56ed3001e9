#include "grader/cli/args_authors.h"

#include <CLI/CLI.hpp>
#include <string>

#include "grader/cli/args_package.h"
#include "grader/cli/one_of.h"

namespace grader::cli {
namespace {

void add_check(CLI::App* cases, CasesCheckArgs& args, Args& chosen) {
  CLI::App* command = cases->add_subcommand(
      "check", "grade the reference, every known mistake and every other solution: which case catches what");
  command->add_option("--format", args.json, "text or json (default: text)")
      ->transform(one_of<bool>({{"text", false}, {"json", true}}));
  command->add_flag("--verbose,-v", args.verbose, "the whole matrix, by mistake and by case");
  command->add_flag(
      "--write", args.write,
      "keep the result: what is caught today (kills.json), and what each mistake gives, for hints "
      "(outcomes.txt)");
  add_jobs_option(command, args.jobs, "submissions at the same time (default: one a core)");
  add_package_options(command, args.package);
  command->callback([&args, &chosen] { chosen = args; });
}

void add_fill(CLI::App* cases, CasesFillArgs& args, Args& chosen) {
  CLI::App* command = cases->add_subcommand("fill", "write the reference's values where 'expect' is missing");
  command->add_option("FILE", args.file, "a case file of the package")->required();
  command->add_flag("--dry-run", args.dry_run, "print the file as it would be, and leave it as it is");
  add_package_options(command, args.package);
  command->callback([&args, &chosen] { chosen = args; });
}

void add_new(CLI::App& app, NewArgs& args, Args& chosen) {
  CLI::App* command = app.add_subcommand("new", "write a new exercise that grades at once, to start from");
  command->add_option("DIR", args.folder, "the folder to make")->required();
  command->callback([&args, &chosen] { chosen = args; });
}

}  // namespace

void add_author_commands(CLI::App& app, AuthorArgs& args, Args& chosen) {
  CLI::App* cases = app.add_subcommand("cases", "check or fill the cases of an exercise");
  cases->require_subcommand(1);
  add_check(cases, args.check, chosen);
  add_fill(cases, args.fill, chosen);
  add_new(app, args.make, chosen);
}

}  // namespace grader::cli
