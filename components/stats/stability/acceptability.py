"""Stochastic multicriteria acceptability analysis (SMAA-2, Lahdelma & Salminen 2001): nothing known
of the weights.

Weights are drawn uniformly from the simplex; the shares of draws say how often each method takes
each rank."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.draws import as_listed
from components.stats.panel import Floats
from components.stats.ranking.grids import Grids
from components.stats.ranking.ranks import rounded, tie_groups

Ints = npt.NDArray[np.int64]

CHUNK = 2**20
"""Scores handled at once: 8 MB."""


@dataclass(frozen=True, eq=False)
class Acceptability:
    """Shares over N weightings of n methods. Ties are split equally.

    ranks     (n, n) rank acceptability b_i^r: share of draws in which row i takes rank r + 1; rows
              and columns sum to 1
    expected  (n,) expected rank
    expected_se (n,) its standard error
    """

    ranks: Floats
    expected: Floats
    expected_se: Floats
    draws: int

    @property
    def largest_se(self) -> float:
        """1 / (2√N), the largest standard error that a share can have."""
        return float(0.5 / np.sqrt(self.draws))


def uniform_weights(draws: int, metrics: Sequence[str], rng: int) -> Floats:
    """Return (draws, K) weights of metrics, by id, uniform on the simplex; the first do not depend
    on `draws`."""
    weights = np.random.default_rng(rng).standard_exponential((draws, len(metrics)))
    weights /= weights.sum(axis=1, keepdims=True)
    return as_listed(weights, metrics)


def acceptability(
    utilities: npt.ArrayLike, weightings: Floats, grids: Grids | None = None
) -> Acceptability:
    """Return the rank acceptabilities of complete methods, `utilities` (n, K), or `grids`, over
    `weightings` (N, K).

    Raises ValueError without a method or a weighting.
    """
    u = np.asarray(utilities, dtype=float)
    n, draws = len(u if grids is None else grids.members), len(weightings)
    if not n or not draws:
        raise ValueError(f"at least one method and one weighting are needed, got {n} and {draws}")
    placed = np.zeros((n, n))
    for _, scores in score_batches(u, weightings, grids):
        placed += _places(*tie_groups(scores))
    places = np.arange(1, n + 1)
    expected = placed @ places / draws
    variance = np.maximum(placed @ places**2 / draws - expected**2, 0.0)
    return Acceptability(placed / draws, expected, np.sqrt(variance / draws), draws)


def score_batches(
    utilities: Floats, weightings: Floats, grids: Grids | None = None
) -> Iterator[tuple[slice, Floats]]:
    """Yield the rounded scores (c, n) of batches of weightings (N, K), as `scores_at` returns
    them."""
    draws = len(weightings)
    step = max(1, CHUNK // max(1, len(utilities)))
    for start in range(0, draws, step):
        part = slice(start, min(start + step, draws))
        yield part, scores_at(utilities, weightings[part], grids)


def scores_at(utilities: Floats, weightings: Floats, grids: Grids | None = None) -> Floats:
    """Return rounded scores (…, n) of the rows of utilities (n, K), or the methods of `grids`, at
    weightings (…, K)."""
    scores = rounded(weightings @ utilities.T)
    return scores if grids is None else grids.scores(scores)


def _places(order: Ints, start: Ints, end: Ints) -> Floats:
    """(n, n) how often each method takes each rank; a method tied over places start … end has
    1/size of each."""
    n = order.shape[1]
    first, after = order * (n + 1) + start, order * (n + 1) + end + 1
    alone, tied = start == end, start != end
    share, cells = 1.0 / (end[tied] - start[tied] + 1), n * (n + 1)
    steps = np.bincount(first[tied], share, cells) - np.bincount(after[tied], share, cells)
    steps += np.bincount(first[alone], minlength=cells) - np.bincount(after[alone], minlength=cells)
    placed: Floats = np.cumsum(steps.reshape(n, n + 1), axis=1)[:, :n]
    return np.maximum(placed, 0.0)
