"""The rows that are compared, and their letters where the design could find a difference at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.errors import NotEnoughData
from components.labels import Labels
from components.plain import aside
from components.resolved import Resolved, reads
from components.stats.panel import Floats
from components.stats.permutation import holm
from components.stats.separation.scores import Scores, benchmark_scores, scores_of_grids
from components.stats.separation.sign_flips import (
    LEVEL,
    MOST_GROUPS,
    SignFlips,
    benchmarks_that_could,
    compact_letters,
    flips_drawn,
    sign_flips,
    smallest_p,
)
from components.text import counted, thousands


@dataclass(frozen=True, eq=False)
class Compared:
    """The n ranked rows, best first, equal ones in registry order.

    `scores` are theirs, `ranks` (n,) competition ranks. `differs` says that the mean of the scores over benchmarks is
    not the score of the board. `places` are those of the B benchmarks in the registry.
    """

    names: tuple[str, ...]
    ranks: tuple[int, ...]
    scores: Scores
    differs: bool
    places: tuple[int, ...]

    @property
    def pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """(P,) first and second of every pair, by rank."""
        return np.triu_indices(len(self.names), 1)

    @property
    def differences(self) -> Floats:
        """(P, B) difference of every pair on each benchmark."""
        a, b = self.pairs
        cells = self.scores.cells
        return np.asarray((cells[:, a] - cells[:, b]).T)


@dataclass(frozen=True, kw_only=True)
class Lettering:
    """Letters of the ranked rows by id, best first: rows that share one are not shown to differ.

    None with the `reason`, where no difference could be significant. `could` is how many benchmarks could find one
    between any two of `pairs` pairs; None without a pair. `nested` are benchmarks that lie within another one.
    """

    letters: Mapping[str, str] | None
    reason: str
    benchmarks: int
    methods: int
    pairs: int
    could: int | None
    nested: tuple[tuple[str, str], ...]
    labels: Labels = aside()

    @property
    def hopeless(self) -> bool:
        """Whether no pair could be significant, whatever the data."""
        return out_of_reach(self.benchmarks, self.pairs)


def compared(resolved: Resolved) -> Compared:
    """The ranked rows of a selection with their scores on each benchmark."""
    panel, rows, grids = resolved.panel, resolved.ranked, resolved.grids
    scores = benchmark_scores(panel, resolved.w, resolved.selection.transform, resolved.aggregate).taken(rows)
    overall = resolved.scores[rows]
    if grids is None:
        place = {m.id: i for i, m in enumerate(resolved.tables.candidates)}
        names = tuple(panel.methods[i] for i in rows)
        order = np.lexsort((np.array([place[n] for n in names]), -overall))
    else:
        scores, names = scores_of_grids(scores, grids, overall), grids.names
        overall = grids.scores(overall)
        order = np.argsort(-overall, kind="stable")
    benchmark = {b.id: i for i, b in enumerate(resolved.tables.benchmarks)}
    return Compared(
        names=tuple(names[i] for i in order),
        ranks=tuple(resolved.row_ranks[names[i]] for i in order),
        scores=scores.taken(order),
        differs=bool(np.abs(scores.cells.mean(axis=0) - overall).max(initial=0.0) > 1e-9) if len(order) else False,
        places=tuple(benchmark[b] for b in panel.benchmarks),
    )


def tested(resolved: Resolved, rows: Compared) -> tuple[SignFlips, Floats]:
    """The p of every pair, and the same after Holm's correction over all pairs."""
    flips = sign_flips(rows.differences, rows.places, resolved.selection.rng)
    return flips, holm(flips.p)


@reads(rows=True)
def lettering(resolved: Resolved) -> Lettering:
    """The letters of the ranked rows. No p is computed where none could be significant."""
    rows = compared(resolved)
    benchmarks, pairs = len(rows.places), len(rows.pairs[0])
    could = benchmarks_that_could(pairs) if pairs else None
    letters, reason = None, _hopeless(benchmarks, pairs, could)
    if not reason:
        a, b = rows.pairs
        differ = np.zeros((len(rows.names), len(rows.names)), dtype=bool)
        differ[a, b] = differ[b, a] = tested(resolved, rows)[1] <= LEVEL
        try:
            letters = dict(zip(rows.names, compact_letters(differ), strict=True))
        except NotEnoughData as error:
            reason = str(error)
    return Lettering(
        letters=letters,
        reason=reason,
        benchmarks=benchmarks,
        methods=len(rows.names),
        pairs=pairs,
        could=could,
        nested=nested(resolved),
        labels=resolved.row_labels,
    )


def nested(resolved: Resolved) -> tuple[tuple[str, str], ...]:
    """Benchmarks shown that lie within another one shown, as (inner, the next outer one), in registry order."""
    outer = {b.id: b.within for b in resolved.tables.benchmarks}
    benchmarks, pairs = [b for b in outer if b in resolved.panel.benchmarks], []
    for inner in benchmarks:
        around = outer[inner]
        while around and around not in benchmarks:
            around = outer[around]
        if around:
            pairs.append((inner, around))
    return tuple(pairs)


def _hopeless(benchmarks: int, pairs: int, could: int | None) -> str:
    """Why no pair could be significant whatever the data; empty where one could."""
    if could is None:
        return "fewer than two methods are ranked"
    if out_of_reach(benchmarks, pairs):
        return (
            f"with {counted(benchmarks, 'benchmark')} and {_pairs(pairs)} no difference could be significant, whatever "
            f"the data; at least {could} benchmarks could"
        )
    if pairs > MOST_GROUPS * (MOST_GROUPS - 1) / 2:
        return f"more than {MOST_GROUPS} methods: there are not as many letters"
    drawn = flips_drawn(pairs, benchmarks)
    if drawn and pairs / (1 + drawn) > LEVEL:
        return f"{_pairs(pairs)} are too many to count all sign flips of {benchmarks} benchmarks"
    return ""


def out_of_reach(benchmarks: int, pairs: int) -> bool:
    """Whether so few benchmarks can give none of so many pairs a p of .05 after Holm's correction."""
    return smallest_p(benchmarks) * pairs > LEVEL


def _pairs(count: int) -> str:
    return "one pair" if count == 1 else f"{thousands(count)} pairs"
