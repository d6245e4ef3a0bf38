"""A reader's table and what was said of it: columns and rows as understood, and as changed in the
grid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from components.intake import columns
from components.intake.columns import Column
from components.intake.facts import Facts
from components.intake.known import OURS, Known, in_suite
from components.intake.rows import METHOD, OTHER, roles
from components.intake.uses import METRIC
from data.read.lexicon import bracketed
from data.read.sheet import Sheet
from data.registry import Tables

Place = tuple[str, str, str]
"""A suite, a panel of it, and the benchmark that all rows belong to where the table names none."""
OWN: Place = ("", "", "")


@dataclass(frozen=True)
class Work:
    """What a reader brought and said. `said` are changed cells of the grid by column, `roles`
    changed roles by name.

    `place` is None while none was chosen. `together` ranks methods beside those of the suite whose
    scores differ."""

    sheet: Sheet
    said: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    place: Place | None = None
    together: bool = False

    def saying(self, names: Sequence[str], **cells: str) -> "Work":
        """Return the work with cells of some columns changed: is, same, better, unit."""
        return replace(
            self, said={**self.said, **{n: {**self.said.get(n, {}), **cells} for n in names}}
        )


@dataclass(frozen=True, eq=False)
class Grid:
    """A work as it is understood. `roles` are those of the rows by name with why, "" where it is to
    decide."""

    work: Work
    facts: Facts
    columns: tuple[Column, ...]
    roles: Mapping[str, tuple[str, str]]
    suite: Tables | None

    @property
    def to_decide(self) -> list[str]:
        """The columns and rows that do not count before the reader says what they are."""
        return [
            *(c.name for c in self.columns if c.open),
            *(n for n, (role, _) in self.roles.items() if not role),
        ]

    def used(self, use: str) -> list[Column]:
        return [c for c in self.columns if c.use == use]

    @cached_property
    def same(self) -> dict[str, str]:
        """The addresses of the known methods that rows are, by name."""
        found: dict[str, str] = {}
        for name, (role, _) in self.roles.items():
            asked = role == METHOD and self.work.roles.get(name) != OTHER
            method = self.facts.known.method(name) if asked else None
            if method is not None and method.address not in found.values():
                found[name] = method.address
        return found

    @cached_property
    def mine(self) -> list[str]:
        """The names of the reader's own methods: marked as ours, else those that no suite has, else
        all."""
        methods = [n for n, (role, _) in self.roles.items() if role == METHOD]
        ours = [n for n in methods if any(OURS.match(b) for b in (n, *bracketed(n)))]
        return ours or [n for n in methods if n not in self.same] or methods


def grid(work: Work, known: Known, suite: Tables | None) -> Grid:
    """Return a work as it is understood; `suite` is the one that it is added to."""
    facts = Facts(work.sheet, known)
    found = columns.understood(facts, work.said)
    if suite is not None:
        asked = {name for name, own in work.said.items() if "better" in own}
        found = tuple(
            c if c.use != METRIC or c.name in asked else _as_in(c, suite, known) for c in found
        )
    chosen = {n: (role.replace(OTHER, METHOD), "your choice") for n, role in work.roles.items()}
    judged = {n: chosen.get(n, own) for n, own in roles(facts.names, facts.unmeasured).items()}
    facts.roles = {n: role for n, (role, _) in judged.items()}
    return Grid(work, facts, found, judged, suite)


def _as_in(c: Column, suite: Tables, known: Known) -> Column:
    """Return a column as the metric of the suite that it is there, if it is one; else it counts in
    none."""
    metric = in_suite(c.same or known.names.find(c.name)[0], suite)
    if metric is None:
        return replace(c, same="")
    end = columns.end_of(metric)
    if c.better not in ("", end) and not metric.targeted:
        return replace(c, same="", why=f"{c.better} is better here, {end} in the suite")
    return replace(c, same=metric.id, better=end, why=f"as in {suite.suite.title[:30]}")
