"""Does a metric recognise a genuine retrain? Controls with a known answer, compared within each benchmark.

`original` still holds the forgotten knowledge, `retrain` never had it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.agreement.pairs import metric_pairs
from components.stats.agreement.tau import agreement
from components.stats.audits.ground_truth import auc
from components.stats.draws import places_by_id
from components.stats.panel import Bools, Floats, Panel, nanmean
from components.stats.permutation import Stratum, additive_null, p_min, p_value, products
from components.stats.ranking.ranks import midranks
from components.stats.reliability.spearman import spearman_within

Ints = npt.NDArray[np.int64]
LIMIT = 20_000
"""Arrangements enumerated at most, or sampled beyond that."""


@dataclass(frozen=True, eq=False)
class Places:
    """The place of one method in each block: arrays (B, S, K), NaN or −1 where it has no value.

    place   its midrank among the candidates with a value, 1 = best
    ahead   candidates strictly better, −1 where undefined
    compared  candidates it is compared with, itself left out
    """

    place: Floats
    ahead: Ints
    compared: Ints


@dataclass(frozen=True)
class Separation:
    """One metric on one benchmark: how well it separates models with the knowledge from models without it.

    auc      P(a model without the knowledge looks better) + half of P(equal)
    flagged  models without the knowledge that look no better than the best-looking model with it; ties count
    """

    auc: float
    flagged: int
    present: int
    absent: int


@dataclass(frozen=True)
class Within:
    """Mean over benchmarks of Spearman's ρ with closeness over cells; p from shuffling methods within benchmarks."""

    rho: float
    by_benchmark: tuple[float, ...]
    p: float
    p_min: float
    exact: bool
    arrangements: int


@dataclass(frozen=True, eq=False)
class Modality:
    """Mean τ-b over pairs of metrics, block by block, for two benchmarks of the same images: arrays (S,).

    NaN where no pair of metrics has a τ in both blocks; `pairs` is the number of all pairs.
    """

    unimodal: Floats
    multimodal: Floats
    seeds: tuple[int, ...]
    pairs: int

    @property
    def both(self) -> Bools:
        """(S,) whether both sides have a mean τ in a seed."""
        return np.asarray(~(np.isnan(self.unimodal) | np.isnan(self.multimodal)))

    @property
    def means(self) -> tuple[float, float]:
        """The mean of either side over the seeds that both have; NaN where there is none."""
        if not self.both.any():
            return math.nan, math.nan
        return float(self.unimodal[self.both].mean()), float(self.multimodal[self.both].mean())

    @property
    def lower(self) -> int:
        """Number of those seeds in which the multimodal side is the lower one."""
        return int((self.multimodal < self.unimodal)[self.both].sum())


def places(panel: Panel, method: int, candidates: Sequence[int]) -> Places:
    """The places of a method among `candidates` (indices, the method itself among them), ties at their mean rank."""
    values = panel.aligned[:, :, list(candidates)]  # (B, S, C, K)
    own = panel.aligned[:, :, [method]]
    known = ~np.isnan(values)
    ranks = np.moveaxis(midranks(np.moveaxis(values, 2, -1)), -1, 2)
    missing = np.isnan(own[:, :, 0])
    ahead = np.where(missing, -1, (values > own).sum(axis=2))
    place = np.where(missing, np.nan, ranks[:, :, list(candidates).index(method)])
    return Places(place, ahead, np.where(missing, 0, known.sum(axis=2) - 1))


def separation(panel: Panel, original: int, retrain: int) -> tuple[tuple[Separation, ...], ...]:
    """(K, B) how well each metric separates originals from retrained models, over the seeds of each benchmark."""
    values = panel.aligned
    return tuple(
        tuple(_separation(values[b, :, original, k], values[b, :, retrain, k]) for b in range(len(values)))
        for k in range(len(panel.metrics))
    )


def within(panel: Panel, seed: int = 0, limit: int = LIMIT) -> tuple[Within, ...]:
    """(K,) the within-benchmark ρ of each metric with closeness."""
    order = np.argsort(places_by_id(panel.methods))
    rho, cells, distances = spearman_within(panel), panel.aligned_cells[:, order], panel.oracle_cells
    distances = None if distances is None else distances[:, order]
    return tuple(
        _within(panel.benchmarks, rho[:, k], cells[..., k], distances, seed, limit) for k in range(len(panel.metrics))
    )


def modality(panel_uni: Panel, unimodal: str, panel_multi: Panel, multimodal: str) -> Modality:
    """Mean pairwise τ-b of two benchmarks seed by seed, over pairs of metrics that are defined in both blocks.

    The seeds, methods and metrics that both panels have are compared. Raises UnknownName.
    """
    seeds = tuple(s for s in panel_uni.seeds if s in panel_multi.seeds)
    shared = [m for m in panel_uni.methods if m in panel_multi.methods]
    means = np.full((2, len(seeds)), np.nan)
    x, y = metric_pairs(len(panel_uni.metrics))
    for place, seed in enumerate(seeds):
        taus = np.stack(
            [
                agreement(
                    panel.subset([panel.benchmark(name)], [panel.seeds.index(seed)], [panel.method(m) for m in shared])
                ).tau[x, y]
                for panel, name in ((panel_uni, unimodal), (panel_multi, multimodal))
            ]
        )
        both = ~np.isnan(taus).any(axis=0)
        if both.any():
            means[:, place] = taus[:, both].mean(axis=1)
    return Modality(means[0], means[1], seeds, len(x))


def _separation(present: Floats, absent: Floats) -> Separation:
    x, y = present[~np.isnan(present)], absent[~np.isnan(absent)]
    flagged = int((y <= x.max()).sum()) if x.size else 0
    area = auc(x, y, 1) if x.size and y.size else math.nan
    return Separation(area, flagged, int(x.size), int(y.size))


def _within(
    benchmarks: Sequence[str], rho: Floats, cells: Floats, distances: Floats | None, seed: int, limit: int
) -> Within:
    defined = np.flatnonzero(~np.isnan(rho))
    by_benchmark = tuple(float(r) for r in rho)
    if not defined.size or distances is None:
        return Within(math.nan, by_benchmark, math.nan, math.nan, True, 0)
    strata = []
    for b in defined:
        both = ~(np.isnan(cells[b]) | np.isnan(distances[b]))
        x, y = (_unit(midranks(v[both])) for v in (cells[b], -distances[b]))
        strata.append(Stratum(benchmarks[int(b)], int(both.sum()), products(np.outer(y, x) / defined.size)))
    null = additive_null(strata, limit, seed)
    mean = float(nanmean(rho, axis=0))
    return Within(mean, by_benchmark, p_value(null, mean), p_min(null), null.exact, null.n_arrangements)


def _unit(ranks: Floats) -> Floats:
    centred = ranks - ranks.mean()
    return np.asarray(centred / np.linalg.norm(centred))
