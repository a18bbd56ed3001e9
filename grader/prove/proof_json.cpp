#include "grader/prove/proof_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "grader/base/text.h"

namespace grader {
namespace {

using Json = nlohmann::ordered_json;

Json counts(const KillMatrix& matrix, const Findings& findings) {
  const auto hidden = std::ranges::count(matrix.cases, true, &ProvedCase::hidden);
  return {{"mistakes", matrix.count(Role::kMistake)},
          {"caught", findings.caught},
          {"caught_by_public", findings.caught_by_public},
          {"public_cases", static_cast<std::ptrdiff_t>(matrix.cases.size()) - hidden},
          {"hidden_cases", hidden}};
}

Json cases_json(const KillMatrix& matrix, const Findings& findings) {
  Json list = Json::array();
  for (std::size_t i = 0; i < matrix.cases.size(); ++i) {
    const ProvedCase& one = matrix.cases[i];
    Json catches = Json::array();
    for (const std::size_t at : matrix.catches(i)) catches.push_back(matrix.submissions[at].name);
    const auto idle = std::ranges::find(findings.idle, one.name, &IdleCase::a_case);
    const bool covered = idle != findings.idle.end() && !idle->covered_by.empty();
    list.push_back({{"name", one.name},
                    {"function", one.function},
                    {"hidden", one.hidden},
                    {"catches", std::move(catches)},
                    {"covered_by", covered ? Json(idle->covered_by) : Json(nullptr)}});
  }
  return list;
}

Json submissions_json(const KillMatrix& matrix) {
  Json list = Json::array();
  for (const ProvedSubmission& one : matrix.submissions) {
    Json caught_by = Json::array();
    for (const std::size_t at : matrix.caught_by(one)) caught_by.push_back(matrix.cases[at].name);
    list.push_back({{"role", to_string(one.role)},
                    {"name", clean_line(one.name)},
                    {"expected", to_string(one.expected)},
                    {"verdict", to_string(one.found)},
                    {"caught_by", std::move(caught_by)},
                    {"message", clean_line(one.message)}});
  }
  return list;
}

// Of LivingMistake and LostKill.
template <class Mistakes>
Json fading(const Mistakes& mistakes) {
  Json list = Json::array();
  for (const auto& one : mistakes)
    list.push_back({{"mistake", one.mistake}, {"was_caught_by", one.was_caught_by}});
  return list;
}

Json near_json(const Findings& findings) {
  Json list = Json::array();
  for (const NearTolerance& one : findings.near_tolerance)
    list.push_back({{"case", one.a_case}, {"submission", one.name}, {"used", one.used}});
  return list;
}

}  // namespace

std::string write_proof_json(const std::string& title, const KillMatrix& matrix, const Findings& findings) {
  const Json json{{"version", kProofVersion},
                  {"title", clean_line(title)},
                  {"proved", findings.proved()},
                  {"counts", counts(matrix, findings)},
                  {"cases", cases_json(matrix, findings)},
                  {"submissions", submissions_json(matrix)},
                  {"living", fading(findings.living)},
                  {"lost", fading(findings.lost)},
                  {"caught_by_hidden_only", findings.caught_by_hidden_only},
                  {"near_tolerance", near_json(findings)}};
  return json.dump(2) + "\n";
}

}  // namespace grader
