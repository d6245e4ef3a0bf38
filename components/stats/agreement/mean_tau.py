"""Mean pairwise τ of the metrics of a panel, under each counting rule: what the "modality gap"
rests on.

published         all runs pooled, directions not aligned (Khan, Laga & Sohel 2026)
aligned, pooled   all runs pooled, higher is better everywhere
aligned, blocks   τ-b per block, seeds averaged inside a benchmark, benchmarks averaged
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.format import finite
from components.stats.agreement.pairs import metric_pairs
from components.stats.agreement.tau import agreement
from components.stats.memo import kept
from components.stats.panel import Floats, Panel, nanmean

PUBLISHED = "published"
POOLED = "aligned, pooled"
BLOCKS = "aligned, blocks"


@dataclass(frozen=True, kw_only=True)
class MeanTau:
    """The mean over the `pairs_defined` of `pairs` pairs of metrics that have a τ; None if none
    has.

    runs_fewest  runs that entered the pair with fewest, of `runs` in the panel
    blocks       number of those compared, 1 if pooled
    missing      number of values not measured, by id of the metrics with gaps
    """

    mean_tau: float | None
    pairs_defined: int
    pairs: int
    runs_fewest: int
    runs: int
    blocks: int
    missing: Mapping[str, int]


@kept
def mean_taus(panel: Panel) -> dict[str, MeanTau]:
    """Return the mean pairwise τ of a panel by counting rule."""
    first_metrics, second_metrics = metric_pairs(len(panel.metrics))
    pooled = agreement(panel, scope="pooled")
    by_block = agreement(panel)
    pooled_tau = pooled.tau[first_metrics, second_metrics]
    published_tau = pooled_tau * panel.signs[first_metrics] * panel.signs[second_metrics]
    return {
        PUBLISHED: _mean_tau(panel, published_tau, len(pooled.blocks)),
        POOLED: _mean_tau(panel, pooled_tau, len(pooled.blocks)),
        BLOCKS: _mean_tau(panel, by_block.tau[first_metrics, second_metrics], len(by_block.blocks)),
    }


def _mean_tau(panel: Panel, tau: Floats, n_blocks: int) -> MeanTau:
    n_metrics = len(panel.metrics)
    first_metrics, second_metrics = metric_pairs(n_metrics)
    is_measured = ~np.isnan(panel.values)
    is_missing = panel.has_run[..., None] & ~is_measured
    n_missing = is_missing.sum(axis=(0, 1, 2)).tolist()
    missing_of_metric = zip(panel.metric_ids, n_missing, strict=True)
    runs_measured = is_measured.reshape(-1, n_metrics)
    is_defined = ~np.isnan(tau)
    has_both = runs_measured[:, first_metrics] & runs_measured[:, second_metrics]
    n_runs = has_both.sum(axis=0)[is_defined]
    return MeanTau(
        mean_tau=finite(nanmean(tau, axis=0)),
        pairs_defined=len(n_runs),
        pairs=len(first_metrics),
        runs_fewest=int(min(n_runs, default=0)),
        runs=panel.n_runs,
        blocks=n_blocks,
        missing={metric: n for metric, n in missing_of_metric if n},
    )
