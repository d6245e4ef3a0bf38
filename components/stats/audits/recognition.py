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

MAX_ARRANGEMENTS = 20_000
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
class JudgedMetric:
    """One score metric held against the controls.

    on_all, on_canaries  over all benchmarks, and over those with canaries
    rho          mean over benchmarks of Spearman's ρ with closeness to the oracle, over cells of
                 `n_methods` approximate methods; `p` from shuffling methods within benchmarks,
                 `p_min` the smallest it can be
    """

    metric: str
    by_benchmark: tuple[BenchmarkRow, ...]
    on_all: Recognition
    on_canaries: Recognition
    rho: float | None
    p: float | None
    p_min: float | None
    n_methods: int

    @property
    def judged(self) -> Recognition:
        """The separation that counts: on canaries if there are some, else on all benchmarks."""
        return self.on_canaries if self.on_canaries.benchmarks else self.on_all


def recognitions(
    panel: Panel,
    original: int,
    retrain: int,
    approximate: Sequence[int],
    canaries: Sequence[str],
    seed: int = 0,
) -> tuple[JudgedMetric, ...]:
    """Return every score metric held against the controls, in registry order.

    `original`, `retrain` and `approximate` are places of methods of the panel, `canaries` the
    benchmarks whose forget set holds canaries."""
    values = panel.aligned
    followed = _rho_tests(panel.subset(methods=list(approximate)), seed)
    rows = []
    for index, metric in enumerate(panel.metrics):
        by_benchmark = []
        for benchmark, of_benchmark in zip(panel.benchmarks, values[..., index], strict=True):
            recognised = _recognition(of_benchmark[:, original], of_benchmark[:, retrain])
            by_benchmark.append(
                BenchmarkRow(benchmark=benchmark, canary=benchmark in canaries, **vars(recognised))
            )
        rho, p, least_p = followed[index]
        rows.append(
            JudgedMetric(
                metric=metric.id,
                by_benchmark=tuple(by_benchmark),
                on_all=_together(by_benchmark),
                on_canaries=_together([row for row in by_benchmark if row.canary]),
                rho=finite(rho),
                p=finite(p),
                p_min=finite(least_p),
                n_methods=len(approximate),
            )
        )
    return tuple(rows)


def _recognition(original: Floats, retrained: Floats) -> Recognition:
    """On one benchmark, from the aligned values over its seeds; nothing is counted unless both
    sides have a value."""
    present = original[~np.isnan(original)]
    absent = retrained[~np.isnan(retrained)]
    if not present.size or not absent.size:
        return _together([])
    return Recognition(
        auc=auc(present, absent, 1),
        flagged=int((absent <= present.max()).sum()),
        absent=absent.size,
        present=present.size,
        benchmarks=1,
    )


def _together(by_benchmark: Sequence[Recognition]) -> Recognition:
    areas = [row.auc for row in by_benchmark if row.auc is not None]
    return Recognition(
        auc=float(np.mean(areas)) if areas else None,
        flagged=sum(row.flagged for row in by_benchmark),
        absent=sum(row.absent for row in by_benchmark),
        present=sum(row.present for row in by_benchmark),
        benchmarks=len(areas),
    )


def _rho_tests(panel: Panel, seed: int) -> list[tuple[float, float, float]]:
    """Per metric the mean within-benchmark ρ with closeness over cells, its p and the smallest
    possible p."""
    order = np.argsort(places_by_id(panel.methods))
    rho = spearman_within(panel)
    mean_rho = nanmean(rho, axis=0).tolist()
    cells = panel.aligned_cells[:, order]
    distances = panel.oracle_cells
    tests = []
    for index, mean in enumerate(mean_rho):
        if distances is None or math.isnan(mean):
            tests.append((math.nan, math.nan, math.nan))
            continue
        defined = np.flatnonzero(~np.isnan(rho[:, index]))
        strata = []
        for benchmark in defined:
            values = cells[benchmark, :, index]
            closeness = -distances[benchmark, order]
            has_both = ~(np.isnan(values) | np.isnan(closeness))
            x = _unit(midranks(values[has_both]))
            y = _unit(midranks(closeness[has_both]))
            addends = products([np.outer(y, x) / defined.size])
            strata.append(Stratum(panel.benchmarks[benchmark], len(x), addends))
        null = next(additive_nulls(strata, MAX_ARRANGEMENTS, seed))
        tests.append((mean, p_value(null, mean), p_min(null)))
    return tests


def _unit(ranks: Floats) -> Floats:
    centred = ranks - ranks.mean()
    return np.asarray(centred / np.linalg.norm(centred))
