"""The p-value of a pair of metrics, by the rule of its protocol and scope.

tie-aware, blocks    exact stratified permutation of τ averaged over benchmarks, with the smallest
possible p
published, blocks    the paper's one-sample t-test of the block values against 0
runs of a benchmark  SciPy's asymptotic p of τ-b ("as in the later revision")
pooled runs          none: runs of different benchmarks, and seeds of one cell, are not exchangeable
"""

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from components.stats import lazy_scipy
from components.stats.agreement.pairs import (
    Pair,
    Singles,
    dense_ranks,
    of_benchmarks,
    pair_signs,
)
from components.stats.agreement.tau import LATER, TIE_AWARE, Agreement
from components.stats.panel import Floats, Ints, nanmean, ratio
from components.stats.permutation import (
    LIMIT,
    Null,
    Stratum,
    additive_nulls,
    p_min,
    p_value,
)

MAX_COMPARISONS = 300_000_000
"""Comparisons of two rows that one call may make: some tenths of a second."""
MIN_ARRANGEMENTS = 999
"""Arrangements of a pair at least, if all pairs are tested at once."""
MIN_ARRANGEMENTS_OF_ONE = 199
"""Arrangements of a pair at least, if it is tested alone."""
MAX_ENUMERABLE = 8
"""Largest number of methods whose 8! orders are enumerated."""
_CALL = 50_000
"""What a call costs besides its comparisons, in comparisons."""
GRID = "checkpoints of one grid are no independent cases: no valid p"


@dataclass(frozen=True)
class PValue:
    """The p of one pair, or None with the `reason`; `p_min` and `arrangements` only of
    permutations."""

    p: float | None = None
    p_min: float | None = None
    kind: str = ""
    arrangements: int | None = None
    reason: str = ""


def pair_p(
    agreement: Agreement,
    first_metric: int,
    second_metric: int,
    seed: int = 0,
    limit: int = LIMIT,
) -> PValue:
    """Return the p of two metrics by the rule of the protocol and scope of `agreement`.

    x and y are indices of metrics.
    """
    return pair_ps(agreement, [(first_metric, second_metric)], seed, limit)[0]


def pair_ps(
    agreement: Agreement,
    pairs: Sequence[Pair],
    seed: int = 0,
    limit: int = LIMIT,
) -> list[PValue]:
    """Return the p of each pair of metrics.

    Permutations have at most `limit` arrangements of each pair. Several pairs get fewer
    arrangements, or their p LATER, if they would take too long.
    """
    if len(pairs) > 1:
        limit = min(limit, affordable_for_all(agreement))
    if not limit:
        return [PValue(reason=LATER)] * len(pairs)
    tests: dict[Pair, PValue] = {}
    permuted = []
    for pair in pairs:
        test = _unpermuted(agreement, *pair)
        if test is None:
            permuted.append(pair)
        else:
            tests[pair] = test
    tests |= _permutations(agreement, permuted, seed, limit)
    return [tests[pair] for pair in pairs]


def _unpermuted(agreement: Agreement, first_metric: int, second_metric: int) -> PValue | None:
    """The p of a pair whose rule needs no permutation, or the reason why there is none; None for
    other pairs."""
    if math.isnan(agreement.tau[first_metric, second_metric]):
        return PValue(reason="τ is undefined")
    if agreement.family_of_method is not None:
        return PValue(reason=GRID)
    if agreement.scope == "pooled":
        return PValue(reason="pooled runs mix benchmarks: no valid p")
    if not agreement.ranks_rows:
        return _asymptotic(agreement.blocks[0].values[:, [first_metric, second_metric]])
    if agreement.protocol == TIE_AWARE:
        return None
    return _t_test(agreement.block_tau[:, first_metric, second_metric])


def affordable_for_all(agreement: Agreement) -> int:
    """Return the arrangements of each pair if all are tested within MAX_COMPARISONS.

    0 if that leaves fewer than MIN_ARRANGEMENTS.
    """
    limit = LIMIT
    n_comparisons = _comparisons(agreement, LIMIT)
    if n_comparisons > MAX_COMPARISONS:
        limit = int(LIMIT * MAX_COMPARISONS / n_comparisons)
    if limit < MIN_ARRANGEMENTS or _comparisons(agreement, limit) > 2 * MAX_COMPARISONS:
        return 0
    return limit


def _comparisons(agreement: Agreement, limit: int) -> float:
    """Comparisons that the p-values of all pairs of metrics would take with at most `limit`
    arrangements each."""
    is_permuted = agreement.ranks_rows and agreement.protocol == TIE_AWARE
    if agreement.family_of_method is not None or not is_permuted:
        return 0.0
    in_blocks = 0.0
    n_possible = 1
    for block in agreement.blocks:
        n_methods = len(block.values)
        n_orders = math.factorial(n_methods) if n_methods <= MAX_ENUMERABLE else limit
        in_blocks += _CALL / 2 + n_methods * (n_methods - 1) / 2 * n_orders
    benchmarks = {block.benchmark: len(block.values) for block in agreement.blocks}
    for n_methods in benchmarks.values():
        n_possible *= math.factorial(min(n_methods, MAX_ENUMERABLE + 1))
    joint = n_possible if n_possible <= limit else limit * len(benchmarks)
    n_metrics = len(agreement.metrics)
    return (in_blocks + joint / 4) * n_metrics * (n_metrics - 1) / 2


def _t_test(block_taus: Floats) -> PValue:
    """Two-sided one-sample t-test of the defined block values against 0."""
    taus = block_taus[~np.isnan(block_taus)]
    n_blocks = len(taus)
    kind = f"t-test over {n_blocks} {'block' if n_blocks == 1 else 'blocks'}"
    if n_blocks < 2:
        return PValue(kind=kind, reason="one block only: no t-test")
    if np.ptp(taus) < 1e-12:
        return PValue(kind=kind, reason=f"all {n_blocks} blocks have the same τ: no t-test")
    statistic = taus.mean() / taus.std(ddof=1) * math.sqrt(n_blocks)
    tail = lazy_scipy.special.stdtr(n_blocks - 1, -abs(statistic))
    return PValue(float(2 * tail), kind=kind)


def _asymptotic(values: Floats) -> PValue:
    """SciPy's asymptotic p of τ-b over the rows (n, 2) that have both values."""
    x_values, y_values = values[~np.isnan(values).any(axis=1)].T
    if len(x_values) < 3:
        return PValue(kind="asymptotic", reason=f"{len(x_values)} runs only: no asymptotic p")
    test = lazy_scipy.stats.kendalltau(x_values, y_values, method="asymptotic")
    return PValue(float(test.pvalue), kind="asymptotic")


@dataclass(frozen=True, eq=False)
class _Table:
    """Values x and y (S, n) of the n methods of a benchmark that have both, each in some seed, by
    id."""

    benchmark: str
    x_values: Floats
    y_values: Floats


def _permutations(
    agreement: Agreement,
    pairs: Sequence[Pair],
    seed: int,
    limit: int,
) -> dict[Pair, PValue]:
    """Relabel the methods of one metric of each pair, the one with the later id, jointly for seeds
    of a benchmark.

    Pairs that relabel the same values share their arrangements.
    """
    tables_of_pairs: dict[Hashable, dict[Pair, list[_Table]]] = {}
    for pair in pairs:
        tables = _tables(agreement, *sorted(pair, key=agreement.metrics.__getitem__))
        relabelled = tuple(
            (table.benchmark, table.y_values.shape, table.y_values.tobytes()) for table in tables
        )
        tables_of_pairs.setdefault(relabelled, {})[pair] = tables
    tests = {}
    for tables_of_pair in tables_of_pairs.values():
        nulls = _nulls(list(tables_of_pair.values()), seed, limit)
        for pair, null in zip(tables_of_pair, nulls, strict=True):
            tests[pair] = PValue(
                p=p_value(null, float(agreement.tau[pair])),
                p_min=p_min(null),
                kind="exact permutation" if null.exact else "sampled permutation",
                arrangements=null.n_arrangements,
            )
    return tests


def _tables(agreement: Agreement, first_metric: int, second_metric: int) -> list[_Table]:
    """The values of two metrics on each benchmark in which their τ is defined."""
    tables = []
    for indices in of_benchmarks(agreement.blocks):
        if np.isnan(agreement.block_tau[indices, first_metric, second_metric]).all():
            continue
        blocks = [agreement.blocks[index] for index in indices]
        n_ids = 1 + max(int(block.by_id.max()) for block in blocks)
        values = np.full((2, len(blocks), n_ids), np.nan)
        for seed_index, block in enumerate(blocks):
            both_values = block.values[:, [first_metric, second_metric]].T
            values[:, seed_index, block.by_id] = both_values
        is_measured = (~np.isnan(values)).any(axis=1)
        x_values, y_values = values[:, :, is_measured.all(axis=0)]
        tables.append(_Table(blocks[0].benchmark, x_values, y_values))
    return tables


def _nulls(
    tables_of_pairs: list[list[_Table]],
    seed: int,
    limit: int,
) -> Iterator[Null]:
    """The null distributions of pairs of metrics that relabel the same values."""
    strata = []
    n_comparisons = 0.0
    n_benchmarks = len(tables_of_pairs[0])
    for tables in zip(*tables_of_pairs, strict=True):
        y_values = tables[0].y_values
        n_methods = y_values.shape[1]
        x_of_pairs = np.stack([table.x_values for table in tables])
        addends = _addends(x_of_pairs, y_values, 1 / n_benchmarks)
        strata.append(Stratum(tables[0].benchmark, n_methods, addends))
        if n_methods > MAX_ENUMERABLE:
            n_values = (
                2 * y_values.size if np.isnan(y_values).any() else y_values.size
            )  # gaps cost as much
            n_comparisons += n_values * (n_methods - 1) / 2
    if n_comparisons:
        n_affordable = int(MAX_COMPARISONS / n_comparisons)
        limit = min(limit, max(MIN_ARRANGEMENTS_OF_ONE, n_affordable))
    return additive_nulls(strata, limit, seed)


def _addends(
    x_values: Floats,
    y_values: Floats,
    share: float,
) -> Callable[[Ints], Floats]:
    """What maps orders (A, n) to `share` of the mean τ over S seeds of m pairs, x (m, S, n) and y
    (S, n)."""

    def addends(orders: Ints) -> Floats:
        taus = []
        for seed_index, y_of_seed in enumerate(y_values):
            taus.append(relabelled_taus(x_values[:, seed_index], y_of_seed, orders))
        return share * nanmean(np.stack(taus), axis=0)

    return addends


def relabelled_taus(x_values: Floats, y_values: Floats, orders: Ints) -> Floats:
    """Return (m, A) τ-b of each row of x (m, n) with y[order], y (n,), for orders (A, n).

    Over the methods that then have both values, not NaN; NaN if a side is constant over them.
    """
    # whole numbers below 2²⁴ throughout, so that single precision is exact
    x_signs = pair_signs(x_values.T).T.astype(np.float32)
    has_x = ~np.isnan(x_signs)
    has_y = ~np.isnan(y_values)
    x_signs[~has_x] = 0
    y_ranks = np.nan_to_num(dense_ranks(y_values[:, None])[:, 0])
    y_signs = _with_later(np.subtract, y_ranks[orders])
    np.clip(y_signs, -1, 1, out=y_signs)
    if has_y.all():
        untied_x = np.abs(x_signs).sum(axis=1, keepdims=True)
    else:
        pair_has_y = _with_later(np.multiply, has_y.astype(np.float32)[orders])
        y_signs *= pair_has_y
        untied_x = np.abs(x_signs) @ pair_has_y
    surplus = x_signs @ y_signs
    np.abs(y_signs, out=y_signs)
    if has_x.all() and has_y.all():
        untied_y = y_signs[:, :1].sum(axis=0)
    else:
        untied_y = has_x.astype(np.float32) @ y_signs
    scale = np.sqrt(untied_x.astype(float) * untied_y)
    return np.clip(ratio(surplus, scale), -1.0, 1.0)


def _with_later(function: np.ufunc, values: Singles) -> Singles:
    """(P, A) a function of every column of (A, n) with each after it, in the order of
    `numpy.triu_indices`."""
    columns = np.ascontiguousarray(values.T)
    n_columns = len(columns)
    n_pairs = n_columns * (n_columns - 1) // 2
    pairs = np.empty((n_pairs, len(values)), dtype=np.float32)
    start = 0
    for column in range(n_columns - 1):
        later = columns[column + 1 :]
        end = start + len(later)
        function(columns[column], later, out=pairs[start:end])
        start = end
    return pairs
