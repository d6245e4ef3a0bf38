"""The suites that pages show when nobody named one: `openings.csv`."""

from functools import cache
from pathlib import Path

from data.columns import TableSchema, choice_column, id_column
from data.problems import Problems, SuiteProblems
from data.rules import check_alone

FILE = Path(__file__).with_name("openings.csv")
OPENINGS = TableSchema(
    "openings",
    ("use",),
    (
        choice_column(
            "use",
            "first: the suite that every page opens on; contradiction: the one whose metrics"
            " contradict each other most, for the start page",
            choices=("first", "contradiction"),
        ),
        id_column("suite", "a suite"),
    ),
)


@cache
def opening_suite(wanted_use: str) -> str:
    """Return the suite for a use. Raises SuiteProblems, KeyError for a use without a suite."""
    problems = Problems()
    openings_table = check_alone(OPENINGS, {FILE.name: FILE.read_bytes()}, {}, problems)
    if openings_table is None or problems.all:
        raise SuiteProblems(problems.all, str(FILE))
    suite_of_use = {row["use"]: row.text("suite") for row in openings_table.rows}
    return suite_of_use[wanted_use]
