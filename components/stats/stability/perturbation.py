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
from components.stats.ranking.ranks import ordinal_ranks, tau_between, tau_to_reference
from components.stats.ranking.scorer import Scorer
from components.stats.stability.acceptability import uniform_weights

PUBLISHED_DRAWS = 100
PUBLISHED_SEED = 42
PUBLISHED_PAIRS = 5_000
"""Pairs of random weightings behind the published protocol's baseline."""
NO_TAUS: Floats = np.empty(0)


@dataclass(frozen=True)
class TauSummary:
    """How many τ are defined and not, their mean, population SD and standard error.

    NaN without any."""

    defined: int
    undefined: int
    mean: float
    sd: float
    se: float


def summarised(taus: Floats) -> TauSummary:
    """Return the numbers of values of τ (N,).

    NaN = undefined because one of the two rankings is constant."""
    defined = taus[~np.isnan(taus)]
    n_defined = defined.size
    if not n_defined:
        return TauSummary(0, taus.size, math.nan, math.nan, math.nan)
    deviation = float(defined.std())
    return TauSummary(
        defined=n_defined,
        undefined=taus.size - n_defined,
        mean=float(defined.mean()),
        sd=deviation,
        se=deviation / float(np.sqrt(n_defined)),
    )


def published_stability(
    utilities: Floats,
    weighting: Floats,
    n_draws: int = PUBLISHED_DRAWS,
    rows: npt.ArrayLike | None = None,
) -> Floats:
    """Return τ between the ranking at `weighting` (K,) and those at random weights, exactly as
    published.

    `utilities` (n, K); ordinal ranks, `rows` as in `ordinal_ranks`; the weights as in the released
    code of arXiv 2605.02206."""
    random = np.random.RandomState(PUBLISHED_SEED)
    uniform = np.ones(weighting.size)
    weightings = np.array([random.dirichlet(uniform) for _ in range(n_draws)])
    reference = ordinal_ranks(utilities @ weighting, rows)
    ranks = ordinal_ranks(weightings @ utilities.T, rows)
    return tau_to_reference(-ranks, -reference)


def published_baseline(
    utilities: Floats,
    metrics: Sequence[str],
    seed: int,
    rows: npt.ArrayLike | None = None,
) -> Floats:
    """Return τ of ordinal ranks at two random weightings each, for a published figure's baseline.

    `utilities` (n, K) of metrics, by id; `rows` as in `ordinal_ranks`."""
    weightings = uniform_weights(2 * PUBLISHED_PAIRS, metrics, seed)
    ranks = -ordinal_ranks(weightings @ utilities.T, rows)
    return tau_between(ranks[::2], ranks[1::2])


def global_taus(scorer: Scorer, weighting: Floats, weightings: Floats) -> Floats:
    """Return (N,) τ-b between the ranking at `weighting` (K,) and that at each of weightings (N,
    K)."""
    reference = scorer.scores(weighting)
    taus = np.empty(len(weightings))
    for part, scores in scorer.batches(weightings):
        taus[part] = tau_to_reference(scores, reference)
    return taus


def baseline_taus(scorer: Scorer, weightings: Floats) -> Floats:
    """Return (N/2,) τ-b between the rankings at draws 1 and 2, 3 and 4, … of weightings (N, K)."""
    n_pairs = len(weightings) // 2
    second = weightings[1 : 2 * n_pairs : 2]
    taus = np.empty(n_pairs)
    for part, scores in scorer.batches(weightings[: 2 * n_pairs : 2]):
        taus[part] = tau_between(scores, scorer.scores(second[part]))
    return taus
