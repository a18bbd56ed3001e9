#include "grader/prove/proof_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "grader/prove/proof_json.h"
#include "grader/prove/testing.h"

namespace grader {
namespace {

using nlohmann::json;
using testing::matrix;
using testing::row;
using enum Role;

// One of each thing that can be said.
KillMatrix example() {
  std::vector<ProvedSubmission> rows{
      row(kReference, "reference", "...."), row(kMistake, "caught", "XX.."),
      row(kMistake, "hidden-only", "...X"), row(kMistake, "lives", "...."),
      row(kAccepted, "style", ".X.."),      row(kNotVectorised, "for", "L...")};
  rows[4].cells[2].tolerance_used = 0.25;
  return matrix(rows);
}
const Kills kBefore{{"caught", {"m1", "s1"}}, {"lives", {"s2"}}};

TEST(ProofTextTest, SaysAllThatWasFound) {
  const KillMatrix tested = example();
  EXPECT_EQ(write_proof_text("Example", tested, find_out(tested, kBefore), {}),
            "Example: 3 public and 1 hidden cases\n"
            "  mistakes     2 of 3 caught, 1 by the public cases alone\n"
            "  reference    1 of 1 accepted\n"
            "  other styles 0 of 1 accepted\n"
            "  loops        1 of 1 not_vectorised\n"
            "\n"
            "mistakes that live: add a case that catches them (1):\n"
            "  lives  was caught by s2\n"
            "\n"
            "other verdicts than expected (1):\n"
            "  accepted style: wrong_answer, expected accepted; first in s2: 1 of 4 values differ\n"
            "\n"
            "still caught, but by fewer cases than in the baseline (--write renews it) (1):\n"
            "  caught  was caught by m1\n"
            "\n"
            "caught by hidden cases alone (1):\n"
            "  hidden-only\n"
            "\n"
            "caught by one case alone (1):\n"
            "  hidden-only  m2 (hidden)\n"
            "\n"
            "cases that catch nothing (1):\n"
            "  m1\n"
            "\n"
            "cases that catch nothing that another does not (1; fine where they teach):\n"
            "  s1 catches all that these catch:\n"
            "    s2\n"
            "\n"
            "right values that use more than 10 % of the tolerance (1):\n"
            "  m1  25 % by style\n"
            "\n"
            "the case set is not proved: 1 mistake lives, 1 submission has another verdict than expected\n");
}

TEST(ProofTextTest, SaysLittleWhereAllIsWell) {
  const KillMatrix tested =
      matrix({row(kMistake, "a", "XXXX"), row(kMistake, "b", "X.X."), row(kMistake, "c", ".X.X")});
  EXPECT_EQ(write_proof_text("Example", tested, find_out(tested, {}), {}),
            "Example: 3 public and 1 hidden cases\n"
            "  mistakes     3 of 3 caught, 3 by the public cases alone\n"
            "\n"
            "the case set is proved\n");
}

TEST(ProofTextTest, ShowsTheWholeMatrixWhereItIsAskedFor) {
  const KillMatrix tested =
      matrix({row(kMistake, "a", "XXXX"), row(kMistake, "b", "X.X."), row(kMistake, "c", ".X.X")});
  const std::string text =
      write_proof_text("Example", tested, find_out(tested, {}), {.width = 12, .verbose = true});
  EXPECT_NE(text.find("mistakes, and the cases that catch them:\n"
                      "  a  wrong_answer, 4 cases\n"
                      "    s1, s2,\n"
                      "    m1, m2\n"
                      "  b  wrong_answer, 2 cases\n"
                      "    s1, m1\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("cases, and the mistakes that they catch:\n"
                      "  s1  2 mistakes\n"
                      "    a, b\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("  m2 (hidden)  2 mistakes\n"), std::string::npos) << text;
}

TEST(ProofJsonTest, SaysTheSameToPrograms) {
  const KillMatrix tested = example();
  const json read = json::parse(write_proof_json("Example", tested, find_out(tested, kBefore)));
  EXPECT_EQ(read.at("version"), 1);
  EXPECT_EQ(read.at("proved"), false);
  EXPECT_EQ(read.at("counts"), json::parse(R"({"mistakes": 3, "caught": 2, "caught_by_public": 1,
                                              "public_cases": 3, "hidden_cases": 1})"));
  EXPECT_EQ(read.at("living"), json::parse(R"([{"mistake": "lives", "was_caught_by": ["s2"]}])"));
  EXPECT_EQ(read.at("lost"), json::parse(R"([{"mistake": "caught", "was_caught_by": ["m1"]}])"));
  EXPECT_EQ(read.at("caught_by_hidden_only"), json::parse(R"(["hidden-only"])"));
  EXPECT_EQ(read.at("near_tolerance"),
            json::parse(R"([{"case": "m1", "submission": "style", "used": 0.25}])"));
  EXPECT_EQ(read.at("cases").at(1), json::parse(R"({"name": "s2", "function": "split", "hidden": false,
                                                    "catches": ["caught"], "covered_by": "s1"})"));
  EXPECT_EQ(read.at("submissions").at(4),
            json::parse(R"({"role": "accepted", "name": "style", "expected": "accepted",
                            "verdict": "wrong_answer", "caught_by": ["s2"], "message": ""})"));
}

}  // namespace
}  // namespace grader
