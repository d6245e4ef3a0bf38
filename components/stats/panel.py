"""The runs analysed together as one array: benchmarks × seeds × methods × metrics.

Every statistic starts here. Missing is NaN inside the array only; nothing ever fills it in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from data.errors import UnknownName
from data.registry import REFERENCE, Metric

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Panel:
    """Runs of one base model under one setting.

    values  (B, S, M, K) metric values as measured, NaN = not measured; K score metrics in registry
            order
    oracle  (B, S, M) distance to the retrained model, lower = closer; None if the suite has no
            oracle metric
    has_run (B, S, M) whether the run exists at all
    targets (B, K) target of a metric on its scale, NaN without one
    row_places  (M,) place of each method in the file, by its first run: smaller is earlier
    family_of_method  (M,) number of the family that a checkpoint belongs to; None if every method
                      is a case of its own

    `benchmarks` and `methods` are in registry order and `seeds`, the union over benchmarks, rise,
    so that neither a number nor a random draw depends on how the rows of a file are sorted. Only
    the published protocol looks at `row_places`: it breaks ties by them."""

    id: str
    metrics: tuple[Metric, ...]
    benchmarks: tuple[str, ...]
    seeds: tuple[int, ...]
    methods: tuple[str, ...]
    values: Floats
    oracle: Floats | None
    has_run: Bools
    targets: Floats
    row_places: Ints
    family_of_method: Ints | None = None

    @property
    def metric_ids(self) -> tuple[str, ...]:
        """Ids of the score metrics, in registry order."""
        return tuple(metric.id for metric in self.metrics)

    @property
    def signs(self) -> Floats:
        """(K,) +1 if higher is better or a target is, −1 if lower is better."""
        signs = [metric.sign for metric in self.metrics]
        return np.array(signs, dtype=float)

    @property
    def scaled(self) -> Floats:
        """(B, S, M, K) values on the scale of their metric, see `on_scale`."""
        return on_scale(self.values, self.metrics)

    @cached_property
    def floored(self) -> npt.NDArray[np.int64]:
        """(K,) number of values that lie below the lower bound of a metric on a log scale.

        They count as the bound."""
        lowest = np.full(len(self.metrics), -np.inf)
        for metric_index in _logarithmic(self.metrics):
            lowest[metric_index] = self.metrics[metric_index].lower_bound
        is_below = self.values < lowest
        return np.asarray(is_below.sum(axis=(0, 1, 2)))

    @property
    def aligned(self) -> Floats:
        """(B, S, M, K) values on their scale, turned so that higher is better everywhere.

        −|x − t| for a target t."""
        return self._aligned(self.scaled, self.targets[:, None, None, :])

    @property
    def closeness(self) -> Floats | None:
        """(B, S, M) minus the oracle distance: higher is closer to the retrained model."""
        return None if self.oracle is None else -self.oracle

    @property
    def runs(self) -> Ints:
        """(B, M) number of runs of each cell."""
        return np.asarray(self.has_run.sum(axis=1))

    @property
    def n_runs(self) -> int:
        """Number of runs."""
        return int(self.has_run.sum())

    @property
    def n_cells(self) -> int:
        """Number of cells: a method on a benchmark with at least one run."""
        return int((self.runs > 0).sum())

    @property
    def blocks(self) -> tuple[tuple[int, int], ...]:
        """Indices (benchmark, seed) of the blocks that hold at least one run."""
        has_run = self.has_run.any(axis=2)
        return tuple((int(b), int(s)) for b, s in np.argwhere(has_run))

    @cached_property
    def cells(self) -> Floats:
        """(B, M, K) mean on the metric's scale over the seeds that have a value; NaN without."""
        return significant(nanmean(self.scaled, axis=1))

    @property
    def aligned_cells(self) -> Floats:
        """(B, M, K) cells turned so that higher is better everywhere.

        −|x − t| of the mean x over seeds for a target t."""
        return self._aligned(self.cells, self.targets[:, None, :])

    @property
    def oracle_cells(self) -> Floats | None:
        """(B, M) mean oracle distance over all seeds."""
        if self.oracle is None:
            return None
        return significant(nanmean(self.oracle, axis=1))

    @cached_property
    def constant(self) -> Bools:
        """(B, K) whether two or more methods were measured and all their cells rank alike."""
        cells = self.aligned_cells
        lowest, highest = extremes(cells, axis=1)
        has_several = n_measured(cells, axis=1) > 1
        return np.asarray(has_several & (highest == lowest))

    def constant_on(self, metric_index: int) -> tuple[str, ...]:
        """Return the ids of the benchmarks on which a metric is constant."""
        benchmarks = np.flatnonzero(self.constant[:, metric_index])
        return tuple(self.benchmarks[benchmark] for benchmark in benchmarks)

    @property
    def gaps(self) -> tuple[Bools, Bools]:
        """(B, M, K) whether a method has no value on a benchmark, and whether only some."""
        n_values = n_measured(self.values, axis=1)
        has_run = self.has_run.any(axis=2)
        n_seeds = has_run.sum(axis=1)
        is_missing = n_values == 0
        is_short = n_values < n_seeds[:, None, None]
        return np.asarray(is_missing), np.asarray(is_short & ~is_missing)

    def metric(self, metric_id: str) -> int:
        """Return the index of a score metric. Raises UnknownName."""
        return _index(self.metric_ids, metric_id, "metric")

    def method(self, method_id: str) -> int:
        """Return the index of a method. Raises UnknownName."""
        return _index(self.methods, method_id, "method")

    def benchmark(self, benchmark_id: str) -> int:
        """Return the index of a benchmark. Raises UnknownName."""
        return _index(self.benchmarks, benchmark_id, "benchmark")

    def subset(
        self,
        benchmarks: Sequence[int] | None = None,
        seeds: Sequence[int] | None = None,
        methods: Sequence[int] | None = None,
    ) -> Panel:
        """Return the panel with only these indices along each axis, in the order given.

        None keeps all."""
        chosen_benchmarks = _chosen(benchmarks, len(self.benchmarks))
        chosen_seeds = _chosen(seeds, len(self.seeds))
        chosen_methods = _chosen(methods, len(self.methods))
        index = np.ix_(chosen_benchmarks, chosen_seeds, chosen_methods)
        families = self.family_of_method
        return replace(
            self,
            benchmarks=tuple(self.benchmarks[benchmark] for benchmark in chosen_benchmarks),
            seeds=tuple(self.seeds[seed] for seed in chosen_seeds),
            methods=tuple(self.methods[method] for method in chosen_methods),
            values=self.values[index],
            oracle=None if self.oracle is None else self.oracle[index],
            has_run=self.has_run[index],
            targets=self.targets[chosen_benchmarks],
            row_places=self.row_places[chosen_methods],
            family_of_method=None if families is None else families[chosen_methods],
        )

    @property
    def compared(self) -> Panel:
        """The panel without metrics that are only listed or of cost, for what compares metrics.

        The panel itself if there are none."""
        if any(metric.by_hand for metric in self.metrics):
            return self._not_by_hand
        return self

    @cached_property
    def _not_by_hand(self) -> Panel:
        compared = [k for k, metric in enumerate(self.metrics) if not metric.by_hand]
        return self.of_metrics(compared)

    def of_metrics(self, indices: Sequence[int]) -> Panel:
        """Return the panel with only the metrics at these indices, in the order given."""
        return replace(
            self,
            metrics=tuple(self.metrics[k] for k in indices),
            values=self.values[..., list(indices)],
            targets=self.targets[:, list(indices)],
        )

    def _aligned(self, scaled: Floats, targets: Floats) -> Floats:
        aligned: Floats = scaled * self.signs
        for k, metric in enumerate(self.metrics):
            if metric.targeted:
                distances = np.abs(scaled[..., k] - targets[..., k])
                aligned[..., k] = -significant(distances)
        return aligned


def panel_from_runs(
    panel_id: str,
    metrics: tuple[Metric, ...],
    runs: pd.DataFrame,
    benchmarks: tuple[str, ...] | None = None,
    references: pd.DataFrame | None = None,
    methods: tuple[str, ...] | None = None,
) -> Panel:
    """Arrange the runs of one panel as arrays.

    `runs` has the columns benchmark, method, seed and one per metric id; `references` are the runs
    of models that never saw the forgotten data. Benchmarks and methods are in the order given, or
    of first appearance."""
    scores = tuple(metric for metric in metrics if metric.role != "oracle")
    oracles = [metric for metric in metrics if metric.role == "oracle"]
    listed_methods = tuple(pd.unique(runs["method"]))
    shown_benchmarks = _ordered(pd.unique(runs["benchmark"]), benchmarks)
    shown_methods = _ordered(listed_methods, methods)
    seeds = tuple(sorted(pd.unique(runs["seed"]).tolist()))
    shape = (len(shown_benchmarks), len(seeds), len(shown_methods))
    index = (
        _places(shown_benchmarks, runs["benchmark"]),
        _places(seeds, runs["seed"]),
        _places(shown_methods, runs["method"]),
    )

    def arranged(columns: str | list[str], *further: int) -> Floats:
        array = np.full((*shape, *further), np.nan)
        array[index] = runs[columns].to_numpy(dtype=float)
        return array

    present = np.zeros(shape, dtype=bool)
    present[index] = True
    return Panel(
        id=panel_id,
        metrics=scores,
        benchmarks=shown_benchmarks,
        seeds=seeds,
        methods=shown_methods,
        values=arranged([metric.id for metric in scores], len(scores)),
        oracle=arranged(oracles[0].id) if oracles else None,
        has_run=present,
        targets=_target_values(scores, shown_benchmarks, references),
        row_places=_places(listed_methods, shown_methods),
    )


def _ordered(present: Iterable[str], order: tuple[str, ...] | None) -> tuple[str, ...]:
    names = tuple(present)
    if order is None:
        return names
    return tuple(name for name in order if name in set(names))


def _places(names: Sequence[Any], wanted: Iterable[Any]) -> Ints:
    places = pd.Index(names).get_indexer(pd.Index(wanted))
    return np.asarray(places, dtype=np.intp)


def _chosen(indices: Sequence[int] | None, size: int) -> Ints:
    if indices is None:
        return np.arange(size)
    return np.asarray(indices, dtype=np.intp)


def _target_values(
    metrics: Sequence[Metric],
    benchmarks: Sequence[str],
    references: pd.DataFrame | None,
) -> Floats:
    """(B, K) targets on the scale of each metric.

    NaN without a target, and if no reference has a value."""
    targets = np.full((len(benchmarks), len(metrics)), np.nan)
    for k, metric in enumerate(metrics):
        if not metric.targeted:
            continue
        if metric.target != REFERENCE:
            target = np.array([float(metric.target)])
            targets[:, k] = on_scale(target, [metric])
        elif references is not None:
            for b, benchmark in enumerate(benchmarks):
                is_here = references["benchmark"] == benchmark
                # sorted, so that the last digit of the mean does not depend on the order of rows
                values = references.loc[is_here, metric.id].to_numpy(dtype=float)
                scaled = on_scale(np.sort(values)[:, None], [metric])
                (targets[b, k],) = significant(nanmean(scaled, axis=0))
    return targets


def _logarithmic(metrics: Sequence[Metric]) -> list[int]:
    return [k for k, metric in enumerate(metrics) if metric.scale == "log"]


def on_scale(values: Floats, metrics: Sequence[Metric]) -> Floats:
    """Return values (…, K) on the scale of each metric.

    That is log10 of at least the lower bound if it is logarithmic."""
    indices = _logarithmic(metrics)
    if not indices:
        return values
    scaled = np.array(values, dtype=float)
    for k in indices:
        lowest = metrics[k].lower_bound or 0.0
        raised = np.maximum(scaled[..., k], lowest)
        scaled[..., k] = np.log10(raised)
    return scaled


def in_units(values: Floats, metrics: Sequence[Metric]) -> Floats:
    """Return values (…, K) on the scale of their metric in its own unit."""
    indices = _logarithmic(metrics)
    if not indices:
        return values
    units = np.array(values, dtype=float)
    units[..., indices] = 10.0 ** units[..., indices]
    return units


def ratio(part: npt.ArrayLike, whole: npt.ArrayLike, otherwise: float = np.nan) -> Floats:
    """Return part / whole, of shapes that broadcast; `otherwise` unless the whole is above 0."""
    shape = np.broadcast(part, whole).shape
    shares = np.full(shape, otherwise)
    is_defined = np.greater(whole, 0)
    np.divide(part, whole, out=shares, where=is_defined)
    return shares


def n_measured(values: Floats, axis: int) -> Ints:
    """Return the number of values along an axis that are not NaN."""
    is_measured = ~np.isnan(values)
    return np.asarray(is_measured.sum(axis=axis))


def nanmean(values: Floats, axis: int) -> Floats:
    """Return the mean along an axis of what is not NaN; NaN, silently, if all are."""
    filled = np.where(np.isnan(values), 0.0, values)
    return ratio(filled.sum(axis=axis), n_measured(values, axis))


def squared_deviations(values: Floats, axis: int) -> Floats:
    """Return the sum along an axis of the squared distances to the mean of what is not NaN."""
    means = np.expand_dims(nanmean(values, axis), axis)
    deviations = np.where(np.isnan(values), 0.0, values - means)
    return np.asarray((deviations**2).sum(axis=axis))


def extremes(values: Floats, axis: int) -> tuple[Floats, Floats]:
    """Return the lowest and the highest along an axis of what is not NaN.

    They are inf and −inf if all are NaN."""
    is_missing = np.isnan(values)
    raised = np.where(is_missing, np.inf, values)
    lowered = np.where(is_missing, -np.inf, values)
    lowest = raised.min(axis=axis, initial=np.inf)
    highest = lowered.max(axis=axis, initial=-np.inf)
    return lowest, highest


def significant(values: Floats) -> Floats:
    """Return values rounded to 12 significant digits.

    So means which are equal on paper stay tied."""
    sizes = np.abs(values)
    is_usable = np.isfinite(sizes) & (sizes > 1e-280)  # smaller ones could not be scaled
    power = np.zeros(sizes.shape)
    np.log10(sizes, out=power, where=is_usable)
    scale = 10.0 ** np.clip(11 - np.floor(power), -300, 300)
    rounded = np.round(values * scale) / scale
    return np.where(is_usable, rounded, values)


def _index(names: tuple[str, ...], name: str, noun: str) -> int:
    if name not in names:
        raise UnknownName(f"unknown {noun} {name!r}: expected one of {', '.join(names) or 'none'}")
    return names.index(name)
