"""Letters of groups: rows that share one are not shown to differ."""

from __future__ import annotations

from string import ascii_letters

import numpy as np

from components.errors import NotEnoughData
from components.stats.panel import Bools

MOST_GROUPS = len(ascii_letters)


def compact_letters(differ: Bools) -> tuple[str, ...]:
    """The letters of n methods, best first, given (n, n) which pairs differ significantly.

    Insert and absorb (Piepho 2004): one group of all; each pair that differs splits every group that holds both, and
    a group inside another vanishes. Letters follow the best method of a group, then its next ones. Raises
    NotEnoughData where there are more groups than letters.
    """
    groups = {frozenset(range(len(differ)))}
    for a, b in np.argwhere(np.triu(differ, 1)):
        both = [g for g in groups if a in g and b in g]
        if not both:
            continue
        rest = groups.difference(both)
        pieces = {g - {one} for g in both for one in (int(a), int(b))}
        groups = rest | {p for p in pieces if not any(p < other for other in pieces) and not any(p <= k for k in rest)}
        if len(groups) > MOST_GROUPS:
            raise NotEnoughData(f"more than {MOST_GROUPS} groups overlap: letters would tell nothing")
    texts = [""] * len(differ)
    for letter, group in zip(ascii_letters, sorted(sorted(g) for g in groups), strict=False):
        for i in group:
            texts[i] += letter
    return tuple(texts)
