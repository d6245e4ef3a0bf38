"""How much of the order of the methods survives other weights.

As published (100 draws, ordinal ranks), or with weights uniform on the simplex, always beside the agreement of two
random weightings with each other; `components.stats.stability.nearby` asks the same of weights near the current ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats
from components.stats.ranking.grids import Grids
from components.stats.ranking.ranks import ordinal_ranks, tau_between, tau_to_reference
from components.stats.stability.acceptability import score_batches, scores_at, uniform_weights

PUBLISHED_DRAWS, PUBLISHED_SEED = 100, 42
EXACT_BARS, BIN = 12, 0.05
"""Up to twelve different values of τ each has a bar of its own; more are gathered in bins of 0.05."""


@dataclass(frozen=True, eq=False)
class Taus:
    """Kendall's τ of many pairs of rankings, (N,) with NaN where one is constant; `mean`, `sd`, `se` of the others."""

    values: Floats

    @property
    def defined(self) -> Floats:
        """The values that are not NaN."""
        return self.values[~np.isnan(self.values)]

    @property
    def undefined(self) -> int:
        """How many are NaN: all methods tied."""
        return int(np.isnan(self.values).sum())

    @property
    def mean(self) -> float:
        """Mean τ."""
        return float(self.defined.mean()) if self.defined.size else float("nan")

    @property
    def sd(self) -> float:
        """Population standard deviation of τ."""
        return float(self.defined.std()) if self.defined.size else float("nan")

    @property
    def se(self) -> float:
        """Standard error of the mean."""
        return self.sd / float(np.sqrt(self.defined.size)) if self.defined.size else float("nan")

    @property
    def summary(self) -> TauSummary:
        """What is kept where the values are not."""
        return TauSummary(self.defined.size, self.undefined, self.mean, self.sd, self.se)


@dataclass(frozen=True)
class TauSummary:
    """The same without the values: how many are defined and not, mean, population SD and standard error of the mean."""

    defined: int
    undefined: int
    mean: float
    sd: float
    se: float


NO_TAUS = Taus(np.empty(0))


@dataclass(frozen=True)
class Bar:
    """One bar of two histograms over the same bins: centre, width, and the share of each side's defined values."""

    tau: float
    width: float
    current: float
    baseline: float


def published_stability(
    utilities: npt.ArrayLike, w: npt.ArrayLike, draws: int = PUBLISHED_DRAWS, rows: npt.ArrayLike | None = None
) -> Taus:
    """τ between the ranking at `w` (K,) and those at 100 (or `draws`) random weightings, exactly as published.

    Ordinal ranks, `rows` as in `ordinal_ranks`; the weights as in the released code of arXiv 2605.02206.
    """
    u, weights = np.asarray(utilities, dtype=float), np.asarray(w, dtype=float)
    random = np.random.RandomState(PUBLISHED_SEED)
    drawn = np.array([random.dirichlet(np.ones(weights.size)) for _ in range(draws)])
    reference = ordinal_ranks(u @ weights, rows)
    return Taus(tau_to_reference(-ordinal_ranks(drawn @ u.T, rows), -reference))


def published_baseline(
    utilities: npt.ArrayLike,
    metrics: Sequence[str],
    rng: int,
    pairs: int = 5_000,
    rows: npt.ArrayLike | None = None,
) -> Taus:
    """The published figure if its reference were random: τ of ordinal ranks at two random weightings, `pairs` times."""
    u = np.asarray(utilities, dtype=float)
    weightings = uniform_weights(2 * pairs, metrics, rng)
    ranks = -ordinal_ranks(weightings @ u.T, rows)
    return Taus(tau_between(ranks[::2], ranks[1::2]))


def global_taus(
    utilities: npt.ArrayLike,
    w: npt.ArrayLike,
    weightings: Floats,
    grids: Grids | None = None,
) -> Taus:
    """τ-b between the current ranking and that at each of `weightings` (N, K); `grids` as in `score_batches`."""
    u = np.asarray(utilities, dtype=float)
    reference = scores_at(u, np.asarray(w, dtype=float), grids)
    values = np.empty(len(weightings))
    for part, scores in score_batches(u, weightings, grids):
        values[part] = tau_to_reference(scores, reference)
    return Taus(values)


def baseline_taus(utilities: npt.ArrayLike, weightings: Floats, grids: Grids | None = None) -> Taus:
    """τ-b between the rankings at two independent weightings: draw 1 with 2, 3 with 4, …: N/2 values."""
    u = np.asarray(utilities, dtype=float)
    half = len(weightings) // 2
    values = np.empty(half)
    for part, scores in score_batches(u, weightings[: 2 * half : 2], grids):
        values[part] = tau_between(scores, scores_at(u, weightings[1 : 2 * half : 2][part], grids))
    return Taus(values)


def histogram(taus: Taus, baseline: Taus) -> tuple[Bar, ...]:
    """Shares of the defined values of both sides over the same bars; empty when `taus` has no defined value."""
    if not taus.defined.size:
        return ()
    both = np.unique(np.round(np.concatenate([taus.defined, baseline.defined]), 9))
    if len(both) <= EXACT_BARS:
        centres, width = both, min(0.1, float(np.diff(both).min(initial=0.1)) * 0.8)
        edges = np.r_[-np.inf, (both[1:] + both[:-1]) / 2.0, np.inf]
    else:
        centres, width = np.linspace(-1.0, 1.0, round(2 / BIN) + 1), BIN
        edges = np.r_[-np.inf, centres[1:] - BIN / 2.0, np.inf]
    shares = [np.histogram(t.defined, edges)[0] / max(1, t.defined.size) for t in (taus, baseline)]
    return tuple(Bar(float(c), width, float(a), float(b)) for c, a, b in zip(centres, *shares, strict=True))
