"""Ranked rows compared pair by pair, and their letters where the design could find a difference at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.errors import NotEnoughData
from components.stats.panel import Floats
from components.stats.permutation import holm
from components.stats.separation.scores import Scores
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


@dataclass(frozen=True)
class Letters:
    """Letters by row, best first: rows that share one are not shown to differ.

    None with the `reason`, where no difference could be significant. `could` is how many benchmarks could find one
    between any two rows; None without a pair.
    """

    letters: Mapping[str, str] | None
    reason: str
    could: int | None


def tested(rows: Compared, rng: int) -> tuple[SignFlips, Floats]:
    """The p of every pair (P,), and the same after Holm's correction over all pairs."""
    flips = sign_flips(rows.differences, rows.places, rng)
    return flips, holm(flips.p)


def letters(rows: Compared, rng: int = 0) -> Letters:
    """The letters of the rows. No p is computed where none could be significant."""
    a, b = rows.pairs
    could = benchmarks_that_could(len(a)) if len(a) else None
    reason = _hopeless(len(rows.places), len(a), could)
    if reason:
        return Letters(None, reason, could)
    differ = np.zeros((len(rows.names), len(rows.names)), dtype=bool)
    differ[a, b] = differ[b, a] = tested(rows, rng)[1] <= LEVEL
    try:
        return Letters(dict(zip(rows.names, compact_letters(differ), strict=True)), "", could)
    except NotEnoughData as error:
        return Letters(None, str(error), could)


def out_of_reach(benchmarks: int, pairs: int) -> bool:
    """Whether so few benchmarks can give none of so many pairs a p of .05 after Holm's correction."""
    return smallest_p(benchmarks) * pairs > LEVEL


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


def _pairs(count: int) -> str:
    return "one pair" if count == 1 else f"{thousands(count)} pairs"
