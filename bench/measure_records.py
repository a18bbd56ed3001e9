"""Measures what `bench/run records` prints: gradebook and summaries out of 2,500, 5,000 and 10,000 records of 74 cases."""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

PROGRAM = pathlib.Path(sys.argv[1]) / "bench/records"
ROUNDS = int(sys.argv[2])
CASES = 74
COUNTS = (2500, 5000, 10000)


def write(records, out):
    """Wall time, CPU time and peak memory of reading all records and writing the three files."""
    start = time.perf_counter()
    process = subprocess.Popen([PROGRAM, "write", records, out])
    _, status, usage = os.wait4(process.pid, 0)
    took = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{PROGRAM} failed")
    return took, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def measure(records):
    for count, folder in records.items():
        subprocess.run([PROGRAM, "make", str(count), str(CASES), folder], check=True)
    rounds = {count: [] for count in COUNTS}
    for i in range(ROUNDS):
        for count, folder in records.items():
            rounds[count].append(write(folder, folder.parent / f"out{count}"))
    return {count: [statistics.median(values) for values in zip(*taken)] for count, taken in rounds.items()}


def main():
    with tempfile.TemporaryDirectory(prefix="bench.") as name:
        records = {count: pathlib.Path(name) / f"records{count}" for count in COUNTS}
        medians = measure(records)
        out = pathlib.Path(name) / f"out{COUNTS[-1]}"
        sizes = ", ".join(f"{path.name} {path.stat().st_size / 1e6:.1f} MB" for path in sorted(out.iterdir()))
    print("| records of 74 cases | wall, s | CPU, s | peak memory, MiB | CPU a record, ms |\n|---|---|---|---|---|")
    for count, (wall, cpu, memory) in medians.items():
        print(f"| {count:,} | {wall:.2f} | {cpu:.2f} | {memory:.1f} | {1000 * cpu / count:.3f} |")
    print(f"\nAt {COUNTS[-1]:,}: {sizes}. Goal: under 20 s and 300 MiB, growth linear.")


main()
