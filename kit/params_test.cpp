// Tests of Params.
#include "kit/params.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>

#include "kit/caught.h"
#include "kit/ops.h"

namespace kit {
namespace {

TEST(ParamsTest, GivesTensorsByName) {
  const Params params{{"Wq", eye(2)}, {"Wk", zeros({2, 2})}};
  EXPECT_EQ(params["Wq"], eye(2));
  EXPECT_EQ(params[std::string("Wk")], zeros({2, 2}));
  EXPECT_TRUE(params.contains("Wq"));
  EXPECT_FALSE(params.contains("Wv"));
  EXPECT_EQ(params.names(), (std::vector<std::string>{"Wq", "Wk"}));
}

TEST(ParamsTest, AMissingNameIsOutOfRangeAndNamesTheOthers) {
  const Params params{{"Wq", eye(2)}, {"Wk", eye(2)}};
  const Caught error = caught<OutOfRange>([&] { (void)params["W_q"]; });
  EXPECT_EQ(error.message, "no parameter is named 'W_q', there are 'Wq', 'Wk'");
  EXPECT_EQ(error.line, __LINE__ - 2);
  EXPECT_THROW((void)params[""], std::out_of_range);
  EXPECT_EQ(caught<OutOfRange>([] { (void)Params()["Wq"]; }).message,
            "no parameter is named 'Wq', there are none");
  EXPECT_EQ(caught<OutOfRange>([&] { (void)params[nullptr]; }).message,
            "no parameter is named '', there are 'Wq', 'Wk'");
}

TEST(ParamsTest, TheLaterOfTwoEntriesOfOneNameCounts) {
  const Params params{{"Wq", eye(2)}, {"Wk", eye(1)}, {"Wq", zeros({1})}};
  EXPECT_EQ(params["Wq"], zeros({1}));
  EXPECT_EQ(params.names(), (std::vector<std::string>{"Wq", "Wk"}));
}

TEST(ParamsTest, CopiesAreApart) {
  Params params{{"Wq", eye(2)}};
  const Params copy = params;
  params = Params{{"Wk", eye(1)}};
  EXPECT_EQ(copy["Wq"], eye(2));
  const Params moved = std::move(params);
  EXPECT_EQ(moved["Wk"], eye(1));
}

}  // namespace
}  // namespace kit
