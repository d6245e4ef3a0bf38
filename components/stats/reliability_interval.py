"""How sure a reliability is: a percentile bootstrap over cells, methods resampled with all their seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from components.stats.bootstrap import DRAWS, Interval, multiplicities, percentile_interval
from components.stats.panel import Bools, Floats, Panel
from components.stats.resampling import Ints, below


def reliability_intervals(panel: Panel, draws: int = DRAWS, seed: int = 0) -> tuple[Interval, ...]:
    """Per score metric (K) the 95 % interval of the pooled ρ, or the reason why it is not estimable.

    Methods that have at least one run with both values are resampled within each benchmark. A cell drawn twice
    counts twice; its copies share their midrank.
    """
    if panel.closeness is None:
        return tuple(Interval(None, None, 0, 0, "there is no oracle distance") for _ in panel.metrics)
    resampled: dict[bytes, _Resampled | str] = {}
    intervals = []
    for values in np.moveaxis(panel.aligned, -1, 0):
        both: Bools = np.asarray(~(np.isnan(values) | np.isnan(panel.closeness)))
        # metrics measured on the same runs share their draws and the ranks of the closeness
        key = both.tobytes()
        if key not in resampled:
            resampled[key] = _resample(panel.closeness, both, draws, seed)
        known = resampled[key]
        if isinstance(known, str):
            intervals.append(Interval(None, None, 0, 0, known))
        else:
            intervals.append(percentile_interval(_spearman(_centred(values[both], known), known), known.sizes))
    return tuple(intervals)


def weighted_spearman(x: Floats, y: Floats, counts: Floats, group: Ints) -> Floats:
    """(draws,) Spearman's ρ of x and y (N,) when row i occurs counts[d, group[i]] times; NaN when a side is constant.

    Equals Spearman's ρ of the rows written out that often, copies and ties sharing their midrank.
    """
    drawn = _drawn(y, counts, group, ())
    return _spearman(_centred(x, drawn), drawn)


@dataclass(frozen=True, eq=False)
class _Resampled:
    """N runs in D draws: `counts` (D, cells), `times` (D, N), the cell of each run, and the centred midranks of one
    side with their sum of squares.
    """

    sizes: Sequence[int]
    counts: Floats
    group: Ints
    times: Floats
    ranks: Floats
    squares: Floats


def _resample(closeness: Floats, both: Bools, draws: int, seed: int) -> _Resampled | str:
    """Draws of the cells that have a run with both values (B, S, M), or why there are none."""
    entered: Bools = np.asarray(both.any(axis=1))
    sizes = [int(n) for n in entered.sum(axis=1)]
    if not any(sizes):
        return "no run has both values"
    if max(sizes) < 2:
        return "one method in each benchmark leaves nothing to resample"
    counts = np.concatenate(multiplicities(sizes, draws, seed), axis=1).astype(float)
    place = np.cumsum(entered.reshape(-1)).reshape(entered.shape) - 1
    benchmark, _, method = np.nonzero(both)
    return _drawn(closeness[both], counts, place[benchmark, method], [n for n in sizes if n])


def _drawn(y: Floats, counts: Floats, group: Ints, sizes: Sequence[int]) -> _Resampled:
    start = _Resampled(sizes, counts, group, counts[:, group], counts, counts)
    ranks = _centred(y, start)
    return replace(start, ranks=ranks, squares=np.einsum("dr,dr,dr->d", start.times, ranks, ranks))


def _centred(values: Floats, drawn: _Resampled) -> Floats:
    """(D, N) midranks minus their mean: a midrank is what lies below, plus half; their mean is (n + 1)/2."""
    size = drawn.counts.shape[1]
    n = drawn.counts @ np.bincount(drawn.group, minlength=size)
    ranks: Floats = drawn.counts @ below(values, drawn.group, size)
    ranks -= n[:, None] / 2
    return ranks


def _spearman(ranks: Floats, drawn: _Resampled) -> Floats:
    weighted = drawn.times * ranks
    scale = np.sqrt(np.einsum("dr,dr->d", weighted, ranks) * drawn.squares)
    product = np.einsum("dr,dr->d", weighted, drawn.ranks)
    rho: Floats = np.divide(product, scale, out=np.full(len(ranks), np.nan), where=scale > 1e-9)
    return rho
