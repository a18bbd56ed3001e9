#!/usr/bin/env python3
"""Shows that in_step.py finds what one build has and the other forgot. Run: python3 third_party/in_step_test.py"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("in_step.py")

CMAKE = {
    "CMakeLists.txt": "project(p)\nadd_subdirectory(third_party)\nadd_subdirectory(part)\n",
    "third_party/CMakeLists.txt": "foreach(name IN ITEMS fmt gtest_main)\n  add_library(${name} INTERFACE)\nendforeach()\n",
    "third_party/BUILD": 'cc_library(name = "fmt")\ncc_library(name = "gtest_main")\n',
    "part/CMakeLists.txt": """
cc_library(NAME text HDRS text.h SRCS text.cpp DEPS fmt)
cc_library(NAME lines HDRS lines.h DEPS text)
cc_test(NAME lines_test SIZE small SRCS lines_test.cpp DEPS lines DATA part/lines.txt TAGS slow)
add_test(NAME lines_apart COMMAND lines.sh)
option(FUZZ "with clang only" OFF)
if(FUZZ)
  cc_binary(NAME text_fuzz SRCS text_fuzz.cpp DEPS text)
endif()
""",
    "part/text.h": "", "part/text.cpp": "", "part/lines.h": "", "part/lines_test.cpp": "", "part/text_fuzz.cpp": "",
    "part/lines.txt": "", "part/testdata/broken.cpp": "",
}
BUILD = """# Targets of part/, in step with CMakeLists.txt: third_party/in_step.py writes and proves it.
load("@rules_cc//cc:defs.bzl", "cc_library", "cc_test")

package(default_visibility = ["//visibility:public"])

cc_library(
    name = "text",
    srcs = ["text.cpp"],
    hdrs = ["text.h"],
    deps = ["//third_party:fmt"],
)

cc_library(
    name = "lines",
    hdrs = ["lines.h"],
    deps = [":text"],
)

cc_test(
    name = "lines_test",
    size = "small",
    srcs = ["lines_test.cpp"],
    data = ["lines.txt"],
    tags = ["slow"],
    deps = [
        ":lines",
        "//third_party:gtest_main",
    ],
)
"""
OWN = '\n# Bazel only.\nsh_test(name = "lines_apart", srcs = ["lines.sh"])\n'
IN_STEP = "in_step: both builds name the same targets, sources and tests\n"


class InStepTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)
        for name, text in {**CMAKE, "part/BUILD": BUILD + OWN}.items():
            self.put(name, text)

    def put(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def change(self, name, old, new):
        text = (self.root / name).read_text(encoding="utf-8")
        self.assertIn(old, text)
        self.put(name, text.replace(old, new, 1))

    def run_script(self, *arguments):
        done = subprocess.run([sys.executable, str(SCRIPT), "--root", str(self.root), *arguments],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def test_two_builds_that_agree_pass(self):
        self.assertEqual(self.run_script(), (0, IN_STEP, ""))

    def test_what_one_build_forgot_is_named(self):
        cases = [
            # (what, file, old, new, the message)
            ("a source in BUILD", "part/BUILD", 'srcs = ["text.cpp"]', "srcs = []",
             "part: text: srcs: 'text.cpp' in CMake only"),
            ("a source in CMake", "part/CMakeLists.txt", "SRCS text.cpp ", "",
             "part: text: srcs: 'text.cpp' in Bazel only"),
            ("a header in BUILD", "part/BUILD", 'hdrs = ["lines.h"]', "hdrs = []",
             "part: lines: hdrs: 'lines.h' in CMake only"),
            ("a dependency in BUILD", "part/BUILD", 'deps = [":text"]', "deps = []",
             "part: lines: deps: ':text' in CMake only"),
            ("a dependency in CMake", "part/CMakeLists.txt", "HDRS lines.h DEPS text", "HDRS lines.h",
             "part: lines: deps: ':text' in Bazel only"),
            ("gtest_main in BUILD", "part/BUILD", '        "//third_party:gtest_main",\n', "",
             "part: lines_test: deps: '//third_party:gtest_main' in CMake only"),
            ("data in BUILD", "part/BUILD", 'data = ["lines.txt"]', "data = []",
             "part: lines_test: data: 'lines.txt' in CMake only"),
            ("a tag in BUILD", "part/BUILD", 'tags = ["slow"]', "tags = []",
             "part: lines_test: tags: 'slow' in CMake only"),
            ("a size in CMake", "part/CMakeLists.txt", "SIZE small ", "",
             "part: lines_test: size '' in CMake, 'small' in Bazel"),
            ("a flag in BUILD", "part/CMakeLists.txt", "DEPS fmt)", "DEPS fmt COPTS -O3)",
             "part: text: copts: '-O3' in CMake only"),
            ("a library in CMake", "part/CMakeLists.txt", "cc_library(NAME lines HDRS lines.h DEPS text)",
             "cc_library(NAME words HDRS lines.h DEPS text)",
             "part/CMakeLists.txt: DEPS names 'lines', which no CMakeLists.txt defines"),
            ("a test in CMake", "part/CMakeLists.txt", "cc_test(", "if(FUZZ)\nendif()\n#",
             "part/CMakeLists.txt: no cc_test lines_test, which BUILD has"),
            ("a test in BUILD", "part/BUILD", '"lines_test"', '"other_test"',
             "part/BUILD: no cc_test lines_test, which CMakeLists.txt has"),
            ("a script in BUILD", "part/BUILD", '"lines_apart"', '"words_apart"',
             "part/BUILD: no sh_test lines_apart, which CMakeLists.txt has"),
            ("a script in CMake", "part/CMakeLists.txt", "add_test(NAME lines_apart COMMAND lines.sh)\n", "",
             "part/CMakeLists.txt: no add_test lines_apart, which BUILD has"),
            ("a package of the system", "third_party/BUILD", 'cc_library(name = "fmt")\n', "",
             "third_party: the packages are ['fmt', 'gtest_main'] in CMake, ['gtest_main'] in Bazel"),
        ]
        for what, name, old, new, message in cases:
            with self.subTest(what):
                before = (self.root / name).read_text(encoding="utf-8")
                self.change(name, old, new)
                code, out, err = self.run_script()
                self.put(name, before)
                self.assertEqual((code, out), (1, ""))
                self.assertIn(f"in_step: {message}\n", err)
        self.assertEqual(self.run_script(), (0, IN_STEP, ""))

    def test_code_that_neither_build_names_is_found(self):
        self.put("part/words.cpp", "")
        self.put("part/deep/words.h", "")
        self.assertEqual(self.run_script(), (1, "", "in_step: part/deep/words.h: no target of either build names it\n"
                                                    "in_step: part/words.cpp: no target of either build names it\n"))

    def test_code_that_a_script_compiles_is_exported(self):
        self.put("part/words.cpp", "")
        self.put("part/BUILD", BUILD + OWN + 'exports_files(["words.cpp"])\n')
        self.assertEqual(self.run_script(), (0, IN_STEP, ""))

    def test_a_script_that_reads_what_cmake_writes_is_cmakes_alone(self):
        self.change("part/BUILD", 'sh_test(name = "lines_apart", srcs = ["lines.sh"])',
                    "# CMake only: lines_apart: it reads the build's log.")
        self.assertEqual(self.run_script(), (0, IN_STEP, ""))
        self.change("part/BUILD", "# CMake only: lines_apart:", "# CMake only: words_apart:")
        code, _, err = self.run_script()
        self.assertEqual(code, 1)
        self.assertIn("in_step: part/CMakeLists.txt: no add_test words_apart, which BUILD has\n", err)

    def test_a_folder_of_data_needs_its_filegroup_and_a_file_at_the_top_its_export(self):
        self.change("part/CMakeLists.txt", "DATA part/lines.txt", "DATA part/testdata README.md")
        self.put("README.md", "")
        self.assertEqual(self.run_script("--write"), (0, "in_step: wrote part/BUILD\n", ""))
        self.assertEqual(self.run_script(), (
            1, "", "in_step: part/BUILD: no filegroup testdata, which DATA of lines_test names\n"
                   "in_step: BUILD: README.md is not exported, which DATA of lines_test names\n"))
        with open(self.root / "part/BUILD", "a", encoding="utf-8") as file:
            file.write('filegroup(name = "testdata", srcs = glob(["testdata/**"]))\n')
        self.put("BUILD", 'exports_files(["README.md"])\n')
        self.assertEqual(self.run_script(), (0, IN_STEP, ""))

    def test_a_name_without_a_file_is_found(self):
        (self.root / "part/text.cpp").unlink()
        self.assertEqual(self.run_script(), (1, "", "in_step: part/text.cpp: named by a target, and not there\n"))

    def test_another_order_is_found(self):
        first, second = BUILD.index('cc_library(\n    name = "lines"'), BUILD.index("cc_test(")
        head, lines, test = BUILD[:first], BUILD[first:second], BUILD[second:]
        self.put("part/BUILD", head + test + "\n" + lines.rstrip() + "\n" + OWN)
        self.assertEqual(self.run_script(), (1, "", "in_step: part/BUILD: another order than in CMakeLists.txt, where it is: "
                                                    "cc_library text, cc_library lines, cc_test lines_test\n"))

    def test_a_folder_without_a_BUILD_file_is_found(self):
        (self.root / "part/BUILD").unlink()
        code, _, err = self.run_script()
        self.assertEqual(code, 1)
        self.assertIn("in_step: part/BUILD: no cc_test lines_test, which CMakeLists.txt has\n", err)

    def test_an_unknown_dependency_is_an_error(self):
        self.change("part/CMakeLists.txt", "DEPS fmt", "DEPS fmtt")
        self.assertEqual(self.run_script(), (1, "", "in_step: part/CMakeLists.txt: DEPS names 'fmtt', which no CMakeLists.txt "
                                                    "defines\n"))

    def test_write_makes_the_builds_agree_and_keeps_what_is_bazels_own(self):
        self.put("part/BUILD", "# old\n" + OWN)
        self.assertEqual(self.run_script("--write"), (0, "in_step: wrote part/BUILD\n", ""))
        self.assertEqual((self.root / "part/BUILD").read_text(encoding="utf-8"), BUILD + OWN)
        self.assertEqual(self.run_script("--write"), (0, "in_step: nothing to write\n", ""))
        self.assertEqual(self.run_script(), (0, IN_STEP, ""))


if __name__ == "__main__":
    unittest.main()
