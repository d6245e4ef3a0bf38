"""Mean pairwise τ of the metrics of a panel, under each counting rule: what the "modality gap" rests on.

published         all runs pooled, directions not aligned (Khan, Laga & Sohel 2026)
aligned, pooled   all runs pooled, higher is better everywhere
aligned, blocks   τ-b per block, seeds averaged inside a benchmark, benchmarks averaged
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from components.stats.agreement.pairs import metric_pairs
from components.stats.agreement.tau import Agreement, agreement
from components.stats.memo import memoised
from components.stats.panel import Floats, Panel, nanmean

PUBLISHED, POOLED, BLOCKS = RULES = ("published", "aligned, pooled", "aligned, blocks")


@dataclass(frozen=True)
class MeanTau:
    """The mean over `defined` of `pairs` pairs of metrics; NaN when none is defined.

    fewest, most  runs that entered a defined pair, of `runs` in the panel
    blocks        fewest and most blocks in which a defined pair had a τ, of `blocks_in_all` (1 when pooled)
    missing       number of values not measured, by metric id, metrics without gaps left out
    undefined     pairs without τ
    """

    rule: str
    mean: float
    defined: int
    pairs: int
    fewest: int
    most: int
    runs: int
    blocks: tuple[int, int]
    blocks_in_all: int
    missing: dict[str, int]
    undefined: tuple[tuple[str, str], ...]


def mean_taus(panel: Panel) -> dict[str, MeanTau]:
    """Mean pairwise τ of a panel under each of RULES."""
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


def mean_tau(panel: Panel, rule: str) -> MeanTau:
    """Mean pairwise τ of a panel under one of RULES."""
    return mean_taus(panel)[rule]


def _mean(panel: Panel, rule: str, tau: Floats, result: Agreement) -> MeanTau:
    x, y = metric_pairs(len(panel.metrics))
    known = ~np.isnan(panel.values)
    gaps = (panel.present[..., None] & ~known).sum(axis=(0, 1, 2))
    flat = known.reshape(-1, len(panel.metrics))
    defined = np.asarray(~np.isnan(tau))
    entered = (flat[:, x] & flat[:, y]).sum(axis=0)[defined]
    seen = result.defined[x, y][defined]
    return MeanTau(
        rule=rule,
        mean=float(nanmean(tau, axis=0)),
        defined=int(defined.sum()),
        pairs=len(x),
        fewest=int(entered.min()) if entered.size else 0,
        most=int(entered.max()) if entered.size else 0,
        runs=panel.n_runs,
        blocks=(int(seen.min()), int(seen.max())) if seen.size else (0, 0),
        blocks_in_all=len(result.blocks),
        missing={m: int(g) for m, g in zip(panel.metric_ids, gaps, strict=True) if g},
        undefined=tuple(
            (panel.metric_ids[i], panel.metric_ids[j]) for i, j in zip(x[~defined], y[~defined], strict=True)
        ),
    )
