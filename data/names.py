"""One name across suites: which methods and metrics of the suites are the same, under one address.

`names/methods.csv` and `names/metrics.csv` map what a suite calls a method or metric to its
address. What they do not list has its own id as its address, so that other suites need no entry.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Literal

from data.columns import TableSchema, choice_column, id_column, text_column
from data.problems import Problems, SuiteProblems, listed, quoted
from data.raw_files import read_bytes
from data.registry import Tables
from data.rules import CheckedRow, CheckedTable, check_alone

FOLDER = Path(__file__).parent / "names"
Kind = Literal["methods", "metrics"]
SAME = "same"
PERCENT = "in percent"
RELATIONS = (SAME, "one minus", "closeness to the reference", PERCENT)
"""What a suite's metric is of the one at the address: x itself, 1 − x, how near x is to the
reference's, or 100 x."""

_COLUMNS = (
    id_column("address", "what follows ?id= in the address of its page"),
    text_column("label", "what it is called across suites, the same in every row of an address"),
    id_column("suite", "a suite"),
    id_column(
        "id",
        "its id there: of methods.csv or families.csv, of metrics.csv or pool_metrics.csv",
    ),
)
_NOTE = text_column("note", "where it differs in that suite, in words", required=False)
_ALIASES = text_column(
    "aliases",
    "what else people call it, separated by a bar (`methods.csv` only)",
    False,
    default="",
)
_RELATION = choice_column(
    "relation", "what it is of that metric (`metrics.csv` only)", choices=RELATIONS
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

    def of(self, suite: str, suite_id: str) -> Name:
        """Return what a method or metric of a suite is called across suites: its own id if it is
        not listed."""
        return self._name_of_id.get((suite, suite_id)) or Name(suite_id, "", suite, suite_id)

    @cached_property
    def _name_of_id(self) -> dict[tuple[str, str], Name]:
        return {(name.suite, name.id): name for name in reversed(self.rows)}

    def label(self, address: str) -> str:
        """Return the label of an address, "" if the files do not list it."""
        return next((name.label for name in self.rows if name.address == address), "")

    def aliases(self, address: str) -> tuple[str, ...]:
        """Return what else the method of an address is called."""
        alias_texts = [name.aliases for name in self.rows if name.address == address]
        aliases = map(str.strip, "|".join(alias_texts).split("|"))
        return tuple(filter(None, aliases))


def names(kind: Kind) -> Names:
    """Return the names of one kind, read once. Raises SuiteProblems."""
    return _read()[kind]


def read_names(
    folder: Path, problems: Problems, suites: Mapping[str, Tables] | None = None
) -> dict[Kind, Names]:
    """Return the names of a folder, noting every problem; ids are held against `suites` if they are
    given."""
    contents = read_bytes(folder, problems)
    names_of_kind: dict[Kind, Names] = {}
    for names_kind, schema in NAMES.items():
        names_table = check_alone(schema, contents, {}, problems)
        if names_table is None:
            continue
        _check_labels(names_table)
        if suites is not None:
            _check_ids(names_kind, names_table, suites)
        records_of_names = [
            {column: row.text(column) for column in names_table.columns} for row in names_table.rows
        ]
        names_of_kind[names_kind] = Names(tuple(Name(**record) for record in records_of_names))
    return names_of_kind


def ids_in(names_kind: Kind, tables: Tables) -> tuple[str, ...]:
    """Return the ids of a suite that may have a page: methods and families, or metrics, also of its
    pools."""
    if names_kind == "methods":
        suite_ids = [method.id for method in tables.methods]
        suite_ids += [family.id for family in tables.families]
    else:
        suite_ids = [metric.id for metric in (*tables.metrics, *tables.pool_metrics)]
    return tuple(dict.fromkeys(suite_ids))


def _check_labels(names_table: CheckedTable) -> None:
    """Require one label for each address."""
    label_of_address: dict[str, str] = {}
    for row in names_table.rows:
        if None not in (row["address"], row["label"]):
            first_label = label_of_address.setdefault(row.text("address"), row.text("label"))
            if first_label != row["label"]:
                row.note("label", f"{quoted(first_label)} as in the rows before")


def _check_ids(names_kind: Kind, names_table: CheckedTable, suites: Mapping[str, Tables]) -> None:
    """Require suites and ids that exist, and a row for each suite that has an address as its own
    id."""
    ids_of_suite = {suite: ids_in(names_kind, tables) for suite, tables in suites.items()}
    first_row_of_address: dict[str, CheckedRow] = {}
    for row in names_table.rows:
        first_row_of_address.setdefault(row.text("address"), row)
        suite_ids = ids_of_suite.get(row.text("suite"))
        if row["suite"] is not None and suite_ids is None:
            row.note("suite", f"a suite: {listed(tuple(suites))}")
        elif suite_ids is not None and row["id"] is not None and row["id"] not in suite_ids:
            row.note("id", f"an id of {row['suite']}: {listed(suite_ids)}")
    listed_ids = names_table.keys_of("suite", "id")
    for address, row in first_row_of_address.items():
        for suite, suite_ids in ids_of_suite.items():
            if address in suite_ids and (suite, address) not in listed_ids:
                expected = f"another address, or a row for {suite}, which has this id too"
                row.note("address", expected)


@cache
def _read() -> Mapping[Kind, Names]:
    problems = Problems()
    names_of_kind = read_names(FOLDER, problems)
    if problems.all:
        raise SuiteProblems(problems.all, str(FOLDER))
    return names_of_kind
