"""Where a table's methods can be ranked beside others: every panel of every suite, by how well the table fits it."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

import pandas as pd

from components.format import counted
from components.intake import numbers
from components.intake.methods import role_of, same
from components.intake.names import matching
from components.intake.reading.sheet import Sheet
from components.intake.target import Target, known_methods
from components.intake.uses import SCORE, Use
from data.known_metrics import known_metrics
from data.registry import Tables

COMMON = frozenset(("classification", "general", "diffusion", "LLM"))
"""Sources of metrics that many benchmarks share, so that they point to none."""
Measured = Mapping[tuple[str, str], Set[str]]
"""The metrics measured, by benchmark and method."""


@dataclass(frozen=True)
class Fit:
    """A panel of a suite, and one benchmark of it where the table names none; without a suite, one of its own.

    metrics  of the table (`of` in all) that were measured there too
    methods  of the table that are there
    rows     the share of the table's rows whose panel and benchmark are there, or are not named; half of it where names
             are only near
    sure     whether the table names the place, or its metrics are those of that benchmark or of that suite
    order    decides among places with as many metrics, rows and methods
    """

    suite: str = ""
    panel: str = ""
    benchmark: str = ""
    place: str = "A suite of its own"
    metrics: int = 0
    of: int = 0
    methods: int = 0
    rows: float = 0.0
    sure: bool = False
    order: tuple[float, ...] = ()

    @property
    def aim(self) -> tuple[str, str, str]:
        """Its ids."""
        return self.suite, self.panel, self.benchmark

    @property
    def evidence(self) -> tuple[float, ...]:
        """How much of the table fits: compared to find the best place."""
        return self.metrics, self.rows, self.methods, *self.order

    @property
    def proposed(self) -> bool:
        """Whether half of the table or more fits, and more than one metric of a common name says so."""
        whole = self.metrics == self.of and self.rows == 1 and not self.benchmark
        several = self.metrics > 1 or self.methods > 0 or whole
        return self.sure and several and 2 * self.metrics >= self.of and 2 * self.rows >= 1

    def __str__(self) -> str:
        if not self.suite:
            return self.place
        known = f"{counted(self.methods, 'method')} known" if self.methods else "no method known"
        return f"{self.place}: {self.metrics} of {counted(self.of, 'metric')}, {known}"


OWN = Fit()


def fits(sheet: Sheet, uses: Sequence[Use], suites: Sequence[Tables]) -> tuple[Fit, ...]:
    """The places where methods of the table and of the suite would have ranks beside one another, the best first.

    `uses` are those of the columns in a suite of its own, with everything known by name.
    """
    brought = _Brought(sheet, uses)
    found = [fit for suite in suites for fit in _of_suite(brought, suite)]
    return tuple(sorted(found, key=lambda f: f.evidence, reverse=True))


def common(mine: Measured, theirs: Measured, metrics: Sequence[str]) -> tuple[list[str], list[str]]:
    """The metrics and benchmarks on which methods of both sides can be ranked; empty where there are none.

    A method has a rank where it has every metric on every benchmark. Of what both sides measured, one metric or
    benchmark after the other is given up until half of `mine` and one of `theirs` have a rank.
    """
    benchmarks = [b for b in dict.fromkeys(b for b, _ in mine) if any(b == other for other, _ in theirs)]
    sides = [{k for (b, _), ks in side.items() if b in benchmarks for k in ks} for side in (mine, theirs)]
    kept = [k for k in metrics if all(k in side for side in sides)]
    most = len({method for _, method in mine})
    while kept and benchmarks:
        if 2 * _ranked(mine, kept, benchmarks) >= most and _ranked(theirs, kept, benchmarks):
            return kept, benchmarks
        fewer = [([k for k in kept if k != gone], benchmarks) for gone in kept]
        fewer += [(kept, [b for b in benchmarks if b != gone]) for gone in benchmarks]
        ranks = [(_ranked(mine, *f), _ranked(theirs, *f)) for f in fewer]
        kept, benchmarks = fewer[max(range(len(fewer)), key=lambda i: (min(ranks[i]) > 0, ranks[i]))]
    return [], []


def _ranked(side: Measured, metrics: Sequence[str], benchmarks: Sequence[str]) -> int:
    """How many methods have every metric on every benchmark; 0 without metrics or benchmarks."""
    methods = {m for _, m in side} if metrics and benchmarks else set()
    return sum(all(side.get((b, m), set()) >= set(metrics) for b in benchmarks) for m in methods)


def measured(runs: pd.DataFrame, metrics: Sequence[str]) -> dict[tuple[str, str], Set[str]]:
    """What some runs of one panel measured."""
    counts = runs.groupby(["benchmark", "method"], observed=True)[list(metrics)].count()
    names = [(str(b), str(m)) for b, m in counts.index]
    return {at: {k for k in metrics if count[k]} for at, count in zip(names, counts.to_dict("records"), strict=True)}


class _Brought:
    """What fits are computed from: the names of each row and which of its metrics hold a number."""

    def __init__(self, sheet: Sheet, uses: Sequence[Use]) -> None:
        at = {u.use: i for i, u in enumerate(uses)}
        self.scores = {u.column: i for i, u in enumerate(uses) if u.use == SCORE}
        self.methods, self.benchmarks, self.panels, seeds = (
            [row[at[use]] if use in at else "" for row in sheet.rows]
            for use in ("method", "benchmark", "panel", "seed")
        )
        self.seeded = len(set(seeds)) > 1
        self.filled = {
            column: [numbers.kind(numbers.plain(row[i])) in numbers.READABLE for row in sheet.rows]
            for column, i in self.scores.items()
        }
        self.ranked = {m for m in dict.fromkeys(self.methods) if not role_of(m)}

    def measured(self, benchmarks: Sequence[str], here: Sequence[bool], metrics: Mapping[str, str]) -> Measured:
        """The metrics (ids by column) that methods of the rows `here` have, with the ids of their benchmarks."""
        found: dict[tuple[str, str], set[str]] = {}
        for i, (benchmark, method) in enumerate(zip(benchmarks, self.methods, strict=True)):
            if here[i] and benchmark and method in self.ranked:
                own = found.setdefault((benchmark, method), set())
                own |= {metric for column, metric in metrics.items() if self.filled[column][i]}
        return found


def _of_suite(brought: _Brought, suite: Tables) -> Iterator[Fit]:
    known = {c: m.id for c in brought.scores if (m := matching(c, suite.scores)) is not None}
    if not known:
        return
    ids, target, methods = list(known.values()), Target(suite), known_methods([suite], suite)
    at = target.places(brought.panels, brought.benchmarks)
    owned = {hits[0].own for m in brought.ranked if len(hits := same(m, methods)) == 1}
    candidates = {m.id: m.family for m in suite.candidates}
    for panel in suite.panels:
        runs = suite.runs_of(panel.id)
        runs = runs[runs["method"].isin(list(candidates))]
        theirs = measured(runs, ids)
        there = {b for b, _ in theirs}
        here = [not named or p == panel.id for named, (p, _) in zip(brought.panels, at, strict=True)]
        unnamed = not any(brought.benchmarks)
        for own in [b for b in suite.benchmarks if b.id in there] if unnamed else [None]:
            names = [own.id if own else b for _, b in at]
            metrics, _ = common(brought.measured(names, here, known), theirs, ids)
            if not metrics:
                continue
            families = {*(m for _, m in theirs), *(candidates[m] for _, m in theirs)}
            parts = (panel.label if len(suite.panels) > 1 else "", own.label if own else "")
            fitting = [
                (p, b) in target.measured if named else b in there
                for named, b, (p, _) in zip(brought.panels, names, at, strict=True)
            ]
            yield Fit(
                suite.suite.id,
                panel.id,
                own.id if own else "",
                " · ".join([suite.suite.title, *(p for p in parts if p and p not in suite.suite.title)]),
                len(metrics),
                len(brought.scores),
                len(owned & families),
                sum(fitting) / len(names) * (1.0 if target.spelled(brought.panels, brought.benchmarks) else 0.5),
                own is None or any(brought.panels) or _identifying(metrics, suite, f"{suite.suite.title} {own.name}"),
                (
                    sum(here),
                    brought.seeded == (len(set(runs["seed"])) > 1),
                    not (own and own.within),
                    panel.reference,
                ),
            )


def _identifying(metrics: Sequence[str], suite: Tables, place: str) -> bool:
    """Whether metrics alone identify a place: most belong to that benchmark or to the suite alone, or they are half of
    the suite's or more.
    """
    known = {m.id: set(m.benchmarks) for m in known_metrics()}
    sources = [known[m] for m in metrics if m in known]
    own = sum(bool(s) and not s & COMMON and any(name.casefold() in place.casefold() for name in s) for s in sources)
    own += sum(m not in known for m in metrics)
    return 2 * own >= len(metrics) or (len(metrics) > 2 and 2 * len(metrics) >= len(suite.scores))
