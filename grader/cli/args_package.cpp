#include "grader/cli/args_package.h"

#include <CLI/CLI.hpp>
#include <string>

#include "grader/cli/one_of.h"

namespace grader::cli {

void add_package_options(CLI::App* command, PackageArgs& args) {
  command
      ->add_option("--package", args.package,
                   "folder of the exercise (default: the one FILE or the working folder is in)")
      ->type_name("DIR");
  command
      ->add_option("--sandbox", args.sandbox,
                   "on, or off for your own code on your own machine; the report says so")
      ->transform(one_of<sandbox::Mode>({{"on", sandbox::Mode::kOn}, {"off", sandbox::Mode::kOff}}));
}

void add_selection_options(CLI::App* command, CaseSet& cases, std::vector<std::string>& only) {
  command->add_option("--cases", cases, "which cases: public, hidden or all (default: all)")
      ->transform(one_of<CaseSet>(
          {{"public", CaseSet::kPublic}, {"hidden", CaseSet::kHidden}, {"all", CaseSet::kAll}}));
  command
      ->add_option("--only", only, "grade only the cases of this name or pattern ('mha_*'); may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
}

void add_sanitize_option(CLI::App* command, SanitizeWhen& when) {
  command
      ->add_option(
          "--sanitize", when,
          "build with AddressSanitizer and UBSan: auto (after a crash, to name the line), always (run "
          "every case so too: undefined behaviour is a runtime_error) or never (default: auto)")
      ->transform(one_of<SanitizeWhen>({{"auto", SanitizeWhen::kAuto},
                                        {"always", SanitizeWhen::kAlways},
                                        {"never", SanitizeWhen::kNever}}));
}

void add_jobs_option(CLI::App* command, int& jobs, const std::string& help) {
  command->add_option("--jobs,-j", jobs, help)->check(CLI::Range(1, 1024));
}

}  // namespace grader::cli
