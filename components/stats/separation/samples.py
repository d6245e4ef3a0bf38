"""Two methods sample by sample: who is better on how many, by how much, and whether a few samples alone decide it."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Literal

import numpy as np
import numpy.typing as npt

from components.stats import scipy
from components.stats.panel import Floats
from components.stats.permutation import TIE
from components.stats.separation.sign_flips import flips_drawn, sign_flips, smallest_p
from components.stats.stop import checked

MOST_POINTS = 1_000
"""Points of the curve of sorted differences; of more samples, as many at even ranks."""
MOST_DRAWN = 5_000
"""Samples that differ up to which signs are drawn; the sum of more is normal to any visible digit."""
SIGNS, FEWEST_DRAWS, MOST_DRAWS = 4_000_000, 10, 1_000
"""Signs drawn to say how few samples would make a difference by chance, and how often all are drawn."""
Means = Literal["exact", "drawn", "normal"]


@dataclass(frozen=True, eq=False)
class SampleDifferences:
    """n differences of a method a from a method b, each above 0 where a is better.

    `ahead`, `behind`, `level` count the samples on which a is better, worse and neither. `carriers` is the smallest
    number of samples without which the mean would no longer favour the same method; None where it favours neither.
    `by_chance` is that number on average under drawn signs. `ranks` (from 1) and `values` describe the sorted
    differences, the largest first.
    """

    n: int
    ahead: int
    behind: int
    level: int
    mean: float
    carriers: int | None
    by_chance: float | None
    ranks: npt.NDArray[np.int64]
    values: Floats


@dataclass(frozen=True)
class PairedTest:
    """Sign flips over samples, two-sided: without a difference each sample would favour either with equal chance.

    `n` samples differ, the others change nothing. `means`: "exact", all flips were counted; "drawn", `draws` of them,
    and p is (1 + #)/(1 + draws); "normal", the flipped sum taken as normal with the variance Σd². `p_min` is the
    smallest p possible with this many samples and draws.
    """

    n: int
    p: float
    p_min: float
    means: Means
    draws: int = 0


def sample_differences(differences: Floats, rng: int = 0) -> SampleDifferences:
    """Summarise n ≥ 1 differences. A sum that is 0 but for rounding is 0."""
    largest = np.sort(differences)[::-1]
    total, n = float(largest.sum()), len(largest)
    rounding = TIE * float(np.abs(largest).sum())
    carriers = None
    if abs(total) > rounding:
        towards = largest if total > 0 else -largest[::-1]
        carriers = int(np.argmax(abs(total) - np.cumsum(towards) <= rounding)) + 1
    ranks = np.unique(np.linspace(0, n - 1, min(n, MOST_POINTS)).round().astype(np.int64))
    ahead, behind = int((largest > 0).sum()), int((largest < 0).sum())
    mean = total / n if carriers is not None else 0.0
    chance = None if carriers is None else carriers_by_chance(largest, rng)
    return SampleDifferences(n, ahead, behind, n - ahead - behind, mean, carriers, chance, ranks + 1, largest[ranks])


def carriers_by_chance(differences: Floats, rng: int = 0) -> float:
    """The mean of `carriers` over drawn signs of the differences; draws that favour neither count as 0."""
    size = -np.sort(-np.abs(differences[differences != 0]))
    random, counts = np.random.default_rng(rng), []
    for _ in checked(range(int(np.clip(SIGNS // len(size), FEWEST_DRAWS, MOST_DRAWS)))):
        ahead = random.random(len(size)) < 0.5
        total = float(size[ahead].sum() - size[~ahead].sum())
        towards = size[ahead if total > 0 else ~ahead]
        rounding = TIE * float(size.sum())
        counts.append(0 if abs(total) <= rounding else int(np.argmax(abs(total) - np.cumsum(towards) <= rounding)) + 1)
    return float(np.mean(counts))


def paired_test(differences: Floats, rng: int = 0) -> PairedTest:
    """The paired test over samples, in the order given, on which drawn signs depend. p is 1 where none differs."""
    moved = differences[differences != 0]
    n = len(moved)
    if not n:
        return PairedTest(0, 1.0, 1.0, "exact")
    scaled = moved / np.abs(moved).max()  # what counts as a tie is stated on the scale of 1
    if n > MOST_DRAWN:
        z = float(scaled.sum()) / sqrt(float((scaled**2).sum()))
        return PairedTest(n, float(scipy.special.erfc(abs(z) / sqrt(2))), smallest_p(n), "normal")
    flips, draws = sign_flips(scaled[None], rng=rng), flips_drawn(1, n)
    reachable = max(smallest_p(n), 1.0 / (1.0 + draws)) if draws else smallest_p(n)
    return PairedTest(n, float(flips.p[0]), reachable, "drawn" if draws else "exact", draws)
