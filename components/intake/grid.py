"""A reader's table and what was said of it: columns and rows as understood, and as changed in the
grid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from components.intake import columns
from components.intake.columns import Column
from components.intake.facts import Facts
from components.intake.grades import Decision, Proposal, Unused, chosen
from components.intake.known import OURS, Known, in_suite
from components.intake.places import Offer, Place, offers
from components.intake.rows import METHOD, OTHER, roles
from components.intake.uses import BENCHMARK, IGNORE, METRIC, MODEL, SEED, SETTING
from data.read.lexicon import belongs, bracketed
from data.read.sheet import PROPOSED, Sheet
from data.registry import Tables

OWN: Place = ("", "", "")
"""A suite of the table alone."""


@dataclass(frozen=True)
class Work:
    """What a reader brought and said. `said` are changed cells of the grid by column (is, same,
    better, unit, group), `roles` changed roles by name: both count as stated.

    `place` is a published suite that the reader chose, OWN without. `together` ranks methods beside
    those of the suite whose scores differ. `accepted` says that the reader took all proposals."""

    sheet: Sheet
    said: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    place: Place = OWN
    together: bool = False
    accepted: bool = False

    def saying(self, names: Sequence[str], **cells: str) -> "Work":
        """Return the work with cells of some columns changed: is, same, better, unit, group."""
        said = dict(self.said)
        for name in names:
            said[name] = {**said.get(name, {}), **cells}
        return replace(self, said=said)


@dataclass(frozen=True, eq=False)
class Grid:
    """A work as it is understood. `roles` are those of the rows by name, and of a benchmark that is
    a total of the others by its text."""

    work: Work
    facts: Facts
    columns: tuple[Column, ...]
    roles: Mapping[str, Decision]
    suite: Tables | None

    @cached_property
    def proposals(self) -> tuple[Proposal, ...]:
        """What the reader must accept before there is a rank: one for each column and row with
        something proposed; none once all is accepted."""
        if self.work.accepted:
            return ()
        found = []
        for notice in self.facts.sheet.notices:
            if notice.startswith(PROPOSED):
                found.append(Proposal("", notice.removeprefix(PROPOSED)))
        for column in self.columns:
            if column.open:
                found.append(Proposal(column.name, _in_words(column), column.why))
        for name, role in self.roles.items():
            if role.is_proposed:
                found.append(Proposal(name, f"{name}: {ROLE_NAMES[role.value]}", role.reason))
            elif name in self.joined and name not in self.work.roles:
                what = f"{name}: its {self.joined[name]} rows are runs of one method"
                found.append(Proposal(name, what, "nothing tells them apart"))
        return tuple(found)

    @cached_property
    def joined(self) -> dict[str, int]:
        """How many rows of a method nothing tells apart but their values, by name."""
        if self.used(SEED):
            return {}
        keys: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
        told = [c.name for use in (BENCHMARK, MODEL, SETTING) for c in self.used(use)]
        for position, name in enumerate(self.facts.names):
            key = (name, *(self.facts.cells[column][position] for column in told))
            keys.setdefault(key, set()).add(self.facts.sheet.rows[position])
        joined = {}
        for (name, *_), rows in keys.items():
            if len(rows) > 1 and self.roles[name].value == METHOD:
                joined[name] = len(rows)
        return joined

    @property
    def may_rank(self) -> bool:
        return not self.proposals

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """The published suites that could take the table, the best first; none is chosen."""
        return offers(self.facts, self.columns)

    @cached_property
    def unused(self) -> tuple[Unused, ...]:
        """The columns of numbers that were not used; `Runs.unused` are rows and cells."""
        found = []
        for column in self.columns:
            if column.use == IGNORE and self.facts.numeric(column.name):
                found.append(Unused("", column.name, "", column.why))
        return tuple(found)

    def used(self, use: str) -> list[Column]:
        return [column for column in self.columns if column.use == use]

    @cached_property
    def same(self) -> dict[str, str]:
        """The addresses of the known methods that rows are, by name."""
        found: dict[str, str] = {}
        for name, role in self.roles.items():
            is_asked = role.value == METHOD and self.work.roles.get(name) != OTHER
            method = self.facts.known.method(name) if is_asked else None
            if method is not None and method.address not in found.values():
                found[name] = method.address
        return found

    @cached_property
    def mine(self) -> list[str]:
        """The names of the reader's own methods: marked as ours, else those that no suite has, else
        all."""
        methods = [name for name, role in self.roles.items() if role.value == METHOD]
        ours = []
        for name in methods:
            if any(OURS.match(part) for part in (name, *bracketed(name))):
                ours.append(name)
        return ours or [name for name in methods if name not in self.same] or methods


ROLE_NAMES = {
    "method": "a method",
    "retrained": "the retrained model",
    "original": "the original model",
    "ignore": "left out",
}
END_NAMES = {
    "higher": "higher is better",
    "lower": "lower is better",
    "retrained": "closest to the retrained model is best",
}
_UNIT_NAMES = {
    "share": "shares, 0 to 1",
    "percent": "per cent",
    "log10": "log10",
    "as it is": "values as they are",
}


def _in_words(column: Column) -> str:
    """Return what is proposed of a column in plain words."""
    parts = []
    proposed = column.proposed
    if "use" in proposed:
        parts.append({"ignore": "left out", "metric": "a metric"}.get(column.use, column.use))
    if "better" in proposed:
        parts.append(END_NAMES.get(column.better, f"closest to {column.better} is best"))
    if "unit" in proposed:
        parts.append(_UNIT_NAMES[column.unit])
    if not parts and "same" in proposed and column.same:
        parts.append(f"the known metric {column.same}")
    if not parts:
        parts.append(f"serves {column.group}")
    return f"{column.name}: {', '.join(parts)}"


def grid(work: Work, known: Known, suite: Tables | None) -> Grid:
    """Return a work as it is understood; `suite` is the one that it is added to."""
    facts = Facts(work.sheet, known)
    found = columns.understood(facts, work.said)
    if suite is not None:
        asked = {name for name, cells in work.said.items() if "better" in cells}
        found = tuple(
            column if column.use != METRIC or column.name in asked else _as_in(column, suite, known)
            for column in found
        )
    judged = {**roles(facts.names, facts.unmeasured), **_totals(facts, found)}
    for name, role in work.roles.items():
        if name in judged:
            judged[name] = chosen(role.replace(OTHER, METHOD))
    facts.roles = {name: role.value for name, role in judged.items()}
    return Grid(work, facts, found, judged, suite)


def _totals(facts: Facts, found: Sequence[Column]) -> dict[str, Decision]:
    """Return the benchmarks that may be totals of two others or more, proposed to be left out."""
    totals = {}
    for column in found:
        texts = facts.texts(column.name) if column.use == BENCHMARK else []
        for text in texts if len(texts) > 2 else ():
            if belongs(text, "columns", "total"):
                totals[text] = Decision(IGNORE, "proposed", "a total of the others")
    return totals


def _as_in(column: Column, suite: Tables, known: Known) -> Column:
    """Return a column as the metric of the suite that it is there, which the reader's choice of the
    suite says; else it counts in none."""
    metric = in_suite(column.same or known.names.find(column.name)[0], suite)
    if metric is None:
        return column.with_decided(same=Decision("", "known"))
    end = columns.end_of(metric)
    is_otherwise = column.decided["better"].grade == "stated" and column.better != end
    if is_otherwise and not metric.targeted:
        reason = f"{column.better} is better here, {end} in the suite"
        return column.with_decided(same=Decision("", "known", reason))
    reason = f"as in {suite.suite.title[:30]}"
    return column.with_decided(
        same=Decision(metric.id, "stated", reason),
        better=Decision(end, "stated", reason),
        group=Decision(metric.group, "stated"),
    )
