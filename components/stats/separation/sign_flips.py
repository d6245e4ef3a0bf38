"""Exact sign flips: had two methods no difference, each benchmark would as soon favour one as the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log2

import numpy as np

from components.stats.panel import Floats
from components.stats.permutation import LIMIT, TIE

LEVEL = 0.05
MOST_SUMS = 50_000_000
"""Flipped sums that one call may form, over all pairs: some tenths of a second."""
FEWEST = 999
_CHUNK = 4_000_000
"""Sums held at once: 32 MB."""


@dataclass(frozen=True, eq=False)
class SignFlips:
    """`p` (P,) of P pairs, two-sided; `p_min` is the smallest that this many benchmarks can give, 2/2^B.

    `exact` says that all 2^B flips were looked at; else p is (1 + #)/(1 + draws).
    """

    p: Floats
    p_min: float
    exact: bool
    draws: int


def smallest_p(benchmarks: int) -> float:
    """The smallest two-sided p of sign flips over so many benchmarks: all favour one side."""
    return min(1.0, 2.0 / 2.0**benchmarks)


def benchmarks_that_could(pairs: int) -> int:
    """With how many benchmarks at least one of so many pairs could reach p ≤ .05 after Holm's correction."""
    return 1 + ceil(log2(pairs / LEVEL) - 1e-9)


def flips_looked_at(pairs: int, benchmarks: int) -> int:
    """All 2^(B − 1) flips that keep the first benchmark, or fewer, to be drawn, where they are too many.

    The others are their mirror images and as far from 0.
    """
    every = 2 ** (benchmarks - 1)
    affordable = MOST_SUMS // max(pairs, 1)
    return every if every <= min(LIMIT, affordable) else max(FEWEST, min(LIMIT, affordable))


def sign_flips(differences: Floats, places: Sequence[int] | None = None, rng: int = 0) -> SignFlips:
    """p of each row of differences (P, B) between two methods: how often the flipped mean is as far from 0.

    A mean as far from 0 in other rounding counts; a difference of 0 is flipped too and changes nothing. Where the
    flips are drawn each benchmark has a random stream of its own, by its place in the registry (`places`, by default
    0 … B − 1), the same for all pairs, so that the order of methods and benchmarks changes no p.
    """
    pairs, benchmarks = differences.shape
    looked_at = flips_looked_at(pairs, benchmarks)
    exact = looked_at == 2 ** (benchmarks - 1)
    observed = np.abs(differences.mean(axis=1))
    if exact:
        signs = _every_sign(benchmarks)
    else:
        own = range(benchmarks) if places is None else places
        signs = np.stack([_drawn_signs(rng, place, looked_at) for place in own])
    extreme = np.zeros(pairs, dtype=np.int64)
    step = max(1, _CHUNK // signs.shape[1])
    for start in range(0, pairs, step):
        part = slice(start, start + step)
        flipped = np.abs(differences[part] @ signs) / benchmarks
        extreme[part] = (flipped >= observed[part, None] - TIE).sum(axis=1)
    p = extreme / looked_at if exact else (1.0 + extreme) / (1.0 + looked_at)
    return SignFlips(p, smallest_p(benchmarks), exact, looked_at)


def _every_sign(benchmarks: int) -> Floats:
    """(B, 2^(B − 1)) every choice of signs that keeps that of the first benchmark."""
    numbers = np.arange(2 ** (benchmarks - 1))
    signs = np.ones((benchmarks, numbers.size))
    for b in range(1, benchmarks):
        signs[b] -= 2.0 * ((numbers >> (b - 1)) & 1)
    return signs


def _drawn_signs(rng: int, place: int, draws: int) -> Floats:
    drawn: Floats = np.random.default_rng((rng, place)).integers(0, 2, draws) * 2.0 - 1.0
    return drawn
