#include "grader/cli/args_bundle.h"

#include <CLI/CLI.hpp>

#include "grader/cli/args_package.h"

namespace grader::cli {

void add_bundle_command(CLI::App& app, BundleArgs& args, Args& chosen) {
  CLI::App* command = app.add_subcommand(
      "bundle", "write the student's handout: the exercise, its public cases, the kit and the grader");
  CLI::Option* out = command->add_option(
      "OUT", args.out, "a folder, or an archive where the name ends in .zip or .tar.gz; not there yet");
  CLI::Option* list = command->add_flag("--list", args.list, "name the files that would go in, and leave");
  out->excludes(list);
  command->add_flag("--force", args.force, "hand out exercise/'s header although it is no stub any more");
  add_package_options(command, args.package);
  command->callback([&args, &chosen, out, list] {
    if (out->count() == 0 && list->count() == 0)
      throw CLI::ValidationError("'bundle' needs OUT, the folder or archive to write");
    chosen = args;
  });
}

}  // namespace grader::cli
