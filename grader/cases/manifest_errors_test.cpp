// What a manifest may not say, with the whole text of every error.
#include <gtest/gtest.h>

#include <string>

#include "grader/cases/full_manifest.h"
#include "grader/cases/manifest_loader.h"

namespace grader {
namespace {

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string errors_of(const std::string& text) {
  const auto manifest = parse_manifest(text, "m", "package");
  return manifest ? "none" : to_text(manifest.error());
}

struct Edit {
  const char* from;  // a piece of kFullManifest
  const char* to;
  const char* errors;
};

TEST(ManifestErrorsTest, RefusesWhatCanNotStandInGeneratedCode) {
  constexpr Edit kFaults[] = {
      {"namespace: exercise", "namespace: std",
       "m:5:12: namespace 'std' is taken: choose another name\n  namespace: std\n             ^\n"},
      {"namespace: exercise", "namespace: a::class",
       "m:5:12: 'class' is a word of C++ itself: choose another name\n  namespace: a::class\n             "
       "^\n"},
      {"namespace: exercise", "namespace: \"a { int\"",
       "m:5:12: 'a { int' is no name in C++: use letters, digits and '_'\n  namespace: \"a { int\"\n         "
       "    ^\n"},
      {"name: split", "name: split()",
       "m:14:11: 'split()' is no name in C++: use letters, digits and '_'\n    - name: split()\n            "
       "^\n"
       "m:24:17: unknown function 'split'\n      inverse_of: split\n                  ^\n"
       "m:37:17: unknown function 'split'\n      functions: [split, merge]\n                  ^\n"},
      {"name: forward", "name: co_await",
       "m:27:11: 'co_await' is a word of C++ itself: choose another name\n    - name: co_await\n            "
       "^\n"},
      {"name: forward", "name: _Forward",
       "m:27:11: '_Forward' is reserved for the compiler: choose another name\n    - name: _Forward\n        "
       "    ^\n"},
      {"name: mode", "name: a__b",
       "m:33:16: 'a__b' is reserved for the compiler: choose another name\n"
       "        - {name: a__b, type: string}\n                 ^\n"},
      {"bias: [D]", "\"b\\\"\": [D]",
       "m:30:54: 'b\"' is no name of a parameter: use letters, digits and '_'\n"
       "        - {name: w, type: Params, params: {Wq: [D, D], \"b\\\"\": [D]}}\n"
       "                                                       ^\n"},
      {"bias: [D]", "data: [D]",
       "m:30:54: 'data' is a key of tensors in case files: choose another name\n"
       "        - {name: w, type: Params, params: {Wq: [D, D], data: [D]}}\n"
       "                                                       ^\n"},
      {"submission: solution.h", "submission: a/b.h",
       "m:6:13: 'a/b.h' has a '/': expected a file's name\n  submission: a/b.h\n              ^\n"},
      {"[given/a.h]", "[../a.h]",
       "m:8:13: '../a.h' is no path below exercise/: use letters, digits, '_', '-' and '.', without '..'\n"
       "    headers: [../a.h]\n              ^\n"},
      {"[given/a.cpp]", "[/etc/passwd]",
       "m:9:13: '/etc/passwd' is no path below exercise/: use letters, digits, '_', '-' and '.', without "
       "'..'\n"
       "    sources: [/etc/passwd]\n              ^\n"},
      {"[given/a.cpp]", "[given/./a.cpp, -o, 'a\"b']",
       "m:9:13: 'given/./a.cpp' is no path below exercise/: use letters, digits, '_', '-' and '.', without "
       "'..'\n"
       "    sources: [given/./a.cpp, -o, 'a\"b']\n              ^\n"
       "m:9:28: '-o' is no path below exercise/: use letters, digits, '_', '-' and '.', without '..'\n"
       "    sources: [given/./a.cpp, -o, 'a\"b']\n                             ^\n"
       "m:9:32: 'a\"b' is no path below exercise/: use letters, digits, '_', '-' and '.', without '..'\n"
       "    sources: [given/./a.cpp, -o, 'a\"b']\n                                 ^\n"},
  };
  for (const Edit& fault : kFaults)
    EXPECT_EQ(errors_of(with(kFullManifest, fault.from, fault.to)), fault.errors);
}

TEST(ManifestErrorsTest, RefusesLettersThatDoNotFit) {
  constexpr Edit kFaults[] = {
      {"axes: [B, 3, 2*T]", "axes: [B, N, 2*X, T/2]",
       "m:29:43: unknown letter 'N': the manifest has B, D, H, T, d\n"
       "        - {name: x, type: Tensor, axes: [B, N, 2*X, T/2]}\n"
       "                                            ^\n"
       "m:29:46: unknown letter 'X': the manifest has B, D, H, T, d\n"
       "        - {name: x, type: Tensor, axes: [B, N, 2*X, T/2]}\n"
       "                                               ^\n"
       "m:29:51: 'T/2' is no size of an axis: use a letter, a whole number, or a product like H*d\n"
       "        - {name: x, type: Tensor, axes: [B, N, 2*X, T/2]}\n"
       "                                                    ^\n"},
      {"is: H", "is: K",
       "m:17:34: unknown letter 'K': the manifest has B, D, H, T, d\n"
       "        - {name: n, type: int, is: K}\n                                   ^\n"},
      {"derived: {D: H*d}", "derived: {D: H*d, T: 2*D}",
       "m:11:22: 'D' is derived itself: write what it is made of\n  derived: {D: H*d, T: 2*D}\n              "
       "         ^\n"
       "m:39:18: T follows from 2*D: name its letters instead\n      base: {B: 2, T: 4, H: 2, d: 3}\n        "
       "           ^\n"},
      {"derived: {D: H*d}", "derived: {E: H+d}",
       "m:11:11: unknown letter 'E': the manifest has B, D, H, T, d\n  derived: {E: H+d}\n            ^\n"
       "m:11:14: 'H+d' is no product of letters, like H*d\n  derived: {E: H+d}\n               ^\n"
       "m:39:11: base needs a size for D, which the rule's functions have\n"
       "      base: {B: 2, T: 4, H: 2, d: 3}\n            ^\n"},
      {"sequence: T", "sequence: S",
       "m:12:34: unknown letter 'S': the manifest has B, D, H, T, d\n"
       "  properties: {batch: B, sequence: S}\n                                   ^\n"},
      {"{B: text,", "{2: two, B: text,",
       "m:10:11: '2' is no letter for an axis: use a name as in C++\n"
       "  letters: {2: two, B: text, T: token, D: number, H: head, d: number of a head}\n            ^\n"},
  };
  for (const Edit& fault : kFaults)
    EXPECT_EQ(errors_of(with(kFullManifest, fault.from, fault.to)), fault.errors);
}

TEST(ManifestErrorsTest, RefusesFunctionsThatDoNotFit) {
  constexpr Edit kFaults[] = {
      {"type: bool", "type: boolean",
       "m:32:28: unknown type 'boolean': known are Tensor, Params, int, double, bool, string\n"
       "        - {name: flag, type: boolean}\n                             ^\n"},
      {"type: double}\n", "type: double, axes: [D]}\n",
       "m:31:37: 'axes' is for the type Tensor, this one is double\n"
       "        - {name: scale, type: double, axes: [D]}\n                                      ^\n"},
      {"type: Tensor, axes: [B, 3, 2*T]", "type: Tensor",
       "m:29:9: an argument needs 'axes'\n        - {name: x, type: Tensor}\n          ^\n"},
      {"name: merge", "name: split",
       "m:20:11: function 'split' is there twice, first in line 14\n    - name: split\n            ^\n"
       "m:37:24: unknown function 'merge'\n      functions: [split, merge]\n                         ^\n"},
      {"name: flag", "name: scale",
       "m:32:16: argument 'scale' is there twice, first in line 31\n"
       "        - {name: scale, type: bool}\n                 ^\n"},
      {"points: 2.5", "points: -1",
       "m:26:13: expected points from 0, found '-1'\n      points: -1\n              ^\n"},
      {"inverse_of: split", "inverse_of: forward",
       "m:24:17: forward gives a double, expected a Tensor that can be undone\n      inverse_of: forward\n   "
       "               ^\n"},
      {"axes: [B, H, T, d]}\n    result", "axes: [B, T, H, d]}\n    result",
       "m:24:17: merge takes [B, T, H, d], split gives [B, H, T, d]\n      inverse_of: split\n               "
       "   ^\n"},
      {"tolerance: exact", "tolerance: eaxct",
       "m:19:16: expected 'exact' or {rtol: …, atol: …}, found 'eaxct'\n      tolerance: eaxct\n             "
       "    ^\n"},
      {"tolerance: exact", "tolerance: {rtol: -1, atol: .inf}",
       "m:19:23: expected a finite number from 0, found '-1'\n"
       "      tolerance: {rtol: -1, atol: .inf}\n                        ^\n"
       "m:19:33: expected a finite number from 0, found '.inf'\n"
       "      tolerance: {rtol: -1, atol: .inf}\n                                  ^\n"},
  };
  for (const Edit& fault : kFaults)
    EXPECT_EQ(errors_of(with(kFullManifest, fault.from, fault.to)), fault.errors);
}

TEST(ManifestErrorsTest, RefusesRulesAndLimitsThatDoNotFit) {
  constexpr Edit kFaults[] = {
      {"functions: [split, merge]", "functions: [split, forward]",
       "m:37:24: the rule can not choose 'scale' of forward: only tensors, params and an int with 'is'\n"
       "      functions: [split, forward]\n                         ^\n"},
      {"letters: [B, H]", "letters: [B, D]",
       "m:38:18: D follows from H*d: name its letters instead\n      letters: [B, D]\n                   ^\n"
       "m:40:11: grow needs sizes for D, which 'letters' names\n"
       "      grow: {B: [2, 3], H: [2, 3, 5]}\n            ^\n"
       "m:40:23: 'H' is none of the rule's letters\n      grow: {B: [2, 3], H: [2, 3, 5]}\n                  "
       "      ^\n"},
      {"H: 2, d: 3}", "H: 0}",
       "m:39:11: base needs a size for d, which the rule's functions have\n      base: {B: 2, T: 4, H: 0}\n  "
       "          ^\n"
       "m:39:27: '0' is not between 1 and 1000\n      base: {B: 2, T: 4, H: 0}\n                            "
       "^\n"},
      {"B: [2, 3]", "B: [3, 2]",
       "m:40:15: expected at least two sizes, each larger than the one before\n"
       "      grow: {B: [3, 2], H: [2, 3, 5]}\n                ^\n"},
      {"worth: 0.25", "worth: 2",
       "m:41:12: expected a share from 0 to 1, found '2'\n      worth: 2\n             ^\n"},
      {"open_files: 8", "open_files: 2",
       "m:42:84: '2' is not between 3 and 1024\n"
       "  …00, memory_mib: 64, output_kib: 8, file_kib: 1, open_files: 2, compile_wall_ms: 5000}\n"
       "                                                               ^\n"},
      {"memory_mib: 64", "memory_mb: 64",
       "m:42:28: unknown key 'memory_mb' in limits: did you mean 'memory_mib'?\n"
       "  limits: {case_cpu_ms: 100, memory_mb: 64, output_kib: 8, file_kib: 1, open_files: 8, "
       "compile_wall_ms: 5000}\n                             ^\n"},
      {"reveal: passed", "reveal: nothing",
       "m:43:9: unknown value 'nothing': expected verdict or passed\n  reveal: nothing\n          ^\n"},
      {"rules:\n  vectorised:", "rules:\n  vectorized:",
       "m:36:3: unknown key 'vectorized' in rules: did you mean 'vectorised'?\n    vectorized:\n    ^\n"},
  };
  for (const Edit& fault : kFaults)
    EXPECT_EQ(errors_of(with(kFullManifest, fault.from, fault.to)), fault.errors);
}

TEST(ManifestErrorsTest, SaysAllThatIsMissing) {
  EXPECT_EQ(errors_of("level: 3\ntitl: x\n"),
            "m:1:1: a manifest needs 'title'\n  level: 3\n  ^\n"
            "m:1:1: a manifest needs 'namespace'\n  level: 3\n  ^\n"
            "m:1:1: a manifest needs 'submission'\n  level: 3\n  ^\n"
            "m:1:1: a manifest needs 'functions'\n  level: 3\n  ^\n"
            "m:1:8: expected a text, found '3': put it in quotes to make it one\n  level: 3\n         ^\n"
            "m:2:1: unknown key 'titl' in a manifest: did you mean 'title'?\n  titl: x\n  ^\n");
}

TEST(ManifestErrorsTest, RefusesWhatIsNoManifest) {
  EXPECT_EQ(errors_of("- 1\n"), "m:1:1: expected a manifest (a map), found a list\n  - 1\n  ^\n");
  EXPECT_EQ(errors_of(""), "m:1:1: the file is empty\n");
  EXPECT_EQ(errors_of("title: T\nnamespace: e\nsubmission: s.h\nfunctions: []\n"),
            "m:4:12: expected a list with at least one function\n  functions: []\n             ^\n");
}

}  // namespace
}  // namespace grader
