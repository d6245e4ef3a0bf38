"""What a table is to become: methods added to a suite, or a suite of its own; and the methods that suites have, as what
a name in a table may mean.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from components import words
from components.intake import numbers
from components.intake.grid import Grid
from components.intake.methods import Known, spellings
from components.intake.names import compact, nearest
from data.names import Name
from data.names import names as registry
from data.registry import Family, Method, Tables

_NUMBER = re.compile(r"\d+(?:[.,x]\d+)*")
ALL, MAIN = "all data", "main"
"""The names of the one benchmark and the one panel where a table names none."""


@dataclass(frozen=True, eq=False)
class Target:
    """Where runs go: the suite and panel they are added to, or, with neither, a suite of their own.

    `benchmark` is the one that all rows belong to where the table names none. `methods` are those that suites have:
    what the name of a method may mean.
    """

    suite: Tables | None = None
    panel: str = ""
    benchmark: str = ""
    methods: tuple[Known, ...] = ()

    def known(self, use: str) -> dict[str, tuple[str, ...]]:
        """Names by id of the benchmarks or panels of the suite; empty for a suite of one's own."""
        if self.suite is None:
            return {}
        if use == "benchmark":
            return {b.id: (b.id, b.label, b.name) for b in self.suite.benchmarks}
        return {p.id: (p.id, p.label, p.base_model) for p in self.suite.panels} if use == "panel" else {}

    @cached_property
    def measured(self) -> dict[tuple[str, str], None]:
        """The panels and benchmarks of the suite that have runs, in the order of these."""
        runs = None if self.suite is None else self.suite.runs[["panel", "benchmark"]].drop_duplicates()
        return {} if runs is None else dict.fromkeys(zip(runs["panel"], runs["benchmark"], strict=True))

    def benchmarks(self) -> tuple[str, ...]:
        """The benchmarks that have runs in the panel the runs are added to."""
        return tuple(b for p, b in self.measured if p == self.panel)

    def roles(self, panels: Collection[str]) -> dict[str, str]:
        """The labels of the reference and of the original that the suite has in one of the panels, by role."""
        if self.suite is None:
            return {}
        runs = self.suite.runs
        there = set(runs.loc[runs["panel"].isin(list(panels)), "method"])
        return {m.role: m.label for m in self.suite.methods if m.role != "candidate" and m.id in there}

    def options(self, use: str, text: str) -> list[str]:
        """The ids that a name means, by id, label or name in any spelling: a model may be that of several panels."""
        known = self.known(use)
        wanted = compact(text)
        return (
            [text] if text in known else [k for k, forms in known.items() if wanted and wanted in map(compact, forms)]
        )

    def places(self, panels: Sequence[str], benchmarks: Sequence[str]) -> list[tuple[str, str]]:
        """The panel and benchmark that the names of each row mean or probably mean, empty where there are none."""
        found: dict[tuple[str, str], tuple[str, str]] = {}
        for row in dict.fromkeys(zip(panels, benchmarks, strict=True)):
            benchmark = next(iter(self.options("benchmark", row[1])), "") or self.near("benchmark", row[1])
            options = self.options("panel", row[0]) or [self.near("panel", row[0])]
            found[row] = (next((p for p in options if (p, benchmark) in self.measured), options[0]), benchmark)
        return [found[row] for row in zip(panels, benchmarks, strict=True)]

    def spelled(self, panels: Iterable[str], benchmarks: Iterable[str]) -> bool:
        """Whether each name is one of the suite in some spelling, and not only near one."""
        texts = {("panel", p) for p in panels} | {("benchmark", b) for b in benchmarks}
        return all(not text or bool(self.options(use, text)) for use, text in texts)

    def near(self, use: str, text: str) -> str:
        """The id that a name probably means; empty when none is close. Names of other numbers are not: 5 is not 10."""
        own = set(_NUMBER.findall(text))

        def may_be(name: str) -> bool:
            other = set(_NUMBER.findall(name))
            return own <= other or other <= own

        return nearest(text, {k: [n for n in forms if may_be(n)] for k, forms in self.known(use).items()})

    def settle(self, grid: Grid) -> None:
        """Write names that are known in the spelling of the suite, and those that go without saying.

        The other spelling names the same thing; `grid.taken` keeps what was read as what, to be shown.
        """
        grid.known = self.methods
        for use in ("benchmark", "panel"):
            cells = grid.names[use]
            meant = {t: self.options(use, t) or [t] for t in dict.fromkeys(cells if use in grid.columns else ())}
            for i in grid.rows if meant else ():
                # of panels with one model the one that has the benchmark
                options = [p for p in meant[cells[i]] if (p, grid.names["benchmark"][i]) in self.measured]
                new = (options or meant[cells[i]])[0]
                if new != cells[i]:
                    grid.taken.setdefault(use, {})[cells[i]] = new
                cells[i] = new
        if "panel" not in grid.columns:
            grid.names["panel"] = [self.panel or MAIN] * len(grid.places)
        if "benchmark" not in grid.columns and not any(grid.names["benchmark"]):
            only = [self.benchmark] if self.benchmark else self.benchmarks()
            if self.suite is None or len(only) == 1:
                grid.names["benchmark"] = [only[0] if only else ALL] * len(grid.places)
        seeds = grid.names["seed"]
        for i in grid.rows:
            # models that are not ranked share no seed with the others
            if not seeds[i] and grid.roles.get(grid.names["method"][i], "candidate") != "candidate":
                seeds[i] = next((s for s in seeds if s), "")
        # "seed 42" and "42.0" are the seed 42
        grid.names["seed"] = [numbers.seed(s) or s for s in seeds] if any(seeds) else ["1"] * len(grid.places)
        for name, rows in grid.methods().items():
            # a second reference would move the targets of the suite's own runs
            if there := self.roles({grid.names["panel"][i] for i in rows}).get(grid.roles.get(name, "candidate")):
                grid.spared[name] = there
                for i in rows:
                    grid.alive[i] = False


def known_methods(suites: Iterable[Tables], into: Tables | None = None) -> tuple[Known, ...]:
    """The methods and families of suites, one of each address, with every spelling that some suite has.

    The description of one comes from the suite that runs are added to, else from one without a
    note on how it differs there. Models that are never ranked are left out: their role is another question.
    """
    found: dict[str, list[tuple[Known, Name]]] = {}
    for tables in suites:
        for known, name in _of(tables, tables is into):
            found.setdefault(known.address, []).append((known, name))
    return tuple(_one(entries) for entries in found.values())


def _one(entries: list[tuple[Known, Name]]) -> Known:
    """One of several suites' methods with the spellings of all."""
    first = max(entries, key=lambda e: (bool(e[0].own), not e[1].note, bool(e[0].family)))[0]
    return replace(first, spellings=spellings(*(s for known, _ in entries for s in known.spellings)))


def _of(tables: Tables, into: bool) -> Iterator[tuple[Known, Name]]:
    families = {f.id for f in tables.families}
    every: tuple[Method | Family, ...] = (*(m for m in tables.candidates if m.family not in families), *tables.families)
    listed = registry("methods")
    for own in every:
        name = words.entry("methods", tables, own.id)
        label = name.label or listed.label(name.address) or own.label
        forms = spellings(own.label, own.name, label, *listed.aliases(name.address), own.id, name.address)
        yield Known(name.address, own.label if into else label, forms, own.id if into else "", own), name
