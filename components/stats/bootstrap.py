"""Percentile bootstrap over cells: methods are resampled within each benchmark, each with all its
seeds.

A draw is a vector of multiplicities per benchmark. Two copies of one cell are not compared with
each other, so that copying makes no ties: a pair of different methods i, j counts m_i·m_j times, a
pair of copies never."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.draws import stream
from components.stats.panel import Floats

DRAWS = 2_000
LEVEL = 0.95
UNDEFINED_SHARE = 0.05
FEW_METHODS = 5
WIDE = 1.8
"""Of the 2.0 from −1 to 1: a wider interval from fewer than FEW_METHODS methods says nothing."""


@dataclass(frozen=True)
class Interval:
    """A percentile interval from `draws` of which so many are undefined; `low` and `high` are None
    with a `reason`."""

    low: float | None = None
    high: float | None = None
    draws: int = 0
    undefined: int = 0
    reason: str = ""


def multiplicities(
    sizes: Mapping[str, int], draws: int = DRAWS, seed: int = 0
) -> tuple[Floats, ...]:
    """Return per benchmark (draws, n_b) how often each of its methods, by alphabetical id, is
    drawn; rows sum to n_b.

    `sizes` are by benchmark id, each of which has a random stream of its own.
    """
    return tuple(
        stream(seed, b).multinomial(n, np.full(n, 1 / n), size=draws).astype(float)
        if n
        else np.zeros((draws, 0))
        for b, n in sizes.items()
    )


def pair_weights(counts: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """Return (draws, C(C+1)/2) how often rows of two cells are compared, in the order of
    `numpy.triu_indices(C)`.

    `counts` (draws, C) says how often each cell is drawn. Two rows of one cell meet once in each
    copy, m_i times."""
    draws, size = counts.shape
    weights, start = np.empty((draws, size * (size + 1) // 2), counts.dtype), 0
    for i in range(size):
        own = weights[:, start : start + size - i]
        np.multiply(counts[:, i, None], counts[:, i:], out=own)
        own[:, 0] = counts[:, i]
        start += size - i
    return weights


def percentile_interval(values: Floats, sizes: Sequence[int]) -> Interval:
    """Return the 95 % interval of `values` (draws,), NaN = undefined, unless it is not estimable.

    It is not if over 5 % of draws are undefined, or if a benchmark has fewer than FEW_METHODS of
    the methods that entered, `sizes`, and the interval is wider than WIDE."""
    defined = values[~np.isnan(values)]
    draws, undefined = int(values.size), int(values.size - defined.size)
    if not draws or undefined > UNDEFINED_SHARE * draws:
        return Interval(None, None, draws, undefined, f"{undefined} of {draws} draws are undefined")
    low, high = (float(x) for x in np.quantile(defined, [(1 - LEVEL) / 2, (1 + LEVEL) / 2]))
    if min(sizes, default=0) < FEW_METHODS and high - low > WIDE:
        return Interval(
            None,
            None,
            draws,
            undefined,
            f"it would run from {low:.3f} to {high:.3f}".replace("-", "−"),
        )
    return Interval(low, high, draws, undefined)
