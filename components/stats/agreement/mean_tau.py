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
from components.stats.agreement.tau import Agreement, agreement
from components.stats.memo import memoised
from components.stats.panel import Floats, Panel, nanmean

PUBLISHED, POOLED, BLOCKS = "published", "aligned, pooled", "aligned, blocks"


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


def mean_taus(panel: Panel) -> dict[str, MeanTau]:
    """Return the mean pairwise τ of a panel by counting rule."""
    return memoised(panel, "mean taus", lambda: _mean_taus(panel))


def _mean_taus(panel: Panel) -> dict[str, MeanTau]:
    x, y = metric_pairs(len(panel.metrics))
    pooled, blocks = agreement(panel, scope="pooled"), agreement(panel)
    taus = {
        PUBLISHED: pooled.tau[x, y] * panel.signs[x] * panel.signs[y],
        POOLED: pooled.tau[x, y],
        BLOCKS: blocks.tau[x, y],
    }
    return {
        rule: _mean(panel, tau, blocks if rule == BLOCKS else pooled) for rule, tau in taus.items()
    }


def _mean(panel: Panel, tau: Floats, result: Agreement) -> MeanTau:
    x, y = metric_pairs(len(panel.metrics))
    known = ~np.isnan(panel.values)
    gaps = (panel.present[..., None] & ~known).sum(axis=(0, 1, 2))
    flat, defined = known.reshape(-1, len(panel.metrics)), np.asarray(~np.isnan(tau))
    entered = (flat[:, x] & flat[:, y]).sum(axis=0)[defined]
    return MeanTau(
        mean_tau=finite(nanmean(tau, axis=0)),
        pairs_defined=int(defined.sum()),
        pairs=len(x),
        runs_fewest=int(entered.min()) if entered.size else 0,
        runs=panel.n_runs,
        blocks=len(result.blocks),
        missing={m: int(g) for m, g in zip(panel.metric_ids, gaps, strict=True) if g},
    )
