#include "grader/cli/args.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <memory>
#include <sstream>

#include "grader/base/text.h"
#include "grader/base/version.h"
#include "grader/cli/args_authors.h"
#include "grader/cli/args_bundle.h"
#include "grader/cli/args_class.h"
#include "grader/cli/args_package.h"
#include "grader/cli/one_of.h"
#include "grader/report/formats.h"

namespace grader::cli {
namespace {

constexpr const char* kAbout =
    "Grades a student's C++ header against an exercise's cases, in a sandbox.\n"
    "  grader FILE                  the same as: grader grade FILE";

constexpr const char* kExitCodes =
    "Exit codes: 0 all accepted, 1 graded and not all accepted, 2 wrong use (arguments, a path that is not\n"
    "there, YAML), 3 internal error (never the student's fault).";

// Each command fills its own struct; `chosen` tells at the end which one was given.
struct Parser {
  CLI::App app{kAbout, "grader"};
  Args chosen = Leave{};
  GradeArgs grade;
  GradeArgs watch;
  ShowArgs show;
  CompileArgs compile;
  DoctorArgs doctor;
  AuthorArgs authors;
  BundleArgs bundle;
  ClassArgs klass;
  std::vector<std::string> grade_formats;
};

void add_case_options(CLI::App* command, GradeArgs& args) {
  add_selection_options(command, args.cases, args.only);
  add_jobs_option(command, args.jobs, "runs at the same time (default: one a core and two more)");
}

void add_report_options(CLI::App* command, GradeArgs& args) {
  command->add_option("--color", args.color, "auto, always or never (default: auto; NO_COLOR is heeded)")
      ->transform(
          one_of<Color>({{"auto", Color::kAuto}, {"always", Color::kAlways}, {"never", Color::kNever}}));
  command
      ->add_option("--audience", args.audience,
                   "student (hidden cases are redacted) or instructor (default: student)")
      ->check(CLI::IsMember({"student", "instructor"}));
  command->add_flag("--trace", args.trace, "show the whole trace of a failing public case");
  command->add_flag("--verbose,-v", args.verbose, "show every case in full, passed ones too");
}

void add_grade(Parser& parser) {
  CLI::App* command = parser.app.add_subcommand("grade", "grade a submission and report");
  GradeArgs& args = parser.grade;
  command->add_option("FILE", args.file, "the student's header");
  add_case_options(command, args);
  command
      ->add_option("--format", parser.grade_formats,
                   "report format, to stdout or to a file: NAME or NAME=PATH; may be repeated. Formats: " +
                       fmt::format("{}", fmt::join(report_format_names(), ", ")))
      ->type_name("NAME[=PATH]")
      ->allow_extra_args(false);
  add_report_options(command, args);
  add_sanitize_option(command, args.sanitize);
  add_package_options(command, args.package);
  command->add_option("--module", args.module, "grade this module, made by 'grader compile FILE -o MODULE'")
      ->type_name("MODULE");
  command->add_flag("--gdb", args.gdb, "run one public case (--only NAME) under gdb, without the sandbox");
  command->add_flag("--list", args.list, "name the cases and leave");
  command->callback([&parser] { parser.chosen = parser.grade; });
}

void add_watch(Parser& parser) {
  CLI::App* command = parser.app.add_subcommand("watch", "grade again at every save");
  GradeArgs& args = parser.watch;
  args.watch = true;
  command->add_option("FILE", args.file, "the student's header")->required();
  add_case_options(command, args);
  add_report_options(command, args);
  add_sanitize_option(command, args.sanitize);
  add_package_options(command, args.package);
  command->callback([&parser] { parser.chosen = parser.watch; });
}

void add_show(Parser& parser) {
  CLI::App* command = parser.app.add_subcommand("show", "show a public case as a person reads it");
  command->add_option("CASE", parser.show.name, "its name");
  command->add_flag("--list", parser.show.list, "name all cases");
  add_package_options(command, parser.show.package);
  command->callback([&parser] { parser.chosen = parser.show; });
}

void add_compile(Parser& parser) {
  CLI::App* command = parser.app.add_subcommand("compile", "compile a submission into a module");
  command->add_option("FILE", parser.compile.file, "the student's header")->required();
  command->add_option("-o,--output", parser.compile.output, "the module to write")
      ->required()
      ->type_name("MODULE");
  command->add_flag("--keep-errors", parser.compile.keep_errors,
                    "where it does not compile, write the compiler's report to MODULE and leave with 0: "
                    "'grade --module' then gives compile_error (for build systems)");
  add_package_options(command, parser.compile.package);
  command->callback([&parser] { parser.chosen = parser.compile; });
}

void add_doctor(Parser& parser) {
  CLI::App* command =
      parser.app.add_subcommand("doctor", "show what this machine offers and what is missing");
  command->add_flag("--json", parser.doctor.json, "as JSON");
  command->callback([&parser] { parser.chosen = parser.doctor; });
}

Leave wrong_use(const std::string& message) {
  return {.code = static_cast<int>(ExitCode::kUse),
          .out = "",
          .err = fmt::format("grader: {}; see 'grader --help'\n", clean_line(message))};
}

// `NAME` or `NAME=PATH`; an unknown name gets the near one.
Result<FormatTarget> format_target(const std::string& text) {
  const std::size_t equals = text.find('=');
  FormatTarget target{.name = text.substr(0, equals), .path = {}};
  if (equals != std::string::npos) target.path = text.substr(equals + 1);
  if (equals != std::string::npos && target.path.empty())
    return fail(fmt::format("--format '{}' has no path after '='", text));
  if (find_report_format(target.name) != nullptr) return target;
  const std::string near = closest_name(target.name, report_format_names());
  return fail(fmt::format("unknown format '{}', expected one of {}{}", target.name,
                          fmt::join(report_format_names(), ", "),
                          near.empty() ? "" : fmt::format("; did you mean '{}'", near)));
}

Args finish_grade(Parser& parser, GradeArgs args) {
  int to_stdout = 0;
  for (const std::string& text : parser.grade_formats) {
    auto target = format_target(text);
    if (!target) return wrong_use(target.error().message);
    to_stdout += target->path.empty() ? 1 : 0;
    args.formats.push_back(std::move(*target));
  }
  if (to_stdout > 1)
    return wrong_use("two formats cannot both go to stdout; give one of them a path: --format NAME=PATH");
  if (args.file.empty() && !args.list) return wrong_use("'grade' needs FILE, the header to grade");
  if (!args.module.empty() && args.sanitize == SanitizeWhen::kAlways)
    return wrong_use("--sanitize=always builds FILE a second time, which a --module is not: leave one out");
  if (args.gdb && args.only.size() != 1) return wrong_use("--gdb needs exactly one case: --only NAME");
  return args;
}

// The first argument that is no option and no command's name is a file: `grader FILE`.
std::vector<std::string> with_command(std::vector<std::string> arguments, const CLI::App& app) {
  if (arguments.empty()) return {"--help"};
  const std::string& first = arguments.front();
  const bool own = first == "--help" || first == "-h" || first == "--version" || first == "--help-all";
  const auto commands =
      app.get_subcommands([&](const CLI::App* command) { return command->get_name() == first; });
  if (own || !commands.empty()) return arguments;
  arguments.insert(arguments.begin(), "grade");
  return arguments;
}

Args parse_with(Parser& parser, std::vector<std::string> arguments) {
  arguments = with_command(std::move(arguments), parser.app);
  std::reverse(arguments.begin(), arguments.end());  // CLI11 takes its vector from the end
  try {
    parser.app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream err;
    const int code = parser.app.exit(error, out, err);
    if (code == 0) return Leave{.code = 0, .out = out.str(), .err = ""};
    return wrong_use(error.what());
  }
  if (auto* grade = std::get_if<GradeArgs>(&parser.chosen); grade != nullptr)
    return finish_grade(parser, *grade);
  return parser.chosen;
}

}  // namespace

Args parse_args(const std::vector<std::string>& arguments) {
  Parser parser;
  parser.app.set_version_flag("--version", std::string("grader ") + kVersion);
  parser.app.set_help_all_flag("--help-all", "help for every command");
  parser.app.footer(kExitCodes);
  parser.app.require_subcommand(1);
  for (const auto add : {add_grade, add_watch, add_show, add_compile, add_doctor}) add(parser);
  add_author_commands(parser.app, parser.authors, parser.chosen);
  add_bundle_command(parser.app, parser.bundle, parser.chosen);
  add_class_command(parser.app, parser.klass, parser.chosen);
  return parse_with(parser, arguments);
}

}  // namespace grader::cli
