"""Mean pairwise τ of the metrics of a panel, under each counting rule: what the "modality gap" rests on.

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
    """The mean over the `pairs_defined` of `pairs` pairs of metrics that have a τ; None if none has.

    runs_fewest, runs_most      runs that entered such a pair, of `runs` in the panel
    blocks_fewest, blocks_most  blocks in which such a pair had a τ, of `blocks` (1 if pooled)
    missing                     number of values not measured, by id of the metrics with gaps
    """

    rule: str
    mean_tau: float | None
    pairs_defined: int
    pairs: int
    runs_fewest: int
    runs_most: int
    runs: int
    blocks_fewest: int
    blocks_most: int
    blocks: int
    missing: Mapping[str, int]
    undefined_pairs: tuple[tuple[str, str], ...]


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
    return {rule: _mean(panel, rule, tau, blocks if rule == BLOCKS else pooled) for rule, tau in taus.items()}


def _mean(panel: Panel, rule: str, tau: Floats, result: Agreement) -> MeanTau:
    x, y = metric_pairs(len(panel.metrics))
    known = ~np.isnan(panel.values)
    gaps = (panel.present[..., None] & ~known).sum(axis=(0, 1, 2))
    flat = known.reshape(-1, len(panel.metrics))
    defined = np.asarray(~np.isnan(tau))
    entered = (flat[:, x] & flat[:, y]).sum(axis=0)[defined]
    seen = result.defined[x, y][defined]
    without = zip(x[~defined], y[~defined], strict=True)
    return MeanTau(
        rule=rule,
        mean_tau=finite(nanmean(tau, axis=0)),
        pairs_defined=int(defined.sum()),
        pairs=len(x),
        runs_fewest=int(entered.min()) if entered.size else 0,
        runs_most=int(entered.max(initial=0)),
        runs=panel.n_runs,
        blocks_fewest=int(seen.min()) if seen.size else 0,
        blocks_most=int(seen.max(initial=0)),
        blocks=len(result.blocks),
        missing={m: int(g) for m, g in zip(panel.metric_ids, gaps, strict=True) if g},
        undefined_pairs=tuple((panel.metric_ids[i], panel.metric_ids[j]) for i, j in without),
    )
