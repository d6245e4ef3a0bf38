"""The runs analysed together as one array: benchmarks × seeds × methods × metrics.

Every statistic starts here. Missing is NaN inside the array only; nothing ever fills it in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

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
    present (B, S, M) whether the run exists at all
    targets (B, K) target of a metric on its scale; NaN for metrics without one and if it is not
            known
    family_of_method  (M,) number of the family that a checkpoint belongs to; None if every method
                      is a case of its own
    rows    (M,) place of each method in the file, by its first run; None if that is the order of
            `methods`

    `benchmarks` and `methods` are in registry order and `seeds`, the union over benchmarks, rise,
    so that neither a number nor a random draw depends on how the rows of a file are sorted. Only
    the published protocol looks at `rows`: it breaks ties by them."""

    id: str
    metrics: tuple[Metric, ...]
    benchmarks: tuple[str, ...]
    seeds: tuple[int, ...]
    methods: tuple[str, ...]
    values: Floats
    oracle: Floats | None
    present: Bools
    targets: Floats | None = None
    family_of_method: Ints | None = None
    rows: Ints | None = None

    @property
    def row_places(self) -> Ints:
        """(M,) place of each method among the runs, smaller is earlier."""
        return np.arange(len(self.methods)) if self.rows is None else self.rows

    @property
    def metric_ids(self) -> tuple[str, ...]:
        """Ids of the score metrics, in registry order."""
        return tuple(m.id for m in self.metrics)

    @property
    def signs(self) -> Floats:
        """(K,) +1 if higher is better or a target is, −1 if lower is better."""
        return np.array([m.sign for m in self.metrics], dtype=float)

    @property
    def scaled(self) -> Floats:
        """(B, S, M, K) values on the scale of their metric, see `on_scale`."""
        return on_scale(self.values, self.metrics)

    @cached_property
    def floored(self) -> npt.NDArray[np.int64]:
        """(K,) number of values of a metric on a log scale that lie below its lower bound and count
        as the bound."""
        low = np.array(
            [m.lower_bound if m.scale == "log" else -np.inf for m in self.metrics], dtype=float
        )
        return np.asarray((self.values < low).sum(axis=(0, 1, 2)))

    @property
    def aligned(self) -> Floats:
        """(B, S, M, K) values on their scale, turned so that higher is better everywhere: −|x − t|
        for a target."""
        targets = None if self.targets is None else self.targets[:, None, None, :]
        return aligned_values(self.scaled, self.metrics, targets)

    @property
    def closeness(self) -> Floats | None:
        """(B, S, M) minus the oracle distance: higher is closer to the retrained model."""
        return None if self.oracle is None else -self.oracle

    @property
    def runs(self) -> Ints:
        """(B, M) number of runs of each cell."""
        return np.asarray(self.present.sum(axis=1))

    @property
    def n_runs(self) -> int:
        """Number of runs."""
        return int(self.present.sum())

    @property
    def n_cells(self) -> int:
        """Number of cells: a method on a benchmark with at least one run."""
        return int((self.runs > 0).sum())

    @property
    def blocks(self) -> tuple[tuple[int, int], ...]:
        """Indices (benchmark, seed) of the blocks that hold at least one run."""
        return tuple((int(b), int(s)) for b, s in np.argwhere(self.present.any(axis=2)))

    @cached_property
    def cells(self) -> Floats:
        """(B, M, K) mean on the metric's scale over all seeds that have a value; NaN if none
        has."""
        return significant(nanmean(self.scaled, axis=1))

    @property
    def aligned_cells(self) -> Floats:
        """(B, M, K) cells turned so that higher is better everywhere: −|x − t| of the mean over
        seeds for a target."""
        return aligned_values(
            self.cells, self.metrics, None if self.targets is None else self.targets[:, None, :]
        )

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
        known = ~np.isnan(cells)
        high = np.where(known, cells, -np.inf).max(axis=1, initial=-np.inf)
        low = np.where(known, cells, np.inf).min(axis=1, initial=np.inf)
        return np.asarray((known.sum(axis=1) > 1) & (high == low))

    def constant_on(self, k: int) -> tuple[str, ...]:
        """Return the ids of the benchmarks on which metric k is constant."""
        return tuple(
            b for b, same in zip(self.benchmarks, self.constant[:, k], strict=True) if same
        )

    @property
    def gaps(self) -> tuple[Bools, Bools]:
        """(B, M, K) whether a method has no value on a benchmark, and whether only some of its
        seeds are missing."""
        known = (~np.isnan(self.values)).sum(axis=1)
        seeds = self.present.any(axis=2).sum(axis=1)[:, None, None]
        return np.asarray(known == 0), np.asarray((known > 0) & (known < seeds))

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
        """Return the panel with only these indices along each axis (None keeps all), in the order
        given."""
        axes = (benchmarks, seeds, methods)
        index = [
            np.arange(n) if chosen is None else np.asarray(chosen, dtype=np.intp)
            for n, chosen in zip(self.present.shape, axes, strict=True)
        ]
        grid = np.ix_(*index)
        return replace(
            self,
            benchmarks=tuple(self.benchmarks[i] for i in index[0]),
            seeds=tuple(self.seeds[i] for i in index[1]),
            methods=tuple(self.methods[i] for i in index[2]),
            values=self.values[grid],
            oracle=None if self.oracle is None else self.oracle[grid],
            present=self.present[grid],
            targets=None if self.targets is None else self.targets[index[0]],
            family_of_method=None
            if self.family_of_method is None
            else self.family_of_method[index[2]],
            rows=None if self.rows is None else self.rows[index[2]],
        )

    @property
    def compared(self) -> Panel:
        """The panel without metrics that are only listed, for what compares metrics; itself if
        there are none."""
        return self._unlisted if any(m.role == "listed" for m in self.metrics) else self

    @cached_property
    def _unlisted(self) -> Panel:
        return self.of_metrics([k for k, m in enumerate(self.metrics) if m.role != "listed"])

    def of_metrics(self, index: Sequence[int]) -> Panel:
        """Return the panel with only the metrics at these indices, in the order given."""
        return replace(
            self,
            metrics=tuple(self.metrics[i] for i in index),
            values=self.values[..., list(index)],
            targets=None if self.targets is None else self.targets[:, list(index)],
        )


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
    scores = tuple(m for m in metrics if m.role != "oracle")
    oracle = next((m for m in metrics if m.role == "oracle"), None)
    order, known = _ordered(runs["benchmark"], benchmarks), _ordered(runs["method"], methods)
    seeds = tuple(sorted(int(s) for s in pd.unique(runs["seed"])))
    b = pd.Index(order).get_indexer(pd.Index(runs["benchmark"]))
    s = pd.Index(seeds).get_indexer(pd.Index(runs["seed"]))
    m = pd.Index(known).get_indexer(pd.Index(runs["method"]))
    shape = (len(order), len(seeds), len(known))
    values = np.full((*shape, len(scores)), np.nan)
    values[b, s, m] = runs[[x.id for x in scores]].to_numpy(dtype=float)
    present = np.zeros(shape, dtype=bool)
    present[b, s, m] = True
    distance = None
    if oracle is not None:
        distance = np.full(shape, np.nan)
        distance[b, s, m] = runs[oracle.id].to_numpy(dtype=float)
    targets = target_values(scores, order, references) if any(m.targeted for m in scores) else None
    rows = (
        None
        if methods is None
        else pd.Index(pd.unique(runs["method"])).get_indexer(pd.Index(known))
    )
    return Panel(
        panel_id, scores, order, seeds, known, values, distance, present, targets, rows=rows
    )


def _ordered(column: pd.Series, given: tuple[str, ...] | None) -> tuple[str, ...]:
    seen = tuple(pd.unique(column))
    return tuple(x for x in (given or seen) if x in set(seen))


def target_values(
    metrics: Sequence[Metric], benchmarks: Sequence[str], references: pd.DataFrame | None
) -> Floats:
    """Return (B, K) targets on the scale of each metric; NaN without a target, and if no reference
    has a value."""
    targets = np.full((len(benchmarks), len(metrics)), np.nan)
    for k, metric in enumerate(metrics):
        if not metric.targeted:
            continue
        if metric.target != REFERENCE:
            targets[:, k] = on_scale(np.array([float(metric.target)]), [metric])
        elif references is not None:
            for b, benchmark in enumerate(benchmarks):
                # sorted, so that the last digit of their mean does not depend on the order of the
                # rows
                values = np.sort(
                    references.loc[references["benchmark"] == benchmark, metric.id].to_numpy(
                        dtype=float
                    )
                )
                targets[b, k] = significant(nanmean(on_scale(values[:, None], [metric]), axis=0))[0]
    return targets


def on_scale(values: Floats, metrics: Sequence[Metric]) -> Floats:
    """Return values (…, K) on the scale of each metric: log10 of at least the lower bound if it is
    logarithmic."""
    logs = [k for k, m in enumerate(metrics) if m.scale == "log"]
    if not logs:
        return values
    scaled = np.array(values, dtype=float)
    for k in logs:
        scaled[..., k] = np.log10(np.maximum(scaled[..., k], metrics[k].lower_bound or 0.0))
    return scaled


def in_units(values: Floats, metrics: Sequence[Metric]) -> Floats:
    """Return values (…, K) on the scale of their metric in its own unit."""
    logs = [k for k, m in enumerate(metrics) if m.scale == "log"]
    if not logs:
        return values
    units = np.array(values, dtype=float)
    units[..., logs] = 10.0 ** units[..., logs]
    return units


def aligned_values(scaled: Floats, metrics: Sequence[Metric], targets: Floats | None) -> Floats:
    """Return values (…, K) on their scale turned so that higher is better; `targets` broadcast to
    them."""
    aligned: Floats = scaled * np.array([m.sign for m in metrics], dtype=float)
    if targets is not None:
        aimed = [k for k, m in enumerate(metrics) if m.targeted]
        aligned[..., aimed] = -significant(np.abs(scaled - targets))[..., aimed]
    return aligned


def ratio(part: npt.ArrayLike, whole: npt.ArrayLike, otherwise: float = np.nan) -> Floats:
    """Return part / whole, of shapes that broadcast; `otherwise` unless the whole is above 0."""
    out = np.full(np.broadcast(part, whole).shape, otherwise)
    return np.asarray(np.divide(part, whole, out=out, where=np.greater(whole, 0)))


def nanmean(values: Floats, axis: int) -> Floats:
    """Return the mean along an axis of what is not NaN; NaN, silently, if all are."""
    known = ~np.isnan(values)
    return ratio(np.where(known, values, 0.0).sum(axis=axis), known.sum(axis=axis))


def significant(values: Floats) -> Floats:
    """Return values rounded to 12 significant digits, so that means which are equal on paper stay
    tied."""
    size = np.abs(values)
    usable = np.isfinite(size) & (size > 1e-280)  # smaller ones could not be scaled
    power = np.floor(np.log10(size, out=np.zeros(size.shape), where=usable))
    scale = 10.0 ** np.clip(11 - power, -300, 300)
    rounded: Floats = np.where(usable, np.round(values * scale) / scale, values)
    return rounded


def _index(names: tuple[str, ...], name: str, noun: str) -> int:
    if name not in names:
        raise UnknownName(f"unknown {noun} {name!r}: expected one of {', '.join(names) or 'none'}")
    return names.index(name)
