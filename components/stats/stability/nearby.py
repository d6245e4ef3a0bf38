"""How much of the order of the methods survives weights near the current ones, drawn from
Dirichlet(κ w).

How far they move on average is chosen, and κ follows from that.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats import lazy_scipy
from components.stats.panel import Floats
from components.stats.ranking.grids import Grids
from components.stats.ranking.ranks import tau_to_reference
from components.stats.stability.acceptability import score_batches, scores_at
from components.stats.stability.perturbation import TauSummary, summarised
from data.errors import NotEnoughData

KAPPA = (1e-6, 1e9)
"""Concentrations between which the one for a radius is looked for."""
CURVE_POINTS, LEAST_RADIUS, MOST_RADIUS = 16, 0.01, 1.5
"""Points of the curve over the radius, the smallest reach that has a curve, and its largest
radius."""


@dataclass(frozen=True, eq=False)
class LocalStability:
    """The order under weights Dirichlet(κ w) around the current ones.

    radius        expected L1 change of the weights; `kappa` is the concentration that gives it
    leader_stays  share of draws in which a method that leads now has rank 1; `leader_se` its
                  standard error
    taus          τ-b of the rankings with the current one
    """

    radius: float
    kappa: float
    leader_stays: float
    leader_se: float
    taus: TauSummary


def expected_change(w: npt.ArrayLike, kappa: float) -> float:
    """Return E‖w' − w‖₁ for w' ~ Dirichlet(κ w): the sum of the mean deviations of Beta(κw_j,
    κ(1−w_j))."""
    weights = np.asarray(w, dtype=float)
    inner = weights[(weights > 0) & (weights < 1)]
    a, b = kappa * inner, kappa * (1.0 - inner)
    xlogy, betaln = lazy_scipy.special.xlogy, lazy_scipy.special.betaln
    logs = xlogy(a, a) + xlogy(b, b) - betaln(a, b) - (kappa + 1.0) * np.log(kappa)
    return float(2.0 * np.exp(logs).sum())


def largest_radius(w: npt.ArrayLike) -> float:
    """Return the bound 2(1 − Σw²) of the expected change: all weight on one metric, drawn with odds
    w."""
    weights = np.asarray(w, dtype=float)
    return float(2.0 * (1.0 - (weights**2).sum()))


def concentration(w: npt.ArrayLike, radius: float) -> float:
    """Return the κ whose expected L1 change is `radius`, by bisection on log κ. Raises
    NotEnoughData if none is."""
    low, high = KAPPA
    reach = expected_change(w, low)
    if not expected_change(w, high) < radius < reach:
        raise NotEnoughData(
            f"weights like these change by less than {largest_radius(w):.3f} on average, found"
            f" {radius:.3f}"
            if reach > 0
            else "all weight lies on one metric, so there is nothing to shift in proportion"
        )
    for _ in range(60):
        middle = float(np.sqrt(low * high))
        low, high = (middle, high) if expected_change(w, middle) > radius else (low, middle)
    return float(np.sqrt(low * high))


def nearby_weights(
    w: npt.ArrayLike, metrics: Sequence[str], kappa: float, draws: int, rng: int
) -> Floats:
    """Return (draws, K) weights of metrics, by id, from Dirichlet(κ w); a metric without weight
    stays without."""
    weights = np.asarray(w, dtype=float)
    drawn, moved = np.zeros((draws, weights.size)), np.flatnonzero(weights > 0)
    moved = moved[np.argsort([metrics[int(k)] for k in moved])]
    drawn[:, moved] = np.random.default_rng(rng).dirichlet(kappa * weights[moved], draws)
    return drawn


def local_stability(
    utilities: npt.ArrayLike,
    w: npt.ArrayLike,
    metrics: Sequence[str],
    radius: float,
    draws: int,
    rng: int,
    grids: Grids | None = None,
) -> LocalStability:
    """Return the order of n methods, `utilities` (n, K), under weights that change by `radius` in
    L1 on average.

    `grids` as in `scores_at`. Raises NotEnoughData if the weights cannot change that much.
    """
    u, weights = np.asarray(utilities, dtype=float), np.asarray(w, dtype=float)
    kappa = concentration(weights, radius)
    current = scores_at(u, weights, grids)
    leaders = current == current.max()
    stays, taus = 0, np.empty(draws)
    for part, scores in score_batches(
        u, nearby_weights(weights, metrics, kappa, draws, rng), grids=grids
    ):
        stays += int((scores[:, leaders].max(axis=1) == scores.max(axis=1)).sum())
        taus[part] = tau_to_reference(scores, current)
    share = stays / draws
    return LocalStability(
        radius, kappa, share, float(np.sqrt(share * (1 - share) / draws)), summarised(taus)
    )


def local_curve(
    utilities: npt.ArrayLike,
    w: npt.ArrayLike,
    metrics: Sequence[str],
    draws: int,
    rng: int,
    grids: Grids | None = None,
) -> tuple[LocalStability, ...]:
    """Return the local stability at even steps up to the largest radius in reach, at most
    MOST_RADIUS.

    All from the same seed; () if hardly any radius is in reach.
    """
    most = min(MOST_RADIUS, largest_radius(w))
    radii = np.linspace(0.0, most, CURVE_POINTS + 1)[1:-1].tolist() if most > LEAST_RADIUS else []
    reach = expected_change(w, KAPPA[0])
    return tuple(
        local_stability(utilities, w, metrics, r, draws, rng, grids=grids)
        for r in radii
        if 0 < r < reach
    )
