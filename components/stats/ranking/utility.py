"""Utilities: fixed monotone maps of a metric to [0, 1], higher = better. They never depend on the
data shown.

Of a metric with a target also the side on which a method lies: forgotten too little, or too much.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from components.stats.panel import (
    Floats,
    Panel,
    n_measured,
    nanmean,
    on_scale,
    ratio,
    squared_deviations,
)
from components.stats.ranking.ranks import rounded
from data.registry import Metric, Under, UtilityMap

Side = Literal["", "under", "over", "below", "above", "both", "at"]
"""Under-forgotten or over-forgotten; below or above if the metric does not say which is which;
"both" if benchmarks differ; at the target; "" without a target, or if a benchmark has no value. """


def chosen_map(metric: Metric, transform: str) -> UtilityMap:
    """Return the map used for a metric.

    That is the one chosen if it is offered, else the first one offered."""
    for offered in metric.utilities:
        if offered.name == transform:
            return offered
    return metric.utilities[0]


def formula(metric: Metric, transform: str) -> str:
    """Return the map of a metric in plain notation, such as `1/(1+AD/100)`."""
    used = chosen_map(metric, transform)
    x = metric.label
    scaled = x
    if used.scale != 1:
        scaled = f"{x}/{used.scale:g}"
    is_falling = metric.direction == "lower"
    match used.name:
        case "identity":
            return x
        case "complement":
            return f"1−{x}"
        case "closeness":
            return f"1−|{x}−t|/max|bound−t|"
        case "linear":
            low, high = scale_bounds(metric)
            if metric.scale == "log":
                x = f"log₁₀ {x}"
            above = f"{high:g}−{x}" if is_falling else f"{x}−{low:g}"
            return f"({above})/({high:g}−{low:g})".replace("−-", "+")
        case "logistic":
            sign = "" if is_falling else "−"
            return f"1/(1+exp({sign}{scaled}))"
        case "reciprocal":
            falling = f"1/(1+{scaled})"
        case _:  # exponential
            falling = f"exp(−{scaled})"
    if is_falling:
        return falling
    return f"1−{falling}"


def scale_bounds(metric: Metric) -> tuple[float, float]:
    """Return both bounds of a bounded metric, on its scale."""
    assert metric.lower_bound is not None
    assert metric.upper_bound is not None
    bounds = np.array([[metric.lower_bound], [metric.upper_bound]])
    low, high = on_scale(bounds, [metric]).ravel().tolist()
    return low, high


def closeness(values: Floats, metric: Metric, targets: Floats) -> Floats:
    """Return the utility 1 − |x − t| / max(|t − low|, |high − t|) of a metric with a target t.

    1 at t, 0 at the farther bound. Values and targets, of shapes that broadcast, are on the
    metric's scale; NaN stays."""
    low, high = scale_bounds(metric)
    reach = np.maximum(np.abs(targets - low), np.abs(high - targets))
    distances = np.abs(values - targets)
    return np.asarray(1.0 - distances / reach)


def utility(values: Floats, metric: Metric, transform: str) -> Floats:
    """Map values of one metric without a target, any shape, on its scale, to [0, 1]; NaN stays NaN.

    identity x; complement 1−x; linear (x−lower)/(upper−lower), turned if lower is better;
    reciprocal 1/(1+x/scale); exponential exp(−x/scale); logistic 1/(1+exp(x/scale)). The last three
    fall with x and are subtracted from 1 if higher is better. Source: arXiv 2605.02206, section on
    UQS, for the first, second, fourth and fifth. Raises ValueError for another map."""
    used = chosen_map(metric, transform)
    is_falling = metric.direction == "lower"
    x = np.asarray(values, dtype=float)
    match used.name:
        case "identity":
            return x
        case "complement":
            return 1.0 - x
        case "linear":
            low, high = scale_bounds(metric)
            above = high - x if is_falling else x - low
            return above / (high - low)
        case "reciprocal":
            falling = 1.0 / (1.0 + x / used.scale)
        case "exponential":
            falling = np.exp(-x / used.scale)
        case "logistic":
            # the same curve as 1/(1+exp(x)), without overflow for large x
            falling = 0.5 * (1.0 - np.tanh(0.5 * x / used.scale))
        case _:
            raise ValueError(f"no formula for the map {used.name!r}")
    if is_falling:
        return falling
    return 1.0 - falling


def utilities(
    values: Floats,
    metrics: Sequence[Metric],
    transform: str,
    targets: Floats,
) -> Floats:
    """Map values (…, K) on the metrics' scales to utilities (…, K); `targets` broadcast to them."""
    mapped = np.empty(np.shape(values))
    for k, metric in enumerate(metrics):
        if metric.targeted:
            mapped[..., k] = closeness(values[..., k], metric, targets[..., k])
        else:
            mapped[..., k] = utility(values[..., k], metric, transform)
    return mapped


def cell_utilities(panel: Panel, transform: str) -> Floats:
    """Return (B, M, K) the utilities of the cells of a panel."""
    return utilities(panel.cells, panel.metrics, transform, panel.targets[:, None, :])


def run_utilities(panel: Panel, transform: str) -> Floats:
    """Return (B, S, M, K) the utilities of each run."""
    return utilities(panel.scaled, panel.metrics, transform, panel.targets[:, None, None, :])


def method_utilities(panel: Panel, transform: str, aggregate: str) -> Floats:
    """Return (M, K) the utilities of the methods.

    aggregate "score-of-means": average each metric over benchmarks, then map; metrics with a target
    are mapped, then averaged. "mean-of-scores": map each run, then average."""
    if not panel.benchmarks:
        return np.full(panel.values.shape[2:], np.nan)
    if aggregate != "score-of-means":
        by_run = run_utilities(panel, transform)
        return np.asarray(nanmean(by_run, axis=1).mean(axis=0))
    means = method_means(panel)
    mapped = np.empty(means.shape)
    for k, metric in enumerate(panel.metrics):
        if metric.targeted:
            by_cell = closeness(panel.cells[..., k], metric, panel.targets[:, None, k])
            mapped[..., k] = by_cell.mean(axis=0)
        else:
            mapped[..., k] = utility(means[..., k], metric, transform)
    return mapped


def method_means(panel: Panel) -> Floats:
    """Return (M, K) the mean over seeds inside each benchmark, then over benchmarks.

    On the metrics' scales. NaN if a method has no value at all on one of the benchmarks."""
    return _over_benchmarks(panel, panel.cells)


def aligned_means(panel: Panel) -> Floats:
    """Return (M, K) by which each metric alone ranks.

    That is the mean over benchmarks of `Panel.aligned_cells`."""
    return _over_benchmarks(panel, panel.aligned_cells)


def method_sd(panel: Panel) -> tuple[Floats, Floats]:
    """Return (M, K) the standard deviation (n−1) over seeds of the mean over benchmarks.

    With it (M, K) the number of seeds that enter. A seed enters for a method and metric if every
    benchmark has a value for it; NaN below two such seeds."""
    by_seed = _over_benchmarks(panel, panel.scaled)
    n = n_measured(by_seed, axis=0).astype(float)
    variance = ratio(squared_deviations(by_seed, axis=0), n - 1)
    return np.sqrt(variance), n


def _over_benchmarks(panel: Panel, values: Floats) -> Floats:
    """The mean of values (B, …) over benchmarks; NaN without one."""
    if not panel.benchmarks:
        return np.full(values.shape[1:], np.nan)
    return np.asarray(values.mean(axis=0))


def weighted_scores(utilities: Floats, weighting: Floats) -> Floats:
    """Return rounded scores (…) of utilities (…, K) at weights (K,).

    NaN if a weighted one is missing."""
    contributions = np.where(weighting > 0, weighting * utilities, 0.0)
    return rounded(contributions.sum(axis=-1))


def target_sides(panel: Panel) -> tuple[tuple[Side, ...], ...]:
    """Return (M, K) the side of its target on which each method lies.

    By the signs of its cells less the target."""
    signs = np.sign(panel.cells - panel.targets[:, None, :])
    sides = []
    for method_index in range(len(panel.methods)):
        of_method = []
        for metric_index, metric in enumerate(panel.metrics):
            on_benchmarks = set(signs[:, method_index, metric_index].tolist())
            of_method.append(_side(on_benchmarks, metric.under))
        sides.append(tuple(of_method))
    return tuple(sides)


def _side(signs: set[float], under: Under) -> Side:
    """The side of which a method lies whose benchmarks have these signs."""
    if not signs or any(np.isnan(sign) for sign in signs):
        return ""
    unequal = signs - {0.0}
    if not unequal:
        return "at"
    if len(unequal) > 1:
        return "both"
    side: Under = "below" if unequal == {-1.0} else "above"
    if not under:
        return side
    if side == under:
        return "under"
    return "over"
