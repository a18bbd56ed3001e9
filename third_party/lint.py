#!/usr/bin/env python3
"""clang-tidy over the project's own sources: lint.py BUILD_DIR.

A file that passed is looked at again only when it, a header that it includes or the configuration changed: the build
knows which those are, so the build must be there.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def own_sources(build):
    """The project's sources that the build compiles."""
    commands = json.loads((build / "compile_commands.json").read_text())
    files = {pathlib.Path(entry["file"]).resolve() for entry in commands}
    return sorted(file for file in files if ROOT in file.parents and build not in file.parents)


def own_includes(build):
    """Source -> the project's files that it includes, as the compiler told Ninja."""
    includes = {}
    source = None
    listing = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    for line in listing.splitlines():
        if not line.startswith(" "):
            source = None
            continue
        path = pathlib.Path(os.path.normpath(build / line.strip()))
        if source is None:
            source = path
            includes[source] = []
        elif ROOT in path.parents:
            includes[source].append(path)
    return includes


def stamp_of(seen, file, included):
    digest = hashlib.sha256((ROOT / ".clang-tidy").read_bytes())
    for path in [file, *sorted(included)]:
        digest.update(path.read_bytes() if path.is_file() else b"gone")
    return seen / digest.hexdigest()


def said_of(build, file):
    """What clang-tidy complains about, or nothing."""
    ran = subprocess.run(["clang-tidy", "-p", build, "--quiet", file], capture_output=True, text=True, check=False)
    return ran.stdout + ran.stderr if ran.returncode != 0 else ""


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    seen = build / "lint"
    seen.mkdir(exist_ok=True)
    includes = own_includes(build)
    stamps = {file: stamp_of(seen, file, includes.get(file, [])) for file in own_sources(build)}
    todo = [file for file, stamp in stamps.items() if not stamp.exists()]
    print(f"lint: {len(todo)} of {len(stamps)} files to look at", flush=True)
    faults = 0
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for file, said in zip(todo, pool.map(lambda file: said_of(build, file), todo)):
            if said:
                faults += 1
                print(said, flush=True)
            else:
                stamps[file].touch()
    sys.exit(f"lint: {faults} files with faults" if faults else 0)


if __name__ == "__main__":
    main()
