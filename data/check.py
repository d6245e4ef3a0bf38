"""Checks suite folders and prints every problem: `python -m data.check DIR …`. Nothing is written.

`data/names`, or a folder of this name, is checked as the names that suites share, against the
suites served, and as the dictionary of metrics; `data/replications` as values of further studies,
`data/thresholds` as limits that others ask for.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from data import build, replications, thresholds
from data.known_metrics import TABLE, read_known
from data.load import examine
from data.names import FOLDER, read_names
from data.problems import Problem, Problems, counted
from data.raw_files import SUITE_FILE
from data.registry import Tables
from data.rules import file_of


def main(arguments: list[str] | None = None) -> int:
    """Print the problems of each folder.

    Return 0 when there are none, 1 when there are, 2 for wrong usage.
    """
    parser = argparse.ArgumentParser(
        prog="python -m data.check", description="Check suite folders."
    )
    parser.add_argument(
        "folder",
        nargs="+",
        type=Path,
        help=(
            "a folder with suite.toml and its tables, data/names, data/replications or"
            " data/thresholds"
        ),
    )
    folders = parser.parse_args(arguments).folder
    results = [_check(folder) for folder in folders]
    return int(not all(results))


def _check(folder: Path) -> bool:
    """Print the problems of a folder; return whether there are none."""
    is_suite = (folder / SUITE_FILE).exists()
    if folder.name == FOLDER.name and not is_suite:
        return _check_names(folder)
    if folder.name == replications.FOLDER.name and not is_suite:
        frame_of_file, problems = replications.check_replications(folder)
        n_values = sum(map(len, frame_of_file.values()))
        return _print_problems(folder, problems, f" in {n_values} values")
    if folder.name == thresholds.FOLDER.name and not is_suite:
        limits, problems = thresholds.check_thresholds(folder)
        return _print_problems(folder, problems, f" in {len(limits)} limits")
    tables, problems = examine(folder)
    if tables is None:
        return _print_problems(folder, problems)
    print(_summary(tables))
    return True


def _print_problems(folder: Path, problems: Sequence[Problem], contents: str = "") -> bool:
    """Print problems and their number; return whether there are none."""
    for problem in problems:
        print(problem.message)
    print(f"{folder}: {counted(len(problems), 'problem')}{contents}")
    return not problems


def _check_names(folder: Path) -> bool:
    problems_of_names = Problems()
    suites = {tables.suite.id: tables for tables in build.load_all().tables}
    names_of_kind = read_names(folder, problems_of_names, suites)
    counts = [f"{len(names.rows)} {kind}" for kind, names in names_of_kind.items()]
    problems_of_dictionary = Problems()
    metrics = read_known(folder, problems_of_dictionary)
    if metrics:
        counts.append(f"{len(metrics)} known metrics")
    problems = problems_of_names.all
    for problem in problems_of_dictionary.all:
        if problem.file == file_of(TABLE.name):  # others are among those of the names
            problems.append(problem)
    return _print_problems(folder, problems, f" in {', '.join(counts) or 'nothing'}")


def _summary(tables: Tables) -> str:
    counts = [
        f"{len(tables.runs)} runs",
        f"{len(tables.panels)} panels",
        f"{len(tables.benchmarks)} benchmarks",
        f"{len(tables.methods)} methods",
        f"{len(tables.metrics)} metrics",
        f"{len(tables.published)} published claims",
    ]
    for extra_name, frame in tables.extras.items():
        counts.append(f"{extra_name} ({len(frame)} rows)")
    return f"{tables.suite.id} {tables.data_version}: no problem in {', '.join(counts)}"


if __name__ == "__main__":
    sys.exit(main())
