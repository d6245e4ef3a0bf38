"""How alike two partitions of the same metrics are: adjusted Rand index (Hubert & Arabie 1985)."""

import math
from collections.abc import Sequence

import numpy as np

from components.stats.panel import Floats


def adjusted_rand(first: Sequence[int | str], second: Sequence[int | str]) -> float:
    """Return the adjusted Rand index of two labellings of the same items.

    1 for two trivial partitions that are equal, NaN for fewer than two items. Raises ValueError if
    the lengths differ.
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} and {len(second)} labels: expected as many on both sides")
    n_items = len(first)
    if n_items < 2:
        return math.nan
    first_groups, first_of_item = np.unique(first, return_inverse=True)
    second_groups, second_of_item = np.unique(second, return_inverse=True)
    table = np.zeros((len(first_groups), len(second_groups)))
    np.add.at(table, (first_of_item, second_of_item), 1)
    pairs_in_both = _pairs_inside(table)
    pairs_in_first = _pairs_inside(table.sum(axis=1))
    pairs_in_second = _pairs_inside(table.sum(axis=0))
    expected = pairs_in_first * pairs_in_second / math.comb(n_items, 2)
    highest = (pairs_in_first + pairs_in_second) / 2
    if highest == expected:
        return 1.0
    return (pairs_in_both - expected) / (highest - expected)


def _pairs_inside(group_sizes: Floats) -> float:
    n_pairs = group_sizes * (group_sizes - 1) / 2
    return float(n_pairs.sum())
