"""Utilities: fixed monotone maps of a metric to [0, 1], higher = better. They never depend on the
data shown.

Of a metric with a target also the side on which a method lies: forgotten too little, or too much.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from components.stats.panel import Floats, Panel, nanmean, on_scale, ratio
from data.registry import Metric, Under, UtilityMap

Side = Literal["", "under", "over", "below", "above", "both", "at"]
"""Under-forgotten or over-forgotten; below or above if the metric does not say which is which;
"both" if benchmarks differ; at the target; "" without a target, or if a benchmark has no value. """


def chosen_map(metric: Metric, transform: str) -> UtilityMap:
    """Return the map used for a metric: the one chosen if it is offered, else the first one
    offered."""
    return next((u for u in metric.utilities if u.name == transform), metric.utilities[0])


def formula(metric: Metric, transform: str) -> str:
    """Return the map of a metric in plain notation, such as `1/(1+AD/100)`."""
    used = chosen_map(metric, transform)
    x = metric.label
    scaled = x if used.scale == 1 else f"{x}/{used.scale:g}"
    lower = metric.direction == "lower"
    match used.name:
        case "identity":
            return x
        case "complement":
            return f"1−{x}"
        case "linear":
            low, high = scale_bounds(metric)
            x = f"log₁₀ {x}" if metric.scale == "log" else x
            linear = (
                f"({high:g}−{x})/({high:g}−{low:g})"
                if lower
                else f"({x}−{low:g})/({high:g}−{low:g})"
            )
            return linear.replace("−-", "+")
        case "reciprocal":
            return f"1/(1+{scaled})" if lower else f"1−1/(1+{scaled})"
        case "closeness":
            return f"1−|{x}−t|/max|bound−t|"
        case "exponential":
            return f"exp(−{scaled})" if lower else f"1−exp(−{scaled})"
        case _:  # logistic
            return f"1/(1+exp({scaled}))" if lower else f"1/(1+exp(−{scaled}))"


def scale_bounds(metric: Metric) -> tuple[float, float]:
    """Return both bounds of a bounded metric, on its scale."""
    assert metric.lower_bound is not None
    assert metric.upper_bound is not None
    low, high = on_scale(np.array([[metric.lower_bound], [metric.upper_bound]]), [metric])[:, 0]
    return float(low), float(high)


def closeness(values: Floats, metric: Metric, targets: Floats) -> Floats:
    """Return the utility 1 − |x − t| / max(|t − low|, |high − t|) of a metric with a target t.

    1 at t, 0 at the farther bound. Values and targets, of shapes that broadcast, are on the
    metric's scale; NaN stays."""
    low, high = scale_bounds(metric)
    reach = np.maximum(np.abs(targets - low), np.abs(high - targets))
    return np.asarray(1.0 - np.abs(values - targets) / reach)


def utility(values: Floats, metric: Metric, transform: str) -> Floats:
    """Map values of one metric without a target, any shape, on its scale, to [0, 1]; NaN stays NaN.

    identity x; complement 1−x; linear (x−lower)/(upper−lower), turned if lower is better;
    reciprocal 1/(1+x/scale); exponential exp(−x/scale); logistic 1/(1+exp(x/scale)). The last three
    fall with x and are subtracted from 1 if higher is better. Source: arXiv 2605.02206, section on
    UQS, for the first, second, fourth and fifth. Raises ValueError for another map."""
    used = chosen_map(metric, transform)
    x = np.asarray(values, dtype=float)
    match used.name:
        case "identity":
            return x
        case "complement":
            return 1.0 - x
        case "linear":
            low, high = scale_bounds(metric)
            return (
                (high - x) / (high - low)
                if metric.direction == "lower"
                else (x - low) / (high - low)
            )
        case "reciprocal":
            falling = 1.0 / (1.0 + x / used.scale)
        case "exponential":
            falling = np.exp(-x / used.scale)
        case "logistic":
            # the same curve as 1/(1+exp(x)), without overflow for large x
            falling = 0.5 * (1.0 - np.tanh(0.5 * x / used.scale))
        case _:
            raise ValueError(f"no formula for the utility map {used.name!r}")
    return falling if metric.direction == "lower" else 1.0 - falling


def utilities(
    values: Floats, metrics: Sequence[Metric], transform: str, targets: Floats | None = None
) -> Floats:
    """Map values (…, K) on the metrics' scales to utilities (…, K).

    `targets` broadcast to the values; a metric with a target and none given is NaN.
    """
    mapped = np.full(np.shape(values), np.nan)
    for k, metric in enumerate(metrics):
        if not metric.targeted:
            mapped[..., k] = utility(values[..., k], metric, transform)
        elif targets is not None:
            mapped[..., k] = closeness(values[..., k], metric, targets[..., k])
    return mapped


def cell_utilities(
    cells: Floats, metrics: Sequence[Metric], transform: str, targets: Floats | None
) -> Floats:
    """Return utilities (…, M, K) of methods from their cells (…, B, M, K).

    Metrics are averaged over benchmarks and mapped; those with a target, `targets` (B, K), are
    mapped and averaged."""
    by_cell = utilities(cells.mean(axis=-3), metrics, transform)
    aimed = [k for k, m in enumerate(metrics) if m.targeted]
    if aimed and targets is not None:
        each = utilities(
            cells[..., aimed], [metrics[k] for k in aimed], transform, targets[:, None, aimed]
        )
        by_cell[..., aimed] = each.mean(axis=-3)
    return by_cell


def method_means(panel: Panel) -> Floats:
    """Return (M, K) the mean over seeds inside each benchmark, then over benchmarks, on the
    metrics' scales.

    NaN if a method has no value at all on one of the benchmarks.
    """
    return (
        np.asarray(panel.cells.mean(axis=0))
        if panel.benchmarks
        else np.full(panel.values.shape[2:], np.nan)
    )


def aligned_means(panel: Panel) -> Floats:
    """Return (M, K) by which each metric alone ranks: the mean over benchmarks of
    `Panel.aligned_cells`."""
    return (
        np.asarray(panel.aligned_cells.mean(axis=0))
        if panel.benchmarks
        else np.full(panel.values.shape[2:], np.nan)
    )


def method_sd(panel: Panel) -> tuple[Floats, Floats]:
    """Return (M, K) the standard deviation (n−1) over seeds of the mean over benchmarks, and (M, K)
    seeds that enter.

    A seed enters for a method and metric if every benchmark has a value for it; NaN below two such
    seeds."""
    by_seed = (
        panel.scaled.mean(axis=0) if panel.benchmarks else np.full(panel.values.shape[1:], np.nan)
    )
    known = ~np.isnan(by_seed)
    n = known.sum(axis=0).astype(float)
    centred = np.where(known, by_seed - nanmean(by_seed, axis=0), 0.0)
    return np.sqrt(ratio((centred**2).sum(axis=0), n - 1)), n


def run_utilities(panel: Panel, transform: str) -> Floats:
    """Return (B, S, M, K) the utilities of each run."""
    targets = None if panel.targets is None else panel.targets[:, None, None, :]
    return utilities(panel.scaled, panel.metrics, transform, targets)


def method_utilities(panel: Panel, transform: str, aggregate: str) -> Floats:
    """Return (M, K) the utilities of the methods.

    aggregate "score-of-means": average each metric, then map; "mean-of-scores": map each run, then
    average."""
    if not panel.benchmarks:
        return np.full(panel.values.shape[2:], np.nan)
    if aggregate == "score-of-means":
        return cell_utilities(panel.cells, panel.metrics, transform, panel.targets)
    return np.asarray(nanmean(run_utilities(panel, transform), axis=1).mean(axis=0))


def target_sides(panel: Panel) -> tuple[tuple[Side, ...], ...]:
    """Return (M, K) the side of its target on which each method lies, by the signs of its cells
    less the target."""
    nowhere = np.full((len(panel.benchmarks), len(panel.metrics)), np.nan)
    signs = np.sign(panel.cells - (nowhere if panel.targets is None else panel.targets)[:, None, :])
    return tuple(
        tuple(
            _side(set(signs[:, m, k].tolist()), metric.under)
            for k, metric in enumerate(panel.metrics)
        )
        for m in range(len(panel.methods))
    )


def _side(signs: set[float], under: Under) -> Side:
    if not signs or any(s != s for s in signs):
        return ""
    apart = signs - {0.0}
    if len(apart) != 1:
        return "both" if apart else "at"
    side: Under = "below" if apart == {-1.0} else "above"
    if not under:
        return side
    return "under" if side == under else "over"
