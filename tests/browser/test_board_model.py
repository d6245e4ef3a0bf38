"""The board's arithmetic in the browser against Python's, over generated views."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest

from components.answers.leaderboard import headline
from components.answers.leaderboard.headline import RANKING
from components.answers.tradeoff.lead import whole_percent
from components.board.component import read_scripts
from components.board.exchange import ONE, read_commit
from components.board.payload import board_of
from components.choices.query import parse
from components.format import number
from components.resolved import Resolved
from components.results.weight_shares import weight_shares
from components.selection import to_text
from components.stats.ranking.weights import group_shares
from data.registry import GROUP_WORDS, GROUPS
from tests.cases import stored, text
from tests.made import made_metric, made_tables

Call = Callable[..., Any]


@pytest.fixture(scope="session")
def base_url() -> str:
    return ""


@pytest.fixture
def call(run_module: Call) -> Call:
    """`call(body, argument)`: run `body` with the board's module as `m` and the argument as `x`."""
    return partial(run_module, read_scripts())


def made_views(count: int) -> Iterator[Resolved]:
    """Made-up suites: ties, halves of a thousandth, gaps, zero weights, none, floors, grids."""
    rng = np.random.default_rng(5)
    for i in range(count):
        n, k = (int(rng.integers(1, 9)), int(rng.integers(1, 7))) if i % 60 else (40, 26)
        values = rng.random((n, k))
        match i % 4:
            case 1:
                values = np.round(values, 1)
            case 2:
                values = np.round(values * 16) / 16
            case 3:
                values = 0.5 + np.round(values * 1e-4, 6)
        if i % 40 == 11:
            n, values = 7, np.full((7, k), 0.5)
        values[rng.random((n, k)) < rng.choice([0.0, 0.0, 0.15, 0.5])] = np.nan
        metrics = [replace(made_metric(f"X{j}", "higher"), group=GROUPS[j % 3]) for j in range(k)]
        tables = made_tables(values[None, None], metrics=metrics)
        if i % 50 == 7:
            tables = replace(tables, runs=tables.runs.iloc[:0])
        shares = rng.dirichlet(np.full(k, 0.5)) * (rng.random(k) > 0.3)
        custom = ",".join(f"X{j}:{share:.6f}" for j, share in enumerate(shares))
        weights = str(rng.choice(["equal", f"only-X{rng.integers(k)}", custom]))
        floors = (
            ",".join(f"X{j}:{rng.choice([0.2, 0.5, 0.9])}" for j in range(min(k, i % 3))) or "none"
        )
        if i % 5 == 4:  # checkpoints of up to three methods
            family = [f"f{f}" for f in rng.integers(1, 4, n)]
            families = pd.DataFrame({"id": ["f1", "f2", "f3"]}).assign(
                label=lambda t: t["id"].str.upper(), name="", description="", reference="", url=""
            )
            methods = tuple(
                replace(m, family=f) for m, f in zip(tables.methods, family, strict=True)
            )
            tables = replace(tables, methods=methods, extras={"families": families})
        rows = "best" if i % 5 == 4 else "checkpoints"
        yield Resolved(
            tables, parse({"weights": weights, "floors": floors, "rows": rows}, tables)[0]
        )


@pytest.mark.parametrize("count", [200, pytest.param(600, marks=pytest.mark.long)])
def test_what_stands_in_both_languages_is_the_same(call, count):
    """From the data that the page sends to what the board shows and sends back.

    scores with unweighted gaps, rounded to 12 decimals   scoreAll        Resolved.scores
    competition ranks, and the order of the rows          rankAll         Ranking scores of methods,
    the best checkpoint shown          scoreGrids      stats.ranking.grids what each group weighs,
    in words                      sharesText      group_shares, whole_percent
    what each weight decides                              decided         weight_shares.beside
    three decimals                                        threeDecimals   number
    weights with six decimals that sum to 1               toMillionths    read_commit, and the text
    of a link"""
    views = [*made_views(count)]
    payloads = [board_of(v, v.of(headline.compute), RANKING.said(v), {}, {}) for v in views]
    shown_views = call(text("browser/view.js"), payloads)
    for view, got in zip(views, shown_views, strict=True):
        result = view.of(headline.compute).ranking
        rows, w = (
            result.in_order,
            dict(zip(view.panel.metric_ids, view.contest.weights.tolist(), strict=True)),
        )
        scores = np.array([r.score if r.rank else None for r in rows], dtype=float)
        # sums are added up in another order there, which may show in the twelfth decimal
        assert np.array_equal(
            np.round(np.array(got["scores"], dtype=float), 11), np.round(scores, 11), equal_nan=True
        )
        assert got["ranks"] == [r.rank or 0 for r in rows]
        assert got["ranked"] == len(result.ranked)
        assert got["order"][: len(result.ranked)] == [r.registry_index for r in result.ranked]
        assert got["texts"] == [number(s, 3) if s is not None else "" for s in got["scores"]]
        if result.contest.ranks_best_checkpoints:
            assert got["shown"] == [-1 if r.rank is None else r.shown_index for r in rows]
        groups = group_shares(result.metrics, np.array([w[m.id] for m in result.metrics]))
        assert got["shares"] == ", ".join(
            f"{whole_percent(share)} {GROUP_WORDS[g]}" for g, share in groups.items()
        )
        assert got["told"] == weight_shares(view).beside
        _, chosen = read_commit({"seq": 1, "weights": got["sent"]}, view.panel.metric_ids, ()) or (
            0,
            (),
        )
        assert dict(chosen) == got["sent"]
        linked, _ = parse({"weights": to_text(chosen)}, view.tables)
        assert linked.weights == chosen
        assert Resolved(view.tables, linked).contest.weights == pytest.approx(
            view.contest.weights, abs=1e-6
        )
    assert sum(bool(got["told"]) for got in shown_views) > count / 20
    assert sum(bool(v.contest.floors) for v in views) > count / 5
    assert sum(v.contest.ranks_best_checkpoints for v in views) > count / 8


def test_a_million_is_shared_exactly_and_nobody_is_off_by_one_or_more(call):
    rng = np.random.default_rng(9)
    shares = [rng.dirichlet(np.full(k, 0.4)) for k in rng.integers(1, 27, 200)]
    shares += [np.ones(3), np.ones(7), np.array([0.29, 0.71]), np.array([0.0, 1.0])]
    parts_of_shares = call(
        "return x.map((w) => [...m.toMillionths(w)])", [s.tolist() for s in shares]
    )
    for share, parts in zip(shares, parts_of_shares, strict=True):
        assert sum(parts) == ONE
        assert all(part == 0 for part, w in zip(parts, share, strict=True) if w == 0)
        assert np.abs(parts - share / share.sum() * ONE).max() < 1 + 1e-5
    assert parts_of_shares[-4:-1] == [
        [333_334, 333_333, 333_333],
        [142_858, *[142_857] * 6],
        [290_000, 710_000],
    ]
    assert call("return [...m.apportion(x, 10)]", [1, 1, 1]) == [4, 3, 3], (
        "equal remainders go to the earlier one"
    )


MOVE = (
    "return [...m.moveWeights(Int32Array.from(x.base), x.locked, x.own, x.value, x.before ??"
    " x.base)]"
)
MOVES = stored("browser/moves.json")
"""A weight or a group moves; locked ones stay, also inside a group; from one alone the way back
keeps the proportion that was; what a hand sets has four decimals, a locked weight of a link keeps
its six, and the rest goes to the largest. """


@pytest.mark.parametrize("given", MOVES, ids=str)
def test_moving_some_scales_the_others_and_keeps_the_locked(call, given):
    assert call(MOVE, given) == given["after"]


def test_the_sum_stays_one_locks_hold_and_the_reach_is_what_moving_reaches(call):
    """Over every lock of up to four metrics and every group of them."""
    rng, cases = np.random.default_rng(3), []
    for k in (1, 2, 3, 4):
        for locked, inside in product(product((0, 1), repeat=k), product((0, 1), repeat=k)):
            moved = [i for i, is_in in enumerate(inside) if is_in]
            if moved:
                base = rng.multinomial(ONE, rng.dirichlet(np.full(k, 0.7))).tolist()
                value = int(rng.integers(-2e5, 12e5))
                cases.append({"base": base, "locked": locked, "own": moved, "value": value})
    assert len(cases) > 250
    moves = call(text("browser/reach.js"), cases)
    for case, got in zip(cases, moves, strict=True):
        base, locked, moved = case["base"], case["locked"], case["own"]
        for after in (got["next"], *got["ends"]):
            assert sum(after) == ONE
            assert min(after) >= 0
            assert all(after[i] == base[i] for i, held in enumerate(locked) if held)
        least, most = (sum(after[i] for i in moved) for after in got["ends"])
        assert got["reach"] == [least, most]
        low, high = got["reach"]
        wanted = min(high, max(low, round(case["value"] / 100) * 100))
        assert sum(got["next"][i] for i in moved) == pytest.approx(wanted, abs=100)


def test_shares_are_said_alike(call):
    ends = [0, 1, 1e-12, 0.004, 0.996, 1 - 1e-12, 0.125, 0.375, 0.005, 0.995]
    shares = [*ends, *np.linspace(0, 1, 1001).tolist()]
    assert call("return x.map(m.percent)", shares) == [whole_percent(s) for s in shares]
