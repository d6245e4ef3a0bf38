"""Stochastic multicriteria acceptability analysis (SMAA-2, Lahdelma & Salminen 2001): nothing known of the weights.

Weights are drawn uniformly from the simplex; the shares of draws say which rank each method takes how often, who
beats whom, and what a reader who puts a method first typically cares about.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.draws import as_listed
from components.stats.panel import Floats, ratio
from components.stats.ranking.grids import Grids
from components.stats.ranking.ranks import rounded, tie_groups
from components.stats.stop import checked

Ints = npt.NDArray[np.int64]

FEWEST = 100
"""A central weight vector needs at least this many draws in which the method is first."""
CHUNK = 2**20
"""Scores handled at once: 8 MB."""

Progress = Callable[[float], None]
"""Called with the share of the work that is done; whatever it raises ends the work."""


@dataclass(frozen=True, eq=False)
class Acceptability:
    """Shares over N weightings of n methods and K metrics. Ties are split equally everywhere.

    ranks     (n, n) rank acceptability b_i^r: share of draws in which row i takes rank r + 1; rows and columns sum
              to 1
    winning   (n, n) pairwise winning index c_ik: share in which row i beats column k; c_ik + c_ki = 1, diagonal NaN
    central   (n, K) central weights: mean of the weightings that put row i first; NaN below 100 such draws
    first     (n,) how many draws put row i first
    expected  (n,) expected rank
    expected_se (n,) its standard error
    """

    ranks: Floats
    winning: Floats
    central: Floats
    first: Floats
    expected: Floats
    expected_se: Floats
    draws: int

    @property
    def largest_se(self) -> float:
        """No share has a larger standard error than this: 1 / (2√N)."""
        return float(0.5 / np.sqrt(self.draws))


def uniform_weights(draws: int, metrics: Sequence[str], rng: int) -> Floats:
    """(draws, K) weights of metrics, by id, uniform on the simplex. The first do not depend on how many are drawn."""
    weights = np.random.default_rng(rng).standard_exponential((draws, len(metrics)))
    weights /= weights.sum(axis=1, keepdims=True)
    return as_listed(weights, metrics)


def acceptability(
    utilities: npt.ArrayLike, weightings: Floats, progress: Progress | None = None, grids: Grids | None = None
) -> Acceptability:
    """SMAA-2 indices of n complete methods, `utilities` (n, K), or of `grids`, over the given `weightings` (N, K)."""
    u = np.asarray(utilities, dtype=float)
    n, draws = len(u if grids is None else grids.members), len(weightings)
    if not n or not draws:
        raise ValueError(f"at least one method and one weighting are needed, got {n} and {draws}")
    placed, beats = np.zeros((n, n)), np.zeros((n, n))
    central, first = np.zeros((n, u.shape[1])), np.zeros(n)
    for part, scores in score_batches(u, weightings, progress, grids):
        order, start, end = tie_groups(scores)
        placed += _places(order, start, end)
        beats += _duels(order, start, ties=bool((start != end).any()))
        leads = scores == scores.max(axis=1, keepdims=True)
        share = leads / leads.sum(axis=1, keepdims=True)  # a shared first place is split
        first += share.sum(axis=0)
        central += share.T @ weightings[part]
    places = np.arange(1, n + 1)
    expected = placed @ places / draws
    variance = np.maximum(placed @ places**2 / draws - expected**2, 0.0)
    enough = (first >= FEWEST)[:, None]
    winning = beats / draws
    np.fill_diagonal(winning, np.nan)
    return Acceptability(
        ranks=placed / draws,
        winning=winning,
        central=ratio(central, np.where(enough, first[:, None], 0.0)),
        first=first,
        expected=expected,
        expected_se=np.sqrt(variance / draws),
        draws=draws,
    )


def score_batches(
    utilities: Floats, weightings: Floats, progress: Progress | None = None, grids: Grids | None = None
) -> Iterator[tuple[slice, Floats]]:
    """Rounded scores (c, n) of batches of weightings (N, K), of the methods of `grids` where rows are checkpoints."""
    draws = len(weightings)
    step = max(1, CHUNK // max(1, len(utilities)))
    for start in checked(range(0, draws, step)):
        part = slice(start, min(start + step, draws))
        yield part, scores_at(utilities, weightings[part], grids)
        if progress is not None:
            progress(part.stop / draws)


def scores_at(utilities: Floats, weightings: Floats, grids: Grids | None = None) -> Floats:
    """Rounded scores (…, n) of the rows, or of the methods of `grids`, at weightings (…, K)."""
    scores = rounded(weightings @ utilities.T)
    return scores if grids is None else grids.scores(scores)


def _places(order: Ints, start: Ints, end: Ints) -> Floats:
    """(n, n) how often each method takes each rank; a method tied over places start … end has 1/size of each."""
    n = order.shape[1]
    first, after = order * (n + 1) + start, order * (n + 1) + end + 1
    alone, tied = start == end, start != end
    share, cells = 1.0 / (end[tied] - start[tied] + 1), n * (n + 1)
    steps = np.bincount(first[tied], share, cells) - np.bincount(after[tied], share, cells)
    steps += np.bincount(first[alone], minlength=cells) - np.bincount(after[alone], minlength=cells)
    placed: Floats = np.cumsum(steps.reshape(n, n + 1), axis=1)[:, :n]
    return np.maximum(placed, 0.0)


def _duels(order: Ints, start: Ints, ties: bool) -> Floats:
    """(n, n) how often each row is ahead of each column, a tie counting half."""
    draws, n = order.shape
    ranks = np.empty((draws, n), dtype=np.uint8 if n <= 256 else np.int32)  # small numbers compare fastest
    np.put_along_axis(ranks, order, start, axis=1)
    by_method = np.ascontiguousarray(ranks.T)
    won = np.zeros((n, n))
    for i in range(n - 1):
        rest = by_method[i + 1 :]
        ahead = np.count_nonzero(by_method[i] < rest, axis=1) * 1.0
        if ties:
            ahead += np.count_nonzero(by_method[i] == rest, axis=1) / 2.0
        won[i, i + 1 :] = ahead
        won[i + 1 :, i] = draws - ahead
    return won
