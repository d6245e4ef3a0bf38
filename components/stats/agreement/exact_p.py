"""The p-value of a pair of metrics, by the rule of its protocol and scope.

tie-aware, blocks    exact stratified permutation of τ averaged over benchmarks, with the smallest possible p
published, blocks    the paper's one-sample t-test of the block values against 0
runs of a benchmark  SciPy's asymptotic p of τ-b ("as in the later revision")
pooled runs          none: runs of different benchmarks, and seeds of one cell, are not exchangeable
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats import scipy
from components.stats.agreement.pairs import dense_ranks, of_benchmarks
from components.stats.agreement.tau import TIE_AWARE, Agreement
from components.stats.panel import Floats, nanmean, ratio
from components.stats.permutation import LIMIT, Ints, Stratum, additive_null, p_min, p_value
from components.stats.ranking.ranks import tau_to_reference

Ranks = npt.NDArray[np.float32]
BUDGET = 300_000_000
"""Comparisons of two rows that one call may make: some tenths of a second."""
FEWEST = 999
"""Arrangements of each pair at least, where all pairs are tested at once."""
FEWEST_OF_ONE = 199
"""Arrangements at least, where one pair is tested."""
ENUMERABLE = 8
"""Largest number of methods whose 8! orders are enumerated."""
_CALL = 50_000
"""What a call costs beside its comparisons, in comparisons."""


GRID = "checkpoints of one grid are no independent cases: no valid p"


@dataclass(frozen=True)
class PValue:
    """The p of one pair, or None with the reason. `p_min` and `arrangements` only for permutations."""

    p: float | None
    p_min: float | None = None
    kind: str = ""
    arrangements: int | None = None
    reason: str = ""


def pair_p(result: Agreement, x: int, y: int, seed: int = 0, limit: int = LIMIT) -> PValue:
    """The p of the pair of metrics with indices x and y."""
    if math.isnan(result.tau[x, y]):
        return PValue(None, reason="τ is undefined")
    if result.grids is not None:
        return PValue(None, reason=GRID)
    if result.scope == "pooled":
        return PValue(None, reason="pooled runs mix benchmarks: no valid p")
    if not result.ranks_rows:
        return _asymptotic(result.blocks[0].values[:, [x, y]])
    if result.protocol == TIE_AWARE:
        return _permutation(result, x, y, seed, limit)
    return _t_test(result.block_tau[:, x, y])


def p_cost(result: Agreement, limit: int = LIMIT) -> float:
    """Comparisons that the p-values of all pairs of metrics would take with at most `limit` arrangements each."""
    k = len(result.metrics)
    if result.grids is not None or not (result.ranks_rows and result.protocol == TIE_AWARE):
        return 0.0
    sizes = [len(b.values) for b in result.blocks]
    largest = {b.benchmark: len(b.values) for b in result.blocks}
    possible = math.prod(math.factorial(min(n, ENUMERABLE + 1)) for n in largest.values())
    joint = possible if possible <= limit else limit * len(largest)
    per_pair = sum(_CALL / 2 + n * (n - 1) / 2 * _arrangements(n, limit) for n in sizes) + joint / 4
    return per_pair * k * (k - 1) / 2


def affordable_for_all(result: Agreement) -> int:
    """Arrangements for each pair, where all pairs are tested within BUDGET; 0 when fewer than FEWEST would be left."""
    cost = p_cost(result)
    limit = LIMIT if cost <= BUDGET else int(LIMIT * BUDGET / cost)
    return limit if limit >= FEWEST and p_cost(result, limit) <= 2 * BUDGET else 0


def _t_test(values: Floats) -> PValue:
    """Two-sided one-sample t-test of the defined block values against 0."""
    values = values[~np.isnan(values)]
    kind = f"t-test over {len(values)} block{'s' if len(values) != 1 else ''}"
    if len(values) < 2:
        return PValue(None, kind=kind, reason="one block only: no t-test")
    if np.ptp(values) < 1e-12:
        return PValue(None, kind=kind, reason=f"all {len(values)} blocks have the same τ: no t-test")
    t = values.mean() / values.std(ddof=1) * math.sqrt(len(values))
    return PValue(float(2 * scipy.special.stdtr(len(values) - 1, -abs(t))), kind=kind)


def _asymptotic(values: Floats) -> PValue:
    """SciPy's asymptotic p of τ-b over the rows (n, 2) that have both values."""
    both = values[~np.isnan(values).any(axis=1)]
    if len(both) < 3:
        return PValue(None, kind="asymptotic", reason=f"{len(both)} runs only: no asymptotic p")
    test = scipy.stats.kendalltau(both[:, 0], both[:, 1], method="asymptotic")
    return PValue(float(test.pvalue), kind="asymptotic")


def _permutation(result: Agreement, x: int, y: int, seed: int, limit: int) -> PValue:
    """Relabel the methods of one metric within each benchmark, jointly for its seeds: of that with the later id."""
    tables = _benchmark_tables(result, *sorted((x, y), key=result.metrics.__getitem__))
    share = 1 / len(tables)
    strata = [Stratum(b, left.shape[1], _addend(left, right, share)) for b, (left, right) in tables.items()]
    null = additive_null(strata, _affordable([*tables.values()], limit), seed)
    kind = "exact permutation" if null.exact else "sampled permutation"
    return PValue(p_value(null, float(result.tau[x, y])), p_min(null), kind, null.n_arrangements)


def _benchmark_tables(result: Agreement, x: int, y: int) -> dict[str, tuple[Floats, Floats]]:
    """Per benchmark in which τ is defined: x and y as (S, n) over the methods that have both in some seed, by id."""
    tables = {}
    for here in of_benchmarks(result.blocks):
        if np.isnan(result.block_tau[here, x, y]).all():
            continue
        table = np.full((2, len(here), 1 + max(int(result.blocks[i].by_id.max()) for i in here)), np.nan)
        for row, i in enumerate(here):
            table[:, row, result.blocks[i].by_id] = result.blocks[i].values[:, [x, y]].T
        complete = table[:, :, (~np.isnan(table)).any(axis=1).all(axis=0)]
        tables[result.blocks[here[0]].benchmark] = complete[0], complete[1]
    return tables


def _addend(left: Floats, right: Floats, share: float) -> Callable[[Ints], Floats]:
    def values(orders: Ints) -> Floats:
        taus = [relabelled_tau(x, y, orders) for x, y in zip(left, right, strict=True)]
        return share * nanmean(np.stack(taus), axis=0)

    return values


def relabelled_tau(x: Floats, y: Floats, orders: Ints) -> Floats:
    """(A,) τ-b of x (n,) with y[order] for orders (A, n), over the methods that then have both values."""
    x, y = dense_ranks(np.column_stack([x, y])).T.astype(float)
    if not (np.isnan(x).any() or np.isnan(y).any()):
        return tau_to_reference(y[orders], x)
    return _tau_over_gaps(y[orders].astype(np.float32), x)


def _tau_over_gaps(rows: Ranks, x: Floats) -> Floats:
    """(A,) τ-b of each of the rows (A, n) with x (n,), over the columns where both have a value (not NaN)."""
    order = np.argsort(x)[: np.count_nonzero(~np.isnan(x))]  # NaN is sorted last
    walk, fixed = np.ascontiguousarray(rows[:, order].T), x[order]
    surplus, untied = np.zeros((2, len(rows)), dtype=np.int64)
    for i, end in enumerate(np.searchsorted(fixed, fixed, side="right")):
        more, less = walk[i + 1 :] > walk[i], walk[i + 1 :] < walk[i]  # False beside NaN
        tied = end - i - 1
        for sign, flags in ((1, more.view(np.uint8)), (-1, less.view(np.uint8))):
            apart = np.add.reduce(flags[tied:], axis=0, dtype=np.uint32).astype(np.int64)
            surplus += sign * apart
            untied += apart if not tied else np.add.reduce(flags, axis=0, dtype=np.int64)
    starts = np.flatnonzero(np.diff(fixed, prepend=-1))
    size = np.add.reduceat(~np.isnan(walk), starts, axis=0, dtype=np.int64) if len(fixed) else np.zeros((1, len(rows)))
    known = size.sum(axis=0)
    untied_x = known * (known - 1) // 2 - (size * (size - 1) // 2).sum(axis=0)
    scale = np.sqrt(untied.astype(float) * untied_x)
    return np.clip(ratio(surplus, scale), -1.0, 1.0)


def _arrangements(n: int, limit: int) -> int:
    return math.factorial(n) if n <= ENUMERABLE else limit


def _affordable(tables: list[tuple[Floats, Floats]], limit: int) -> int:
    """Arrangements to sample at most: fewer than `limit` only where a benchmark is too large to be enumerated."""
    each = sum(left.size * (left.shape[1] - 1) / 2 for left, _ in tables if left.shape[1] > ENUMERABLE)
    return min(limit, max(FEWEST_OF_ONE, int(BUDGET / each))) if each else limit
