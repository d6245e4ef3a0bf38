"""`python -m components.intake FILE OUT`: a table as the folder of a suite.

Columns whose better end nothing settles are left out: an arrow behind a heading settles it. OUT
must not exist: its name becomes the id of the suite. What cannot be read is reported, and nothing
is written."""

import sys
from dataclasses import replace
from pathlib import Path

from components.intake.grid import Work, grid
from components.intake.known import known
from components.intake.suite import own_suite, runs_of, whole_suite
from data.errors import LeaderboardError
from data.folders import BUILT_IN
from data.load import load_suite
from data.read.files import here
from data.registry import Tables
from data.write import suite_files


def main(arguments: list[str]) -> int:
    """Write the folder; 0 when it was written, 1 when something is wrong, 2 for wrong usage."""
    if len(arguments) != 2:
        print(__doc__)
        return 2
    source, out = map(Path, arguments)
    try:
        made, waiting = _suite(source, out.name)
        out.mkdir(parents=True)
        for name, content in suite_files(made).items():
            (out / name).write_bytes(content)
    except (LeaderboardError, OSError) as error:
        print(error)
        return 1
    print(f"{out}: {len(made.runs)} runs, {len(made.metrics)} metrics")
    print(*(f"left out, to decide: {n}" for n in waiting), sep="\n")
    return 0


def _suite(source: Path, name: str) -> tuple[Tables, list[str]]:
    sheet = replace(here([(source.name, source.read_bytes())]), name=name)
    if sheet.suite:
        return whole_suite(sheet.suite, private=False), []
    suites = [load_suite(f) for f in sorted(BUILT_IN.iterdir()) if (f / "suite.toml").is_file()]
    understood = grid(Work(sheet), known(suites), None)
    runs = runs_of(understood)
    if not runs.keys or not runs.metrics:
        raise LeaderboardError(
            f"found no column that counts, expected an arrow behind one of {understood.to_decide}"
        )
    return own_suite(understood, runs, private=False), understood.to_decide


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
