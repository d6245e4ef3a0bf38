"""Which limits others ask for: `thresholds/thresholds.csv`, one row per limit of a benchmark or
study."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from data.columns import TableSchema, choice_column, id_column, text_column, url_column
from data.plain import number
from data.problems import Problem, Problems, SuiteProblems
from data.raw_files import read_bytes
from data.rules import CheckedRow, check_alone

FOLDER = Path(__file__).parent / "thresholds"
COMPARISONS: Mapping[str, str] = {
    ">": "above",
    ">=": "at least",
    "<": "below",
    "<=": "at most",
    "within": "within",
}
"""How a value is held against a limit, in words."""
WITHIN = "within"
_RANGE_SEPARATOR = " to "
TABLE = TableSchema(
    "thresholds",
    ("id",),
    (
        id_column("id", "short name of the limit"),
        text_column("benchmark", "the benchmark or study that asks for it"),
        text_column("metric", "what is measured, as its source says it"),
        choice_column(
            "comparison",
            "how a value is held against the limit",
            choices=tuple(COMPARISONS),
        ),
        text_column("threshold", "the limit, a number; two with `to` between them for `within`"),
        text_column("unit", "the unit of the limit"),
        text_column("relative_to", "of what it is a share, or from what it is counted"),
        text_column("consequence", "what follows for a method that misses or meets it"),
        choice_column(
            "status", "whether its source still asks for it", choices=("in force", "superseded")
        ),
        text_column("source", "where it is stated, with the version that was read"),
        url_column("url", "its address, empty for limits of this project", required=False),
        text_column("note", "what must be known of it", required=False),
    ),
    help="The limits that benchmarks and studies ask for",
)


@dataclass(frozen=True)
class Threshold:
    """A limit that a benchmark or study asks for; fields are the columns of the table."""

    id: str
    benchmark: str
    metric: str
    comparison: str
    threshold: str
    unit: str
    relative_to: str
    consequence: str
    status: str
    source: str
    url: str
    note: str


@cache
def thresholds() -> tuple[Threshold, ...]:
    """Return all limits in file order, read once. Raises SuiteProblems."""
    limits, problems = check_thresholds(FOLDER)
    if problems:
        raise SuiteProblems(problems, str(FOLDER))
    return limits


def check_thresholds(folder: Path) -> tuple[tuple[Threshold, ...], list[Problem]]:
    """Return the limits of a folder, none if there is a problem, and every problem."""
    problems = Problems()
    checked_table = check_alone(TABLE, read_bytes(folder, problems), {}, problems)
    if checked_table is None:
        return (), problems.all
    for row in checked_table.rows:
        _check_limit(row)
    if problems.all:
        return (), problems.all
    limits = []
    for row in checked_table.rows:
        limits.append(Threshold(*(row.text(column.name) for column in fields(Threshold))))
    return tuple(limits), []


def _check_limit(row: CheckedRow) -> None:
    """Require a number, or two in their order where a value is asked to be within them."""
    if row["threshold"] is None or row["comparison"] is None:
        return
    ends = [number(end_text) for end_text in row.text("threshold").split(_RANGE_SEPARATOR)]
    numbers = [end for end in ends if end is not None]
    n_expected = 2 if row["comparison"] == WITHIN else 1
    if len(ends) != n_expected or len(numbers) != n_expected or numbers != sorted(numbers):
        expected = "a number, or two as -5 to 5 where the comparison is within"
        row.note("threshold", expected)
