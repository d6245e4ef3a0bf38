"""The row-order envelope (METHODS 4) against every reordering of the rows, one by one."""

from dataclasses import replace
from itertools import permutations

import numpy as np

from components.stats.agreement.row_order import MAX_ORDERS, row_order_envelope
from components.stats.agreement.tau import agreement
from components.stats.panel import panel_from_runs
from tests.made import made_tables
from tests.stats.agreement.cases import made


def envelope(panel, scope="blocks", **options):
    blocks = agreement(panel, "published", scope).blocks
    k = len(panel.metrics)
    pairs = [(x, y) for x in range(k) for y in range(k) if x != y]
    result = row_order_envelope(blocks, len(panel.methods), pairs, **options)
    low, high = np.full((k, k), np.nan), np.full((k, k), np.nan)
    places = tuple(zip(*pairs, strict=True))
    low[places], high[places] = result.low, result.high
    return replace(result, low=low, high=high)


def listed(panel, order):
    """The same panel with its rows in another order in the file."""
    return replace(panel, row_places=np.argsort(order))


def test_without_ties_or_methods_row_order_changes_nothing():
    panel = made(np.random.default_rng(0).random((2, 2, 5, 3)))
    result, tau = envelope(panel), agreement(panel, "published").tau
    off = ~np.eye(3, dtype=bool)
    np.testing.assert_allclose(result.low[off], tau[off], atol=1e-12)
    np.testing.assert_allclose(result.high[off], tau[off], atol=1e-12)
    for panel in (made(np.ones((1, 1, 1, 2))), made(np.ones((1, 1, 0, 2)))):
        result = envelope(panel)
        assert np.isnan(result.low).all()
        assert np.isnan(result.high).all()


def test_methods_missing_from_a_benchmark_and_missing_values():
    values = np.random.default_rng(3).integers(0, 3, (2, 1, 5, 3)).astype(float)
    values[0, 0, 2, 1] = np.nan
    tables = made_tables(values)
    runs = tables.runs[~((tables.runs.benchmark == "b2") & (tables.runs.method == "m1"))]
    panel = panel_from_runs("main", tables.metrics, runs)
    result = envelope(panel)
    taus = np.array([agreement(listed(panel, o), "published").tau for o in permutations(range(5))])
    x, y = np.triu_indices(3, 1)
    np.testing.assert_allclose(result.low[x, y], taus.min(axis=0)[x, y], atol=1e-12)
    np.testing.assert_allclose(result.high[x, y], taus.max(axis=0)[x, y], atol=1e-12)


def test_many_methods_are_sampled_and_the_range_holds_the_observed_value():
    panel = made(np.random.default_rng(1).integers(0, 3, (2, 1, 9, 2)))
    result, tau = envelope(panel), agreement(panel, "published").tau[0, 1]
    assert (result.exact, result.orders) == (False, MAX_ORDERS)
    assert result.low[0, 1] <= tau <= result.high[0, 1]
    assert result.low[0, 1] < result.high[0, 1]
    np.testing.assert_array_equal(result.low, envelope(panel).low)
    orders = list(permutations(range(9)))[::4001]
    reached = [agreement(listed(panel, order), "published").tau[0, 1] for order in orders]
    assert min(reached) >= -1
    assert result.low[0, 1] <= np.median(reached) <= result.high[0, 1]


def test_of_very_many_methods_fewer_orders_are_tried():
    """One metric has two values for 600 methods: of 179 700 pairs it decides 90 000, row order the
    others."""
    values = np.column_stack([np.arange(600) // 300, np.arange(600)])[None, None] / 600
    result = envelope(made(values))
    assert (result.orders, result.exact) == (60_000_000 // 179_700, False)
    assert result.low[0, 1] < 90_000 / 179_700 < result.high[0, 1]
