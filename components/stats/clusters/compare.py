"""How alike two partitions of the same metrics are: adjusted Rand index (Hubert & Arabie 1985)."""

from collections.abc import Hashable, Sequence
from math import comb

import numpy as np

from components.stats.panel import Floats


def adjusted_rand(x: Sequence[Hashable], y: Sequence[Hashable]) -> float:
    """Return the adjusted Rand index of two labellings of the same items; 1 for two identical
    trivial ones.

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


def _codes(labels: Sequence[Hashable]) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    seen: dict[Hashable, int] = {}
    return np.array([seen.setdefault(label, len(seen)) for label in labels], dtype=np.intp)


def _pairs(counts: Floats) -> Floats:
    return counts * (counts - 1) / 2
