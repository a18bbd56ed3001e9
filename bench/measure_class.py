"""Measures what `bench/run class` prints: a class of different submissions, then again with little and nothing changed."""
import concurrent.futures
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from class_submissions import write_class
from measuring import CORES, REFERENCE, head, milliseconds, number, row

COUNT = int(sys.argv[1])
BUILD = pathlib.Path(sys.argv[2])
ROUNDS = int(sys.argv[3])
GRADER = BUILD / "grader/cli/grader"
BARE = BUILD / "bench/bare"
SAMPLE = 12  # submissions whose bare compile is measured, spread over the class, before and after it


def package_copy(folder):
    """A package whose cases may be changed."""
    package = folder / "package"
    for part in ("exercise", "solution", "cases"):
        shutil.copytree(part, package / part)
    return package


def change_one_case_file(package, mark):
    """One file says other numbers than before, and asks for one case more."""
    path = package / "cases/hidden/split_heads.yaml"
    text = re.sub(r"seed: (\d+)", lambda seed: f"seed: {int(seed[1]) + mark}", path.read_text())
    path.write_text(text + f"""
  - name: split_added_{mark}
    why: a case of this round
    args:
      x: {{uniform: {{shape: [2, 4, 6], seed: {mark}, low: -1, high: 1}}}}
      n_heads: 3
""")


def class_command(package, submissions, out):
    return [GRADER, "class", submissions, "--out", out, "--package", package, "--sanitize", "never"]


def class_ms(package, submissions, out):
    return milliseconds(class_command(package, submissions, out))[0]


def bare_ms(paths, module, runs):
    """What the class would cost without a grader around it. All cores are busy while it is measured, as they are in the
    class: what two of them share makes each slower."""

    def one(path):
        return number([BARE, "compile", path]) + runs * number([BARE, "run", module, "100"])

    with concurrent.futures.ThreadPoolExecutor(CORES) as pool:
        return COUNT * statistics.mean(pool.map(one, paths[:: max(1, COUNT // SAMPLE)])) / CORES


def descendants(pid):
    children = {}
    for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(entry.parent.name))
    found, todo = [], [pid]
    while todo:
        found.append(todo.pop())
        todo += children.get(found[-1], [])
    return found


def proportional_mib(pids):
    """Memory of these processes, pages that several share counted once."""
    total = 0
    for pid in pids:
        try:
            text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:"))
    return total / 1024


def peak_of_class(package, submissions, out):
    process = subprocess.Popen(class_command(package, submissions, out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak = 0
    while process.poll() is None:
        peak = max(peak, proportional_mib(descendants(process.pid)))
        time.sleep(0.05)
    return peak


def one_round(folder, module, runs, figures, mark):
    package = package_copy(folder)
    submissions = folder / "class"
    paths = write_class(".", submissions, COUNT)
    os.environ["GRADER_CACHE"] = str(folder / "cache")
    milliseconds([GRADER, "grade", REFERENCE, "--package", package])  # what is built once a package
    before = bare_ms(paths, module, runs)
    first = class_ms(package, submissions, folder / "out")
    bare = (before + bare_ms(paths, module, runs)) / 2
    nothing = class_ms(package, submissions, folder / "out")
    change_one_case_file(package, mark)
    one_file = class_ms(package, submissions, folder / "out")
    for name, value in (("class", first / bare), ("file", first / one_file), ("nothing", first / nothing)):
        figures[name].append(value)
    figures["detail"] = f"{first / 1000:.1f} s ÷ {bare / 1000:.1f} s; again {nothing / 1000:.2f} s, one file {one_file / 1000:.2f} s"


def main():
    head()
    figures = {"class": [], "file": [], "nothing": []}
    with tempfile.TemporaryDirectory(prefix="bench.") as name:
        module = pathlib.Path(name) / "module.so"
        subprocess.run([GRADER, "compile", REFERENCE, "-o", module], check=True)
        runs = len(milliseconds([GRADER, "grade", "--list"])[1].splitlines())
        for mark in range(1, ROUNDS + 1):
            with tempfile.TemporaryDirectory(prefix="round.", dir=name) as folder:
                one_round(pathlib.Path(folder), module, runs, figures, mark)
        row(f"a class of {COUNT} ÷ (bare compiles + {runs} bare runs each) ÷ cores", figures["class"], "≤ 1.25", figures["detail"])
        row("the first run ÷ the same with one case file changed", figures["file"], "≥ 8", "")
        row("the first run ÷ the same with nothing changed", figures["nothing"], "≥ 40", "")
        with tempfile.TemporaryDirectory(prefix="memory.", dir=name) as folder:
            path = pathlib.Path(folder)
            os.environ["GRADER_CACHE"] = str(path / "cache")
            write_class(".", path / "class", min(COUNT, 40))
            peak = peak_of_class(package_copy(path), path / "class", path / "out")
            row("memory of grader, compilers and runs together ÷ cores, in MiB", [peak / CORES], "≤ 220", f"{min(COUNT, 40)} submissions")


main()
