"""Utilities: fixed monotone maps of a metric to [0, 1], higher = better. They never depend on the data shown."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from components.stats.panel import Floats, Panel, nanmean
from data.registry import Metric, UtilityMap


def chosen_map(metric: Metric, transform: str) -> UtilityMap:
    """The map used for a metric: the reader's choice where it is offered, else the first one offered."""
    return next((u for u in metric.utilities if u.name == transform), metric.utilities[0])


def formula(metric: Metric, transform: str) -> str:
    """The map in plain notation, to stand beside every score: `1/(1+AD/100)`."""
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
            low, high = metric.lower_bound, metric.upper_bound
            return f"({high:g}−{x})/({high:g}−{low:g})" if lower else f"({x}−{low:g})/({high:g}−{low:g})"
        case "reciprocal":
            return f"1/(1+{scaled})" if lower else f"1−1/(1+{scaled})"
        case "exponential":
            return f"exp(−{scaled})" if lower else f"1−exp(−{scaled})"
        case _:
            return f"1/(1+exp({scaled}))" if lower else f"1/(1+exp(−{scaled}))"


def utility(values: Floats, metric: Metric, transform: str) -> Floats:
    """Map values of one metric, any shape, to [0, 1]; NaN stays NaN.

    identity x; complement 1−x; linear (x−lower)/(upper−lower), turned when lower is better; reciprocal
    1/(1+x/scale); exponential exp(−x/scale); logistic 1/(1+exp(x/scale)). The last three fall with x and are
    subtracted from 1 when higher is better. Source: arXiv 2605.02206, section on UQS, for the first, second,
    fourth and fifth.
    """
    used = chosen_map(metric, transform)
    x = np.asarray(values, dtype=float)
    match used.name:
        case "identity":
            return x
        case "complement":
            return 1.0 - x
        case "linear":
            low, high = metric.lower_bound, metric.upper_bound
            assert low is not None
            assert high is not None
            return (high - x) / (high - low) if metric.direction == "lower" else (x - low) / (high - low)
        case "reciprocal":
            falling = 1.0 / (1.0 + x / used.scale)
        case "exponential":
            falling = np.exp(-x / used.scale)
        case _:
            # the same curve as 1/(1+exp(x)), without overflow for large x
            falling = 0.5 * (1.0 - np.tanh(0.5 * x / used.scale))
    return falling if metric.direction == "lower" else 1.0 - falling


def utilities(values: Floats, metrics: Sequence[Metric], transform: str) -> Floats:
    """Map an array whose last axis holds the metrics, in their order; same shape out."""
    mapped = np.empty(np.shape(values), dtype=float)
    for k, metric in enumerate(metrics):
        mapped[..., k] = utility(values[..., k], metric, transform)
    return mapped


def method_means(panel: Panel) -> Floats:
    """(M, K) mean over seeds inside each benchmark, then over benchmarks.

    NaN where a method has no value at all on one of the benchmarks: an average over fewer benchmarks would not
    be comparable.
    """
    means: Floats = panel.cells.mean(axis=0) if panel.benchmarks else np.full(panel.values.shape[2:], np.nan)
    return means


def method_sd(panel: Panel) -> tuple[Floats, Floats]:
    """(M, K) standard deviation over seeds (n−1) of the mean over benchmarks, and (M, K) the seeds it rests on.

    A seed counts for a method and metric when every benchmark has a value for it; NaN below two such seeds.
    """
    by_seed = panel.values.mean(axis=0) if panel.benchmarks else np.full(panel.values.shape[1:], np.nan)
    known = ~np.isnan(by_seed)
    n = known.sum(axis=0).astype(float)
    centred = np.where(known, by_seed - nanmean(by_seed, axis=0), 0.0)
    total = (centred**2).sum(axis=0)
    sd: Floats = np.sqrt(np.divide(total, n - 1, out=np.full(total.shape, np.nan), where=n > 1))
    return sd, n


def method_utilities(panel: Panel, transform: str, aggregate: str) -> Floats:
    """(M, K) utilities of the methods.

    aggregate "score-of-means": average each metric, then map. "mean-of-scores": map each run, then average over
    seeds and benchmarks. UQS is linear in the weights either way.
    """
    if aggregate == "score-of-means":
        return utilities(method_means(panel), panel.metrics, transform)
    mapped = nanmean(utilities(panel.values, panel.metrics, transform), axis=1)
    means: Floats = mapped.mean(axis=0) if panel.benchmarks else np.full(panel.values.shape[2:], np.nan)
    return means
