"""τ by benchmark for resampling, and random rankings on the same block design for the gap statistic."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from components.stats.agreement.pairs import of_benchmarks
from components.stats.agreement.tau import PUBLISHED, Agreement, agreement
from components.stats.clusters.tree import distances
from components.stats.panel import Floats, Panel, nanmean
from components.stats.stop import checked

MOST, FEWEST = 200, 25
WORK = 60_000_000
"""Comparisons of two methods by a metric that all references together may take; large suites get fewer of them."""


def by_benchmark(result: Agreement) -> tuple[Floats, Floats]:
    """Mean τ of each benchmark (B, K, K), and its weight (B, K, K) in the average over benchmarks.

    Tie-aware every benchmark with a τ counts once; as published every block counts, so a benchmark counts as often
    as it has blocks with a τ.
    """
    k = len(result.metrics)
    stacks = [result.block_tau[own] for own in of_benchmarks(result.blocks)]
    if not stacks:
        return np.zeros((0, k, k)), np.zeros((0, k, k))
    tau = np.stack([nanmean(s, axis=0) for s in stacks])
    counts = np.stack([(~np.isnan(s)).sum(axis=0) for s in stacks]).astype(float)
    return tau, counts if result.protocol == PUBLISHED else np.minimum(counts, 1.0)


def shuffled(panel: Panel, rng: np.random.Generator) -> Panel:
    """The same values handed to other methods: at random for each metric and benchmark, alike in all its seeds.

    Every block keeps its values, ties and gaps, so constants stay constant; only what links the metrics is lost.
    Without ties and gaps each metric becomes a random ranking. Seeds go together because they nearly repeat one
    another: shuffled apart, they would pass for independent evidence.
    """
    values = panel.values.copy()
    keys = rng.random((len(panel.benchmarks), len(panel.methods), len(panel.metrics)))
    for b, s in panel.blocks:
        here = np.flatnonzero(panel.present[b, s])
        order = np.argsort(np.argsort(keys[b, here], axis=0), axis=0)
        values[b, s, here] = np.take_along_axis(panel.values[b, s, here], order, axis=0)
    return replace(panel, values=values)


def reference_draws(panel: Panel) -> int:
    """How many references a panel gets: 200, fewer (but at least 25) when one takes long."""
    n, k = len(panel.methods), len(panel.metrics)
    work = len(panel.blocks) * n * n * k
    return int(np.clip(WORK // max(work, 1), FEWEST, MOST))


def references(panel: Panel, protocol: str, draws: int, seed: int = 0) -> tuple[list[Floats], int]:
    """Distances (K, K) of `draws` shuffled panels, and how many more had an undefined τ and are left out."""
    rng = np.random.default_rng(seed)
    drawn = [distances(agreement(shuffled(panel, rng), protocol).tau) for _ in checked(range(draws))]
    defined = [d for d in drawn if not np.isnan(d).any()]
    return defined, draws - len(defined)
