"""What a table is to become: methods added to a suite, or a suite of its own."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from components.intake.grid import Grid
from components.intake.methods import Known
from components.intake.names import compact, nearest
from data.registry import Tables

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
        for key, names in known.items():
            for name in names:
                spelled.setdefault(compact(name), key)
        spelled.pop("", None)
        return {t: t if t in known else spelled.get(compact(t), "") for t in texts}

    def near(self, use: str, text: str) -> str:
        """The id that a name probably means; empty when none is close. Names of other numbers are not: 5 is not 10."""
        own = set(_NUMBER.findall(text))

        def may_be(name: str) -> bool:
            other = set(_NUMBER.findall(name))
            return own <= other or other <= own

        return nearest(text, {k: [n for n in names if may_be(n)] for k, names in self.known(use).items()})

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
        if "seed" not in grid.columns and not any(grid.names["seed"]):
            grid.names["seed"] = ["1"] * len(grid.places)
