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

ShortInts = npt.NDArray[np.uint16]
LIMIT = 200_000
LEVEL = 0.05
"""A p that is not larger is called significant."""
TIE = 1e-12
"""Two values of a statistic this close are the same value in other rounding."""

_MAX_CHUNK = 4_000_000
"""Numbers in a chunk of sampled orders (orders × n²) at most, which keeps memory below about 100
MB."""
_MAX_KEPT = 2**21
"""Numbers of sampled orders that are kept for the next metric: 4 MB."""


@dataclass(frozen=True)
class Stratum:
    """One benchmark with `n` methods by alphabetical id, and its addends.

    Its id `key` has a random stream of its own. `values` maps orders (A, n), which say whose data
    each label gets, to the addends (M, A) of M statistics, NaN = undefined."""

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

    def share_as_far(self, distance: float, centre: float) -> float:
        """Return the share of values at least so far from a centre.

        NaN if anything is undefined."""
        if not self.values.size or math.isnan(distance) or math.isnan(centre):
            return math.nan
        is_as_far = np.abs(self.values - centre) >= distance - TIE
        return float(np.mean(is_as_far))


@cache
def relabellings(n: int) -> Ints:
    """Return (n!, n) every order of n labels, the identity first.

    Read-only, meant for n ≤ 8 (40 320 rows)."""
    listed = [*permutations(range(n))]
    orders = np.array(listed, dtype=np.intp).reshape(len(listed), n)
    orders.setflags(write=False)
    return orders


def additive_nulls(
    strata: Sequence[Stratum],
    limit: int = LIMIT,
    seed: int = 0,
) -> Iterator[Null]:
    """Yield the null distributions of M sums of the addends of `strata`.

    Of a sample the observed sum is the first."""
    n_arrangements = math.prod(math.factorial(stratum.n) for stratum in strata)
    if n_arrangements <= limit:
        tables = [stratum.values(relabellings(stratum.n)) for stratum in strata]
        for addends in zip(*tables, strict=True):
            sums = np.zeros(1)
            for addend in addends:
                sums = np.add.outer(sums, addend).ravel()
            yield Null(sums[~np.isnan(sums)], True, n_arrangements)
        return
    samples = [_sampled(stratum, limit, seed) for stratum in strata]
    for statistic in range(len(samples[0][0])):
        sums = np.zeros(limit + 1)
        for table, drawn in samples:
            sums += table[statistic][drawn]
        yield Null(sums[~np.isnan(sums)], False, limit)


@lru_cache(maxsize=64)
def _choices(
    seed: int,
    key: str,
    count: int,
    n_draws: int,
) -> Ints:
    """(draws + 1,) columns of a table of `count` addends, 0 first.

    Kept for the next pair of metrics."""
    choices = np.zeros(n_draws + 1, dtype=np.intp)
    choices[1:] = stream(seed, key).integers(0, count, n_draws, dtype=np.intp)
    choices.setflags(write=False)
    return choices


def _sampled(stratum: Stratum, n_draws: int, seed: int) -> tuple[Floats, slice | Ints]:
    """Addends (M, …) of one stratum and the places of the drawn ones in them.

    (draws + 1,) places, the observed one first."""
    n = stratum.n
    if math.factorial(n) <= n_draws:  # cheaper: draw from the table of all addends
        table = stratum.values(relabellings(n))
        return table, _choices(seed, stratum.key, table.shape[1], n_draws)
    draw = _kept_orders if n * n_draws <= _MAX_KEPT else _drawn_orders
    listed = np.arange(n)
    addends = [stratum.values(listed[None, :])]
    for orders in draw(n, n_draws, seed, stratum.key):
        whole_words = orders.astype(np.intp, copy=False)
        addends.append(stratum.values(whole_words))
    return np.concatenate(addends, axis=1), slice(None)


def _drawn_orders(
    n: int,
    n_draws: int,
    seed: int,
    key: str,
) -> Iterator[Ints]:
    generator = stream(seed, key)
    step = max(1, _MAX_CHUNK // n**2)
    for start in range(0, n_draws, step):
        n_orders = min(step, n_draws - start)
        listed = np.tile(np.arange(n), (n_orders, 1))
        yield generator.permuted(listed, axis=1)  # fast for whole words only


@lru_cache(maxsize=16)
def _kept_orders(
    n: int,
    n_draws: int,
    seed: int,
    key: str,
) -> tuple[ShortInts, ...]:
    drawn = _drawn_orders(n, n_draws, seed, key)
    return tuple(orders.astype(np.uint16) for orders in drawn)


def p_value(null: Null, observed: float, centre: float = 0.0) -> float:
    """Return the two-sided p of an observed value.

    That is the share of arrangements at least as far from `centre`, of a sample of N (1 + #)/(1 +
    N). NaN if the observed value, the centre or the null is undefined."""
    return null.share_as_far(abs(observed - centre), centre)


def p_min(null: Null, centre: float = 0.0) -> float:
    """Return the p of the most extreme arrangement of the same set.

    NaN if the null or the centre is undefined."""
    farthest = np.abs(null.values - centre).max(initial=0.0)
    return null.share_as_far(float(farthest), centre)


def products(costs: Sequence[Floats]) -> Callable[[Ints], Floats]:
    """Return what maps orders to the addends Σ_i cost[i, order_i] of M statistics.

    A pooled Spearman ρ is a sum of such addends. `costs` M times (n, n): what label i adds when it
    gets the data of method j, summed over seeds."""
    n = len(costs[0])
    first_of_label = np.arange(n) * n

    def values(orders: Ints) -> Floats:
        places = orders + first_of_label
        addends = [cost.ravel().take(places).sum(axis=1) for cost in costs]
        return np.array(addends)

    return values


def holm(p: Floats, family: int = 0) -> Floats:
    """Return p-values with Holm's step-down adjustment (Holm 1979); NaN stays NaN.

    The family is the defined p-values or, if larger, so many tests: those without a p here come
    last."""
    defined = np.flatnonzero(~np.isnan(p))
    order = defined[np.argsort(p[defined], kind="stable")]
    n_tests = max(family, len(order))
    scaled = p[order] * (n_tests - np.arange(len(order)))
    rising = np.maximum.accumulate(scaled)
    adjusted = np.full(p.shape, np.nan)
    adjusted[order] = np.minimum(rising, 1.0)
    return adjusted
