"""Exact sign flips: had two methods no difference, each sample would as soon favour one as the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ldexp

import numpy as np

from components.stats.panel import Floats
from components.stats.permutation import LIMIT, TIE
from components.stats.stop import checked

LEVEL = 0.05
"""The p up to which a difference counts, on every page; adjusted for several tests only where that is written."""
MOST_SUMS = 20_000_000
"""Sums that one call may form, over all pairs: about a second."""
MOST_SIGNS = 100_000_000
"""Signs that are drawn for all pairs together: about two seconds."""
FEWEST = 999
_CHUNK = 4_000_000
"""Sums held at once: 32 MB."""


@dataclass(frozen=True, eq=False)
class SignFlips:
    """`p` (P,) of P pairs, two-sided; `p_min` is the smallest that this many benchmarks can give, 2/2^B.

    `exact` says that all 2^B flips were counted; else p is (1 + #)/(1 + draws).
    """

    p: Floats
    p_min: float
    exact: bool


def smallest_p(benchmarks: int) -> float:
    """The smallest two-sided p of sign flips over this many benchmarks: all favour one side."""
    return min(1.0, ldexp(2.0, -benchmarks))


def flips_drawn(pairs: int, benchmarks: int) -> int:
    """How many flips are drawn for each pair; 0 where all are counted."""
    affordable = MOST_SUMS // max(pairs, 1)
    if 2 ** ((benchmarks + 1) // 2) <= affordable:
        return 0
    return max(FEWEST, min(LIMIT, affordable, MOST_SIGNS // benchmarks))


def sign_flips(differences: Floats, places: Sequence[int] | None = None, rng: int = 0) -> SignFlips:
    """p of each row of differences (P, B) between two methods: how often the flipped sum is as far from 0.

    One as far from 0 in other rounding counts; a difference of 0 is flipped too and changes nothing. Where flips are
    drawn each benchmark has a random stream of its own, by its place in the registry (`places`, by default 0 … B − 1),
    the same for all pairs, so that the order of methods and benchmarks changes no p.
    """
    pairs, benchmarks = differences.shape
    draws = flips_drawn(pairs, benchmarks)
    reached = np.abs(differences.sum(axis=1)) - TIE * benchmarks
    if draws:
        own = range(benchmarks) if places is None else places
        p = (1.0 + _count_drawn(differences, own, draws, rng, reached)) / (1.0 + draws)
    else:
        p = np.where(reached > 0, np.minimum(1.0, 2.0 * _count_all(differences, reached) / 2.0**benchmarks), 1.0)
    return SignFlips(p, smallest_p(benchmarks), not draws)


def _count_all(differences: Floats, reached: Floats) -> Floats:
    """(P,) how many of the 2^B flipped sums are at least `reached`: each half is flipped by itself and sorted."""
    half = differences.shape[1] // 2
    counts = np.zeros(len(differences))
    step = max(1, _CHUNK // 2 ** (differences.shape[1] - half))
    for start in checked(range(0, len(differences), step)):
        part = slice(start, start + step)
        left, right = np.sort(_flipped(differences[part, :half]), axis=1), _flipped(differences[part, half:])
        wanted = reached[part, None] - right
        for i, (sums, least) in enumerate(zip(left, wanted, strict=True)):
            counts[start + i] = (len(sums) - np.searchsorted(sums, least)).sum()
    return counts


def _flipped(differences: Floats) -> Floats:
    """(P, 2^B) the sums of differences (P, B) under every choice of signs."""
    sums = np.zeros((len(differences), 1))
    for column in differences.T:
        sums = np.concatenate([sums + column[:, None], sums - column[:, None]], axis=1)
    return sums


def _count_drawn(differences: Floats, places: Sequence[int], draws: int, rng: int, reached: Floats) -> Floats:
    """(P,) how many sums under drawn signs are at least as far from 0 as `reached`; some pairs and signs at a time."""
    counts = np.zeros(len(differences))
    step = max(1, _CHUNK // draws)
    for start in range(0, len(differences), step):
        part = differences[start : start + step]
        sums = np.zeros((len(part), draws))
        for first in checked(range(0, len(places), step)):
            signs = np.stack([_drawn_signs(rng, place, draws) for place in places[first : first + step]])
            sums += part[:, first : first + step] @ signs
        counts[start : start + step] = (np.abs(sums) >= reached[start : start + step, None]).sum(axis=1)
    return counts


def _drawn_signs(rng: int, place: int, draws: int) -> Floats:
    return np.random.default_rng((rng, place)).choice(np.array([-1.0, 1.0]), draws)
