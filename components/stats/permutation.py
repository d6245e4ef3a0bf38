"""Exact stratified permutation: method labels are shuffled within each benchmark, jointly for its
seeds.

The statistics that need it are sums over benchmarks (a τ averaged over benchmarks; a pooled
Spearman ρ, a sum of products of fixed pooled ranks), so the joint null distribution follows from
the values that each benchmark takes alone: all sums while the arrangements ∏ n_b! number at most
`limit`, else a sample of `limit`."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations

import numpy as np
import numpy.typing as npt

from components.stats.draws import stream
from components.stats.panel import Floats, Ints

Small = npt.NDArray[np.uint16]
LIMIT = 200_000
LEVEL = 0.05
"""A p that is not larger is called significant."""
TIE = 1e-12
"""Two values of a statistic this close are the same value in other rounding."""

_CHUNK = 4_000_000
"""Numbers in a chunk of sampled orders (orders × n²) at most, which keeps memory below about 100
MB."""
_MOST_KEPT = 2**21
"""Numbers of sampled orders that are kept for the next metric: 4 MB."""


@dataclass(frozen=True)
class Stratum:
    """One benchmark: its id `key`, which has a random stream of its own, `n` methods by
    alphabetical id, its addends.

    `values` maps orders (A, n), which say whose data each label gets, to the addends (M, A) of M
    statistics, NaN = undefined."""

    key: str
    n: int
    values: Callable[[Ints], Floats]


@dataclass(frozen=True, eq=False)
class Null:
    """A statistic under relabelling.

    values          defined values, one per arrangement; a sample holds the observed one too
    exact           whether every arrangement is there, not a sample of them
    n_arrangements  arrangements looked at, undefined ones included, the observed one of a sample
                    not
    """

    values: Floats
    exact: bool
    n_arrangements: int


@cache
def relabellings(n: int) -> Ints:
    """Return (n!, n) every order of n labels, the identity first. Read-only, meant for n ≤ 8 (40
    320 rows)."""
    rows = np.array(list(permutations(range(n))), dtype=np.intp).reshape(math.factorial(n), n)
    rows.setflags(write=False)
    return rows


def additive_nulls(strata: Sequence[Stratum], limit: int = LIMIT, seed: int = 0) -> Iterator[Null]:
    """Yield the null distributions of M sums of the addends of `strata`; of a sample the observed
    sum is the first."""
    exact = math.prod(math.factorial(stratum.n) for stratum in strata) <= limit
    tables = [
        (s.values(relabellings(s.n)), slice(None)) if exact else _sampled(s, limit, seed)
        for s in strata
    ]
    for addends in zip(*(table for table, _ in tables), strict=True):
        if exact:
            total = np.zeros(1)
            for own in addends:
                total = np.add.outer(total, own).ravel()
        else:
            total = np.zeros(limit + 1)
            for own, (_, drawn) in zip(addends, tables, strict=True):
                total += own[drawn]
        yield Null(total[~np.isnan(total)], exact, total.size - (not exact))


@lru_cache(maxsize=64)
def _choices(seed: int, key: str, count: int, draws: int) -> Ints:
    """(draws + 1,) columns of a table of `count` addends, 0 first; kept for the next pair of
    metrics."""
    rng = stream(seed, key)
    rows = np.concatenate(
        [np.zeros(1, dtype=np.intp), rng.integers(0, count, draws, dtype=np.intp)]
    )
    rows.setflags(write=False)
    return rows


def _sampled(stratum: Stratum, draws: int, seed: int) -> tuple[Floats, slice | Ints]:
    """Addends (M, …) of one stratum and the places in them of the (draws + 1,) drawn ones, the
    observed one first."""
    if (
        math.factorial(stratum.n) <= draws
    ):  # cheaper: look the addends up in the table of all of them
        table = stratum.values(relabellings(stratum.n))
        return table, _choices(seed, stratum.key, table.shape[1], draws)
    drawn = _kept if stratum.n * draws <= _MOST_KEPT else _drawn
    orders = drawn(stratum.n, draws, seed, stratum.key)
    parts = [
        stratum.values(part.astype(np.intp, copy=False))
        for part in (np.arange(stratum.n)[None, :], *orders)
    ]
    return np.concatenate(parts, axis=1), slice(None)


def _drawn(n: int, draws: int, seed: int, key: str) -> Iterator[Ints]:
    rng = stream(seed, key)
    size = max(1, _CHUNK // n**2)
    for start in range(0, draws, size):
        yield rng.permuted(
            np.tile(np.arange(n), (min(size, draws - start), 1)), axis=1
        )  # fast for whole words only


@lru_cache(maxsize=16)
def _kept(n: int, draws: int, seed: int, key: str) -> tuple[Small, ...]:
    return tuple(part.astype(np.uint16) for part in _drawn(n, draws, seed, key))


def p_value(null: Null, observed: float, centre: float = 0.0) -> float:
    """Return the two-sided p: the share of arrangements at least as far from `centre` as the
    observed value.

    For a sample of N that is (1 + #)/(1 + N). NaN if the observed value, the centre or the null is
    undefined."""
    if not null.values.size or math.isnan(observed) or math.isnan(centre):
        return math.nan
    return float(np.mean(np.abs(null.values - centre) >= abs(observed - centre) - TIE))


def p_min(null: Null, centre: float = 0.0) -> float:
    """Return the p of the most extreme arrangement of the same set; NaN if the null or the centre
    is undefined."""
    if not null.values.size or math.isnan(centre):
        return math.nan
    distance = np.abs(null.values - centre)
    return float(np.mean(distance >= distance.max() - TIE))


def products(costs: Sequence[Floats]) -> Callable[[Ints], Floats]:
    """Return what maps orders to the addends Σ_i cost[i, order_i] of M statistics, as of a pooled
    Spearman ρ.

    `costs` M times (n, n): what label i adds when it gets the data of method j, summed over seeds.
    """
    first = np.arange(len(costs[0])) * len(costs[0])

    def values(orders: Ints) -> Floats:
        return np.array([cost.ravel().take(orders + first).sum(axis=1) for cost in costs])

    return values


def holm(p: Floats, family: int = 0) -> Floats:
    """Return p-values with Holm's step-down adjustment (Holm 1979); NaN stays NaN.

    The family is the defined p-values or, if larger, so many tests: those without a p here come
    last."""
    adjusted = np.full(p.shape, np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    scaled = p[order] * (max(family, len(order)) - np.arange(len(order)))
    adjusted[order] = np.minimum(np.maximum.accumulate(scaled), 1.0)
    return adjusted
