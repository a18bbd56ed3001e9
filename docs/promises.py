#!/usr/bin/env python3
"""Proves that each test which docs/security.md names for a promise is there.

  promises.py [--root DIR]   says every name that no test has and leaves with 1 where there is one

In the column `shown by` a name is `Suite.Test`, `Suite`, or `Test` of the suite named last; `Suite.Begin…` stands for
all tests of the suite that begin so.
"""
import argparse
import pathlib
import re
import sys

HEAD = re.compile(r"^\| promise \| shown by \|$")
TEST = re.compile(r"^(?:TEST|TEST_F|TEST_P|TYPED_TEST)\(\s*(\w+),\s*(\w+)\)", re.MULTILINE)


def tests_of(root):
    """suite -> its tests, of every test in the tree."""
    found = {}
    for path in sorted(root.glob("grader/**/*_test.cpp")):
        for suite, test in TEST.findall(path.read_text()):
            found.setdefault(suite, set()).add(test)
    return found


def rows(text):
    """(line number, promise, what shows it) of the table of promises."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if HEAD.match(line):
            inside = True
        elif inside and not line.startswith("|"):
            return
        elif inside and not line.startswith("| ---"):
            promise, shown = [part.strip() for part in line.strip("|").rsplit("|", 1)]
            yield number, promise, shown


def missing(shown, tests):
    """The names in `shown` that no test has; `(none)` where it names none at all."""
    suite, names, absent = "", re.findall(r"`([A-Z]\w*(?:\.\w+)?…?)`", shown), []
    for name in names:
        first, _, test = name.partition(".")
        if first in tests:
            suite = first
        else:
            test = name
        begin = test.endswith("…")
        test = test.rstrip("…")
        held = any(one.startswith(test) if begin else one == test for one in tests.get(suite, ()))
        if test and not held:
            absent.append(name)
    return absent if names else ["(none)"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root
    tests = tests_of(root)
    table = list(rows((root / "docs/security.md").read_text()))
    faults = [f"docs/security.md:{number}: no test is called '{name}', which shows: {promise}"
              for number, promise, shown in table for name in missing(shown, tests)]
    print("\n".join(faults) if faults else f"promises: {len(table)} promises, each with its tests")
    return 1 if faults or not table else 0


if __name__ == "__main__":
    sys.exit(main())
