#include "grader/base/digest.h"

#include <gtest/gtest.h>

namespace grader {
namespace {

// From FIPS 180-4's examples.
TEST(DigestTest, IsSha256) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(DigestTest, TellsPartsApart) {
  const auto of = [](const std::vector<std::string>& parts) {
    Digest digest;
    for (const std::string& part : parts) digest.add(part);
    return digest.hex();
  };
  EXPECT_EQ(of({"ab", "c"}), of({"ab", "c"}));
  EXPECT_NE(of({"ab", "c"}), of({"a", "bc"}));
  EXPECT_NE(of({"ab"}), of({"ab", ""}));
  EXPECT_NE(of({}), of({""}));
  EXPECT_EQ(of({"a"}).size(), 64U);
}

}  // namespace
}  // namespace grader
