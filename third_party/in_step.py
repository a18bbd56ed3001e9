#!/usr/bin/env python3
"""Proves that the CMake and the Bazel build name the same targets, in the same order, with the same sources.

  in_step.py [--root DIR]           says every difference and leaves with 1 where there is one
  in_step.py [--root DIR] --write   writes each BUILD file's cc_* rules from the CMakeLists.txt beside it

Left and right are read without building: CMake's side by list_targets.cmake, Bazel's by parsing the BUILD files. A file of
code in a folder of the build that neither side names is a difference too. What stands in a BUILD file below the line
`# Bazel only.` is for Bazel alone: --write keeps it and no rule of this script reads it.
"""
import argparse
import ast
import dataclasses
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
BAZEL_ONLY = "# Bazel only."
KINDS = ("cc_library", "cc_binary", "cc_test")
LISTS = ("hdrs", "srcs", "deps", "copts", "linkopts", "data", "tags")  # what both builds say of a target
CODE = (".h", ".cpp")
APART = {"testdata", "build", "third_party"}  # folders whose code no target compiles


@dataclasses.dataclass
class Target:
    kind: str
    folder: str
    name: str
    size: str = ""
    lists: dict = dataclasses.field(default_factory=dict)  # of LISTS, each sorted


class InStepError(Exception):
    """A file that can not be read: the message says which and why."""


# ---------------------------------------------------------------- CMake's side

def cmake_targets(root, options="OFF"):
    """The targets of the CMake build in its order; those behind an option() too where options is ON."""
    script = HERE / "list_targets.cmake"
    done = subprocess.run(["cmake", f"-DROOT={root}", f"-DOPTIONS={options}", "-P", str(script)],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise InStepError(f"cmake can not read the CMakeLists.txt files: {done.stderr.strip()[-2000:]}")
    return [cmake_target(line[1:]) for line in done.stderr.splitlines() if line.startswith("#")]


def cmake_target(line):
    kind, folder, *arguments = line.split(";")
    target, key = Target(kind, folder, ""), ""
    for word in arguments:
        if word in ("NAME", "SIZE") or word.lower() in LISTS:
            key = word.lower()
        elif key == "name":
            target.name = word
        elif key == "size":
            target.size = word
        else:
            target.lists.setdefault(key, []).append(word)
    return target


def package_of(root, path):
    """The nearest folder at or above `path` that is a Bazel package (or will be: it has a CMakeLists.txt)."""
    folder = path if (root / path).is_dir() else os.path.dirname(path)
    while folder and not any((root / folder / name).is_file() for name in ("BUILD", "CMakeLists.txt")):
        folder = os.path.dirname(folder)
    return folder


def data_label(root, path, here):
    """Data is named from the root: a file, or a folder, which stands for the filegroup of its name in its package."""
    if not (root / path).exists():
        raise InStepError(f"{here}/CMakeLists.txt: DATA names '{path}', which is neither a target nor a path from the root")
    package = package_of(root, path)
    rest = path[len(package):].strip("/") or "files"
    return f":{rest}" if package == here else f"//{package}:{rest}"


def with_labels(root, targets):
    """The same targets with Bazel's labels for names, and with what cmake/cc.cmake adds on its own."""
    home = {target.name: target.folder for target in targets}

    def label(name, here, what):
        if name not in home:
            raise InStepError(f"{here}/CMakeLists.txt: {what} names '{name}', which no CMakeLists.txt defines")
        return f":{name}" if home[name] == here else f"//{home[name]}:{name}"

    for target in targets:
        lists, here = target.lists, target.folder
        if target.kind == "cc_test":
            lists["deps"] = lists.get("deps", []) + ["gtest_main"]
        if "deps" in lists:
            lists["deps"] = [label(name, here, "DEPS") for name in lists["deps"]]
        if "data" in lists:
            lists["data"] = [label(name, here, "DATA") if name in home else data_label(root, name, here)
                             for name in lists["data"]]
        for key in LISTS:
            if key not in ("copts", "linkopts") and key in lists:  # the order of flags is theirs
                lists[key] = sorted(set(lists[key]), key=label_order)
    return targets


def label_order(label):
    """buildifier's: this package's own targets first."""
    return (label.startswith("//"), label.replace(":", "\0"))


# ---------------------------------------------------------------- Bazel's side

def bazel_targets(root, folder):
    """The cc_* targets of one BUILD file, up to its line BAZEL_ONLY."""
    path = root / folder / "BUILD"
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8").split("\n" + BAZEL_ONLY)[0]
    try:
        calls = [node.value for node in ast.parse(text).body
                 if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
        return [bazel_target(call, folder) for call in calls if call.func.id in KINDS]
    except (SyntaxError, ValueError) as error:
        raise InStepError(f"{folder}/BUILD: only literal lists can be compared: {error}") from error


def bazel_target(call, folder):
    target = Target(call.func.id, folder, "")
    for keyword in call.keywords:
        value = ast.literal_eval(keyword.value)
        if keyword.arg in ("name", "size"):
            setattr(target, keyword.arg, value)
        elif keyword.arg in LISTS:
            target.lists[keyword.arg] = value
        else:
            raise ValueError(f"'{keyword.arg}' of '{target.name}' has no counterpart in CMake")
    return target


# ---------------------------------------------------------------- compare

def differences(root):
    """Every way in which the two builds differ, a line each."""
    targets = with_labels(root, cmake_targets(root))
    every = targets + cmake_targets(root, "ON")
    found = system_differences(root, targets)
    for folder in sorted(folders(root, targets)):
        left = [target for target in targets if target.folder == folder and target.kind in KINDS]
        found += folder_differences(folder, left, bazel_targets(root, folder))
    return found + doubled(targets) + forgotten(root, every)


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
    """Code that no target names, in folders that have a CMakeLists.txt; and names without a file."""
    named = {os.path.normpath(f"{target.folder}/{name}") for target in targets
             for key in ("hdrs", "srcs") for name in target.lists.get(key, [])}
    homes = {target.folder for target in targets if target.kind in KINDS}
    present = {path.relative_to(root).as_posix() for path in walk(root) if path.suffix in CODE}
    present = {path for path in present if package_of(root, path) in homes}
    found = [f"{path}: no target of either build names it" for path in sorted(present - named)]
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
            lines.append(f'    {key} = ["{items[0]}"],')
        elif items:
            lines += [f"    {key} = ["] + [f'        "{item}",' for item in items] + ["    ],"]
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
