"""What the measurements share: timing a command, a row of the table. Only the standard library."""
import os
import pathlib
import statistics
import subprocess
import sys
import time

CORES = len(os.sched_getaffinity(0))
REFERENCE = pathlib.Path("solution/solution.h")


def milliseconds(command, **options):
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
    took = 1000 * (time.perf_counter() - start)
    if done.returncode not in (0, 1):
        sys.exit(f"{command} failed with {done.returncode}: {done.stderr}")
    return took, done.stdout


def number(command):
    return float(milliseconds(command)[1])


def peak_mib(command):
    """Peak memory of the command's own process, without its children."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_maxrss / 1024


def head():
    print("| what | median | goal | detail |\n|---|---|---|---|", flush=True)


def row(what, values, goal, detail):
    middle = statistics.median(values)
    spread = f" (lowest {min(values):.2f}, highest {max(values):.2f})" if len(values) > 1 else ""
    print(f"| {what} | {middle:.2f} | {goal} | {detail}{spread} |", flush=True)
