#!/usr/bin/env python3
"""Proves that the CMake and the Bazel build name the same targets, in the same order, with the same sources.

  in_step.py [--root DIR]           says every difference and leaves with 1 where there is one
  in_step.py [--root DIR] --write   writes each BUILD file's cc_* rules from the CMakeLists.txt beside it

A file of code in a folder of the build that neither side names is a difference too; what a script compiles, the BUILD
file names in exports_files. What stands in a BUILD file below the
line `# Bazel only.` is kept by --write; of it only the names of sh_test rules are compared, with CMake's add_test. A test
that reads what CMake alone writes is named there by a line `# CMake only: NAME: why`.
"""
import argparse
import json
import os
import pathlib
import sys

from build_targets import (BAZEL_ONLY, HERE, KINDS, LISTS, InStepError, bazel_targets, cmake_targets,
                           exported_files, filegroups, package_of, script_tests, with_labels)

CODE = (".h", ".cpp")
APART = {"testdata", "build", "third_party", "submissions"}  # folders whose code no target compiles


# ---------------------------------------------------------------- compare

def differences(root):
    """Every way in which the two builds differ, a line each."""
    targets = with_labels(root, cmake_targets(root))
    found = system_differences(root, targets)
    for folder in sorted(folders(root, targets)):
        left = [target for target in targets if target.folder == folder and target.kind in KINDS]
        found += folder_differences(folder, left, bazel_targets(root, folder))
        found += script_differences(root, folder, targets)
        found += data_differences(root, left)
    return found + doubled(targets) + forgotten(root, cmake_targets(root) + cmake_targets(root, "ON"))


def folders(root, targets):
    """Where either build has targets: a folder's name from the root."""
    named = {target.folder for target in targets}
    built = {path.parent.relative_to(root).as_posix() for path in walk(root) if path.name in ("BUILD", "CMakeLists.txt")}
    return {folder for folder in named | built if folder not in (".", "", "third_party")}


def walk(root):
    for folder, names, files in os.walk(root):
        names[:] = sorted(name for name in names if name not in APART and not name.startswith(".")
                          and not name.startswith(("bazel-", "build-")))
        yield from (pathlib.Path(folder, name) for name in sorted(files))


def folder_differences(folder, left, right):
    names = [[f"{target.kind} {target.name}" for target in side] for side in (left, right)]
    found = [f"{folder}/BUILD: no {name}, which CMakeLists.txt has" for name in names[0] if name not in names[1]]
    found += [f"{folder}/CMakeLists.txt: no {name}, which BUILD has" for name in names[1] if name not in names[0]]
    if not found and names[0] != names[1]:
        found.append(f"{folder}/BUILD: another order than in CMakeLists.txt, where it is: {', '.join(names[0])}")
    by_name = {target.name: target for target in right}
    for target in left:
        if target.name in by_name:
            found += target_differences(target, by_name[target.name])
    return found


def script_differences(root, folder, targets):
    ours = [target.name for target in targets if target.folder == folder and target.kind == "add_test"]
    theirs = script_tests(root, folder)
    found = [f"{folder}/BUILD: no sh_test {name}, which CMakeLists.txt has" for name in ours if name not in theirs]
    return found + [f"{folder}/CMakeLists.txt: no add_test {name}, which BUILD has" for name in theirs if name not in ours]


def data_differences(root, targets):
    """What DATA names must be a target in the other build: a folder a filegroup, a file at the top an exported one."""
    found = []
    for target in targets:
        for label in target.lists.get("data", []):
            package, _, name = label.rpartition(":")
            package = package[2:] if package.startswith("//") else target.folder
            if (root / package / name).is_dir() and name not in filegroups(root, package):
                found.append(f"{package}/BUILD: no filegroup {name}, which DATA of {target.name} names")
            if package == "" and name not in exported_files(root, package):
                found.append(f"BUILD: {name} is not exported, which DATA of {target.name} names")
    return found


def target_differences(left, right):
    found, where = [], f"{left.folder}: {left.name}"
    if left.size != right.size:
        found.append(f"{where}: size '{left.size}' in CMake, '{right.size}' in Bazel")
    for key in LISTS:
        ours, theirs = left.lists.get(key, []), right.lists.get(key, [])
        found += [f"{where}: {key}: '{item}' in CMake only" for item in ours if item not in theirs]
        found += [f"{where}: {key}: '{item}' in Bazel only" for item in theirs if item not in ours]
    return found


def system_differences(root, targets):
    """third_party/ has a rule of its own for each package of the system; the names must be the same."""
    ours = [target.name for target in targets if target.kind == "system_library"]
    theirs = [target.name for target in bazel_targets(root, "third_party")]
    return [] if ours == theirs else [f"third_party: the packages are {ours} in CMake, {theirs} in Bazel"]


def doubled(targets):
    names = [target.name for target in targets]
    return [f"{target.folder}/CMakeLists.txt: '{target.name}' is the name of another target too"
            for index, target in enumerate(targets) if target.name in names[:index]]


def forgotten(root, targets):
    """Code that no target names and no BUILD file exports, in folders with targets; and names without a file."""
    named = {os.path.normpath(f"{target.folder}/{name}") for target in targets
             for key in ("hdrs", "srcs") for name in target.lists.get(key, [])}
    homes = {target.folder for target in targets if target.kind in KINDS}
    exported = {f"{folder}/{name}" for folder in homes for name in exported_files(root, folder)}
    present = {path.relative_to(root).as_posix() for path in walk(root) if path.suffix in CODE}
    present = {path for path in present if package_of(root, path) in homes}
    found = [f"{path}: no target of either build names it" for path in sorted(present - named - exported)]
    return found + [f"{path}: named by a target, and not there" for path in sorted(named)
                    if not (root / path).is_file()]


# ---------------------------------------------------------------- write

def build_text(folder, targets, kept):
    kinds = sorted({f'"{target.kind}"' for target in targets})
    lines = [f"# Targets of {folder}/, in step with CMakeLists.txt: third_party/in_step.py writes and proves it.",
             f'load("@rules_cc//cc:defs.bzl", {", ".join(kinds)})' if kinds else None, "",
             'package(default_visibility = ["//visibility:public"])']
    lines = [line for line in lines if line is not None]
    for target in targets:
        lines += [""] + rule_lines(target)
    return "\n".join(lines) + "\n" + kept


def rule_lines(target):
    lines = [f"{target.kind}(", f'    name = "{target.name}",']
    if target.size:
        lines.append(f'    size = "{target.size}",')
    for key in ("srcs", "hdrs", "copts", "data", "linkopts", "tags", "deps"):
        items = target.lists.get(key, [])
        if len(items) == 1:
            lines.append(f"    {key} = [{json.dumps(items[0])}],")
        elif items:
            lines += [f"    {key} = ["] + [f"        {json.dumps(item)}," for item in items] + ["    ],"]
    return lines + [")"] if len(lines) > 2 else [f'{target.kind}(name = "{target.name}")']


def write(root):
    """Writes the BUILD files; returns the names of those that changed."""
    targets, changed = with_labels(root, cmake_targets(root)), []
    for folder in sorted(folders(root, targets)):
        here = [target for target in targets if target.folder == folder and target.kind in KINDS]
        path = root / folder / "BUILD"
        old = path.read_text(encoding="utf-8") if path.is_file() else ""
        if not here and (old or not (root / folder / "CMakeLists.txt").is_file()):
            continue
        head, mark, kept = old.partition("\n" + BAZEL_ONLY)
        new = build_text(folder, here, mark + kept)
        if new != old:
            path.write_text(new, encoding="utf-8")
            changed.append(f"{folder}/BUILD")
    return changed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=HERE.parent, help="the repository (default: this one)")
    parser.add_argument("--write", action="store_true", help="write the BUILD files instead of comparing")
    options = parser.parse_args()
    root = options.root.resolve()
    try:
        if options.write:
            print("\n".join(f"in_step: wrote {name}" for name in write(root)) or "in_step: nothing to write")
            return 0
        found = differences(root)
    except InStepError as error:
        found = [str(error)]
    for line in found:
        print(f"in_step: {line}", file=sys.stderr)
    if not found:
        print("in_step: both builds name the same targets, sources and tests")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
