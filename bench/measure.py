"""Measures what bench/run prints. Only the standard library; the programs are the ones that users run."""
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from measuring import CORES, REFERENCE, head, milliseconds, number, peak_mib, row

ROUNDS = int(sys.argv[1])
BUILD = pathlib.Path(sys.argv[2])
GRADER = BUILD / "grader/cli/grader"
BARE = BUILD / "bench/bare"
RUNS = BUILD / "bench/runs"


def fresh_copy(folder, mark):
    """The reference under another digest: nothing about it is in the cache."""
    path = folder / f"{mark}" / "solution.h"
    path.parent.mkdir(parents=True)
    path.write_text(REFERENCE.read_text() + f"// {mark} {time.time_ns()}\n")
    return path


def cases_and_runs():
    report = json.loads(milliseconds([GRADER, "grade", REFERENCE, "--format", "json"])[1])
    return report["declared"]


def grade_against_bare(folder):
    runs = cases_and_runs()
    module = folder / "module.so"
    subprocess.run([GRADER, "compile", REFERENCE, "-o", module], check=True)
    ratios, grades, bares = [], [], []
    for i in range(ROUNDS):
        path = fresh_copy(folder, f"grade{i}")
        grade = milliseconds([GRADER, "grade", path, "--package", "."])[0]
        bare = number([BARE, "compile", path]) + runs * number([BARE, "run", module, "100"]) / CORES
        ratios.append(grade / bare)
        grades.append(grade)
        bares.append(bare)
    detail = f"{statistics.median(grades):.0f} ms ÷ {statistics.median(bares):.0f} ms, {runs} runs"
    row("one grade of the reference ÷ (bare compile and link + runs × bare fork, load, answer ÷ cores)", ratios, "≤ 1.3", detail)
    return module


def grade_against_gtest(folder):
    """The public and hidden cases as one GoogleTest and yaml-cpp translation unit: compile, link, run."""
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "yaml-cpp", "gtest_main"], check=True, capture_output=True, text=True).stdout.split()
    libraries = [str(BUILD / "kit" / name) for name in ("libkit.a", "libkit_kernels_avx512.a", "libkit_kernels_avx2.a", "libkit_kernels_basic.a")]
    given = str(BUILD / "exercise/libattention.a")
    ratios, gtests, grades = [], [], []
    for i in range(ROUNDS):
        path = fresh_copy(folder, f"gtest{i}")
        program = folder / "gtest_cases"
        compile_command = ["g++", "-std=c++20", "-O0", "-I.", f'-DSOLUTION="{path}"', "bench/gtest_cases.cpp", "-o", program, given, *libraries, *flags]
        gtest = milliseconds(compile_command)[0] + milliseconds([program])[0]
        grade = milliseconds([GRADER, "grade", path, "--package", "."])[0]
        ratios.append(gtest / grade)
        gtests.append(gtest)
        grades.append(grade)
    detail = f"{statistics.median(gtests):.0f} ms ÷ {statistics.median(grades):.0f} ms"
    row("the same cases as one GoogleTest + yaml-cpp unit ÷ one grade", ratios, "≥ 8", detail)


def unchanged(module):
    """What a grade from the cache adds to the run of the cases itself, which is the sandboxed one."""
    added, grades = [], []
    for _ in range(ROUNDS):
        grade = milliseconds([GRADER, "grade", REFERENCE])[0]
        added.append(grade - number([RUNS, module]))
        grades.append(grade)
    row("one grade where nothing changed − the run of its cases, in ms", added, "≤ 60", f"grade {statistics.median(grades):.0f} ms")


def sandbox_cost():
    on, off = [], []
    for _ in range(ROUNDS):
        on.append(milliseconds([GRADER, "grade", REFERENCE])[0])
        off.append(milliseconds([GRADER, "grade", REFERENCE, "--sandbox", "off"])[0])
    row("a grade from the cache, sandbox on − off, in ms", [a - b for a, b in zip(on, off)], "≤ 55 + 1.5 a case ÷ cores", f"{statistics.median(on):.0f} − {statistics.median(off):.0f}")


def memory():
    mib = [peak_mib([GRADER, "grade", REFERENCE]) for _ in range(3)]
    row("peak memory of the grader, in MiB", mib, "≤ 24", "from the cache, all cases")


def told(what, script, argument, goal, note=""):
    """A row of what another script measured, which prints: NAME: RATIO (ONE / OTHER)."""
    ratio, sides = re.search(r": ([0-9.]+) \((.*)\)", milliseconds(["bash", script, argument])[1]).groups()
    row(what, [float(ratio)], goal, sides.replace("/", "÷") + note)


def forward():
    told("`mha_forward` of the reference ÷ NumPy's", "bench/mha_forward.sh", str(BUILD), "≤ 1.0",
         ", B=4, T=128, D=256, H=8, one thread")


def header():
    told("compile against the kit ÷ against bare declarations", "bench/kit_header.sh", "9", "≤ 1.3")


def main():
    head()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="bench."))
    try:
        milliseconds([GRADER, "grade", REFERENCE])  # prelude, runner and expected values are there
        module = grade_against_bare(folder)
        grade_against_gtest(folder)
        unchanged(module)
        sandbox_cost()
        memory()
        header()
        forward()
    finally:
        shutil.rmtree(folder)


main()
