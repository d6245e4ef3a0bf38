"""The panel measured again: benchmarks and seeds drawn with replacement, the same draw for all methods.

A draw replaces the benchmarks by as many drawn from them, and the seeds of each copy by as many drawn from that
benchmark's own. Nothing is copied: a draw is a table of how often each block counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from components.stats.draws import places_by_id
from components.stats.panel import Bools, Floats, Panel
from components.stats.ranking.utility import closeness, run_utilities, utilities
from components.stats.stop import checked
from data.registry import Metric

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Draws:
    """D draws of the blocks of a panel with B benchmarks and S seeds.

    copies  (D, B) which benchmark each of the B copies is
    counts  (D, B, S) how often each seed occurs in each copy
    """

    copies: Ints
    counts: Ints

    @property
    def block_counts(self) -> Floats:
        """(D, B, S) how often each block (benchmark, seed) occurs in a draw, all copies together."""
        total = np.zeros(self.counts.shape)
        draws = np.arange(len(self.copies))
        for copy in range(self.copies.shape[1]):
            total[draws, self.copies[:, copy]] += self.counts[:, copy]
        return total

    def part(self, which: slice) -> Draws:
        """Some of the draws."""
        return Draws(self.copies[which], self.counts[which])


def draw_blocks(panel: Panel, draws: int, rng: np.random.Generator) -> Draws:
    """Draw benchmarks, then seeds inside each copy, both with replacement. Seeds without runs are never drawn."""
    own = panel.present.any(axis=2)
    size = own.sum(axis=1)
    ranked = np.argsort(~own, axis=1, kind="stable")  # the seeds of each benchmark first
    width, seeds = own.shape
    copies = np.argsort(places_by_id(panel.benchmarks))[rng.integers(width, size=(draws, width))]
    counts = np.zeros((draws, width, seeds), dtype=np.int64)
    place = np.indices((draws, width))
    for turn in range(int(size.max(initial=0))):  # one seed of every copy at a time
        position = np.minimum((rng.random((draws, width)) * size[copies]).astype(np.int64), size[copies] - 1)
        counts[place[0], place[1], ranked[copies, position]] += turn < size[copies]
    return Draws(copies, counts)


def resampled_utilities(
    panel: Panel, draws: Draws, methods: Ints, metrics: Ints, transform: str, aggregate: str
) -> Floats:
    """(D, n, k) utilities of the given methods and metrics (indices into the panel) in each draw."""
    part = panel.of_metrics([int(k) for k in metrics])
    mapped = run_utilities(part, transform) if aggregate == "mean-of-scores" else part.scaled
    values = mapped[:, :, methods]
    means = resampled_means(values.reshape(*values.shape[:2], -1), draws).reshape(-1, len(methods), len(metrics))
    if aggregate == "mean-of-scores":
        return means
    drawn = utilities(means, part.metrics, transform)
    for k, metric in enumerate(part.metrics):
        if metric.targeted and part.targets is not None:
            drawn[..., k] = _means_of_cells(values[..., k], draws, partial(_closeness, metric, part.targets[:, k]))
    return drawn


def _closeness(metric: Metric, targets: Floats, benchmark: int, cells: Floats) -> Floats:
    return closeness(cells, metric, targets[benchmark])


def resampled_means(values: Floats, draws: Draws) -> Floats:
    """Mean over seeds inside each copy, then over copies, of values (B, S, C): (D, C).

    A value that was not measured is left out of its copy's mean; NaN where a copy has none at all.
    """
    width, seeds, columns = values.shape
    size = draws.counts.sum(axis=2)
    share = np.zeros((len(size), width, seeds))
    rows = np.arange(len(size))
    for copy in range(width):
        share[rows, draws.copies[:, copy]] += draws.counts[:, copy] / (size[:, copy, None] * width)
    flat = values.reshape(-1, columns)
    drawn = np.asarray(share.any(axis=0))[:, :, None]  # a seed the benchmark never ran is not a gap
    gaps = np.flatnonzero((np.isnan(values) & drawn).any(axis=(0, 1)))
    means: Floats = share.reshape(len(size), -1) @ np.nan_to_num(flat)
    if gaps.size:
        means[:, gaps] = _means_of_cells(values[:, :, gaps], draws, lambda _, cells: cells)
    return means


def _means_of_cells(values: Floats, draws: Draws, mapped: Callable[[int, Floats], Floats]) -> Floats:
    """(D, C) mean over copies of what `mapped` makes of a benchmark and the means (…, C) over its drawn seeds."""
    known = (~np.isnan(values)).astype(float)
    filled = np.nan_to_num(values)
    total = np.zeros((len(draws.copies), values.shape[2]))
    for copy in checked(range(draws.copies.shape[1])):
        for benchmark in range(len(values)):
            rows = np.flatnonzero(draws.copies[:, copy] == benchmark)
            count = draws.counts[rows, copy].astype(float)
            n = count @ known[benchmark]
            cells = np.divide(count @ filled[benchmark], n, out=np.full(n.shape, np.nan), where=n > 0)
            total[rows] += mapped(benchmark, cells)
    means: Floats = total / draws.copies.shape[1]
    return means


def resampled_spearman(panel: Panel, draws: Draws) -> Floats:
    """Spearman's ρ of each aligned metric with closeness over the runs of each draw, midranks: (D, K).

    Equals SciPy's ρ on the copied runs. NaN where a side is constant in a draw, or without an oracle distance.
    """
    rho = np.full((len(draws.copies), len(panel.metrics)), np.nan)
    if panel.closeness is None:
        return rho
    block_of = np.repeat(np.arange(panel.present[:, :, 0].size), len(panel.methods))
    closeness = panel.closeness.reshape(-1)
    aligned = panel.aligned.reshape(len(closeness), -1)
    counts = draws.block_counts.reshape(len(rho), -1)
    before: Bools | None = None
    for k in checked(range(aligned.shape[1])):
        both: Bools = np.asarray(~np.isnan(aligned[:, k]) & ~np.isnan(closeness))
        if before is None or not np.array_equal(both, before):  # the side that metrics of the same runs share
            before, blocks = both, block_of[both]
            y = below(closeness[both], blocks, counts.shape[1])
            centre = (counts @ np.bincount(blocks, minlength=counts.shape[1])) ** 3 / 4.0
            own = _moment(y, y, blocks, counts) - centre
        x = below(aligned[both, k], blocks, counts.shape[1])
        covariance = _moment(x, y, blocks, counts) - centre
        spread = (_moment(x, x, blocks, counts) - centre) * own
        np.divide(covariance, np.sqrt(spread), out=rho[:, k], where=spread > 0)
    return rho


def below(values: Floats, group: Ints, size: int) -> Floats:
    """(size, R) how many values of each group lie below each of R values, equal ones counting half.

    The midrank of a value in a draw is the sum of these over groups, each times how often the group counts, plus
    one half.
    """
    lower = np.zeros((size, len(values)))
    distinct, place = np.unique(values, return_inverse=True)
    for g in np.unique(group):
        own = np.bincount(place[group == g], minlength=len(distinct))
        lower[g] = (np.cumsum(own) - own / 2.0)[place]
    return lower


def _moment(x: Floats, y: Floats, blocks: Ints, counts: Floats) -> Floats:
    """(D,) sum over runs of count × midrank × midrank: a cubic form in the counts, so no run is visited per draw.

    All terms are whole numbers of quarters: the sums are exact and a constant side gives a spread of exactly 0.
    """
    total = np.zeros(len(counts))
    for block in np.unique(blocks):
        inside = blocks == block
        form = x[:, inside] @ y[:, inside].T
        total += counts[:, block] * np.einsum("db,db->d", counts @ form, counts)
    return total
