"""How much of the order of the methods survives other weights.

As published (100 draws, ordinal ranks), or with weights uniform on the simplex, always with the
agreement of two random weightings with each other; `stability.nearby` asks the same of weights near
the current ones."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats
from components.stats.ranking.grids import Grids
from components.stats.ranking.ranks import ordinal_ranks, tau_between, tau_to_reference
from components.stats.stability.acceptability import score_batches, scores_at, uniform_weights

PUBLISHED_DRAWS, PUBLISHED_SEED = 100, 42


@dataclass(frozen=True)
class TauSummary:
    """How many τ are defined and not, their mean, population SD and standard error of the mean; NaN
    without any."""

    defined: int
    undefined: int
    mean: float
    sd: float
    se: float


NO_TAUS: Floats = np.empty(0)


def summarised(taus: Floats) -> TauSummary:
    """Return the numbers of values of τ (N,), NaN = undefined because one of the two rankings is
    constant."""
    known = taus[~np.isnan(taus)]
    n = known.size
    if not n:
        return TauSummary(0, taus.size, math.nan, math.nan, math.nan)
    sd = float(known.std())
    return TauSummary(n, taus.size - n, float(known.mean()), sd, sd / float(np.sqrt(n)))


def published_stability(
    utilities: npt.ArrayLike,
    w: npt.ArrayLike,
    draws: int = PUBLISHED_DRAWS,
    rows: npt.ArrayLike | None = None,
) -> Floats:
    """Return τ between the ranking at `w` (K,) and those at `draws` random weightings, exactly as
    published.

    Ordinal ranks, `rows` as in `ordinal_ranks`; the weights as in the released code of arXiv
    2605.02206."""
    u, weights = np.asarray(utilities, dtype=float), np.asarray(w, dtype=float)
    random = np.random.RandomState(PUBLISHED_SEED)
    drawn = np.array([random.dirichlet(np.ones(weights.size)) for _ in range(draws)])
    reference = ordinal_ranks(u @ weights, rows)
    return tau_to_reference(-ordinal_ranks(drawn @ u.T, rows), -reference)


def published_baseline(
    utilities: npt.ArrayLike,
    metrics: Sequence[str],
    rng: int,
    pairs: int = 5_000,
    rows: npt.ArrayLike | None = None,
) -> Floats:
    """Return τ of ordinal ranks at two random weightings, `pairs` times: the published figure of a
    random reference."""
    u = np.asarray(utilities, dtype=float)
    weightings = uniform_weights(2 * pairs, metrics, rng)
    ranks = -ordinal_ranks(weightings @ u.T, rows)
    return tau_between(ranks[::2], ranks[1::2])


def global_taus(
    utilities: npt.ArrayLike, w: npt.ArrayLike, weightings: Floats, grids: Grids | None = None
) -> Floats:
    """Return τ-b between the ranking at `w` (K,) and that at each of `weightings` (N, K); `grids`
    as in `scores_at`."""
    u = np.asarray(utilities, dtype=float)
    reference = scores_at(u, np.asarray(w, dtype=float), grids)
    values = np.empty(len(weightings))
    for part, scores in score_batches(u, weightings, grids):
        values[part] = tau_to_reference(scores, reference)
    return values


def baseline_taus(
    utilities: npt.ArrayLike, weightings: Floats, grids: Grids | None = None
) -> Floats:
    """Return τ-b between the rankings at draws 1 and 2, 3 and 4, … of `weightings` (N, K): N/2
    values."""
    u = np.asarray(utilities, dtype=float)
    half = len(weightings) // 2
    values = np.empty(half)
    for part, scores in score_batches(u, weightings[: 2 * half : 2], grids):
        values[part] = tau_between(scores, scores_at(u, weightings[1 : 2 * half : 2][part], grids))
    return values
