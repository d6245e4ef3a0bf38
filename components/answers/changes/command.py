"""How default ranks and verdicts on printed numbers would change with a suite folder, on the command line.

    python -m components.answers.changes.command FOLDER [--before FOLDER] [--format markdown|json]

Without --before it is compared with the built-in suite of the same id, else with the one whose runs it contains; with
neither it is new, and its leaderboard is shown.
"""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from components.answers.changes.difference import difference
from components.answers.changes.markdown import as_markdown
from components.answers.changes.words import compared_title
from components.errors import LeaderboardError
from components.plain import json_of
from data.folders import suite_folders
from data.load import load_suite
from data.registry import RUN_KEYS, Tables


def main(arguments: list[str] | None = None) -> int:
    """Print the difference; exit status 2 with one sentence per problem when a folder cannot be used."""
    parser = argparse.ArgumentParser(
        prog="python -m components.answers.changes.command",
        description="How ranks and verdicts on printed numbers would change with a suite folder.",
        allow_abbrev=False,
    )
    parser.add_argument("folder", type=Path, help="the suite folder as it would be")
    parser.add_argument("--before", type=Path, help="the suite folder as it was, a built-in one when not named")
    parser.add_argument("--format", choices=("markdown", "json"), default="markdown")
    options = parser.parse_args(arguments)
    try:
        after = load_suite(options.folder)
        before = load_suite(options.before) if options.before else _built_in(options.folder, after)
        result = difference(before, after)
    except LeaderboardError as error:
        print(error, file=sys.stderr)
        return 2
    title = compared_title(after.suite.title, "" if before is None else before.suite.title)
    print(as_markdown(result, title) if options.format == "markdown" else json_of(result))
    return 0


def extended(after: Tables, known: Iterable[Tables]) -> Tables | None:
    """The suite with the same id; else the largest one of whose runs and metrics every one is in `after`; else None."""
    suites = [t for t in known if t is not after]
    same = next((t for t in suites if t.suite.id == after.suite.id), None)
    if same is not None:
        return same
    metrics, runs = {m.id for m in after.metrics}, _keys(after)
    within = [t for t in suites if {m.id for m in t.metrics} <= metrics and _keys(t) <= runs]
    return max(within, key=lambda t: len(t.runs), default=None)


def _keys(tables: Tables) -> set[tuple[object, ...]]:
    return set(tables.runs[list(RUN_KEYS)].itertuples(index=False, name=None))


def _built_in(folder: Path, after: Tables) -> Tables | None:
    return extended(after, [load_suite(f) for f in suite_folders("") if f != folder.resolve()])


if __name__ == "__main__":
    sys.exit(main())
