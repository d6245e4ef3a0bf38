"""Stochastic multicriteria acceptability analysis (SMAA-2, Lahdelma & Salminen 2001): nothing known
of the weights.

Weights are drawn uniformly from the simplex; the shares of draws say how often each method takes
each rank."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.draws import as_listed
from components.stats.panel import Floats
from components.stats.ranking.ranks import tie_groups
from components.stats.ranking.scorer import Scorer

Ints = npt.NDArray[np.int64]


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


def uniform_weights(n_draws: int, metrics: Sequence[str], seed: int) -> Floats:
    """Return (draws, K) weights of metrics, by id, uniform on the simplex.

    The first weights do not depend on `n_draws`."""
    shape = (n_draws, len(metrics))
    weights = np.random.default_rng(seed).standard_exponential(shape)
    weights /= weights.sum(axis=1, keepdims=True)
    return as_listed(weights, metrics)


def acceptability(scorer: Scorer, weightings: Floats) -> Acceptability:
    """Return the rank acceptabilities of complete methods over weightings (N, K).

    Raises ValueError without a method or a weighting.
    """
    n_rows = scorer.n_rows
    draws = len(weightings)
    if not n_rows or not draws:
        raise ValueError(
            f"at least one method and one weighting are needed, got {n_rows} and {draws}"
        )
    placed = np.zeros((n_rows, n_rows))
    for _, scores in scorer.batches(weightings):
        placed += _count_places(*tie_groups(scores))
    ranks = np.arange(1, n_rows + 1)
    expected = placed @ ranks / draws
    expected_square = placed @ ranks**2 / draws
    variance = np.maximum(expected_square - expected**2, 0.0)
    standard_error = np.sqrt(variance / draws)
    return Acceptability(placed / draws, expected, standard_error, draws)


def _count_places(order: Ints, start: Ints, end: Ints) -> Floats:
    """(n, n) how often each method takes each rank.

    A method tied over places start … end has 1/size of each. Counted where a run of places starts
    and, negatively, after it ends, then summed along them."""
    n_rows = order.shape[1]
    n_steps = n_rows * (n_rows + 1)
    first = order * (n_rows + 1) + start
    after = order * (n_rows + 1) + end + 1
    is_tied = start != end
    share = 1.0 / (end[is_tied] - start[is_tied] + 1)
    steps = np.bincount(first[is_tied], share, n_steps).astype(float)
    steps -= np.bincount(after[is_tied], share, n_steps)
    n_first = np.bincount(first[~is_tied], minlength=n_steps)
    steps += n_first - np.bincount(after[~is_tied], minlength=n_steps)
    by_place = steps.reshape(n_rows, n_rows + 1)
    placed: Floats = np.cumsum(by_place, axis=1)[:, :n_rows]
    return np.maximum(placed, 0.0)
