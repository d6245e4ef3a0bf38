"""Whether a metric recognises a genuine retrain: controls with a known answer, compared within each
benchmark.

`original` still holds the forgotten knowledge, `retrain` never had it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.format import finite
from components.stats.audits.ground_truth import auc
from components.stats.draws import places_by_id
from components.stats.panel import Floats, Panel, nanmean
from components.stats.permutation import Stratum, additive_nulls, p_min, p_value, products
from components.stats.ranking.ranks import midranks
from components.stats.reliability.spearman import spearman_within

LIMIT = 20_000
"""Arrangements enumerated at most, or sampled beyond that."""


@dataclass(frozen=True, kw_only=True)
class Recognition:
    """How well a metric separates originals from retrained models.

    auc      P(a retrained model looks better) + ½ P(equal), mean over `benchmarks` that have both;
             None without one
    flagged  of `absent` retrained models those that look no better than the best-looking of the
             `present` originals of their benchmark; ties count
    """

    auc: float | None
    flagged: int
    absent: int
    present: int
    benchmarks: int


@dataclass(frozen=True, kw_only=True)
class BenchmarkRow(Recognition):
    """One metric on one benchmark, whose forget set may hold canaries."""

    benchmark: str
    canary: bool


@dataclass(frozen=True, kw_only=True)
class MetricRow:
    """One score metric held against the controls.

    all, canary  over all benchmarks, and over those with canaries
    rho          mean over benchmarks of Spearman's ρ with closeness to the oracle, over cells of
                 `n_methods` approximate methods; `p` from shuffling methods within benchmarks,
                 `p_min` the smallest it can be
    """

    metric: str
    by_benchmark: tuple[BenchmarkRow, ...]
    all: Recognition
    canary: Recognition
    rho: float | None
    p: float | None
    p_min: float | None
    n_methods: int

    @property
    def judged(self) -> Recognition:
        """The separation that counts: on canaries if there are some, else on all benchmarks."""
        return self.canary if self.canary.benchmarks else self.all


def recognitions(
    panel: Panel,
    original: int,
    retrain: int,
    approximate: Sequence[int],
    canaries: Sequence[str],
    seed: int = 0,
) -> tuple[MetricRow, ...]:
    """Return every score metric held against the controls, in registry order.

    `original`, `retrain` and `approximate` are places of methods of the panel, `canaries` the
    benchmarks whose forget set holds canaries."""
    values = panel.aligned
    followed = _within(panel.subset(methods=list(approximate)), seed)
    rows = []
    for k, (metric, (rho, p, least)) in enumerate(zip(panel.metrics, followed, strict=True)):
        found = [
            _recognition(values[b, :, original, k], values[b, :, retrain, k])
            for b in range(len(values))
        ]
        own = zip(panel.benchmarks, found, strict=True)
        by_benchmark = tuple(
            BenchmarkRow(benchmark=b, canary=b in canaries, **vars(r)) for b, r in own
        )
        rows.append(
            MetricRow(
                metric=metric.id,
                by_benchmark=by_benchmark,
                all=_together(by_benchmark),
                canary=_together([r for r in by_benchmark if r.canary]),
                rho=finite(rho),
                p=finite(p),
                p_min=finite(least),
                n_methods=len(approximate),
            )
        )
    return tuple(rows)


def _recognition(present: Floats, absent: Floats) -> Recognition:
    """On one benchmark, from the aligned values over its seeds; nothing is counted unless both
    sides have a value."""
    x, y = present[~np.isnan(present)], absent[~np.isnan(absent)]
    if not x.size or not y.size:
        return _together([])
    flagged = int((y <= x.max()).sum())
    return Recognition(
        auc=auc(x, y, 1), flagged=flagged, absent=int(y.size), present=int(x.size), benchmarks=1
    )


def _together(by_benchmark: Sequence[Recognition]) -> Recognition:
    areas = [r.auc for r in by_benchmark if r.auc is not None]
    return Recognition(
        auc=float(np.mean(areas)) if areas else None,
        flagged=sum(r.flagged for r in by_benchmark),
        absent=sum(r.absent for r in by_benchmark),
        present=sum(r.present for r in by_benchmark),
        benchmarks=len(areas),
    )


def _within(panel: Panel, seed: int) -> list[tuple[float, float, float]]:
    """Per metric the mean within-benchmark ρ with closeness over cells, its p and the smallest
    possible p."""
    order = np.argsort(places_by_id(panel.methods))
    rho, cells, distances = (
        spearman_within(panel),
        panel.aligned_cells[:, order],
        panel.oracle_cells,
    )
    found = []
    for k in range(len(panel.metrics)):
        defined = np.flatnonzero(~np.isnan(rho[:, k]))
        if not defined.size or distances is None:
            found.append((math.nan, math.nan, math.nan))
            continue
        strata = []
        for b in defined:
            value, distance = cells[b, :, k], distances[b, order]
            both = ~(np.isnan(value) | np.isnan(distance))
            x, y = _unit(midranks(value[both])), _unit(midranks(-distance[both]))
            strata.append(
                Stratum(panel.benchmarks[b], len(x), products([np.outer(y, x) / defined.size]))
            )
        null, mean = next(additive_nulls(strata, LIMIT, seed)), float(nanmean(rho[:, k], axis=0))
        found.append((mean, p_value(null, mean), p_min(null)))
    return found


def _unit(ranks: Floats) -> Floats:
    centred = ranks - ranks.mean()
    return np.asarray(centred / np.linalg.norm(centred))
