"""The metrics of the field, whatever suite has them: their names, and which of their values are
better.

`names/known_metrics.csv` is a dictionary for uploads. Where papers use one name for metrics with
opposite directions its row says `asked`: such a metric is ranked only after the user says which end
is better."""

from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Literal

from data.cell_rules import read_utilities
from data.columns import (
    CALLED,
    METRICS,
    TableSchema,
    choice_column,
    id_column,
    text_column,
    url_column,
)
from data.names import FOLDER
from data.problems import Problems, SuiteProblems, quoted
from data.raw_files import read_bytes
from data.registry import Direction, Group, Role, Scale, Under, UtilityMap
from data.rules import CheckedRow, CheckedTable, check_alone
from data.suite_rules import check_aims, check_maps

ASKED: Literal["asked"] = "asked"
"""Instead of a direction: papers print this name with either, so that only the user can say it."""

_COLUMN_OF_SUITE = {column.name: column for column in METRICS.columns}
TABLE = TableSchema(
    "known_metrics",
    ("id",),
    (
        id_column("id", "short name; its id in a suite made of an upload"),
        *CALLED,
        text_column("aliases", "further names that mean it, separated by a bar", required=False),
        choice_column(
            "direction",
            "which values are better; asked where one name is used with opposite directions",
            choices=("lower", "higher", "target", ASKED),
        ),
        _COLUMN_OF_SUITE["target"],
        _COLUMN_OF_SUITE["aims"],
        _COLUMN_OF_SUITE["lower_bound"],
        _COLUMN_OF_SUITE["upper_bound"],
        choice_column(
            "limit",
            "auc: at most 100 (1 − a)/a, where a is the AUC of the retrained model, its part",
            False,
            ("auc",),
            default="",
        ),
        _COLUMN_OF_SUITE["scale"],
        text_column(
            "utilities",
            "maps as in metrics.csv, empty where they follow from direction and values",
            False,
        ),
        _COLUMN_OF_SUITE["role"],
        _COLUMN_OF_SUITE["group"],
        _COLUMN_OF_SUITE["under"],
        _COLUMN_OF_SUITE["parts"],
        text_column("benchmarks", "where it comes from, separated by blanks", required=False),
        _COLUMN_OF_SUITE["measures"],
        text_column("note", "why it must be asked", required=False),
        text_column("source", "where it is defined or its direction is printed"),
        url_column("url", "link to the source", required=False),
    ),
    help="The metrics of the field by name",
)


@dataclass(frozen=True)
class KnownMetric:
    """A metric of the field. Fields of `Metric` mean the same; `utilities` are empty where they
    follow from a table."""

    id: str
    label: str
    name: str
    aliases: tuple[str, ...]
    direction: Direction | Literal["asked"]
    target: str
    lower_bound: float | None
    upper_bound: float | None
    limit: str
    scale: Scale
    utilities: tuple[UtilityMap, ...]
    role: Role
    group: Group
    under: Under
    benchmarks: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Return everything that it is called: id, label, name and aliases."""
        return self.id, self.label, self.name, *self.aliases


@cache
def known_metrics() -> tuple[KnownMetric, ...]:
    """Return the dictionary in file order, read once. Raises SuiteProblems."""
    problems = Problems()
    metrics = read_known(FOLDER, problems)
    if problems.all:
        raise SuiteProblems(problems.all, str(FOLDER))
    return metrics


def read_known(folder: Path, problems: Problems) -> tuple[KnownMetric, ...]:
    """Return the dictionary of a folder, () after noting a problem."""
    n_before = problems.count
    known_table = check_alone(TABLE, read_bytes(folder, problems), {}, problems)
    if known_table is None or problems.count > n_before:
        return ()
    _check(known_table)
    return () if problems.count > n_before else tuple(map(_metric, known_table.rows))


def _check(known_table: CheckedTable) -> None:
    """Require what a suite requires of metrics, one meaning for each name, and a reason for each
    question."""
    known_table.columns["unit"] = [""] * len(known_table.rows)
    check_aims(known_table)
    metric_of_alias: dict[str, str] = {}
    for row in known_table.rows:
        is_asked = row["direction"] == ASKED
        if is_asked != bool(row["note"]):
            row.note("note", "a reason where the direction is asked, and only there")
        if row["utilities"]:
            if is_asked or row["role"] == "oracle":
                row.note("utilities", "nothing: there is no direction, or no part in a score")
            else:
                check_maps(row)
        for alias in _parts(row.text("aliases"), "|"):
            metric = metric_of_alias.setdefault(alias.casefold(), row.text("id"))
            if metric != row["id"]:
                expected = f"names of its own; {quoted(alias)} is one of {quoted(metric)}"
                row.note("aliases", expected)


def _metric(row: CheckedRow) -> KnownMetric:
    cell_of_field: dict[str, Any] = {field.name: row[field.name] for field in fields(KnownMetric)}
    cell_of_field["aliases"] = _parts(row.text("aliases"), "|")
    cell_of_field["benchmarks"] = _parts(row.text("benchmarks"), None)
    cell_of_field["utilities"] = ()
    if row["utilities"]:
        cell_of_field["utilities"] = read_utilities(
            row.text("utilities"),
            cell_of_field["direction"],
            cell_of_field["lower_bound"],
            cell_of_field["upper_bound"],
        )
    return KnownMetric(**cell_of_field)


def _parts(listed_parts: str, separator: str | None) -> tuple[str, ...]:
    parts = map(str.strip, listed_parts.split(separator))
    return tuple(filter(None, parts))
