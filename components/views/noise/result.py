"""How much of a metric is seeds, how much benchmarks, and how much methods."""

from __future__ import annotations

import math
from dataclasses import dataclass

from components.labels import Labels
from components.plain import aside, number, whole
from components.resolved import Resolved, reads
from components.stats.reliability.noise_floor import BENCHMARKS, INTERACTION, METHODS, SEEDS, noise_floors

ONE_SEED = "one run in each cell: noise of seeds is part of methods × benchmarks"


@dataclass(frozen=True, kw_only=True)
class MetricNoise:
    """One score metric on its scale.

    `sd_seeds`, `sd_benchmarks`, `sd_methods` and `sd_interaction` (methods by benchmark) are standard deviations of the
    components of a two-way random model; `share_methods` is what methods are of the variance of a cell, benchmarks
    excluded. `seeds` are the runs in every cell, None where cells differ. `negative` are components that were estimated
    below 0 and count as 0. `reason` says why a number is None.
    """

    metric: str
    label: str
    methods: int
    benchmarks: int
    seeds: int | None
    sd_seeds: float | None
    sd_benchmarks: float | None
    sd_methods: float | None
    sd_interaction: float | None
    share_methods: float | None
    negative: tuple[str, ...]
    reason: str


@dataclass(frozen=True, kw_only=True)
class NoiseResult:
    """All score metrics, in registry order."""

    rows: tuple[MetricNoise, ...] = whole()
    labels: Labels = aside()

    @property
    def known(self) -> tuple[MetricNoise, ...]:
        """The metrics whose methods can be told from noise at all, by falling share of methods."""
        shares = [(r.share_methods, r) for r in self.rows if r.share_methods is not None]
        return tuple(r for _, r in sorted(shares, key=lambda pair: -pair[0]))


@reads(weights=False)
def noise(resolved: Resolved) -> NoiseResult:
    """The noise floor of every score metric of a view."""
    panel = resolved.panel
    rows = []
    for metric, floor in zip(panel.metrics, noise_floors(panel), strict=True):
        sd = {k: number(math.sqrt(v)) for k, v in floor.variances.items()}
        alone = ONE_SEED if floor.seeds == 1 else ""
        same = "all values of a benchmark are alike" if not floor.reason and math.isnan(floor.share) else ""
        rows.append(
            MetricNoise(
                metric=metric.id,
                label=metric.label,
                methods=len(panel.methods),
                benchmarks=len(panel.benchmarks),
                seeds=floor.seeds or None,
                sd_seeds=sd[SEEDS],
                sd_benchmarks=sd[BENCHMARKS],
                sd_methods=sd[METHODS],
                sd_interaction=sd[INTERACTION],
                share_methods=number(floor.share),
                negative=floor.negative,
                reason=floor.reason or same or alone,
            )
        )
    return NoiseResult(rows=tuple(rows), labels=resolved.labels)
