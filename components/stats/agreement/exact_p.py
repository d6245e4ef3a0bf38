"""The p-value of a pair of metrics, by the rule of its protocol and scope.

tie-aware, blocks    exact stratified permutation of τ averaged over benchmarks, with the smallest
possible p
published, blocks    the paper's one-sample t-test of the block values against 0
runs of a benchmark  SciPy's asymptotic p of τ-b ("as in the later revision")
pooled runs          none: runs of different benchmarks, and seeds of one cell, are not exchangeable
"""

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats import lazy_scipy
from components.stats.agreement.pairs import Pair, dense_ranks, of_benchmarks, pair_signs
from components.stats.agreement.tau import TIE_AWARE, Agreement
from components.stats.panel import Floats, nanmean, ratio
from components.stats.permutation import LIMIT, Ints, Stratum, additive_nulls, p_min, p_value

Tables = dict[str, tuple[Floats, Floats]]
BUDGET = 300_000_000
"""Comparisons of two rows that one call may make: some tenths of a second."""
FEWEST, FEWEST_OF_ONE = 999, 199
"""Arrangements of a pair at least, if all pairs are tested at once and if it is tested alone."""
ENUMERABLE = 8
"""Largest number of methods whose 8! orders are enumerated."""
_CALL = 50_000
"""What a call costs besides its comparisons, in comparisons."""
GRID = "checkpoints of one grid are no independent cases: no valid p"


@dataclass(frozen=True)
class PValue:
    """The p of one pair, or None with the `reason`; `p_min` and `arrangements` only of
    permutations."""

    p: float | None
    p_min: float | None = None
    kind: str = ""
    arrangements: int | None = None
    reason: str = ""


def pair_p(result: Agreement, x: int, y: int, seed: int = 0, limit: int = LIMIT) -> PValue:
    """Return the p of the metrics with indices x and y, by the rule of the protocol and scope of
    `result`."""
    return pair_ps(result, [(x, y)], seed, limit)[0]


def pair_ps(
    result: Agreement, pairs: Sequence[Pair], seed: int = 0, limit: int = LIMIT
) -> list[PValue]:
    """Return the p of each pair of metrics, permutations with at most `limit` arrangements of each
    pair."""
    found = {pair: _unpermuted(result, *pair) for pair in pairs}
    found |= _permutations(result, [pair for pair, p in found.items() if p is None], seed, limit)
    return [p for pair in pairs if (p := found[pair]) is not None]


def _unpermuted(result: Agreement, x: int, y: int) -> PValue | None:
    """The p of a pair whose rule needs no permutation, or the reason why there is none; None for
    other pairs."""
    if math.isnan(result.tau[x, y]):
        return PValue(None, reason="τ is undefined")
    if result.grids is not None:
        return PValue(None, reason=GRID)
    if result.scope == "pooled":
        return PValue(None, reason="pooled runs mix benchmarks: no valid p")
    if not result.ranks_rows:
        return _asymptotic(result.blocks[0].values[:, [x, y]])
    return None if result.protocol == TIE_AWARE else _t_test(result.block_tau[:, x, y])


def _p_cost(result: Agreement, limit: int = LIMIT) -> float:
    """Comparisons that the p-values of all pairs of metrics would take with at most `limit`
    arrangements each."""
    k = len(result.metrics)
    if result.grids is not None or not (result.ranks_rows and result.protocol == TIE_AWARE):
        return 0.0
    sizes = [len(b.values) for b in result.blocks]
    largest = {b.benchmark: len(b.values) for b in result.blocks}
    possible = math.prod(math.factorial(min(n, ENUMERABLE + 1)) for n in largest.values())
    joint = possible if possible <= limit else limit * len(largest)
    each = (
        _CALL / 2 + n * (n - 1) / 2 * (math.factorial(n) if n <= ENUMERABLE else limit)
        for n in sizes
    )
    return (sum(each) + joint / 4) * k * (k - 1) / 2


def affordable_for_all(result: Agreement) -> int:
    """Return the arrangements of each pair if all are tested within BUDGET; 0 if that leaves fewer
    than FEWEST."""
    cost = _p_cost(result)
    limit = LIMIT if cost <= BUDGET else int(LIMIT * BUDGET / cost)
    return limit if limit >= FEWEST and _p_cost(result, limit) <= 2 * BUDGET else 0


def _t_test(values: Floats) -> PValue:
    """Two-sided one-sample t-test of the defined block values against 0."""
    values = values[~np.isnan(values)]
    kind = f"t-test over {len(values)} block{'s' if len(values) != 1 else ''}"
    if len(values) < 2:
        return PValue(None, kind=kind, reason="one block only: no t-test")
    if np.ptp(values) < 1e-12:
        return PValue(
            None, kind=kind, reason=f"all {len(values)} blocks have the same τ: no t-test"
        )
    t = values.mean() / values.std(ddof=1) * math.sqrt(len(values))
    return PValue(float(2 * lazy_scipy.special.stdtr(len(values) - 1, -abs(t))), kind=kind)


def _asymptotic(values: Floats) -> PValue:
    """SciPy's asymptotic p of τ-b over the rows (n, 2) that have both values."""
    both = values[~np.isnan(values).any(axis=1)]
    if len(both) < 3:
        return PValue(None, kind="asymptotic", reason=f"{len(both)} runs only: no asymptotic p")
    test = lazy_scipy.stats.kendalltau(both[:, 0], both[:, 1], method="asymptotic")
    return PValue(float(test.pvalue), kind="asymptotic")


def _permutations(
    result: Agreement, pairs: Sequence[Pair], seed: int, limit: int
) -> dict[Pair, PValue]:
    """Relabel the methods of one metric of each pair, the one with the later id, jointly for seeds
    of a benchmark.

    Pairs that relabel the same values share their arrangements.
    """
    alike: dict[Hashable, list[tuple[Pair, Tables]]] = {}
    for pair in pairs:
        tables = _benchmark_tables(result, *sorted(pair, key=result.metrics.__getitem__))
        relabelled = tuple((b, y.shape, y.tobytes()) for b, (_, y) in tables.items())
        alike.setdefault(relabelled, []).append((pair, tables))
    found = {}
    for own in alike.values():
        first, count = own[0][1], len(own[0][1])
        strata = [
            Stratum(
                b, y.shape[1], _addends(np.stack([tables[b][0] for _, tables in own]), y, 1 / count)
            )
            for b, (_, y) in first.items()
        ]
        sizes = [
            (y.shape[1], y.size * (1 + bool(np.isnan(y).any()))) for _, y in first.values()
        ]  # gaps cost as much
        large = sum(size * (n - 1) / 2 for n, size in sizes if n > ENUMERABLE)
        most = min(limit, max(FEWEST_OF_ONE, int(BUDGET / large))) if large else limit
        for (pair, _), null in zip(own, additive_nulls(strata, most, seed), strict=True):
            kind = "exact permutation" if null.exact else "sampled permutation"
            found[pair] = PValue(
                p_value(null, float(result.tau[pair])), p_min(null), kind, null.n_arrangements
            )
    return found


def _benchmark_tables(result: Agreement, x: int, y: int) -> Tables:
    """Per benchmark in which τ is defined: x and y as (S, n) over the methods that have both in
    some seed, by id."""
    tables = {}
    for here in of_benchmarks(result.blocks):
        if np.isnan(result.block_tau[here, x, y]).all():
            continue
        table = np.full(
            (2, len(here), 1 + max(int(result.blocks[i].by_id.max()) for i in here)), np.nan
        )
        for row, i in enumerate(here):
            table[:, row, result.blocks[i].by_id] = result.blocks[i].values[:, [x, y]].T
        complete = table[:, :, (~np.isnan(table)).any(axis=1).all(axis=0)]
        tables[result.blocks[here[0]].benchmark] = complete[0], complete[1]
    return tables


def _addends(x: Floats, y: Floats, share: float) -> Callable[[Ints], Floats]:
    """What maps orders (A, n) to `share` of the mean τ over S seeds of m pairs, x (m, S, n) and y
    (S, n)."""

    def values(orders: Ints) -> Floats:
        taus = [relabelled_taus(x[:, s], own, orders) for s, own in enumerate(y)]
        return share * nanmean(np.stack(taus), axis=0)

    return values


def relabelled_taus(x: Floats, y: Floats, orders: Ints) -> Floats:
    """Return (m, A) τ-b of each row of x (m, n) with y[order], y (n,), for orders (A, n).

    Over the methods that then have both values, not NaN; NaN if a side is constant over them.
    """
    # whole numbers below 2²⁴ throughout, so that single precision is exact
    ours, own = pair_signs(x.T).T.astype(np.float32), ~np.isnan(y)
    known = ~np.isnan(ours)
    ours[~known] = 0
    theirs = _with_later(np.subtract, np.nan_to_num(dense_ranks(y[:, None])[:, 0])[orders])
    np.clip(theirs, -1, 1, out=theirs)
    untied_x = np.abs(ours).sum(axis=1, keepdims=True)
    if not own.all():
        measured = _with_later(np.multiply, own.astype(np.float32)[orders])
        theirs *= measured
        untied_x = np.abs(ours) @ measured
    surplus = ours @ theirs
    np.abs(theirs, out=theirs)
    untied_y = (
        known.astype(np.float32) @ theirs
        if not (own.all() and known.all())
        else theirs[:, :1].sum(axis=0)
    )
    return np.clip(ratio(surplus, np.sqrt(untied_x.astype(float) * untied_y)), -1.0, 1.0)


def _with_later(function: np.ufunc, values: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """(P, A) a function of every column of (A, n) with each after it, in the order of
    `numpy.triu_indices`."""
    columns, n, start = np.ascontiguousarray(values.T), values.shape[1], 0
    pairs = np.empty((n * (n - 1) // 2, len(values)), dtype=np.float32)
    for i in range(n - 1):
        function(columns[i], columns[i + 1 :], out=pairs[start : start + n - 1 - i])
        start += n - 1 - i
    return pairs
