"""Exact sign flips: had two methods no difference, each sample would as soon favour one as the other."""

from __future__ import annotations

from math import ldexp

import numpy as np

from components.stats.panel import Floats
from components.stats.permutation import LIMIT, TIE
from components.stats.stop import checked

LEVEL = 0.05
MOST_SUMS = 20_000_000
"""Sums of one half of the differences that may be formed: about a second."""
MOST_SIGNS = 100_000_000
"""Signs that are drawn: about two seconds."""
FEWEST = 999
_CHUNK = 4_000_000
"""Signs held at once: 32 MB."""


def smallest_p(samples: int) -> float:
    """The smallest two-sided p of sign flips over so many samples: all favour one side."""
    return min(1.0, ldexp(2.0, -samples))


def flips_drawn(samples: int) -> int:
    """How many flips are drawn; 0 where all are counted."""
    if 2 ** ((samples + 1) // 2) <= MOST_SUMS:
        return 0
    return max(FEWEST, min(LIMIT, MOST_SUMS, MOST_SIGNS // samples))


def sign_flips(differences: Floats, rng: int = 0) -> float:
    """Two-sided p of differences (n,): how often the flipped sum is as far from 0, in other rounding too.

    Of drawn flips it is (1 + #)/(1 + draws), and each place has a random stream of its own.
    """
    draws = flips_drawn(len(differences))
    reached = abs(float(differences.sum())) - TIE * len(differences)
    if draws:
        return (1.0 + _count_drawn(differences, draws, rng, reached)) / (1.0 + draws)
    return min(1.0, 2.0 * _count_all(differences, reached) / 2.0 ** len(differences)) if reached > 0 else 1.0


def _count_all(differences: Floats, reached: float) -> int:
    """How many of the 2^n flipped sums are at least `reached`: each half is flipped by itself and sorted."""
    half = len(differences) // 2
    left, right = np.sort(_flipped(differences[:half])), _flipped(differences[half:])
    return int((len(left) - np.searchsorted(left, reached - right)).sum())


def _flipped(differences: Floats) -> Floats:
    """(2^n,) the sums of differences (n,) under every choice of signs."""
    sums = np.zeros(1)
    for difference in differences:
        sums = np.concatenate([sums + difference, sums - difference])
    return sums


def _count_drawn(differences: Floats, draws: int, rng: int, reached: float) -> int:
    """How many sums under drawn signs are at least as far from 0 as `reached`; some signs at a time."""
    sums = np.zeros(draws)
    step = max(1, _CHUNK // draws)
    for first in checked(range(0, len(differences), step)):
        part = differences[first : first + step]
        sums += part @ np.stack([_drawn_signs(rng, first + i, draws) for i in range(part.size)])
    return int((np.abs(sums) >= reached).sum())


def _drawn_signs(rng: int, place: int, draws: int) -> Floats:
    return np.random.default_rng((rng, place)).choice(np.array([-1.0, 1.0]), draws)
