"""Who can lead and what it takes, the map of the weights, and pairs: SciPy's programmes and tests,
grids of weights."""

from itertools import pairwise

import numpy as np
import pytest
from scipy import stats

from components.answers.record import Absent
from components.answers.stability import leaders, separable, weight_map
from components.answers.stability.leaders import LEADERS, Leaders, what_it_takes
from components.answers.stability.separable import SEPARABLE, Separable
from components.answers.stability.weight_map import (
    WEIGHT_MAP,
    MappedWeights,
    draw,
    heard_table,
)
from components.format import percent
from components.report import report
from components.resolved import Resolved
from components.results.pair_tests import all_pair_tests
from components.results.ranking import compute as ranking
from components.selection import default_selection, to_text
from components.stats.separation.inference import PairTest
from data.registry import GROUPS, Tables
from tests.answered import look, made, view_of
from tests.beside import beside
from tests.gridded import gridded
from tests.made import made_tables
from tests.released import NAMES, built_in
from tests.stats.ranking.test_best_lead import largest_lead

CASES = beside(__file__)

HAND = made([[0.0, 1.0], [1.0, 0.0], [0.4, 0.4], [0.6, 0.6]], weights="X1:0.7,X2:0.3")
"""Utilities (1, 0), (0, 1), (0.6, 0.6), (0.4, 0.4)."""
TIED = made(np.full((3, 2), 0.5))


def able(view: Resolved) -> Leaders:
    result = view.of(leaders.compute)
    assert isinstance(result, Leaders)
    return result


def test_by_hand() -> None:
    rows = {r.method: r for r in able(HAND).rows}
    assert [*rows] == ["m3", "m2", "m4", "m1"], (
        "those that do not lead first, by how little would do"
    )
    assert rows["m3"].share == pytest.approx(0.1)
    assert to_text(rows["m3"].weights) == "X1:0.5999,X2:0.4001"
    assert rows["m2"].share == pytest.approx(0.3)
    told = [what_it_takes(r, HAND.labels) for r in rows.values()]
    assert told == CASES["by hand"]
    assert list(LEADERS.said(HAND).lines) == CASES["lines"]
    assert list(LEADERS.said(TIED).lines) == [
        "None of 3 methods can lead alone under some weights.",
        "m1 never leads alone: m1, m2 and m3 tie at every weight.",
    ]
    between = able(made([[0.0, 1.0], [1.0, 0.0], [0.6, 0.6]]))
    assert {r.method: r.reason for r in between.rows}["m3"] == "never"
    assert isinstance(view_of(methods="salun").of(leaders.compute), Absent)


@pytest.mark.parametrize("suite", [n for n in NAMES if n not in ("tofu", "tofu_original")])
def test_who_can_lead_is_the_answer_of_a_linear_programme(suite: str) -> None:
    """max ε with w·(u_i − u_k) ≥ ε for all k, w on the simplex; the weights of each link make that
    method lead."""
    view = view_of(built_in(suite))
    u = view.contest.utilities[view.contest.eligible][:, view.contest.in_play]
    for row in able(view).ranked:
        i = [view.panel.methods[m] for m in view.contest.eligible].index(row.method)
        assert row.largest_lead == pytest.approx(largest_lead(u, i, np.arange(len(u))), abs=1e-7)
        if row.weights:
            board = view_of(view.tables, weights=to_text(row.weights)).of(ranking)
            assert [r.method for r in board.leaders] == [row.method]


def mapped(view: Resolved) -> MappedWeights:
    result = view.of(weight_map.compute)
    assert isinstance(result, MappedWeights)
    return result


@pytest.mark.parametrize("suite", ["unified_unlearning", "calibration", "muse_seeds", "tofu"])
def test_the_map_of_the_groups_is_that_of_a_grid_of_weights(suite: str) -> None:
    tables = built_in(suite)
    view = view_of(tables, weights="balanced")
    result, u = mapped(view), np.nan_to_num(view.contest.utilities[view.contest.eligible])
    group = np.array([m.group for m in view.panel.metrics])
    weights = view.contest.weights
    inside = np.array(
        [np.where(group == g, weights, 0) / weights[group == g].sum() for g in GROUPS]
    )
    shares = np.random.default_rng(3).dirichlet(np.ones(3), 40_000)
    first = (u @ (shares @ inside).T).argmax(axis=0)
    methods = view.panel.methods
    names = [methods[m] for m in view.contest.eligible]
    if view.contest.ranks_best_checkpoints:
        checkpoints = view.contest.checkpoints.items()
        owner_of_method = {methods[m]: owner for owner, places in checkpoints for m in places}
        names = [owner_of_method[name] for name in names]
    for owners, area in result.area_by_leaders.items():
        assert area == pytest.approx(np.mean([names[i] == owners[0] for i in first]), abs=0.01)
    assert sum(result.area_by_leaders.values()) == pytest.approx(1)
    assert result.map.challenger != result.map.leader, "no method catches itself"


def test_the_map_says_where_the_border_runs_and_draws_the_way_there() -> None:
    view = view_of(weights="balanced")
    result = mapped(view)
    first, border = WEIGHT_MAP.said(view).lines
    assert first == (
        "Gradient Ascent leads at most splits of the weight; Random Labels leads elsewhere."
    )
    assert border.startswith("The nearest border is at ")
    assert result.map.border is not None
    group = np.array([m.group for m in view.panel.metrics])
    inside = [np.where(group == g, view.contest.weights, 0) * 3 for g in GROUPS]
    corners = view.contest.utilities[view.contest.eligible] @ np.array(inside).T
    scores = corners @ result.map.border
    assert sorted(scores)[-1] == pytest.approx(sorted(scores)[-2], abs=1e-9), (
        "a border is where two tie"
    )
    fig = draw(result, look(view))
    (arrow,) = [a for a in fig.layout.annotations if a.showarrow]
    marks = {t.name: (t.x[0], t.y[0]) for t in fig.data if t.mode == "markers"}
    assert ((arrow.ax, arrow.ay), (arrow.x, arrow.y)) == (
        marks["your weights"],
        marks["nearest border"],
    )
    shares = result.map.current
    assert marks["your weights"] == pytest.approx(
        (shares[0] / 2 + shares[2], shares[0] * np.sqrt(3) / 2)
    )
    assert "has no metric of" not in " ".join(WEIGHT_MAP.said(view).lines)
    assert WEIGHT_MAP.said(TIED).lines[0].startswith("This panel has no metric of forgetting")


def test_names_on_the_map_cover_no_mark_and_its_parts_are_heard() -> None:
    """The letters are about 7 pixels wide, the map on a telephone 300."""
    for suite in ("calibration", "unified_unlearning", "open_mmunlearning"):
        view = view_of(built_in(suite), weights="balanced")
        result = mapped(view)
        fig = draw(result, look(view))
        (arrow,) = [a for a in fig.layout.annotations if a.showarrow]
        written = [a for a in fig.layout.annotations if a.text and not a.text.startswith("all on")]
        assert written, suite
        for name in written:
            for step in np.linspace(0, 1, 50):
                across = arrow.ax + step * (arrow.x - arrow.ax) - name.x
                upward = arrow.ay + step * (arrow.y - arrow.ay) - name.y
                covers = abs(across) < 3.5 * len(name.text) / 300 and abs(upward) < 10 / 300
                assert not covers, (suite, name.text)
        heard = heard_table(result, view.labels)
        assert [row.methods for row in heard.rows] == [r.methods for r in result.map.regions]
        for region, cells in zip(result.map.regions, heard.cells(), strict=True):
            ends = [f"{percent(w.min())} to {percent(w.max())}" for w in region.polygon.T]
            assert list(cells[1:]) == ends


def separable_of(tables: Tables, **query: str) -> Separable:
    result = view_of(tables, **query).of(separable.compute)
    assert isinstance(result, Separable)
    return result


def spread(methods: int, benchmarks: int, step: float = 0.1, noise: float = 0.01) -> Tables:
    """Methods in order, the first best (lower values are better), three seeds each."""
    rng = np.random.default_rng(benchmarks * 100 + methods)
    values = 0.1 + step * np.arange(methods)[None, None, :, None]
    return made_tables(values + rng.normal(0, noise, (benchmarks, 3, methods, 1)))


def pairs(result: Separable, over: str) -> list[PairTest]:
    return [p for p in result.listed if p.over == over]


def test_both_scopes_are_scipys_tests_of_the_runs() -> None:
    tables = spread(3, 7, noise=0.05)
    scores = 1 - tables.runs.pivot_table("X1", ["benchmark", "seed"], "method")
    z, cells = scores.groupby("seed").mean(), scores.groupby("benchmark").mean()
    for p in pairs(separable_of(tables), "seeds"):
        assert p.p == pytest.approx(
            stats.ttest_ind(z[p.higher], z[p.lower], equal_var=False).pvalue
        )
    for p in pairs(separable_of(tables), "benchmarks"):
        test = stats.ttest_rel(cells[p.higher], cells[p.lower])
        interval = test.confidence_interval(1 - 0.05 / 3)
        assert (p.p, p.low, p.high) == (pytest.approx(test.pvalue), *map(pytest.approx, interval))
        assert p.p_adjusted == pytest.approx(min(1, 3 * test.pvalue))


def test_many_methods_list_neighbours_and_the_leader_and_best_checkpoints_nothing() -> None:
    result = separable_of(spread(24, 3, step=0.03))
    names = result.tests.rows.names
    assert result.tests.rows.n_pairs == 24 * 23 // 2
    assert {(p.higher, p.lower) for p in result.listed} == {
        *pairwise(names),
        *((names[0], m) for m in names[1:]),
    }
    notes = SEPARABLE.said(view_of(spread(24, 3, step=0.03))).notes
    assert any("45 of 276 pairs" in note for note in notes)
    best = view_of(gridded(), rows="best")
    assert separable_of(gridded(), rows="best").listed == ()
    assert list(SEPARABLE.said(best).lines) == [
        "No pair can be tested: the checkpoints were chosen on the runs that would test them."
    ]
    assert view_of(spread(1, 3)).of(all_pair_tests).board is None


def test_the_report_and_the_sentences() -> None:
    tables = spread(4, 8)
    told = report(tables, default_selection(tables), ["stability"])
    level = pytest.approx(0.05 / 6)
    scope = {"over": "seeds", "pairs": 6, "level": level, "reason": ""}
    assert told["inference"] == {**scope, "seed_kind": "unknown", "registered": False}
    published = view_of(weights="published")
    assert list(SEPARABLE.said(published).lines) == CASES["told apart"]
    of_which = "for new seeds (of which kind is not stated) on these 8 benchmarks"
    all_pairs = f"All 6 pairs can be told apart {of_which}."
    assert SEPARABLE.said(view_of(tables)).lines[0] == all_pairs
    single = view_of(panel="resnet_unimodal", seeds="42")
    assert SEPARABLE.said(single).lines[0] == "No pair can be tested: one run each."
