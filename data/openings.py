"""The suites that pages show when nobody named one: `openings.csv`."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from data.columns import TableSchema, choice_column, id_column, text_column
from data.problems import Problems, SuiteProblems
from data.rules import check_alone

FILE = Path(__file__).with_name("openings.csv")
OPENINGS = TableSchema(
    "openings",
    ("use", "suite", "panel"),
    (
        choice_column(
            "use",
            "first: the suite that every page opens on; metrics: whose metrics the start page"
            " compares; rankings: a ranking on the start page",
            choices=("first", "metrics", "rankings"),
        ),
        id_column("suite", "a suite"),
        text_column("panel", "a panel of it, empty for the one it opens on", False),
        choice_column(
            "rows",
            "what a row of the ranking is: each checkpoint, or the best one of a method",
            False,
            ("checkpoints", "best"),
        ),
    ),
)


@dataclass(frozen=True)
class Opening:
    """A suite that a page shows, with its panel and what its rows are, "" if it is not named."""

    use: str
    suite: str
    panel: str
    rows: str


@cache
def openings(wanted_use: str) -> tuple[Opening, ...]:
    """Return the suites for a use, in the order of the file. Raises SuiteProblems."""
    problems = Problems()
    openings_table = check_alone(OPENINGS, {FILE.name: FILE.read_bytes()}, {}, problems)
    if openings_table is None or problems.all:
        raise SuiteProblems(problems.all, str(FILE))
    openings_of_use = []
    for row in openings_table.rows:
        if row["use"] == wanted_use:
            cell_texts = [row.text(column.name) for column in OPENINGS.columns]
            openings_of_use.append(Opening(*cell_texts))
    return tuple(openings_of_use)
