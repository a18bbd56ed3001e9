"""What the two builds name: CMake's side by list_targets.cmake, Bazel's by parsing the BUILD files. Nothing is built."""
import ast
import dataclasses
import os
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
BAZEL_ONLY = "# Bazel only."
CMAKE_ONLY = "# CMake only:"
KINDS = ("cc_library", "cc_binary", "cc_test")
# What a library's programs read when they run: the data of a cc_library, which CMake has no word for.
BAZEL_DATA = {"module": ["//grader:grader_parts"]}
LISTS = ("hdrs", "srcs", "deps", "copts", "linkopts", "data", "tags")  # what both builds say of a target


@dataclasses.dataclass
class Target:
    kind: str
    folder: str
    name: str
    size: str = ""
    lists: dict = dataclasses.field(default_factory=dict)  # of LISTS, each sorted
    objects: list = dataclasses.field(default_factory=list)  # libraries whose objects it takes whole


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
    targets = [cmake_target(line[1:]) for line in done.stderr.splitlines() if line.startswith("#")]
    for objects in [target for target in targets if target.kind == "objects"]:
        owner = next(target for target in targets if target.name == objects.name)
        owner.objects = objects.lists["deps"]
    return [target for target in targets if target.kind != "objects"]


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


def file_label(root, path, here):
    """A file's label; a folder stands for the filegroup of its name in its package, or `files` where it is one itself."""
    package = package_of(root, path)
    rest = path[len(package):].strip("/") or "files"
    return rest if package == here else f"//{package}:{rest}"


def data_path(root, path, here):
    """DATA is named from the target's own folder or from the root."""
    for start in (here, ""):
        if (root / start / path).exists():
            return os.path.normpath(os.path.join(start, path))
    raise InStepError(f"{here}/CMakeLists.txt: DATA names '{path}', which is neither a target nor a path")


def with_labels(root, targets):
    """The same targets with Bazel's labels for names, and with what cmake/cc.cmake adds on its own."""
    home = {target.name: target.folder for target in targets}

    def label(name, here, what):
        if name not in home:
            raise InStepError(f"{here}/CMakeLists.txt: {what} names '{name}', which no CMakeLists.txt defines")
        return f":{name}" if home[name] == here else f"//{home[name]}:{name}"

    for target in targets:
        lists, here = target.lists, target.folder
        lists["deps"] = lists.get("deps", []) + (["gtest_main"] if target.kind == "cc_test" else [])
        lists["deps"] = [label(name, here, "DEPS") for name in lists["deps"]]
        lists["data"] = [label(name, here, "DATA") if name in home else
                         file_label(root, data_path(root, name, here), here) for name in lists.get("data", [])] + BAZEL_DATA.get(target.name, [])
        for key in ("hdrs", "srcs"):
            lists[key] = [file_label(root, os.path.normpath(f"{here}/{name}"), here) for name in lists.get(key, [])]
        lists["srcs"] += [label(name, here, "the objects") + "_objects" for name in target.objects]
        for key in LISTS:
            if key in ("copts", "linkopts"):  # their order is their own; Bazel reads them as a shell does
                lists[key] = [flag.replace('"', '\\"') for flag in lists.get(key, [])]
            else:
                lists[key] = sorted(set(lists.get(key, [])), key=label_order)
    return targets


def label_order(label):
    """buildifier's: this package's own targets first."""
    return (label.startswith("//"), label.startswith(":"), label.replace(":", "\0"))


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


def calls_in(root, folder):
    """All calls at the top of one BUILD file, wherever in it they stand."""
    path = root / folder / "BUILD"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return [node.value for node in ast.parse(text).body
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]


def script_tests(root, folder):
    """The names of the sh_test rules of one BUILD file, and of the tests that it says are CMake's alone."""
    path = root / folder / "BUILD"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return re.findall(rf"^{CMAKE_ONLY} (\w+):", text, re.MULTILINE) + [
        keyword.value.value
        for call in calls_in(root, folder) if call.func.id == "sh_test"
        for keyword in call.keywords if keyword.arg == "name"]


def filegroups(root, folder):
    """The names of the filegroup rules of one BUILD file."""
    return [keyword.value.value for call in calls_in(root, folder) if call.func.id == "filegroup"
            for keyword in call.keywords if keyword.arg == "name"]


def exported_files(root, folder):
    """What one BUILD file exports: files that a script compiles, or another folder's target."""
    return [name for call in calls_in(root, folder) if call.func.id == "exports_files"
            for name in ast.literal_eval(call.args[0])]


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
