// grader doctor
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "grader/base/text.h"
#include "grader/cli/commands.h"
#include "grader/cli/console.h"
#include "grader/compile/module.h"
#include "grader/sandbox/doctor.h"

namespace grader::cli {
namespace {

using nlohmann::json;

struct Findings {
  Result<Toolchain> tools;
  std::vector<sandbox::LayerCheck> layers;
  Result<std::vector<sandbox::Canary>> canaries;
  int level = 0;
};

Findings examine() {
  return {.tools = find_toolchain(),
          .layers = sandbox::examine_layers(),
          .canaries = sandbox::fly_canaries(sandbox::Thorough::kYes),
          .level = sandbox::available().level};
}

bool all_refused(const Findings& found) {
  return found.canaries && std::all_of(found.canaries->begin(), found.canaries->end(),
                                       [](const sandbox::Canary& one) { return one.refused; });
}

std::string tools_text(const Findings& found) {
  if (!found.tools) return fmt::format("✗ compiler: {}\n", clean_text(found.tools.error().message));
  return fmt::format("✓ compiler: {}\n✓ cache: {}\n", clean_line(found.tools->compiler.string()),
                     clean_line(found.tools->cache.string()));
}

std::string layers_text(const Findings& found) {
  std::string text;
  for (const sandbox::LayerCheck& one : found.layers) {
    text += fmt::format("{} {}: {}\n    {}\n", one.works ? "✓" : "✗", one.layer, clean_line(one.detail),
                        one.gives);
    if (!one.works && !one.how_to_get.empty()) text += fmt::format("    to get it: {}\n", one.how_to_get);
  }
  return text;
}

std::string canaries_text(const Findings& found) {
  if (!found.canaries) return fmt::format("✗ {}\n", clean_text(found.canaries.error().message));
  std::string text;
  for (const sandbox::Canary& one : *found.canaries)
    text += fmt::format("{} {}: {}\n", one.refused ? "✓ refused" : "✗ NOT REFUSED", one.tries,
                        clean_line(one.got));
  return text;
}

std::string text_of(const Findings& found) {
  return tools_text(found) + "\nlayers of the sandbox\n" + layers_text(found) +
         "\ncanaries: what a submission must not be able to do, tried the way a submission goes\n" +
         canaries_text(found) +
         fmt::format(
             "\nsandbox of level {} (1 all layers, 2 some of the outer ones missing, 3 no namespaces, 0 "
             "none){}\n",
             found.level,
             all_refused(found) ? "" : "\na canary got through: do not grade strangers' code here");
}

std::string json_of(const Findings& found) {
  json report{{"level", found.level}, {"ok", found.tools && all_refused(found)}};
  report["compiler"] = found.tools ? found.tools->compiler.string() : "";
  report["layers"] = json::array();
  for (const sandbox::LayerCheck& one : found.layers)
    report["layers"].push_back({{"layer", one.layer},
                                {"works", one.works},
                                {"detail", clean_line(one.detail)},
                                {"gives", one.gives},
                                {"how_to_get", one.how_to_get}});
  report["canaries"] = json::array();
  if (found.canaries)
    for (const sandbox::Canary& one : *found.canaries)
      report["canaries"].push_back(
          {{"tries", one.tries}, {"refused", one.refused}, {"got", clean_line(one.got)}});
  return report.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace

ExitCode run_doctor(const DoctorArgs& args) {
  const Findings found = examine();
  const auto printed = print(args.json ? json_of(found) : text_of(found));
  if (!printed) return report_error(printed.error());
  if (!found.tools) return ExitCode::kUse;
  return all_refused(found) ? ExitCode::kAccepted : ExitCode::kInternal;
}

}  // namespace grader::cli
