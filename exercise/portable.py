#!/usr/bin/env python3
"""Proves that solution_test, and all of the kit in it, is standard C++: portable.py BUILD_DIR.

Students build it on their own machines. Beside the standard's headers (they have no suffix) it may include those of
libraries that are at home everywhere, and others only behind __has_include.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
AT_HOME_EVERYWHERE = ("Eigen/", "fmt/", "gtest/", "gmock/", "tl/", "yaml-cpp/")


def ninja(build, *arguments):
    return subprocess.run(["ninja", "-C", build, "-t", *arguments], capture_output=True, text=True, check=True).stdout


def own_files(build, target):
    """The project's files that the objects of `target` were made from."""
    objects = [name for name in ninja(build, "inputs", target).split("\n") if name.endswith(".o")]
    paths = (pathlib.Path(line.strip()) for line in ninja(build, "deps", *objects).splitlines() if line.startswith(" "))
    resolved = {(pathlib.Path(build) / path).resolve() for path in paths}
    return sorted(path for path in resolved if ROOT in path.parents)


def strange_includes(path):
    text = path.read_text()
    asked_for = set(re.findall(r"__has_include\(<([^>]+)>\)", text))
    for name in re.findall(r"^#include <([^>]+)>", text, re.MULTILINE):
        if name.endswith((".h", ".hpp")) and name not in asked_for and not name.startswith(AT_HOME_EVERYWHERE):
            yield name


def main():
    files = own_files(sys.argv[1], "exercise/solution_test")
    if not any(path.name == "tensor.h" for path in files):
        sys.exit(f"portable: only {len(files)} files of solution_test are known: build it first")
    faults = [f"{path.relative_to(ROOT)} includes <{name}>" for path in files for name in strange_includes(path)]
    print(*faults, f"portable: {len(files)} files, {len(faults)} strange includes", sep="\n")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
