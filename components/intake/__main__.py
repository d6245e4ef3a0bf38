"""A table as the folder of a suite: what is proposed of it, and what of it was not used.

OUT must not exist: its name becomes the id of the suite. It is written once nothing is proposed:
an arrow behind a heading, --set and --role say what a column or a row is, --accept takes all
proposals. Ends with 0 when it was written, with 1 while something is proposed or wrong."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from components.intake.columns import GROUPS, UNITS
from components.intake.grid import Work, grid
from components.intake.known import known
from components.intake.rows import IGNORE, METHOD, ORIGINAL, RETRAINED
from components.intake.suite import own_suite, runs_of, whole_suite
from components.intake.uses import USES
from data.errors import LeaderboardError
from data.folders import BUILT_IN
from data.load import load_suite
from data.read.files import here
from data.registry import Tables
from data.write import suite_files

CHOICES = {"is": USES, "better": (), "unit": UNITS, "group": (*GROUPS, "cost"), "same": ()}
ROLES = (METHOD, RETRAINED, ORIGINAL, IGNORE)


def main(arguments: list[str]) -> int:
    """Write the folder; 0 when it was written, 1 while something is proposed or wrong."""
    parser = argparse.ArgumentParser(prog="python -m components.intake", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--accept", action="store_true", help="take all proposals")
    listed = "is, better, unit, group or same"
    parser.add_argument("--set", action="append", default=[], help=f"COLUMN:{listed}=VALUE")
    parser.add_argument("--role", action="append", default=[], help=f"ROW={'|'.join(ROLES)}")
    asked = parser.parse_args(arguments)
    try:
        made = _suite(asked)
        if made is None:
            return 1
        asked.out.mkdir(parents=True)
        for name, content in suite_files(made).items():
            (asked.out / name).write_bytes(content)
    except (LeaderboardError, OSError) as error:
        print(error)
        return 1
    print(f"{asked.out}: {len(made.runs)} runs, {len(made.metrics)} metrics")
    return 0


def _suite(asked: argparse.Namespace) -> Tables | None:
    """Return the suite of a table, None after printing what is proposed of it."""
    sheet = here([(asked.file.name, asked.file.read_bytes())])
    if sheet.suite:
        return whole_suite(sheet.suite, private=False)
    work = _said(Work(replace(sheet, name=asked.out.name), accepted=asked.accept), asked)
    suites = [load_suite(f) for f in sorted(BUILT_IN.iterdir()) if (f / "suite.toml").is_file()]
    understood = grid(work, known(suites), None)
    runs = runs_of(understood)
    for unused in (*understood.unused, *runs.unused):
        print(f"not used: {unused}")
    for proposal in understood.proposals:
        print(f"proposed: {proposal.what} ({proposal.reason})")
    if not understood.may_rank:
        print("nothing was written: say what these are, or --accept them")
        return None
    if not runs.may_rank:
        raise LeaderboardError("found no metric that a method has a value in, expected one")
    return own_suite(understood, runs, private=False)


def _said(work: Work, asked: argparse.Namespace) -> Work:
    """Return the work with what the flags say. Raises LeaderboardError."""
    for text in asked.set:
        column, _, cell = text.rpartition(":")
        what, _, value = cell.partition("=")
        if column not in work.sheet.header or what not in CHOICES:
            expected = f"COLUMN:WHAT=VALUE, a column of {list(work.sheet.header)}"
            raise LeaderboardError(f"found --set {text}, expected {expected}")
        _check(text, value, CHOICES[what])
        work = work.saying([column], **{what: value})
    for text in asked.role:
        row, _, role = text.rpartition("=")
        _check(text, role, ROLES)
        work = replace(work, roles={**work.roles, row: role})
    return work


def _check(text: str, value: str, choices: Sequence[str]) -> None:
    if choices and value not in choices:
        raise LeaderboardError(f"found {text}, expected one of {', '.join(choices)}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
