"""What the choice of seeds alone can change: every cell shown by one of its seeds at a time.

The confidence factor of SMAA-2 (Lahdelma & Salminen 2001) asks, for each method, whether it would come out first
under the weights that suit it, given the noise of the measurements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.errors import NotEnoughData
from components.stats.draws import as_listed
from components.stats.panel import Floats, Panel
from components.stats.ranking.ranks import competition_ranks, rounded
from components.stats.ranking.utility import cell_utilities, run_utilities
from components.stats.stop import checked

Ints = npt.NDArray[np.int64]

DRAWS = 1_000
CHUNK = 2**21


@dataclass(frozen=True, eq=False)
class SeedNoise:
    """Ranks of n methods when each cell (method on a benchmark) is one of its seeds, drawn independently.

    low, high   (n,) 95 % percentiles of the rank at the current weights (order statistics)
    p_first     (n,) share of draws in which the method is first at the current weights, ties split equally
    confidence  (n,) share of draws in which it is first at its own central weights; NaN where it has none
    seeds       the fewest and the most seeds that a cell has to draw from
    """

    low: Ints
    high: Ints
    p_first: Floats
    confidence: Floats
    draws: int
    seeds: tuple[int, int]


def seed_noise(
    panel: Panel,
    w: npt.ArrayLike,
    central: Floats,
    methods: Sequence[int] | npt.NDArray[np.intp],
    metrics: Sequence[int] | npt.NDArray[np.intp],
    *,
    transform: str,
    aggregate: str = "score-of-means",
    draws: int = DRAWS,
    rng: int = 0,
) -> SeedNoise:
    """Redraw one seed per cell; score the given methods (rows of the panel) by the given metrics.

    `w` (K,) and `central` (n, K) are weights of the K metrics given. A seed without a value for one of the metrics
    is not drawn. Raises NotEnoughData when a cell has no seed to draw, or none has more than one.
    """
    weights = np.asarray(w, dtype=float)
    chosen, columns = np.asarray(methods, dtype=np.intp), np.asarray(metrics, dtype=np.intp)
    part = panel.of_metrics([int(k) for k in columns])
    mapped = run_utilities(part, transform) if aggregate == "mean-of-scores" else part.scaled
    values = np.moveaxis(mapped[:, :, chosen], 1, 2)  # benchmarks, methods, seeds, metrics
    usable = ~np.isnan(values).any(axis=3)
    size = usable.sum(axis=2)
    if not chosen.size or size.min(initial=1) == 0:
        raise NotEnoughData("seed noise needs, for every method on every benchmark, a run with all metrics")
    if size.max() < 2:
        raise NotEnoughData("seed noise needs more than one seed; every cell here is a single run")
    first_usable = np.argsort(~usable, axis=2, kind="stable")
    random, ids = np.random.default_rng(rng), (panel.benchmarks, [panel.methods[m] for m in chosen])
    places = np.indices(size.shape)
    ranks, wins = np.empty((draws, chosen.size), dtype=np.int64), np.zeros(chosen.size)
    sure = np.flatnonzero(~np.isnan(central).any(axis=1))
    confident, own = np.full(chosen.size, np.nan), np.arange(sure.size)
    confident[sure] = 0.0
    step = max(1, CHUNK // max(values[:, :, 0].size, chosen.size * sure.size))
    for start in checked(range(0, draws, step)):
        batch = slice(start, min(start + step, draws))
        chance = as_listed(random.random((batch.stop - start, *size.shape)), *ids)
        pick = np.minimum((chance * size).astype(np.int64), size - 1)
        seed = first_usable[places[0], places[1], pick]
        cells = values[places[0], places[1], seed]
        if aggregate == "mean-of-scores":
            u = cells.mean(axis=1)
        else:
            u = cell_utilities(cells, part.metrics, transform, part.targets)
        scores = rounded(u @ weights)
        ranks[batch] = competition_ranks(scores)
        first = scores == scores.max(axis=1, keepdims=True)
        wins += (first / first.sum(axis=1, keepdims=True)).sum(axis=0)
        at_central = rounded(u @ central[sure].T)  # draws, methods, weightings
        best = at_central.max(axis=1, keepdims=True)
        level = (at_central == best).sum(axis=1)
        confident[sure] += ((at_central[:, sure, own] == best[:, 0]) / level).sum(axis=0)
    low, high = np.quantile(ranks, [0.025, 0.975], axis=0, method="inverted_cdf").astype(np.int64)
    return SeedNoise(
        low=low,
        high=high,
        p_first=wins / draws,
        confidence=confident / draws,
        draws=draws,
        seeds=(int(size.min()), int(size.max())),
    )
