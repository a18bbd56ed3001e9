// What people do today: the student's header, the YAML cases and the checks in one GoogleTest unit. It reads
// the value cases of the case files by yaml-cpp and compares; only for bench/run, with the student's file in
// SOLUTION.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include SOLUTION

namespace {

void flatten(const YAML::Node& node, std::vector<double>& numbers, kit::Shape& shape, std::size_t depth) {
  if (!node.IsSequence()) {
    numbers.push_back(node.as<double>());
    return;
  }
  if (shape.size() <= depth) shape.push_back(static_cast<std::int64_t>(node.size()));
  for (const auto& entry : node) flatten(entry, numbers, shape, depth + 1);
}

kit::Tensor filled(const kit::Shape& shape, const std::vector<double>& numbers) {
  kit::Tensor flat = kit::zeros({static_cast<std::int64_t>(numbers.size())});
  for (std::size_t i = 0; i < numbers.size(); ++i) flat(static_cast<std::int64_t>(i)) = numbers[i];
  return flat.reshape(shape);
}

kit::Tensor tensor_of(const YAML::Node& node) {
  kit::Shape shape;
  std::vector<double> numbers;
  if (node.IsMap() && node["shape"]) {
    for (const auto& size : node["shape"]) shape.push_back(size.as<std::int64_t>());
    for (const auto& number : node["data"]) numbers.push_back(number.as<double>());
  } else {
    flatten(node, numbers, shape, 0);
  }
  return filled(shape, numbers);
}

struct Loaded {
  std::string name, function;
  YAML::Node args, expect;
};

bool literal(const YAML::Node& node) {
  return node && (node.IsSequence() || (node.IsMap() && node["data"]));
}

std::vector<Loaded> load() {
  std::vector<Loaded> cases;
  for (const char* folder : {"cases/public", "cases/hidden"})
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      const YAML::Node root = YAML::LoadFile(file.path().string());
      for (const auto& one : root["cases"])
        if (literal(one["expect"]) && literal(one["args"]["x"]))
          cases.push_back({one["name"].as<std::string>(), root["function"].as<std::string>(), one["args"],
                           one["expect"]});
    }
  return cases;
}

class CaseTest : public ::testing::TestWithParam<Loaded> {};

kit::Tensor call(const Loaded& one) {
  const kit::Tensor x = tensor_of(one.args["x"]);
  if (one.function == "merge_heads") return exercise::merge_heads(x);
  const int n_heads = one.args["n_heads"].as<int>();
  if (one.function == "split_heads") return exercise::split_heads(x, n_heads);
  std::vector<kit::Params::Entry> weights;
  for (const auto& entry : one.args["params"])
    weights.push_back({entry.first.as<std::string>(), tensor_of(entry.second)});
  return exercise::mha_forward(x, kit::Params(weights), n_heads);
}

TEST_P(CaseTest, GivesTheExpectedValues) {
  const kit::Tensor expected = tensor_of(GetParam().expect);
  const kit::Tensor got = call(GetParam());
  ASSERT_EQ(got.shape() == expected.shape(), true);
  const kit::Tensor a = got.reshape({-1}), b = expected.reshape({-1});
  for (std::int64_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a(i), b(i), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Cases, CaseTest, ::testing::ValuesIn(load()),
                         [](const auto& one) { return one.param.name; });

}  // namespace
