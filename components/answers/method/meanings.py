"""What does each suite mean by a method? Its name, settings and sources there, and how it differs."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from operator import attrgetter

from components import names
from components.answers.record import Answer, Part, silent
from components.labels import Labels
from components.served import Served
from components.table import Column, Table, table
from components.text import cleaned, counted
from data.names import Name
from data.registry import Tables

MOST_SETTINGS = 12
"""Values of one hyper-parameter that are listed."""


@dataclass(frozen=True, kw_only=True)
class Meaning:
    """The method as one suite has it. `settings` are the values of each hyper-parameter over its checkpoints.

    `note` says how it differs there, empty where it does not; `paper` and `paper_url` are of the suite.
    """

    suite: str
    suite_label: str
    id: str
    label: str
    name: str
    role: str
    description: str
    reference: str
    url: str
    note: str
    checkpoints: int
    settings: Mapping[str, tuple[str, ...]]
    paper: str
    paper_url: str
    licence: str


def compute(served: Served) -> tuple[Meaning, ...]:
    """The method at the address as each suite has it. Raises UnknownName, with the names that are near."""
    wanted = served.selection.id
    names.require("methods", wanted, served.suites)
    return tuple(
        _meaning(tables, own_id, name)
        for tables in served.suites
        for own_id, name in names.entries("methods", tables).items()
        if name.address == wanted
    )


def _meaning(tables: Tables, own_id: str, name: Name) -> Meaning:
    family = next((f for f in tables.families if f.id == own_id), None)
    members = [m for m in tables.methods if m.family == own_id] if family is not None else []
    own = family or next(m for m in tables.methods if m.id == own_id)
    settings: dict[str, tuple[str, ...]] = {}
    for member in members or [m for m in tables.methods if m.id == own_id]:
        for setting, value in member.settings:
            if value:
                settings[setting] = tuple(dict.fromkeys((*settings.get(setting, ()), value)))
    return Meaning(
        suite=tables.suite.id,
        suite_label=tables.suite.title,
        id=own_id,
        role="candidate" if family is not None else next(m.role for m in tables.methods if m.id == own_id),
        note=name.note,
        checkpoints=len(members),
        settings=settings,
        paper=tables.suite.paper,
        paper_url=tables.suite.url,
        licence=tables.suite.licence,
        **{field: getattr(own, field) for field in ("label", "name", "description", "reference", "url")},
    )


def settings(meaning: Meaning) -> str:
    """The grid of hyper-parameters in one line; empty without one."""
    if not meaning.settings:
        return ""
    parts = [
        f"{cleaned(name)} {', '.join(cleaned(v) for v in values[:MOST_SETTINGS])}"
        for name, values in meaning.settings.items()
    ]
    return f"{counted(meaning.checkpoints, 'checkpoint')}: {'; '.join(parts)}."


def meanings_table(meanings: tuple[Meaning, ...], labels: Labels) -> Table[Meaning]:
    """One row per suite."""
    column, ids = Column[Meaning], [f.name for f in fields(Meaning)]
    columns = [column(i, attrgetter(i), place="file" if i == "settings" else "screen") for i in ids]
    return table(columns, meanings)


MEANINGS = Answer(
    "meanings",
    compute,
    silent,
    Part("meanings", "What each suite means by it", meanings_table),
    heading="What each suite means by it",
    mount="method_meanings",
)
