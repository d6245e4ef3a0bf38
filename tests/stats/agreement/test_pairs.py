"""Pair counts and τ-b (METHODS 4) against R (second_program/agreement.R), SciPy and plain loops."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from components.stats.agreement.pairs import pair_counts, scope_blocks
from components.stats.panel import panel_from_runs
from tests.made import made_tables
from tests.stats.agreement.cases import LLAVA, rows

COUNTS = ("concordant", "discordant", "ties_x", "ties_y", "ties_both")


def floats(texts):
    return np.array([float(t) if t else np.nan for t in texts])


@pytest.mark.parametrize("expected", rows("expected_pairs.csv"), ids=lambda e: e["case"])
def test_counts_and_tau_b_equal_r(expected):
    given_rows = [r for r in rows("pairs.csv") if r["case"] == expected["case"]]
    values = np.column_stack([floats(r[c] for r in given_rows) for c in "xy"])
    counts = pair_counts(values)
    assert {c: int(getattr(counts, c)[0, 1]) for c in COUNTS} == {
        c: int(expected[c]) for c in COUNTS
    }
    n = int(expected["n"])
    assert counts.pairs[0, 1] == n * (n - 1) // 2
    np.testing.assert_allclose(counts.tau_b[0, 1], floats([expected["tau_b"]])[0], atol=1e-12)


values = st.lists(
    st.lists(st.one_of(st.integers(-2, 2), st.just(float("nan"))), min_size=3, max_size=3),
    min_size=0,
    max_size=9,
)


@given(values)
def test_every_pair_of_metrics_equals_scipy_and_the_parts_add_up(table):
    array = np.array(table, dtype=float).reshape(-1, 3)
    counts = pair_counts(array)
    for x in range(3):
        for y in range(3):
            both = array[~np.isnan(array[:, [x, y]]).any(axis=1)]
            expected = (
                stats.kendalltau(both[:, x], both[:, y]).statistic if len(both) > 1 else np.nan
            )
            np.testing.assert_allclose(counts.tau_b[x, y], expected, atol=1e-12)
    parts = counts.concordant + counts.discordant + counts.ties_x + counts.ties_y - counts.ties_both
    np.testing.assert_array_equal(parts, counts.pairs)
    np.testing.assert_array_equal(counts.ties_x, counts.ties_y.T)


def test_long_tables_are_counted_in_parts_without_a_difference():
    rng = np.random.default_rng(0)
    array = rng.integers(0, 30, (1_200, 2)).astype(float)
    counts = pair_counts(array)
    assert counts.pairs[0, 1] == 1_200 * 1_199 // 2
    assert counts.tau_b[0, 1] == pytest.approx(stats.kendalltau(*array.T).statistic, abs=1e-12)
    assert counts.tau_b[0, 0] == 1.0


def test_scopes_of_the_released_panel():
    panel = LLAVA
    blocks = scope_blocks(panel)
    assert {block.benchmark for block in blocks[:2]} == {"mllmu_bench"}
    assert [block.seed for block in blocks[:2]] == [42, 123]
    assert (len(blocks), {len(b.values) for b in blocks}) == (9, {4})
    assert {b.benchmark for b in scope_blocks(panel, "benchmark:mmubench")} == {"mmubench"}
    assert len(scope_blocks(panel, "benchmark:mmubench")) == 3
    (runs,) = scope_blocks(panel, "runs:mmubench")
    assert (runs.benchmark, runs.seed, len(runs.values)) == ("mmubench", None, 12)
    (pooled,) = scope_blocks(panel, "pooled")
    assert (pooled.benchmark, len(pooled.values)) == ("", 36)
    assert set(pooled.sources.tolist()) == {0, 1, 2}
    assert scope_blocks(panel, "benchmark:cifar10") == ()
    assert scope_blocks(panel, "runs:cifar10") == ()


def test_blocks_hold_the_runs_that_exist_aligned_in_row_order():
    tables = made_tables(np.arange(12.0).reshape(2, 2, 3, 1), methods=("c", "a", "b"))
    runs = tables.runs[~((tables.runs.benchmark == "b2") & (tables.runs.method == "a"))]
    panel = panel_from_runs("main", tables.metrics, runs)
    last = scope_blocks(panel)[-1]
    assert last.methods.tolist() == [0, 2]
    assert last.values.ravel().tolist() == [-9.0, -11.0]  # lower is better, so the sign is turned
    assert last.sources.tolist() == [1, 1]
