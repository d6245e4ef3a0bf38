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
from components.stats.ranking.ranks import tau_to_reference
from components.stats.ranking.scorer import Scorer
from components.stats.stability.perturbation import TauSummary, summarised
from data.errors import NotEnoughData

MIN_KAPPA = 1e-6
MAX_KAPPA = 1e9
"""Concentrations between which the one for a radius is looked for."""
HALVINGS = 60
CURVE_STEPS = 16
"""Even steps of the radius that the curve is divided into."""
MIN_REACH = 0.01
"""The smallest reach that has a curve."""
MAX_RADIUS = 1.5


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


def expected_change(weighting: npt.ArrayLike, kappa: float) -> float:
    """Return E‖w' − w‖₁ for w' ~ Dirichlet(κ w).

    That is the sum of the mean deviations of Beta(κw_j, κ(1−w_j))."""
    weights = np.asarray(weighting, dtype=float)
    inner = weights[(weights > 0) & (weights < 1)]
    a = kappa * inner
    b = kappa * (1.0 - inner)
    special = lazy_scipy.special
    logs = special.xlogy(a, a) + special.xlogy(b, b)
    logs -= special.betaln(a, b)
    logs -= (kappa + 1.0) * np.log(kappa)
    return float(2.0 * np.exp(logs).sum())


def largest_radius(weighting: npt.ArrayLike) -> float:
    """Return the bound 2(1 − Σw²) of the expected change.

    It is that of all weight on one metric, drawn with odds w."""
    weights = np.asarray(weighting, dtype=float)
    sum_of_squares = float((weights**2).sum())
    return 2.0 * (1.0 - sum_of_squares)


def concentration(weighting: npt.ArrayLike, radius: float) -> float:
    """Return the κ whose expected L1 change is `radius`, by bisection on log κ.

    Raises NotEnoughData if none is."""
    reach = expected_change(weighting, MIN_KAPPA)
    if reach <= 0:
        raise NotEnoughData(
            "all weight lies on one metric, so there is nothing to shift in proportion"
        )
    if not expected_change(weighting, MAX_KAPPA) < radius < reach:
        raise NotEnoughData(
            f"weights like these change by less than {largest_radius(weighting):.3f} on average,"
            f" found {radius:.3f}"
        )
    low = MIN_KAPPA
    high = MAX_KAPPA
    for _ in range(HALVINGS):
        middle = float(np.sqrt(low * high))
        if expected_change(weighting, middle) > radius:
            low = middle
        else:
            high = middle
    return float(np.sqrt(low * high))


def nearby_weights(
    weighting: npt.ArrayLike,
    metrics: Sequence[str],
    kappa: float,
    n_draws: int,
    seed: int,
) -> Floats:
    """Return (draws, K) weights of metrics, by id, from Dirichlet(κ w).

    A metric without weight stays without."""
    weights = np.asarray(weighting, dtype=float)
    weighted = np.flatnonzero(weights > 0)
    names = [metrics[int(metric_index)] for metric_index in weighted]
    by_id = weighted[np.argsort(names)]
    drawn = np.zeros((n_draws, weights.size))
    concentrations = kappa * weights[by_id]
    drawn[:, by_id] = np.random.default_rng(seed).dirichlet(concentrations, n_draws)
    return drawn


def local_stability(
    scorer: Scorer,
    weighting: Floats,
    metrics: Sequence[str],
    radius: float,
    n_draws: int,
    seed: int,
) -> LocalStability:
    """Return the order of the methods under weights that change by `radius` in L1 on average.

    `weighting` (K,) are the current weights of metrics, by id. Raises NotEnoughData if the weights
    cannot change that much."""
    kappa = concentration(weighting, radius)
    current = scorer.scores(weighting)
    is_leader = current == current.max()
    n_stays = 0
    taus = np.empty(n_draws)
    weightings = nearby_weights(weighting, metrics, kappa, n_draws, seed)
    for part, scores in scorer.batches(weightings):
        best_leader = scores[:, is_leader].max(axis=1)
        n_stays += int((best_leader == scores.max(axis=1)).sum())
        taus[part] = tau_to_reference(scores, current)
    share = n_stays / n_draws
    share_se = float(np.sqrt(share * (1 - share) / n_draws))
    return LocalStability(radius, kappa, share, share_se, summarised(taus))


def local_curve(
    scorer: Scorer,
    weighting: Floats,
    metrics: Sequence[str],
    n_draws: int,
    seed: int,
) -> tuple[LocalStability, ...]:
    """Return the local stability at even steps of the radius.

    They go up to the largest radius in reach, at most MAX_RADIUS. All from the same seed. Return ()
    if hardly any radius is in reach."""
    largest = min(MAX_RADIUS, largest_radius(weighting))
    if largest <= MIN_REACH:
        return ()
    reach = expected_change(weighting, MIN_KAPPA)
    steps = np.linspace(0.0, largest, CURVE_STEPS + 1)
    radii = steps[1:-1].tolist()
    return tuple(
        local_stability(scorer, weighting, metrics, radius, n_draws, seed)
        for radius in radii
        if radius < reach
    )
