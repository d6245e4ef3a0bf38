"""The metrics of the field, whatever suite has them: their names, and which of their values are
better.

`names/known_metrics.csv` is a dictionary for uploads. Where papers use one name for metrics with
opposite directions its row says `asked`: such a metric is ranked only after the user says which end
is better."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Literal

from data.cell_rules import read_utilities
from data.columns import CALLED, METRICS, ColumnSchema, TableSchema
from data.names import FOLDER
from data.problems import Problems, SuiteProblems, quoted
from data.raw_files import read_bytes
from data.registry import Direction, Group, Role, Scale, Under, UtilityMap
from data.rules import CheckedTable, check_apart
from data.suite_rules import check_aims, check_maps

ASKED: Literal["asked"] = "asked"
"""Instead of a direction: papers print this name with either, so that only the user can say it."""

_OF_A_SUITE = {c.name: c for c in METRICS.columns}
TABLE = TableSchema(
    "known_metrics",
    ("id",),
    (
        ColumnSchema("id", "id", "short name; its id in a suite made of an upload"),
        *CALLED,
        ColumnSchema(
            "aliases", "text", "further names that mean it, separated by a bar", required=False
        ),
        ColumnSchema(
            "direction",
            "choice",
            "which values are better; asked where one name is used with opposite directions",
            choices=("lower", "higher", "target", ASKED),
        ),
        _OF_A_SUITE["target"],
        _OF_A_SUITE["aims"],
        _OF_A_SUITE["lower_bound"],
        _OF_A_SUITE["upper_bound"],
        _OF_A_SUITE["scale"],
        ColumnSchema(
            "utilities",
            "text",
            "maps as in metrics.csv, empty where they follow from direction and values",
            False,
        ),
        _OF_A_SUITE["role"],
        _OF_A_SUITE["group"],
        _OF_A_SUITE["under"],
        _OF_A_SUITE["parts"],
        ColumnSchema(
            "benchmarks", "text", "where it comes from, separated by blanks", required=False
        ),
        _OF_A_SUITE["measures"],
        ColumnSchema("note", "text", "why it must be asked", required=False),
        ColumnSchema("source", "text", "where it is defined or its direction is printed"),
        ColumnSchema("url", "url", "link to the source", required=False),
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
    rows = read_known(FOLDER, problems)
    if problems.all:
        raise SuiteProblems(problems.all, str(FOLDER))
    return rows


def read_known(folder: Path, problems: Problems) -> tuple[KnownMetric, ...]:
    """Return the dictionary of a folder, () after noting a problem."""
    before = problems.count
    checked = check_apart(TABLE, read_bytes(folder, problems), {}, problems)
    if checked is None or problems.count > before:
        return ()
    _check(checked)
    return () if problems.count > before else tuple(_rows(checked))


def _check(table: CheckedTable) -> None:
    """Require what a suite requires of metrics, one meaning for each name, and a reason for each
    question."""
    table.columns["unit"] = [""] * len(table["id"])
    check_aims(table)
    first: dict[str, str] = {}
    for i, own in enumerate(str(v) for v in table["id"]):
        direction, text = str(table["direction"][i]), str(table["utilities"][i])
        if (direction == ASKED) != bool(table["note"][i]):
            table.note(i, "note", "a reason where the direction is asked, and only there")
        if text and (direction == ASKED or table["role"][i] == "oracle"):
            table.note(i, "utilities", "nothing: there is no direction, or no part in a score")
        elif text:
            check_maps(table, i, text)
        for name in _list(table["aliases"][i], "|"):
            before = first.setdefault(name.casefold(), own)
            if before != own:
                table.note(
                    i, "aliases", f"names of its own; {quoted(name)} is one of {quoted(before)}"
                )


def _rows(table: CheckedTable) -> Iterator[KnownMetric]:
    names = [f.name for f in fields(KnownMetric)]
    for cells in zip(*(table[name] for name in names), strict=True):
        row: dict[str, Any] = dict(zip(names, cells, strict=True))
        row |= {"aliases": _list(row["aliases"], "|"), "benchmarks": _list(row["benchmarks"], None)}
        bounds = row["lower_bound"], row["upper_bound"]
        maps = (
            read_utilities(row["utilities"], row["direction"], *bounds)
            if row["direction"] != ASKED
            else ()
        )
        yield KnownMetric(**row | {"utilities": maps})


def _list(cell: object, by: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in str(cell or "").split(by) if part.strip())
