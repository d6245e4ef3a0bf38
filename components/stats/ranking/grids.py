"""Several checkpoints of one method: the best of a grid, its median, and what k tries of it would give."""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt

from components.errors import NotEnoughData
from components.stats.panel import Floats


def expected_best(scores: npt.ArrayLike, k: int) -> float:
    """Expected score of the best of k different checkpoints drawn at random from a grid of g, exactly.

    Without replacement: Σ_{r=k..g} s_(r) C(r−1, k−1) / C(g, k) with s ascending. Raises NotEnoughData unless
    1 ≤ k ≤ g.
    """
    s = np.sort(np.asarray(scores, dtype=float))
    g = len(s)
    if not 1 <= k <= g:
        raise NotEnoughData(f"{k} tries of a grid of {g}: expected from 1 to {g}")
    return float(sum(s[r - 1] * (comb(r - 1, k - 1) / comb(g, k)) for r in range(k, g + 1)))


def expected_best_curve(scores: npt.ArrayLike) -> Floats:
    """(g,) `expected_best` for k = 1 … g tries."""
    return np.array([expected_best(scores, k) for k in range(1, np.size(scores) + 1)])
