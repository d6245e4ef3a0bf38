"""Checks suite folders and prints every problem: `python -m data.check DIR …`. Nothing is written.

`data/names`, or a folder of this name, is checked as the names that suites share, against the
suites served, and as the dictionary of metrics; `data/replications` as values of further studies.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from data import build, replications
from data.known_metrics import TABLE, read_known
from data.load import examine
from data.names import FOLDER, read_names
from data.problems import Problem, Problems
from data.raw_files import SUITE_FILE
from data.registry import Tables
from data.rules import file_of


def main(arguments: list[str] | None = None) -> int:
    """Print the problems of each folder; 0 when there are none, 1 when there are, 2 for wrong
    usage."""
    parser = argparse.ArgumentParser(
        prog="python -m data.check", description="Check suite folders."
    )
    parser.add_argument(
        "folder",
        nargs="+",
        type=Path,
        help="a folder with suite.toml and its tables, data/names or data/replications",
    )
    failed = False
    for folder in parser.parse_args(arguments).folder:
        if folder.name == FOLDER.name and not (folder / SUITE_FILE).exists():
            failed |= _check_names(folder)
            continue
        if folder.name == replications.FOLDER.name and not (folder / SUITE_FILE).exists():
            values, problems = replications.check_replications(folder)
            failed |= _listed(folder, problems, f"{sum(map(len, values.values()))} values")
            continue
        tables, problems = examine(folder)
        if tables is None:
            failed |= _listed(folder, problems)
        else:
            print(_summary(tables))
    return int(failed)


def _listed(folder: Path, problems: Sequence[Problem], among: str = "") -> bool:
    """Print problems and their number; return whether there is any."""
    for problem in problems:
        print(problem.message)
    count = f"{len(problems)} {'problem' if len(problems) == 1 else 'problems'}"
    print(f"{folder}: {count}{f' in {among}' if among else ''}")
    return bool(problems)


def _check_names(folder: Path) -> bool:
    of_names, of_dictionary = Problems(), Problems()
    by_kind = read_names(folder, of_names, {t.suite.id: t for t in build.load_all().tables})
    known = read_known(folder, of_dictionary)
    problems = [*of_names.all, *(p for p in of_dictionary.all if p.file == file_of(TABLE.name))]
    counts = ", ".join(f"{len(names.rows)} {kind}" for kind, names in by_kind.items())
    counts += f", {len(known)} known metrics" if known else ""
    return _listed(folder, problems, counts or "nothing")


def _summary(tables: Tables) -> str:
    parts = [
        f"{len(getattr(tables, name))} {name}"
        for name in ("runs", "panels", "benchmarks", "methods", "metrics")
    ]
    parts.append(f"{len(tables.published)} published claims")
    parts += [f"{name} ({len(frame)} rows)" for name, frame in tables.extras.items()]
    return f"{tables.suite.id} {tables.data_version}: no problem in {', '.join(parts)}"


if __name__ == "__main__":
    sys.exit(main())
