"""The board's arithmetic and lead sentence in the browser against Python's."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import pytest

from components.answers.leaderboard.floors import fallen
from components.answers.leaderboard.lead import lead_sentence
from components.answers.leaderboard.ranking import compute
from components.answers.leaderboard.weights import DOUBLED, presets
from components.answers.tradeoff.lead import whole_percent
from components.board.component import read_scripts
from components.board.data import board_of
from components.board.exchange import ONE, read_commit
from components.floors import miss_words
from components.resolved import Resolved
from components.selection import default_selection, parse, to_text
from components.stats.ranking.weights import group_shares
from data.registry import GROUPS
from tests.made import made_metric, made_tables

Call = Callable[..., Any]


@pytest.fixture(scope="session")
def base_url() -> str:
    return ""


@pytest.fixture
def call(run_module: Call) -> Call:
    """`call(body, argument)`: run `body` with the board's module as `m` and the argument as `x`."""
    return partial(run_module, read_scripts())


def measured_weights(utilities: Any, w: Any) -> Any:
    """(K,) weights of the metrics that every method has, as `w` has them, else equal; None without such a metric."""
    measured = ~np.isnan(utilities).any(axis=0)
    if not len(utilities) or not measured.any():
        return None
    moved = np.where(measured, w, 0.0)
    moved = moved if moved.sum() > 0 else measured.astype(float)
    return moved / moved.sum()


def made_views(count: int) -> Iterator[Resolved]:
    """Views of made-up suites: ties, halves of a thousandth, gaps, zero weights, one method, none, and large ones."""
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
        if i % 3 == 0:
            drawn = [rng.choice(k, rng.integers(0, k), replace=False) for _ in range(k)]
            metrics = [replace(m, parts=tuple(f"X{p}" for p in drawn[j] if p > j)) for j, m in enumerate(metrics)]
        tables = made_tables(values[None, None], metrics=metrics)
        if i % 50 == 7:
            tables = replace(tables, runs=tables.runs.iloc[:0])
        shares = rng.dirichlet(np.full(k, 0.5)) * (rng.random(k) > 0.3)
        custom = ",".join(f"X{j}:{share:.6f}" for j, share in enumerate(shares))
        weights = rng.choice(["equal", f"only-X{rng.integers(k)}", custom])
        floors = ",".join(f"X{j}:{rng.choice([0.2, 0.5, 0.9])}" for j in range(min(k, i % 3)))
        yield Resolved(tables, parse({"weights": str(weights), "floors": floors or "none"}, tables)[0])
    whole = [replace(made_metric(f"X{j}"), parts=() if j else tuple(f"X{p}" for p in range(1, 7))) for j in range(7)]
    tables = made_tables(rng.random((1, 1, 3, 7)), metrics=whole)
    yield Resolved(tables, parse({"weights": ",".join(f"X{j}:1" for j in range(7))}, tables)[0])


def gridded_views(count: int) -> Iterator[Resolved]:
    """The same views with their methods as checkpoints of up to three methods, rows by best and by median in turn."""
    rng = np.random.default_rng(6)
    for i, view in enumerate(made_views(count)):
        family = [f"f{f}" for f in rng.integers(1, 4, len(view.tables.methods))]
        known = pd.DataFrame({"id": [f"f{f}" for f in (1, 2, 3)]}).assign(
            label=lambda t: t["id"].str.upper(), name="", description="", reference="", url=""
        )
        methods = tuple(replace(m, family=f) for m, f in zip(view.tables.methods, family, strict=True))
        tables = replace(view.tables, methods=methods, extras={"families": known})
        yield Resolved(tables, replace(view.selection, rows=("best", "median")[i % 2]))


@pytest.mark.parametrize(("plain", "gridded"), [(190, 40), pytest.param(300, 200, marks=pytest.mark.long)])
def test_what_stands_in_both_languages_is_the_same(call: Call, plain: int, gridded: int) -> None:
    """Over generated views, from the data that the page sends to what the board shows and sends back.

    scores with unweighted gaps, rounded to 12 decimals   scoreAll        Resolved.scores
    who is incomplete                                     scoreAll (NaN)  Resolved.complete
    competition ranks, and the order of the rows          rankAll         Resolved.ranks, Ranking
    scores of methods, the best checkpoint shown          scoreGrids      stats.ranking.grids, Ranking
    lead and gap in words, three decimals                 leadSentence    lead_sentence
    who is below a floor, and how many                    takeBelow       stats.ranking.floors, Below
    what is missed, and how many fall out, in words       missWords, fallen  floors.miss_words, fallen
    what counts twice, in words                           doubledSentences  weights.say
    weighing only what every method has                   measuredOnly    measured_weights, above
    weights with six decimals that sum to 1               toMillionths    read_commit, and the text of a link

    Apportioning to millionths and sharing when one weight moves are the browser's alone, which weights have hardly
    any effect is Python's alone.
    """
    views = [*made_views(plain), *gridded_views(gridded)]
    results = [v.of(compute) for v in views]
    assert sum(bool(v.floors) for v in views) > len(views) / 5
    sent = [
        board_of(result, view.row_labels, presets(view), str(default_selection(view.tables).weights))
        for view, result in zip(views, results, strict=True)
    ]
    found = call(
        """return x.map(({metrics, methods, grids, ...given}) => {
          const weights = Float64Array.from(metrics, (metric) => given.weights[metric.id] ?? 0);
          const utilities = Float64Array.from(given.utilities.flat(), (u) => u ?? NaN), n = methods.length;
          const order = Int32Array.from({length: n}, (_, i) => i), ranks = new Int32Array(n);
          const checkpoints = given.utilities.length, shown = new Int32Array(n);
          const own = m.scoreAll(utilities, weights, new Float64Array(checkpoints));
          const limits = given.floors.map((floor) => floor.value), used = limits.some((value) => value > 0);
          const below = m.takeBelow(given.floors, limits, own), fell = below.reduce((sum, b) => sum + b, 0);
          const missed = [...below.keys()].map((c) => below[c] ? m.missWords(given.floors, limits, c) : "");
          const scores = grids ? m.scoreGrids(grids, own, new Float64Array(n), shown) : own;
          const ranked = m.rankAll(m.sortByScore(order, scores), scores, ranks);
          const text = (parts) => parts.map((part) => part.method !== undefined ? methods[part.method].label
            : part.metric !== undefined ? metrics[part.metric].label : part).join("");
          const lead = text(m.leadSentence({methods, metrics, utilities, weights, scores, order, ranks, ranked, fell,
            shown: grids ? shown : order.slice().sort(), weak: used ? [] : given.weak}));
          const twice = text(m.doubledSentences({metrics, weights}));
          const measured = m.measuredOnly(utilities, weights, checkpoints);
          const sent = {};
          m.toMillionths(weights).forEach((w, j) => { if (w) sent[metrics[j].id] = w / m.ONE; });
          return {scores: [...scores].map((s) => s === s ? s : null), order: [...order], ranks: [...ranks], ranked,
            shown: [...shown], lead, twice, measured: measured && [...measured], sent,
            shares: m.sharesText(metrics.map((metric) => metric.group), weights),
            missed, fallen: used ? m.fallen(fell, checkpoints, given.noun) : ""};
        })""",
        sent,
    )
    for view, result, got in zip(views, results, found, strict=True):
        rows = result.in_order
        scores = np.array([r.uqs if r.rank else None for r in rows], dtype=float)
        # sums are added up in another order there, which may show in the twelfth decimal
        assert np.array_equal(np.round(np.array(got["scores"], dtype=float), 11), np.round(scores, 11), equal_nan=True)
        assert got["ranks"] == [r.rank or 0 for r in rows]
        assert got["ranked"] == len(result.ranked)
        assert got["order"][: len(result.ranked)] == [r.own for r in result.ranked]
        if result.rule:
            assert got["shown"] == [-1 if r.at is None or r.rank is None else r.at for r in rows]
        assert got["lead"] == lead_sentence(result, view.row_labels)
        own = result.below
        assert got["missed"] == [
            "; ".join(miss_words(view.row_labels, replace(m, passing=0)) for m in own.missed.get(method, ()))
            for method in own.methods
        ]
        assert got["fallen"] == (fallen(len(own.missed), len(own.methods), own.noun) if own.floor_checks else "")
        groups = group_shares(result.metrics, np.array([result.summary.weights[m.id] for m in result.metrics]))
        grouped = sum(groups.values()) > 1 - 1e-9
        assert got["shares"] == (", ".join(f"{whole_percent(w)} {g}" for g, w in groups.items()) if grouped else "")
        assert got["twice"] == " ".join(DOUBLED.said(view).lines)
        wanted = measured_weights(view.utilities, view.w)
        assert (got["measured"] is None) == (wanted is None)
        if wanted is not None:
            assert sum(got["measured"]) == ONE
            listed = [view.panel.metric_ids.index(m.id) for m in result.metrics]
            assert np.array(got["measured"]) / ONE == pytest.approx(wanted[listed], abs=1e-6)
        _, _, chosen = read_commit({"seq": 1, "weights": got["sent"]}, view.panel.metric_ids, ()) or (0, "", ())
        assert dict(chosen) == got["sent"]
        linked, _ = parse({"weights": to_text(chosen)}, view.tables)
        assert linked.weights == chosen
        assert Resolved(view.tables, linked).w == pytest.approx(view.w, abs=1e-6)
    kinds = (
        "leads with",
        "share the lead",
        "methods share",
        "only method",
        "less than 0.001",
        "was not",
        "lacks",
        "No run",
        "below the floor",
        ", but is ",
    )
    for kind in ("twice", "3 times", "by themselves", "metrics"):
        assert any(kind in got["twice"] for got in found), kind
    for kind in kinds:
        assert any(kind in got["lead"] for got in found), kind


def test_a_million_is_shared_exactly_and_nobody_is_off_by_one_or_more(call):
    rng = np.random.default_rng(9)
    shares = [rng.dirichlet(np.full(k, 0.4)) for k in rng.integers(1, 27, 200)]
    shares += [np.ones(3), np.ones(7), np.array([0.29, 0.71]), np.array([0.0, 1.0])]
    found = call("return x.map((w) => [...m.toMillionths(w)])", [s.tolist() for s in shares])
    for share, parts in zip(shares, found, strict=True):
        assert sum(parts) == ONE
        assert all(part == 0 for part, w in zip(parts, share, strict=True) if w == 0)
        assert np.abs(parts - share / share.sum() * ONE).max() < 1 + 1e-5
    assert found[-4:-1] == [[333_334, 333_333, 333_333], [142_858, *[142_857] * 6], [290_000, 710_000]]


def test_moving_one_scales_the_others_and_keeps_the_locked(call):
    move = "return [...m.moveWeight(Int32Array.from(x.base), x.locked, x.j, x.value)]"
    base = [200_000, 300_000, 500_000]
    assert call(move, {"base": base, "locked": [0, 0, 0], "j": 0, "value": 600_000}) == [600_000, 150_000, 250_000]
    assert call(move, {"base": base, "locked": [0, 1, 0], "j": 0, "value": 600_000}) == [600_000, 300_000, 100_000]
    assert call(move, {"base": base, "locked": [0, 1, 0], "j": 0, "value": 900_000}) == [700_000, 300_000, 0]
    assert call(move, {"base": base, "locked": [0, 1, 1], "j": 0, "value": 900_000}) == base
    assert call(move, {"base": base, "locked": [1, 0, 0], "j": 0, "value": 900_000}) == base
    assert call(move, {"base": base, "locked": [0, 0, 0], "j": 1, "value": -5}) == [285_700, 0, 714_300]
    alone = {"base": [1_000_000, 0, 0, 0], "locked": [0, 0, 0, 0], "j": 0, "value": 400_000}
    assert call(move, alone) == [400_000, 200_000, 200_000, 200_000]
    assert call(move, {"base": [1_000_000], "locked": [0], "j": 0, "value": 1}) == [1_000_000]
    back = "return [...m.moveWeight(Int32Array.from(x.base), x.locked, x.j, x.value, Float64Array.from(x.before))]"
    assert call(back, {**alone, "before": [0.2, 0.6, 0, 0.2]}) == [400_000, 450_000, 0, 150_000]
    assert call(back, {**alone, "before": [1, 0, 0, 0]}) == [400_000, 200_000, 200_000, 200_000]
    held = {"base": [700_000, 300_000, 0, 0], "locked": [0, 1, 0, 0], "j": 0, "value": 300_000}
    assert call(back, {**held, "before": [0.2, 0.3, 0.1, 0.4]}) == [300_000, 300_000, 80_000, 320_000]


def test_what_a_hand_sets_has_four_decimals_and_what_a_link_brought_keeps_six(call):
    move = "return [...m.moveWeight(Int32Array.from(x.base), x.locked, x.j, x.value)]"
    linked = [123_456, 333_333, 543_211]
    assert call(move, {"base": linked, "locked": [0, 0, 0], "j": 0, "value": 199_999}) == [200_000, 304_200, 495_800]
    # a locked weight stays as the link brought it: what that leaves beyond four decimals goes to the largest
    assert call(move, {"base": linked, "locked": [0, 1, 0], "j": 0, "value": 200_000}) == [200_000, 333_333, 466_667]
    assert call("return [...m.toMillionths(x.map((w) => w / m.ONE))]", linked) == linked


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


def test_a_typed_weight_is_a_share_of_one_or_has_a_reason_why_not(call):
    numbers = {"0.3": 0.3, " .25 ": 0.25, "0,5": 0.5, "1": 1, "0.": 0, "25%": 0.25, "2,5 %": 0.025, "100%": 1}
    numbers |= {"1e-1": 0.1, "2E-2": 0.02, "50e-2": 0.5, "10e0%": 0.1}
    wrong = ["", "abc", "-1", "1e", "NaN", "Infinity", "0x1", "1.2.3", ".", "%", "25%%", "1 0"]
    wrong += ["25", "1.01", "101%", "1e5", "1e999"]
    found = call("return x.map((text) => m.readWeight(text))", [*numbers, *wrong])
    assert [read.get("value") for read in found] == [*map(pytest.approx, numbers.values()), *[None] * len(wrong)]
    assert [bool(read.get("why")) for read in found] == [False] * len(numbers) + [True] * len(wrong)
    assert call("return m.readWeight('0.5', 0.5)") == {"value": 0.5}
    assert "0.400" in call("return m.readWeight('0.5', 0.4).why"), "beyond what locks leave"
