"""The runs analysed together as one array: benchmarks × seeds × methods × metrics.

Every statistic starts here. Missing is NaN inside the array only; nothing ever fills it in.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pandas as pd

from components.errors import UnknownName
from data.registry import REFERENCE, Metric

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Grids = npt.NDArray[np.intp]
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Whole:
    """What all runs of a panel come to, where its arrays hold those of seeds drawn at random.

    runs    (B, M) how many runs
    n       (B, M, K) how many of them have a value of a metric
    means   (B, M, K) their mean on the scale of the metric; NaN where there is none
    sds     (B, M, K) their standard deviation (n−1); NaN below two
    oracle  (B, M) mean distance to the retrained model; None when the suite has no oracle metric
    """

    runs: Rows
    n: Rows
    means: Floats
    sds: Floats
    oracle: Floats | None

    def of_metrics(self, index: Sequence[int]) -> Whole:
        """Some metrics of it."""
        k = list(index)
        return replace(self, n=self.n[..., k], means=self.means[..., k], sds=self.sds[..., k])

    def part(self, benchmarks: Rows, methods: Rows) -> Whole:
        """Some benchmarks and methods of it."""
        grid = np.ix_(benchmarks, methods)
        oracle = None if self.oracle is None else self.oracle[grid]
        return Whole(self.runs[grid], self.n[grid], self.means[grid], self.sds[grid], oracle)


@dataclass(frozen=True, eq=False)
class Panel:
    """Runs of one base model under one setting.

    values  (B, S, M, K) metric values as measured, NaN = not measured; K score metrics in registry order
    oracle  (B, S, M) distance to the retrained model, lower = closer; None when the suite has no oracle metric
    present (B, S, M) whether the run exists at all
    grids   (M,) number of the family whose grid a method belongs to; None where every method is a case of its own
    rows    (M,) place of each method among the runs as they stand, by its first run; None where that is this order
    targets (B, K) what a metric with a target aims at, on its scale; NaN for other metrics and where it is not known
    whole   what all runs come to, where these are those of seeds drawn at random; None where these are all

    `benchmarks` and `methods` are in registry order and `seeds` rise, so that neither a number nor a random draw
    depends on how the rows of a file are sorted. Only the published protocol looks at `rows`: it breaks ties by them.
    `seeds` is the union over benchmarks; a benchmark without a seed has no run there.
    """

    id: str
    metrics: tuple[Metric, ...]
    benchmarks: tuple[str, ...]
    seeds: tuple[int, ...]
    methods: tuple[str, ...]
    values: Floats
    oracle: Floats | None
    present: Bools
    targets: Floats | None = None
    grids: Grids | None = None
    rows: Rows | None = None
    whole: Whole | None = None

    @property
    def row_places(self) -> Rows:
        """(M,) the smaller, the earlier a method stands among the runs."""
        return np.arange(len(self.methods)) if self.rows is None else self.rows

    @property
    def metric_ids(self) -> tuple[str, ...]:
        """Ids of the score metrics, in registry order."""
        return tuple(m.id for m in self.metrics)

    @property
    def signs(self) -> Floats:
        """(K,) +1 where higher is better or a target is, −1 where lower is better."""
        return np.array([m.sign for m in self.metrics], dtype=float)

    @property
    def scaled(self) -> Floats:
        """(B, S, M, K) values on the scale of their metric: log10, from the lower bound on, where it is logarithmic."""
        return on_scale(self.values, self.metrics)

    @property
    def floored(self) -> npt.NDArray[np.int64]:
        """(K,) how many values of a metric on a log scale lie below its lower bound and count as the bound."""
        low = np.array([m.lower_bound if m.scale == "log" else -np.inf for m in self.metrics], dtype=float)
        counts: npt.NDArray[np.int64] = (self.values < low).sum(axis=(0, 1, 2))
        return counts

    @property
    def aligned(self) -> Floats:
        """(B, S, M, K) values on their scale, turned so that higher is better everywhere: −|x − t| for a target."""
        targets = None if self.targets is None else self.targets[:, None, None, :]
        return aligned_values(self.scaled, self.metrics, targets)

    @property
    def closeness(self) -> Floats | None:
        """(B, S, M) minus the oracle distance: higher is closer to the retrained model."""
        return None if self.oracle is None else -self.oracle

    @property
    def n_runs(self) -> int:
        """Number of runs."""
        return int((self.present if self.whole is None else self.whole.runs).sum())

    @property
    def drawn(self) -> tuple[int, int] | None:
        """How many seeds of a benchmark are here at most, and how many there are; None where these are all."""
        if self.whole is None:
            return None
        return int(self.present.any(axis=2).sum(axis=1).max(initial=0)), int(self.whole.runs.max(initial=0))

    @property
    def n_cells(self) -> int:
        """Number of cells: a method on a benchmark with at least one run."""
        return int((self.present.any(axis=1) if self.whole is None else self.whole.runs > 0).sum())

    @property
    def blocks(self) -> tuple[tuple[int, int], ...]:
        """Indices (benchmark, seed) of the blocks that hold at least one run."""
        return tuple((int(b), int(s)) for b, s in np.argwhere(self.present.any(axis=2)))

    @cached_property
    def cells(self) -> Floats:
        """(B, M, K) mean on the metric's scale over the seeds that have a value; NaN when none has.

        Equal on paper is equal here.
        """
        return significant(nanmean(self.scaled, axis=1) if self.whole is None else self.whole.means)

    @property
    def aligned_cells(self) -> Floats:
        """(B, M, K) cells turned so that higher is better everywhere: −|x − t| of the mean over seeds for a target."""
        return aligned_values(self.cells, self.metrics, None if self.targets is None else self.targets[:, None, :])

    @property
    def oracle_cells(self) -> Floats | None:
        """(B, M) mean oracle distance over seeds."""
        if self.whole is not None and self.whole.oracle is not None:
            return significant(self.whole.oracle)
        return None if self.oracle is None else significant(nanmean(self.oracle, axis=1))

    @property
    def narrowed(self) -> Panel:
        """Seeds that vary about the means of all runs by so much less that drawing them again gives means which vary
        as those of all seeds would, with variance sd²/n; the same panel where its seeds are all.
        """
        if self.whole is None:
            return self
        off = self.scaled - nanmean(self.scaled, axis=1)[:, None]
        drawn = np.sqrt(np.nansum(off**2, axis=1)) / (~np.isnan(off)).sum(axis=1).clip(1)  # sd of a mean drawn again
        wanted = np.nan_to_num(self.whole.sds) / np.sqrt(self.whole.n.clip(1))
        shrink = np.divide(wanted, drawn, out=np.zeros(drawn.shape), where=drawn > 0)
        moved = self.whole.means[:, None] + off * shrink[:, None]
        return replace(self, values=in_units(moved, self.metrics))

    @cached_property
    def constant(self) -> Bools:
        """(B, K) True where two or more methods were measured and all their cells rank alike."""
        cells = self.aligned_cells
        known = ~np.isnan(cells)
        high = np.where(known, cells, -np.inf).max(axis=1, initial=-np.inf)
        low = np.where(known, cells, np.inf).min(axis=1, initial=np.inf)
        same: Bools = (known.sum(axis=1) > 1) & (high == low)
        return same

    def metric(self, metric_id: str) -> int:
        """Index of a score metric.

        Raises UnknownName.
        """
        return _index(self.metric_ids, metric_id, "metric")

    def method(self, method_id: str) -> int:
        """Index of a method.

        Raises UnknownName.
        """
        return _index(self.methods, method_id, "method")

    def benchmark(self, benchmark_id: str) -> int:
        """Index of a benchmark.

        Raises UnknownName.
        """
        return _index(self.benchmarks, benchmark_id, "benchmark")

    def subset(
        self,
        benchmarks: Sequence[int] | None = None,
        seeds: Sequence[int] | None = None,
        methods: Sequence[int] | None = None,
    ) -> Panel:
        """The same panel with only the named indices along each axis (None keeps all), in the order given."""
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
            grids=None if self.grids is None else self.grids[index[2]],
            rows=None if self.rows is None else self.rows[index[2]],
            whole=None if self.whole is None or seeds is not None else self.whole.part(index[0], index[2]),
        )

    def of_metrics(self, index: Sequence[int]) -> Panel:
        """The same runs with only the named metrics, in the order given."""
        return replace(
            self,
            metrics=tuple(self.metrics[i] for i in index),
            values=self.values[..., list(index)],
            targets=None if self.targets is None else self.targets[:, list(index)],
            whole=None if self.whole is None else self.whole.of_metrics(index),
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

    `references` are the runs of models that never saw the forgotten data, for metrics that aim at their value: the
    target is the mean over their seeds on the same benchmark. `runs` has the columns benchmark, method, seed and one
    per metric id, one row per run (the caller has already checked that runs are unique). Benchmarks and methods stand
    in the order given, or of first appearance; seeds rise. An empty frame gives arrays of length 0.
    """
    scores = tuple(m for m in metrics if m.role == "score")
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
    rows = None if methods is None else pd.Index(pd.unique(runs["method"])).get_indexer(pd.Index(known))
    return Panel(panel_id, scores, order, seeds, known, values, distance, present, targets, rows=rows)


def whole_of(panel: Panel, table: pd.DataFrame, oracle: Metric | None) -> Whole:
    """What all runs of the benchmarks and methods of a panel come to, from `Tables.whole`."""
    own = table[table["panel"] == panel.id]
    b = pd.Index(panel.benchmarks).get_indexer(pd.Index(own["benchmark"]))
    m = pd.Index(panel.methods).get_indexer(pd.Index(own["method"]))
    known = (b >= 0) & (m >= 0)

    def cells(column: Hashable) -> Floats:
        placed = np.full((len(panel.benchmarks), len(panel.methods)), np.nan)
        placed[b[known], m[known]] = own[column].to_numpy(dtype=float)[known]
        return placed

    def of_metrics(kind: str) -> Floats:
        return np.stack([cells((i, kind)) for i in panel.metric_ids], axis=-1)

    counts = np.nan_to_num(of_metrics("n")).astype(np.intp)
    distance = None if oracle is None else cells((oracle.id, "mean"))
    return Whole(np.nan_to_num(cells("runs")).astype(np.intp), counts, of_metrics("mean"), of_metrics("sd"), distance)


def _ordered(column: pd.Series, given: tuple[str, ...] | None) -> tuple[str, ...]:
    """The different values of a column in the order given, or of first appearance."""
    seen = tuple(pd.unique(column))
    return tuple(x for x in (given or seen) if x in set(seen))


def target_values(metrics: Sequence[Metric], benchmarks: Sequence[str], references: pd.DataFrame | None) -> Floats:
    """(B, K) targets on the scale of each metric; NaN without a target, and where no reference has a value."""
    targets = np.full((len(benchmarks), len(metrics)), np.nan)
    for k, metric in enumerate(metrics):
        if not metric.targeted:
            continue
        if metric.target != REFERENCE:
            targets[:, k] = on_scale(np.array([float(metric.target)]), [metric])
        elif references is not None:
            for b, benchmark in enumerate(benchmarks):
                # sorted, so that the last digit of their mean does not depend on the order of the rows
                values = np.sort(references.loc[references["benchmark"] == benchmark, metric.id].to_numpy(dtype=float))
                targets[b, k] = significant(nanmean(on_scale(values[:, None], [metric]), axis=0))[0]
    return targets


def on_scale(values: Floats, metrics: Sequence[Metric]) -> Floats:
    """Values, last axis the metrics, on the scale of each: log10, from the lower bound on, where it is logarithmic."""
    logs = [k for k, m in enumerate(metrics) if m.scale == "log"]
    if not logs:
        return values
    scaled = np.array(values, dtype=float)
    for k in logs:
        scaled[..., k] = np.log10(np.maximum(scaled[..., k], metrics[k].lower_bound or 0.0))
    return scaled


def in_units(values: Floats, metrics: Sequence[Metric]) -> Floats:
    """Values on the scale of their metric, last axis the metrics, back in its own unit."""
    logs = [k for k, m in enumerate(metrics) if m.scale == "log"]
    if not logs:
        return values
    units = np.array(values, dtype=float)
    units[..., logs] = 10.0 ** units[..., logs]
    return units


def aligned_values(scaled: Floats, metrics: Sequence[Metric], targets: Floats | None) -> Floats:
    """Values on their scale, last axis the metrics, turned so that higher is better; `targets` broadcast to them."""
    aligned: Floats = scaled * np.array([m.sign for m in metrics], dtype=float)
    if targets is not None:
        aimed = [k for k, m in enumerate(metrics) if m.targeted]
        aligned[..., aimed] = -significant(np.abs(scaled - targets))[..., aimed]
    return aligned


def nanmean(values: Floats, axis: int) -> Floats:
    """Mean of what was measured along an axis; NaN, silently, where nothing was."""
    known = ~np.isnan(values)
    count = known.sum(axis=axis)
    total = np.where(known, values, 0.0).sum(axis=axis)
    mean: Floats = np.divide(total, count, out=np.full(np.shape(total), np.nan), where=count > 0)
    return mean


def significant(values: Floats, digits: int = 12) -> Floats:
    """Values rounded to significant digits, so that means which are equal on paper stay tied."""
    size = np.abs(values)
    usable = np.isfinite(size) & (size > 1e-280)  # smaller ones could not be scaled
    power = np.floor(np.log10(size, out=np.zeros(size.shape), where=usable))
    scale = 10.0 ** np.clip(digits - 1 - power, -300, 300)
    rounded: Floats = np.where(usable, np.round(values * scale) / scale, values)
    return rounded


def _index(names: tuple[str, ...], name: str, noun: str) -> int:
    if name not in names:
        raise UnknownName(f"unknown {noun} {name!r}: expected one of {', '.join(names) or 'none'}")
    return names.index(name)
