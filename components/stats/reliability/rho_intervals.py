"""How sure a reliability is: a percentile bootstrap over cells, methods resampled with all their
seeds."""

from collections.abc import Sequence

import numpy as np

from components.stats.bootstrap import DRAWS, Interval, multiplicities, percentile_interval
from components.stats.panel import Bools, Floats, Ints, Panel
from components.stats.reliability.groups import MetricGroup, metric_groups

MAX_VALUES = 10_000_000
"""Values ranked again, and cells drawn again, in all draws: some tenths of a second."""
MIN_DRAWS = 300
"""Draws at least; runs that are too many for these are not resampled."""
TOO_MANY = "there are more runs than can be resampled while a reader waits"
_MAX_CHUNK = 100_000
"""Counts handled at once: they stay in the processor's cache."""


def draws_of(n_values: int, n_draws: int = DRAWS) -> int:
    """Return how often so many values of all metrics are resampled.

    0 if MAX_VALUES does not allow MIN_DRAWS draws.
    """
    if MIN_DRAWS * n_values > MAX_VALUES:
        return 0
    return min(n_draws, MAX_VALUES // max(1, n_values))


def reliability_intervals(
    panel: Panel,
    n_draws: int = DRAWS,
    seed: int = 0,
) -> tuple[Interval, ...]:
    """Return per score metric (K) the 95 % interval of the pooled ρ.

    An interval without ends says why it is not estimable. Methods that have at least one run with
    both values are resampled within each benchmark, as often as MAX_VALUES allows.
    """
    n_metrics = len(panel.metrics)
    if panel.closeness is None:
        return (Interval(reason="there is no oracle distance"),) * n_metrics
    groups = metric_groups(panel)
    n_values = len(groups) * panel.n_cells
    for group in groups:
        n_values += int(group.has_both.sum()) * len(group.metrics)
    n_draws = draws_of(n_values, n_draws)
    intervals = [Interval(reason=TOO_MANY)] * n_metrics
    if n_draws:
        for group in groups:
            group_intervals = _intervals(panel.benchmarks, group, n_draws, seed)
            for metric, interval in zip(group.metrics, group_intervals, strict=True):
                intervals[metric] = interval
    return tuple(intervals)


def _intervals(
    benchmarks: Sequence[str],
    group: MetricGroup,
    n_draws: int,
    seed: int,
) -> list[Interval]:
    is_drawn = np.asarray(group.has_both.any(axis=1))
    n_methods = is_drawn.sum(axis=1).tolist()
    reason = ""
    if not any(n_methods):
        reason = "no run has both values"
    elif max(n_methods) < 2:
        reason = "one method in each benchmark leaves nothing to resample"
    if reason:
        return [Interval(reason=reason)] * len(group.metrics)
    times = drawn_times(benchmarks, is_drawn, np.arange(is_drawn.shape[1]), n_draws, seed)
    benchmark_of_run, _, method_of_run = np.nonzero(group.has_both)
    rho = weighted_spearman(
        group.values[group.has_both],
        group.closeness[group.has_both],
        times[:, benchmark_of_run, method_of_run],
    )
    positive_sizes = [size for size in n_methods if size]
    return [percentile_interval(metric_rho, positive_sizes) for metric_rho in rho.T]


def drawn_times(
    benchmarks: Sequence[str],
    is_drawn: Bools,
    by_id: Ints,
    n_draws: int,
    seed: int = 0,
) -> Floats:
    """Return (draws, B, M) how often each method is drawn on each benchmark, of those that are.

    is_drawn  (B, M) whether a method is one of those that are resampled
    by_id     (M,) the methods by alphabetical id
    """
    times = np.zeros((n_draws, *is_drawn.shape))
    sizes = dict(zip(benchmarks, is_drawn.sum(axis=1).tolist(), strict=True))
    for benchmark, counts in enumerate(multiplicities(sizes, n_draws, seed)):
        times[:, benchmark, by_id[is_drawn[benchmark, by_id]]] = counts
    return times


def weighted_spearman(x_values: Floats, y_values: Floats, times: Floats) -> Floats:
    """Return (D, J) Spearman's ρ (midranks) of each column of x (N, J) with y (N,).

    Row i occurs times[d, i] times. NaN if a side is constant.
    """
    rho = np.full((len(times), x_values.shape[1]), np.nan)
    if not times.size:
        return rho
    y_order = _sorted(y_values)
    x_orders = [_sorted(column) for column in x_values.T]
    step = max(1, _MAX_CHUNK // times.shape[1])
    for start in range(0, len(times), step):
        part = slice(start, start + step)
        weights = times[part]
        # the mean of n midranks is always (n + 1)/2
        middle = (weights.sum(axis=1, keepdims=True) + 1) / 2
        y_ranks = _weighted_midranks(y_order, weights) - middle
        weighted_y = weights * y_ranks
        yy = np.einsum("dn,dn->d", weighted_y, y_ranks)
        for column, x_order in enumerate(x_orders):
            x_ranks = _weighted_midranks(x_order, weights) - middle
            xx = np.einsum("dn,dn,dn->d", weights, x_ranks, x_ranks)
            xy = np.einsum("dn,dn->d", weighted_y, x_ranks)
            scale = np.sqrt(xx * yy)
            np.divide(xy, scale, out=rho[part, column], where=scale > 1e-9)
    return rho


def _sorted(values: Floats) -> tuple[Ints, Ints, Ints]:
    """The order of the values (N,), the start of each distinct one in it, and which distinct one
    each is."""
    distinct, number = np.unique(values, return_inverse=True)
    order = np.argsort(number, kind="stable")
    starts = np.searchsorted(number[order], np.arange(len(distinct)))
    return order, starts, number


def _weighted_midranks(sorted_values: tuple[Ints, Ints, Ints], times: Floats) -> Floats:
    """(D, N) midranks of values, as `_sorted`, when each occurs times[d, i] times: add up counts in
    their order."""
    order, starts, number = sorted_values
    counts = times[:, order]
    if len(starts) < len(order):
        counts = np.add.reduceat(counts, starts, axis=1)
    midranks = np.cumsum(counts, axis=1) - (counts - 1) / 2
    return np.asarray(midranks[:, number])
