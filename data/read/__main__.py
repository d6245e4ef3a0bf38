"""`python -m data.read FORM FOLDER OUT`: results of another program as the folder of a suite.

FORM is muse_bench, tofu or every_eval_ever; FOLDER is a folder or a file. OUT must not exist: its name becomes the id
of the suite. What cannot be read is reported with its file and place, and nothing is written.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from components.errors import LeaderboardError
from data.load import tables_from_files
from data.plain import identifier
from data.problems import SuiteProblems
from data.read import every_eval_ever, muse_bench, tofu
from data.read.suite import suite_files as of_runs
from data.registry import Tables
from data.write import suite_files

Files = Iterator[tuple[str, bytes]]


FORMS: Mapping[str, tuple[Callable[[str], bool], Callable[[Files, str], Mapping[str, str]]]] = {
    "muse_bench": (muse_bench.is_result, lambda found, name: of_runs(muse_bench.read(found), name)),
    "tofu": (lambda path: path.endswith(".csv"), lambda found, name: of_runs(tofu.read(found), name)),
    "every_eval_ever": (lambda path: path.endswith((".json", ".jsonl")), every_eval_ever.read),
}
"""By form which files are opened, by their paths, and what makes the files of a suite of them."""


def main(arguments: list[str] | None = None) -> int:
    """Write the folder; 0 when it was written, 1 when something is wrong, 2 for wrong usage."""
    parser = argparse.ArgumentParser(prog="python -m data.read", description="Make a suite of results of a program.")
    parser.add_argument("form", choices=FORMS)
    parser.add_argument("source", type=Path, help="the folder, or one file")
    parser.add_argument("out", type=Path, help="the folder to write, which must not exist")
    asked = parser.parse_args(arguments)
    try:
        tables = read(asked.form, asked.source, identifier(asked.out.name))
        _write(tables, asked.out)
    except SuiteProblems as error:
        print("\n".join(p.message for p in error.problems))
        return 1
    except (LeaderboardError, OSError) as error:
        print(error)
        return 1
    print(f"{asked.out}: {len(tables.runs)} runs, {len(tables.metrics)} metrics")
    return 0


def read(form: str, source: Path, name: str) -> Tables:
    """Return the suite made of a folder or a file. Raises LeaderboardError, SuiteProblems, OSError."""
    opened, make = FORMS[form]
    files = make(files_of(source, opened), name)
    return tables_from_files({file: text.encode() for file, text in files.items()}, private=False)


def files_of(source: Path, opened: Callable[[str], bool]) -> Files:
    """Yield the files to be read, by their path in the folder."""
    if not source.is_dir():
        yield source.name, source.read_bytes()
        return
    for folder, folders, names in os.walk(source):
        folders.sort()
        for name in sorted(names):
            path = (Path(folder) / name).relative_to(source).as_posix()
            if opened(path):
                yield path, (source / path).read_bytes()


def _write(tables: Tables, out: Path) -> None:
    """Write a suite beside its place and put it there whole."""
    if out.exists():
        raise LeaderboardError(f"{out}: found something there, expected a folder that does not exist yet")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".read-") as scratch:
        made = Path(scratch) / out.name
        made.mkdir()
        for name, content in suite_files(tables).items():
            (made / name).write_bytes(content)
        os.rename(made, out)


if __name__ == "__main__":
    sys.exit(main())
