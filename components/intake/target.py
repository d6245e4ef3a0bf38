"""What a table is to become: methods added to a suite, or a suite of its own; which is proposed, and the methods that
suites have, as what a name in a table may mean.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from components import names
from components.intake import numbers
from components.intake.grid import Grid
from components.intake.methods import Known, spellings
from components.intake.names import compact, nearest
from components.intake.reading.sheet import Sheet
from components.intake.uses import METRIC_USES, Use, propose_uses
from data.names import Name
from data.names import names as registry
from data.registry import Family, Method, Tables

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
ALL, MAIN = "all data", "main"
"""The names of the one benchmark and the one panel where a table names none."""


@dataclass(frozen=True, eq=False)
class Target:
    """Where runs go: the suite and panel they are added to, or, with neither, a suite of their own.

    `methods` are those that suites have: what the name of a method may mean.
    """

    suite: Tables | None = None
    panel: str = ""
    methods: tuple[Known, ...] = ()

    def known(self, use: str) -> dict[str, tuple[str, ...]]:
        """Names by id of the benchmarks or panels of the suite; empty for a suite of one's own."""
        if self.suite is None:
            return {}
        if use == "benchmark":
            return {b.id: (b.id, b.label, b.name) for b in self.suite.benchmarks}
        return {p.id: (p.id, p.label, p.base_model) for p in self.suite.panels} if use == "panel" else {}

    def benchmarks(self) -> tuple[str, ...]:
        """The benchmarks that have runs in the panel the runs are added to."""
        if self.suite is None:
            return ()
        runs = self.suite.runs
        return tuple(dict.fromkeys(runs.loc[runs["panel"] == self.panel, "benchmark"]))

    def seeds(self) -> set[str]:
        """The seeds of the runs in the panel the runs are added to."""
        if self.suite is None:
            return set()
        runs = self.suite.runs
        return {str(s) for s in runs.loc[runs["panel"] == self.panel, "seed"]}

    def roles(self, panels: Collection[str]) -> dict[str, str]:
        """The labels of the reference and of the original that the suite has in one of the panels, by role."""
        if self.suite is None:
            return {}
        runs = self.suite.runs
        there = set(runs.loc[runs["panel"].isin(list(panels)), "method"])
        return {m.role: m.label for m in self.suite.methods if m.role != "candidate" and m.id in there}

    def meant(self, use: str, texts: Iterable[str]) -> dict[str, str]:
        """The ids that names mean, by id, label or name in any spelling; empty for a name that means none."""
        known = self.known(use)
        spelled: dict[str, str] = {}
        for key, forms in known.items():
            for name in forms:
                spelled.setdefault(compact(name), key)
        spelled.pop("", None)
        return {t: t if t in known else spelled.get(compact(t), "") for t in texts}

    def near(self, use: str, text: str) -> str:
        """The id that a name probably means; empty when none is close. Names of other numbers are not: 5 is not 10."""
        own = set(_NUMBER.findall(text))

        def may_be(name: str) -> bool:
            other = set(_NUMBER.findall(name))
            return own <= other or other <= own

        return nearest(text, {k: [n for n in forms if may_be(n)] for k, forms in self.known(use).items()})

    def settle(self, grid: Grid) -> None:
        """Write names that are known in the spelling of the suite, and those that go without saying.

        The other spelling names the same thing; `grid.taken` keeps what was read as what, to be told.
        """
        grid.known = self.methods
        for use in ("benchmark", "panel"):
            cells = grid.names[use]
            if use in grid.columns:
                meant = {t: k or t for t, k in self.meant(use, dict.fromkeys(cells)).items()}
                grid.taken.setdefault(use, {}).update({t: k for t, k in meant.items() if t != k})
                for i in grid.rows:
                    cells[i] = meant[cells[i]]
        if "panel" not in grid.columns:
            grid.names["panel"] = [self.panel or MAIN] * len(grid.places)
        if "benchmark" not in grid.columns and not any(grid.names["benchmark"]):
            only = self.benchmarks()
            if self.suite is None or len(only) == 1:
                grid.names["benchmark"] = [only[0] if only else ALL] * len(grid.places)
        seeds = grid.names["seed"]
        if "seed" not in grid.columns and not any(seeds):
            grid.names["seed"] = ["1"] * len(grid.places)
        elif all(map(numbers.seed, seeds)):
            # "seed 42" and "42.0" are the seed 42
            grid.names["seed"] = [numbers.seed(s) for s in seeds]


def best_aim(sheet: Sheet, suites: Sequence[Tables]) -> tuple[str, str, tuple[Use, ...]] | None:
    """The ids of the suite and panel that match best, and the uses of the columns there; None when none matches.

    A suite matches when the table holds half of its metrics or more and it knows half of the table's, or when it knows
    every metric and benchmark of the table. The best has most metrics of the table, then most of its benchmarks, then
    is listed first.
    """
    best: tuple[str, str, tuple[Use, ...]] | None = None
    top = (0, 0)
    for suite in suites:
        uses = propose_uses(sheet.header, sheet.rows, suite.metrics)
        metrics = [u.metric for u in uses if u.use in METRIC_USES]
        known = set(metrics) - {""}
        scores = known & {m.id for m in suite.scores}
        benchmarks = _meant(sheet, uses, suite, "benchmark")
        places = benchmarks - {""}
        whole = bool(scores and places) and "" not in metrics and "" not in benchmarks
        half = 2 * len(scores) >= len(suite.scores) and 2 * len(known) >= len(metrics)
        if (whole or half) and (len(known), len(places)) > top:
            top = (len(known), len(places))
            best = (suite.suite.id, _panel(sheet, uses, suite, places), uses)
    return best


def _panel(sheet: Sheet, uses: Sequence[Use], suite: Tables, benchmarks: set[str]) -> str:
    """The panel with most of the benchmarks, then one that the table names, then the reference panel."""
    named = _meant(sheet, uses, suite, "panel")

    def match(panel: str) -> tuple[int, bool, bool]:
        here = benchmarks & set(Target(suite, panel).benchmarks())
        return len(here), panel in named, panel == suite.reference_panel.id

    return max((p.id for p in suite.panels), key=match)


def _meant(sheet: Sheet, uses: Sequence[Use], suite: Tables, use: str) -> set[str]:
    """The benchmarks or panels of the suite that the table names, and "" when it also names others."""
    at = next((i for i, u in enumerate(uses) if u.use == use), None)
    texts = {row[at] for row in sheet.rows} - {""} if at is not None else set()
    return set(Target(suite).meant(use, texts).values())


def known_methods(suites: Iterable[Tables], into: Tables | None = None) -> tuple[Known, ...]:
    """The methods and families of suites, one of each address, with every spelling that some suite has.

    What is said of one comes from the suite that runs are added to, else from one of which no note says that it differs
    there. Models that are never ranked are left out: what they are is asked in other words.
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
        name = names.entry("methods", tables, own.id)
        label = name.label or listed.label(name.address) or own.label
        forms = spellings(own.label, own.name, label, *listed.aliases(name.address), own.id, name.address)
        yield (
            Known(
                name.address,
                own.label if into else label,
                forms,
                own.id if into else "",
                own.family if isinstance(own, Method) else "",
                own.description,
                own.reference,
                own.url,
            ),
            name,
        )
