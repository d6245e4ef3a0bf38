"""Exact stratified permutation: method labels are shuffled within each benchmark, jointly for its seeds.

The statistics that need it are sums over benchmarks (a τ averaged over benchmarks; a pooled Spearman ρ, which
is a sum of products of fixed pooled ranks), so the joint null distribution follows from the values each
benchmark takes alone: all sums while the arrangements ∏ n_b! number at most `limit`, else a sample of `limit`.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations

import numpy as np
import numpy.typing as npt

from components.stats.draws import stream
from components.stats.panel import Floats

Ints = npt.NDArray[np.intp]
Small = npt.NDArray[np.uint16]
LIMIT = 200_000
LEVEL = 0.05
"""A p that is not larger is called significant."""
TIE = 1e-12
"""Two values of a statistic this close are the same value in other rounding."""

_CHUNK = 4_000_000
"""Numbers in a chunk of sampled orders (orders × n²) at most, which keeps memory below about 100 MB."""
_MOST_KEPT = 2**20
"""Numbers of orders that are kept for the next metric: 2 MB."""


@dataclass(frozen=True)
class Stratum:
    """One benchmark: `n` methods and its addend of the statistic.

    `key` is its id, by which it has a random stream of its own; its methods are in the order of their ids. `values`
    maps orders (A, n), which say whose data each label gets, to the (A,) addends, NaN where undefined.
    """

    key: str
    n: int
    values: Callable[[Ints], Floats]


@dataclass(frozen=True, eq=False)
class Null:
    """The statistic under relabelling.

    values        (A,) one per arrangement, undefined ones left out; a sample holds the observed one too
    exact         True: every arrangement is there; False: a sample of them
    n_undefined   arrangements left out because they leave the statistic undefined
    """

    values: Floats
    exact: bool
    n_undefined: int = 0

    @property
    def n_arrangements(self) -> int:
        """Arrangements looked at, without the observed one when they are a sample."""
        return int(self.values.size) + self.n_undefined - (0 if self.exact else 1)

    @property
    def mean(self) -> float:
        """The mean over the arrangements; NaN when none is defined."""
        return float(self.values.mean()) if self.values.size else math.nan


@cache
def relabellings(n: int) -> Ints:
    """(n!, n) every order of n labels, the identity first. Read-only, meant for n ≤ 8 (40 320 rows)."""
    rows = np.array(list(permutations(range(n))), dtype=np.intp).reshape(math.factorial(n), n)
    rows.setflags(write=False)
    return rows


def additive_null(strata: Sequence[Stratum], limit: int = LIMIT, seed: int = 0) -> Null:
    """The joint null distribution of a sum of per-benchmark addends; of a sample the observed one is the first."""
    possible = math.prod(math.factorial(stratum.n) for stratum in strata)
    exact = possible <= limit
    if exact:
        total = np.zeros(1)
        for stratum in strata:
            total = np.add.outer(total, stratum.values(relabellings(stratum.n))).ravel()
    else:
        total = np.zeros(limit + 1)
        for stratum in strata:
            total += _sampled(stratum, limit, seed)
    defined = total[~np.isnan(total)]
    return Null(defined, exact, int(total.size - defined.size))


@lru_cache(maxsize=64)
def _choices(seed: int, key: str, count: int, draws: int) -> Ints:
    """(draws + 1,) rows of a table of `count` addends, 0 first. Kept, because every pair of metrics asks for them."""
    rng = stream(seed, key)
    rows = np.concatenate([np.zeros(1, dtype=np.intp), rng.integers(0, count, draws, dtype=np.intp)])
    rows.setflags(write=False)
    return rows


def _sampled(stratum: Stratum, draws: int, seed: int) -> Floats:
    """(draws + 1,) addends of one stratum, the observed one first."""
    if math.factorial(stratum.n) <= draws:  # cheaper: look the addends up in the table of all of them
        table = stratum.values(relabellings(stratum.n))
        return np.asarray(table[_choices(seed, stratum.key, table.size, draws)])
    identity = np.arange(stratum.n)
    drawn = _kept if stratum.n * draws <= _MOST_KEPT else _drawn
    orders = drawn(stratum.n, draws, seed, stratum.key)
    return np.concatenate([stratum.values(part.astype(np.intp)) for part in (identity[None, :], *orders)])


def _drawn(n: int, draws: int, seed: int, key: str) -> Iterator[Small]:
    """`draws` random orders of n labels, in parts of bounded size."""
    rng = stream(seed, key)
    size = max(1, _CHUNK // n**2)
    for start in range(0, draws, size):
        yield rng.permuted(np.tile(np.arange(n, dtype=np.uint16), (min(size, draws - start), 1)), axis=1)


@lru_cache(maxsize=16)
def _kept(n: int, draws: int, seed: int, key: str) -> tuple[Small, ...]:
    """The same, kept: every metric asks for them."""
    return tuple(_drawn(n, draws, seed, key))


def p_value(null: Null, observed: float, centre: float = 0.0) -> float:
    """Two-sided p: the share of arrangements at least as far from `centre` as the observed value.

    For a sample (1 + #)/(1 + N). NaN when the observed value or the null is undefined.
    """
    if not null.values.size or math.isnan(observed) or math.isnan(centre):
        return math.nan
    return float(np.mean(np.abs(null.values - centre) >= abs(observed - centre) - TIE))


def p_min(null: Null, centre: float = 0.0) -> float:
    """The p of the most extreme arrangement of the same set; NaN when the null is undefined."""
    if not null.values.size or math.isnan(centre):
        return math.nan
    distance = np.abs(null.values - centre)
    return float(np.mean(distance >= distance.max() - TIE))


def products(cost: Floats) -> Callable[[Ints], Floats]:
    """The addend Σ_i cost[i, order_i], for instance of a pooled Spearman ρ.

    `cost` (n, n) is the addend of label i when it gets the data of method j, summed over seeds.
    """
    flat, first = cost.ravel(), np.arange(len(cost)) * len(cost)

    def values(orders: Ints) -> Floats:
        return np.asarray(flat.take(orders + first).sum(axis=1))

    return values


def holm(p: Floats, family: int = 0) -> Floats:
    """Holm's step-down adjustment (Holm 1979); NaN stays NaN.

    The family is the defined p-values, or more tests where it is larger: those that have no p here come last.
    """
    adjusted = np.full(p.shape, np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    scaled = p[order] * (max(family, len(order)) - np.arange(len(order)))
    adjusted[order] = np.minimum(np.maximum.accumulate(scaled), 1.0)
    return adjusted
