"""How alike two partitions of the same metrics are: adjusted Rand index (Hubert & Arabie 1985)."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import comb, factorial, prod

import numpy as np

from components.stats.panel import Floats

ENUMERATED = 5_040
"""Up to this many ways to assign the cluster labels, all are tried."""
SAMPLED = 999
"""Beyond, so many are drawn in addition to the observed one."""


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Adjusted Rand index with the share of random partitions of the same cluster sizes that reach it.

    n       items in both partitions; with fewer than two of them there is no index
    rand    1 = the same partition, 0 = what chance gives
    p       share of the arrangements of one side's labels with an index at least as high
    p_min   share that reaches the highest index any arrangement can have
    exact   whether every arrangement was tried, `arrangements` in number
    """

    n: int
    rand: float | None
    p: float | None
    p_min: float | None
    arrangements: int
    exact: bool


def adjusted_rand(x: Sequence[Hashable], y: Sequence[Hashable]) -> float:
    """Return the adjusted Rand index of two labellings of the same items; 1 for two identical trivial ones.

    NaN for fewer than two items. Raises ValueError if the lengths differ.
    """
    if len(x) != len(y):
        raise ValueError(f"{len(x)} and {len(y)} labels: expected as many on both sides")
    n = len(x)
    if n < 2:
        return float("nan")
    rows, columns = _codes(x), _codes(y)
    table = np.zeros((rows.max() + 1, columns.max() + 1))
    np.add.at(table, (rows, columns), 1)
    together = float(_pairs(table).sum())
    left, right = float(_pairs(table.sum(axis=1)).sum()), float(_pairs(table.sum(axis=0)).sum())
    expected = left * right / comb(n, 2)
    highest = (left + right) / 2
    return 1.0 if highest == expected else (together - expected) / (highest - expected)


def compare(x: Sequence[Hashable], y: Sequence[Hashable], seed: int = 0) -> Comparison:
    """Return the adjusted Rand index of two partitions, and how often shuffled labels of `y` reach it."""
    n, observed = len(x), adjusted_rand(x, y)
    if n < 2:
        return Comparison(n=n, rand=None, p=None, p_min=None, arrangements=0, exact=True)
    codes = _codes(y)
    possible = factorial(n) // prod(factorial(int(c)) for c in np.bincount(codes))
    exact = possible <= ENUMERATED
    rng = np.random.default_rng(seed)
    orders = (
        _distinct([int(c) for c in np.bincount(codes)])
        if exact
        else ([int(c) for c in (rng.permutation(codes) if i else codes)] for i in range(SAMPLED + 1))
    )
    reached = np.array([adjusted_rand(x, o) for o in orders])
    return Comparison(
        n=n,
        rand=observed,
        p=float(np.mean(reached >= observed - 1e-12)),
        p_min=float(np.mean(reached >= reached.max() - 1e-12)),
        arrangements=len(reached),
        exact=exact,
    )


def _codes(labels: Sequence[Hashable]) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """Labels as 0, 1, … in order of first appearance."""
    seen: dict[Hashable, int] = {}
    return np.array([seen.setdefault(label, len(seen)) for label in labels], dtype=np.intp)


def _pairs(counts: Floats) -> Floats:
    return counts * (counts - 1) / 2


def _distinct(counts: list[int]) -> Iterator[list[int]]:
    """Every sequence that has label c exactly counts[c] times."""
    if not any(counts):
        yield []
    for label, left in enumerate(counts):
        if left:
            for rest in _distinct([c - (i == label) for i, c in enumerate(counts)]):
                yield [label, *rest]
