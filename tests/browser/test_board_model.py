"""The board's arithmetic in the browser against Python's: weights, scores and ranks."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from components.stats.ranking.ranks import competition_ranks, rounded
from components.views.leaderboard.board.component import apportion, read_scripts


@pytest.fixture(scope="session")
def base_url() -> str:
    return ""


@pytest.fixture
def call(page: Page) -> Any:
    """`call(body, argument)`: run `body` with the board's module as `m` and the argument as `x`."""
    source = base64.b64encode(read_scripts().encode()).decode()

    def run(body: str, x: object = None) -> Any:
        return page.evaluate(
            f"async (x) => {{ const m = await import('data:text/javascript;base64,{source}'); {body} }}", x
        )

    return run


def test_scores_and_ranks_equal_those_of_python(call):
    rng = np.random.default_rng(5)
    cases = []
    for n, k, decimals in [(1, 1, 3), (4, 5, 12), (30, 7, 1), (150, 26, 12), (150, 26, 1)]:
        for _ in range(8):
            weights = rng.dirichlet(np.full(k, 0.3))
            weights[rng.random(k) < 0.2] = 0.0
            weights = weights / weights.sum() if weights.sum() else np.full(k, 1 / k)
            cases.append((np.round(rng.random((n, k)), decimals), weights))
    found = call(
        """return x.map(({u, w, n}) => {
          const order = Int32Array.from({length: n}, (_, i) => i), ranks = new Int32Array(n);
          const scores = m.scoreAll(Float64Array.from(u), Float64Array.from(w), new Float64Array(n));
          const ranked = m.rankAll(m.sortByScore(order, scores), scores, ranks);
          return {scores: [...scores], order: [...order], ranks: [...ranks], ranked};
        })""",
        [{"u": u.ravel().tolist(), "w": w.tolist(), "n": len(u)} for u, w in cases],
    )
    for (u, w), got in zip(cases, found, strict=True):
        scores = rounded(u @ w)
        assert np.abs(np.array(got["scores"]) - scores).max() <= 1e-12
        assert got["ranks"] == competition_ranks(got["scores"]).tolist()
        assert got["ranks"] == competition_ranks(scores).tolist()
        assert got["ranked"] == len(u)
        assert got["order"] == np.lexsort((np.arange(len(u)), -scores)).tolist()


def test_missing_counts_only_where_it_has_weight_and_stands_last(call):
    found = call(
        """const u = Float64Array.from([0.1, NaN, 0.5, 0.5, 0.9, NaN, 0.5, 0.5]);
        const rank = (w) => {
          const order = Int32Array.from([0, 1, 2, 3]), ranks = new Int32Array(4);
          const scores = m.scoreAll(u, Float64Array.from(w), new Float64Array(4));
          const ranked = m.rankAll(m.sortByScore(order, scores), scores, ranks);
          return [[...ranks], [...order], ranked];
        };
        return [rank([0.5, 0.5]), rank([1, 0])];"""
    )
    assert found == [[[0, 1, 0, 1], [1, 3, 0, 2], 2], [[4, 2, 1, 2], [2, 1, 3, 0], 4]]


def test_weights_are_shared_out_as_in_python(call):
    rng = np.random.default_rng(9)
    shares = [rng.dirichlet(np.full(k, 0.4)) for k in rng.integers(1, 27, 200)]
    shares += [np.ones(3), np.ones(7), np.array([0.29, 0.71]), np.array([0.0, 1.0])]
    found = call("return x.map((w) => [...m.toMillionths(w)])", [s.tolist() for s in shares])
    assert found == [apportion(s).tolist() for s in shares]


def test_moving_one_scales_the_others_and_keeps_the_locked(call):
    move = "return [...m.moveWeight(Int32Array.from(x.base), x.locked, x.j, x.value)]"
    base = [200_000, 300_000, 500_000]
    assert call(move, {"base": base, "locked": [0, 0, 0], "j": 0, "value": 600_000}) == [600_000, 150_000, 250_000]
    assert call(move, {"base": base, "locked": [0, 1, 0], "j": 0, "value": 600_000}) == [600_000, 300_000, 100_000]
    assert call(move, {"base": base, "locked": [0, 1, 0], "j": 0, "value": 900_000}) == [700_000, 300_000, 0]
    assert call(move, {"base": base, "locked": [0, 1, 1], "j": 0, "value": 900_000}) == base
    assert call(move, {"base": base, "locked": [1, 0, 0], "j": 0, "value": 900_000}) == base
    assert call(move, {"base": base, "locked": [0, 0, 0], "j": 1, "value": -5}) == [285_714, 0, 714_286]
    alone = {"base": [1_000_000, 0, 0, 0], "locked": [0, 0, 0, 0], "j": 0, "value": 400_000}
    assert call(move, alone) == [400_000, 200_000, 200_000, 200_000]
    assert call(move, {"base": [1_000_000], "locked": [0], "j": 0, "value": 1}) == [1_000_000]


def test_the_sum_stays_exactly_one_and_locks_hold_over_many_moves(call):
    problems = call(
        """let seed = 7;
        const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
        const problems = [];
        for (let round = 0; round < 60; round++) {
          const k = 1 + Math.floor(random() * 26);
          let w = m.toMillionths(Array.from({length: k}, () => random() < 0.3 ? 0 : random()));
          for (let step = 0; step < 60; step++) {
            const locked = Array.from({length: k}, () => Number(random() < 0.3));
            const j = Math.floor(random() * k), before = w;
            w = m.moveWeight(w, locked, j, Math.round((random() * 1.4 - 0.2) * 1e6));
            const sum = w.reduce((a, b) => a + b, 0), kept = w.every((v, i) => !locked[i] || v === before[i]);
            if (sum !== 1e6 || !kept || w.some((v) => v < 0)) problems.push([round, step, sum, kept]);
          }
        }
        return problems;"""
    )
    assert problems == []


@pytest.mark.parametrize(
    ("text", "number"),
    [("0.3", 0.3), (" .25 ", 0.25), ("0,5", 0.5), ("1", 1), ("2.", 2)]
    + [(bad, None) for bad in ("", "abc", "-1", "1e5", "NaN", "Infinity", "0x1", "1.2.3", ".")],
)
def test_typed_numbers_are_read_strictly(call, text, number):
    assert call("return m.readNumber(x)", text) == number


def test_weighing_only_what_was_measured(call):
    measured = "return m.measuredOnly(Float64Array.from(x.u, (v) => v ?? NaN), x.w, x.n)?.join() ?? null"
    assert call(measured, {"u": [0.1, None, 0.3, 0.4, 0.5, 0.6], "w": [0.2, 0.4, 0.4], "n": 2}) == "333333,0,666667"
    assert call(measured, {"u": [0.1, None, 0.3, 0.4, 0.5, 0.6], "w": [0, 1, 0], "n": 2}) == "500000,0,500000"
    assert call(measured, {"u": [None, None], "w": [1], "n": 2}) is None
