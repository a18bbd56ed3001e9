"""A class to measure with: as many different submissions as asked for, made from those that the package knows.

Each is an accepted variant or a mistake under another student's name, with local variables called otherwise and a comment
of its own. Where more are asked for than are known, the later ones are programs that were there before.
"""
import pathlib
import re

LOCAL = re.compile(r"^\s+(?:const )?(?:Tensor|auto|double|int|std::int64_t) (\w+) = ", re.MULTILINE)


def renamed(text, student):
    """The same program: what is declared in a function's body gets another name everywhere in the file."""
    for name in sorted(set(LOCAL.findall(text))):
        if not re.search(rf"(?:\.|::|->|\"){name}\b|\b{name}\(", text):
            text = re.sub(rf"\b{name}\b", f"{name}_{student}", text)
    return text + f"\n// handed in by {student}\n"


def known_files(root):
    """Right and wrong solutions in turn, so that the first N of any N are mixed."""
    accepted = sorted((root / "solution/accepted").glob("*.h"))
    mistakes = sorted((root / "solution/mistakes").glob("*.h"))
    mixed = []
    for i, mistake in enumerate(mistakes):
        mixed.append(mistake)
        if i % 3 == 2:
            mixed.append(accepted[(i // 3) % len(accepted)])
    return mixed


def write_class(root, folder, count):
    """Writes FOLDER/sNNN/solution.h, one folder a student; their paths."""
    known = known_files(pathlib.Path(root))
    paths = []
    for i in range(count):
        path = folder / f"s{i:03}" / "solution.h"
        path.parent.mkdir(parents=True)
        path.write_text(renamed(known[i % len(known)].read_text(), f"s{i:03}"))
        paths.append(path)
    return paths
