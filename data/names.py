"""One name across suites: which methods and metrics of the suites are the same, under one address.

`names/methods.csv` and `names/metrics.csv` map what a suite calls a method or metric to its
address. What they do not list has its own id as its address, so that other suites need no entry.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Literal

from data.columns import ColumnSchema, TableSchema
from data.problems import Problems, SuiteProblems, listed, quoted
from data.raw_files import read_bytes
from data.registry import Tables
from data.rules import CheckedTable, check_apart

FOLDER = Path(__file__).parent / "names"
Kind = Literal["methods", "metrics"]
SAME = "same"
PERCENT = "in percent"
RELATIONS = (SAME, "one minus", "closeness to the reference", PERCENT)
"""What a suite's metric is of the one at the address: x itself, 1 − x, how near x is to the
reference's, or 100 x."""

_COLUMNS = (
    ColumnSchema("address", "id", "what follows ?id= in the address of its page"),
    ColumnSchema(
        "label", "text", "what it is called across suites, the same in every row of an address"
    ),
    ColumnSchema("suite", "id", "a suite"),
    ColumnSchema(
        "id",
        "id",
        "its id there: of methods.csv or families.csv, of metrics.csv or pool_metrics.csv",
    ),
)
_NOTE = ColumnSchema("note", "text", "where it differs in that suite, in words", required=False)
_ALIASES = ColumnSchema(
    "aliases",
    "text",
    "what else people call it, separated by a bar (`methods.csv` only)",
    False,
    default="",
)
_RELATION = ColumnSchema(
    "relation", "choice", "what it is of that metric (`metrics.csv` only)", choices=RELATIONS
)
NAMES: Mapping[Kind, TableSchema] = {
    "methods": TableSchema(
        "methods",
        ("suite", "id"),
        (*_COLUMNS, _NOTE, _ALIASES),
        help="The methods that suites share.",
    ),
    "metrics": TableSchema(
        "metrics",
        ("suite", "id"),
        (*_COLUMNS, _RELATION, _NOTE),
        help="The metrics that suites share.",
    ),
}
"""The columns of the two files."""


@dataclass(frozen=True)
class Name:
    """A method or metric as one suite calls it; only methods have `aliases`, separated by |."""

    address: str
    label: str
    suite: str
    id: str
    relation: str = SAME
    note: str = ""
    aliases: str = ""


@dataclass(frozen=True)
class Names:
    """All names of one kind, in file order."""

    rows: tuple[Name, ...]

    def of(self, suite: str, own_id: str) -> Name:
        """Return what a method or metric of a suite is called across suites: its own id if it is
        not listed."""
        return self._own.get((suite, own_id)) or Name(own_id, "", suite, own_id)

    @cached_property
    def _own(self) -> dict[tuple[str, str], Name]:
        return {(r.suite, r.id): r for r in reversed(self.rows)}

    def label(self, address: str) -> str:
        """Return the label of an address, "" if the files do not list it."""
        return next((r.label for r in self.rows if r.address == address), "")

    def aliases(self, address: str) -> tuple[str, ...]:
        """Return what else the method of an address is called."""
        texts = (s.strip() for r in self.rows if r.address == address for s in r.aliases.split("|"))
        return tuple(t for t in texts if t)


def names(kind: Kind) -> Names:
    """Return the names of one kind, read once. Raises SuiteProblems."""
    return _read(FOLDER)[kind]


def read_names(
    folder: Path, problems: Problems, suites: Mapping[str, Tables] | None = None
) -> dict[Kind, Names]:
    """Return the names of a folder, noting every problem; ids are held against `suites` if they are
    given."""
    contents = read_bytes(folder, problems)
    by_kind: dict[Kind, Names] = {}
    for kind, table in NAMES.items():
        checked = check_apart(table, contents, {}, problems)
        if checked is None:
            continue
        _one_label(checked)
        if suites is not None:
            _known_ids(kind, checked, suites)
        rows = zip(*checked.columns.values(), strict=True)
        by_kind[kind] = Names(
            tuple(Name(**dict(zip(checked.columns, row, strict=True))) for row in rows)
        )
    return by_kind


def ids_in(kind: Kind, tables: Tables) -> tuple[str, ...]:
    """Return the ids of a suite that may have a page: methods and families, or metrics, also of its
    pools."""
    own = tables.methods if kind == "methods" else tables.metrics
    further = tables.extras.get("families" if kind == "methods" else "pool_metrics")
    return tuple(
        dict.fromkeys([*(o.id for o in own), *([] if further is None else map(str, further["id"]))])
    )


def _one_label(table: CheckedTable) -> None:
    """Require one label for each address."""
    first: dict[str, str] = {}
    for i, (address, label) in enumerate(zip(table["address"], table["label"], strict=True)):
        if address is not None and label is not None:
            before = first.setdefault(str(address), str(label))
            if before != label:
                table.note(i, "label", f"{quoted(before)} as in the rows before")


def _known_ids(kind: Kind, table: CheckedTable, suites: Mapping[str, Tables]) -> None:
    """Require suites and ids that exist, and a row for each suite that has an address as its own
    id."""
    entries = list(zip(table["suite"], table["id"], strict=True))
    first: dict[str, int] = {}
    for i, (suite, own) in enumerate(entries):
        first.setdefault(str(table["address"][i]), i)
        tables = suites.get(str(suite))
        if suite is not None and tables is None:
            table.note(i, "suite", f"a suite: {listed(tuple(suites))}")
        elif tables is not None and own is not None and own not in ids_in(kind, tables):
            table.note(i, "id", f"an id of {suite}: {listed(ids_in(kind, tables))}")
    for address, i in first.items():
        for suite_id, tables in suites.items():
            if address in ids_in(kind, tables) and (suite_id, address) not in entries:
                table.note(
                    i, "address", f"another address, or a row for {suite_id}, which has this id too"
                )


@cache
def _read(folder: Path) -> Mapping[Kind, Names]:
    problems = Problems()
    by_kind = read_names(folder, problems)
    if problems.all:
        raise SuiteProblems(problems.all, str(folder))
    return by_kind
