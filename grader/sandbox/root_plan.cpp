#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <set>

#include "grader/base/text.h"
#include "grader/sandbox/new_root.h"

namespace grader::sandbox {
namespace fs = std::filesystem;
namespace {

// Links into /usr where /usr is merged, folders of their own where not.
constexpr std::array kLibraries = {"/usr/lib", "/usr/lib32", "/usr/libx32", "/usr/lib64",
                                   "/lib",     "/lib32",     "/libx32",     "/lib64"};
// Not the whole of /usr: what is installed under /usr/share or /usr/local is nobody's business in there.
constexpr std::array kTools = {"/bin", "/usr/bin", "/usr/libexec", "/usr/include", "/usr/local/include"};

std::string below_root(const fs::path& path) {
  return path.lexically_normal().relative_path().string();
}

void add_if_there(RootPlan& plan, const fs::path& path) {
  std::error_code ec;
  if (fs::is_symlink(path, ec))
    plan.links.push_back({below_root(path), fs::read_symlink(path, ec).string()});
  else if (fs::is_directory(path, ec))
    plan.binds.push_back({.from = path.string(), .to = below_root(path)});
}

// Some distributions lead even the linker's name through /etc/alternatives: a folder of links and nothing
// else.
bool leads_through_alternatives(const fs::path& path) {
  std::error_code ec;
  return fs::read_symlink(path, ec).string().starts_with("/etc/alternatives/");
}

void add_tools(RootPlan& plan, const fs::path& program) {
  if (leads_through_alternatives(program) || leads_through_alternatives("/usr/bin/ld"))
    add_if_there(plan, "/etc/alternatives");
  plan.binds.push_back({.from = "/dev/null", .to = "dev/null", .writable = true, .device = true});
}

// The folders to make, each after its parent, and the files to bind upon.
void add_places(RootPlan& plan) {
  std::set<std::string> folders;
  const auto add_parents = [&](const std::string& path) {
    for (fs::path at = fs::path(path).parent_path(); !at.empty(); at = at.parent_path())
      folders.insert(at.string());
  };
  for (const RootPlan::Link& link : plan.links) add_parents(link.at);
  for (const RootPlan::Bind& bind : plan.binds) {
    add_parents(bind.to);
    std::error_code ec;
    if (fs::is_directory(bind.from, ec))
      folders.insert(bind.to);
    else
      plan.files.push_back(bind.to);
  }
  if (plan.proc) folders.insert("proc");
  plan.folders.assign(folders.begin(), folders.end());
}

}  // namespace

std::vector<std::string> program_roots(Profile profile) {
  std::vector<std::string> roots(kLibraries.begin(), kLibraries.end());
  if (profile == Profile::kCompile) roots.insert(roots.end(), kTools.begin(), kTools.end());
  return roots;
}

Result<RootPlan> plan_root(const Program& program) {
  RootPlan plan;
  plan.temporary = program.profile == Profile::kCompile;
  plan.proc = program.sanitized;
  for (const std::string& path : program_roots(program.profile)) add_if_there(plan, path);
  if (program.profile == Profile::kCompile) add_tools(plan, program.path);
  for (const Mount& mount : program.mounts) {
    std::error_code ec;
    if (!fs::exists(mount.from, ec))
      return fail_internal(
          fmt::format("sandbox: there is no '{}' to mount", clean_line(mount.from.string())));
    plan.binds.push_back({mount.from.string(), below_root(mount.to), mount.writable, false, true});
  }
  add_places(plan);
  return plan;
}

}  // namespace grader::sandbox
