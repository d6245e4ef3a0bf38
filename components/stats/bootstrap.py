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
MAX_UNDEFINED_SHARE = 0.05
FEW_METHODS = 5
MAX_WIDTH = 1.8
"""Of the 2.0 from −1 to 1: a wider interval from fewer than FEW_METHODS methods says nothing."""


@dataclass(frozen=True)
class Interval:
    """A percentile interval from `draws` of which so many are undefined.

    `low` and `high` are None with a `reason`."""

    low: float | None = None
    high: float | None = None
    draws: int = 0
    undefined: int = 0
    reason: str = ""


def multiplicities(
    sizes: Mapping[str, int], n_draws: int = DRAWS, seed: int = 0
) -> tuple[Floats, ...]:
    """Return per benchmark (draws, n_b) how often each of its methods is drawn.

    Methods are by alphabetical id; rows sum to n_b. `sizes` are by benchmark id, each of which has
    a random stream of its own."""
    counts = []
    for benchmark, n in sizes.items():
        if n:
            chances = np.full(n, 1 / n)
            drawn = stream(seed, benchmark).multinomial(n, chances, size=n_draws)
            counts.append(drawn.astype(float))
        else:
            counts.append(np.zeros((n_draws, 0)))
    return tuple(counts)


def pair_weights(counts: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """Return (draws, C(C+1)/2) how often rows of two cells are compared.

    Pairs are in the order of `numpy.triu_indices(C)`. `counts` (draws, C) says how often each cell
    is drawn. Two rows of one cell meet once in each copy, m_i times."""
    draws, n_cells = counts.shape
    n_pairs = n_cells * (n_cells + 1) // 2
    weights = np.empty((draws, n_pairs), counts.dtype)
    start = 0
    for cell in range(n_cells):
        end = start + n_cells - cell
        of_pairs = weights[:, start:end]
        np.multiply(counts[:, cell, None], counts[:, cell:], out=of_pairs)
        of_pairs[:, 0] = counts[:, cell]
        start = end
    return weights


def percentile_interval(values: Floats, sizes: Sequence[int]) -> Interval:
    """Return the 95 % interval of `values` (draws,), NaN = undefined, unless it is not estimable.

    It is not if over 5 % of draws are undefined, or if a benchmark has fewer than FEW_METHODS of
    the methods that entered, `sizes`, and the interval is wider than MAX_WIDTH."""
    defined = values[~np.isnan(values)]
    draws = int(values.size)
    n_undefined = draws - int(defined.size)
    if not draws or n_undefined > MAX_UNDEFINED_SHARE * draws:
        reason = f"{n_undefined} of {draws} draws are undefined"
        return Interval(draws=draws, undefined=n_undefined, reason=reason)
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(defined, [tail, (1 + LEVEL) / 2]).tolist()
    if min(sizes, default=0) < FEW_METHODS and high - low > MAX_WIDTH:
        reason = f"it would run from {low:.3f} to {high:.3f}".replace("-", "−")
        return Interval(draws=draws, undefined=n_undefined, reason=reason)
    return Interval(low, high, draws, n_undefined)
