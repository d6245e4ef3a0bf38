"""Bootstrap intervals of τ (METHODS 4) against explicit copying of cells, and the rules of "not
estimable"."""

import numpy as np
import pytest

from components.stats.agreement import tau_intervals
from components.stats.agreement.tau import agreement
from components.stats.agreement.tau_intervals import pair_intervals, tau_draws
from components.stats.bootstrap import DRAWS, multiplicities
from tests.stats.agreement.cases import BLIP, LLAVA, made

ONE = (np.array([0]), np.array([1]))


def copied_tau(x, y, copies, cells):
    """τ-b over explicitly copied rows; copies of one cell are not compared with each other."""
    rows = [(i, c) for i in range(len(x)) for c in range(int(copies[i]))]
    surplus = left = right = 0
    for a, (i, c) in enumerate(rows):
        for j, d in rows[a + 1 :]:
            if cells[i] == cells[j] and (i == j or c != d):
                continue
            sx, sy = np.sign(x[i] - x[j]), np.sign(y[i] - y[j])
            surplus, left, right = surplus + sx * sy, left + abs(sx), right + abs(sy)
    return surplus / np.sqrt(left * right) if left and right else np.nan


def test_draws_equal_explicit_copies_within_benchmarks():
    values = np.random.default_rng(4).integers(0, 4, (2, 2, 5, 2))
    panel = made(values)
    draws = tau_draws(agreement(panel).blocks, *ONE, draws=40, seed=9)[:, 0]
    counts = multiplicities({"b1": 5, "b2": 5}, 40, 9)
    for n, tau in enumerate(draws):
        means = []
        for b in range(2):
            taus = [copied_tau(*values[b, s].T, counts[b][n], range(5)) for s in range(2)]
            taus = [t for t in taus if not np.isnan(t)]
            means += [np.mean(taus)] if taus else []
        assert tau == pytest.approx(np.mean(means), abs=1e-12)


def test_draws_of_pooled_runs_equal_explicit_copies_of_cells():
    values = np.random.default_rng(5).random((2, 2, 3, 2))
    panel = made(values)
    (block,) = agreement(panel, scope="pooled").blocks
    draws = tau_draws((block,), *ONE, draws=25, seed=3)[:, 0]
    counts = multiplicities({"b1": 3, "b2": 3}, 25, 3)
    cells = block.sources * 3 + block.methods
    for n, tau in enumerate(draws):
        copies = np.concatenate([c[n] for c in counts])[cells]
        assert tau == pytest.approx(copied_tau(*block.values.T, copies, cells), abs=1e-12)


def test_parts_of_the_draws_do_not_change_them(monkeypatch):
    blocks = agreement(made(np.random.default_rng(6).random((2, 2, 8, 2)))).blocks
    whole = tau_draws(blocks, *ONE, draws=100, seed=1)
    monkeypatch.setattr("components.stats.agreement.tau_intervals._MAX_CHUNK", 300)
    np.testing.assert_array_equal(tau_draws(blocks, *ONE, draws=100, seed=1), whole)


def test_released_data_and_undefined_pairs_have_reasons():
    result = agreement(LLAVA)
    fa, ra, ad, js = (LLAVA.metric(m) for m in ("FA", "RA", "AD", "JS"))
    few, wide, some = pair_intervals(result, [(fa, ra), (ra, ad), (ad, js)])
    assert few.low is None
    assert few.reason.endswith("of 2000 draws are undefined")
    assert wide.low is None
    assert wide.reason == "it would run from −1.000 to 1.000"
    assert some.low is not None
    assert some.low <= result.tau[ad, js] <= some.high
    assert pair_intervals(agreement(BLIP), [(0, 1)])[0].reason == "τ is undefined"
    (published,) = pair_intervals(agreement(LLAVA, "published"), [(0, 1)])
    assert published.reason == "the published protocol has no interval"
    (nowhere,) = pair_intervals(agreement(LLAVA, scope="benchmark:cifar10"), [(0, 1)])
    assert nowhere.reason == "nothing is compared"
    assert pair_intervals(agreement(LLAVA), []) == ()


def test_the_seed_repeats_and_perfect_agreement_has_no_width():
    result = agreement(LLAVA)
    pair = [(LLAVA.metric("AD"), LLAVA.metric("JS"))]
    assert pair_intervals(result, pair, seed=1) == pair_intervals(result, pair, seed=1)
    blocks, x, y = result.blocks, np.array([3]), np.array([4])
    assert not np.array_equal(tau_draws(blocks, x, y, 50, 1), tau_draws(blocks, x, y, 50, 2))
    x = np.random.default_rng(0).random((1, 1, 9, 1))
    (interval,) = pair_intervals(agreement(made(np.concatenate([x, 2 * x], axis=3))), [(0, 1)])
    assert (interval.low, interval.high, interval.draws) == (1.0, 1.0, 2_000)


def test_many_methods_have_fewer_draws_and_nearly_the_same_interval(monkeypatch):
    result = agreement(made(np.random.default_rng(0).random((2, 2, 40, 2))))
    (full,) = pair_intervals(result, [(0, 1)])
    monkeypatch.setattr(
        tau_intervals,
        "MAX_COMPARISONS_OF_ONE",
        tau_intervals.interval_cost(result, 1, tau_intervals.MIN_DRAWS) / 2,
    )
    (fewer,) = pair_intervals(result, [(0, 1)])
    assert (full.draws, fewer.draws) == (DRAWS, tau_intervals.MIN_DRAWS)
    assert (fewer.low, fewer.high) == pytest.approx((full.low, full.high), abs=0.03)
    monkeypatch.setattr(tau_intervals, "MAX_COMPARISONS_OF_ONE", 1)
    assert pair_intervals(result, [(0, 1)])[0].reason == "too many runs to resample"
