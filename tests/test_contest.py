"""Who competes: rows, their checkpoints and what moves them, by hand and by plain loops."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from components.contest import Contest
from components.stats.panel import Floats
from data.registry import Floor, Tables
from tests.answered import made, view_of
from tests.gridded import SCORES, gridded
from tests.made import made_tables

N_CHECKPOINTS = {"f0": 3, "f1": 2, "f2": 4, "f3": 1}
STEPS = 20


def with_checkpoints(n_metrics: int = 3, seed: int = 5) -> Tables:
    """Four methods with ten checkpoints in all, one run each on one benchmark."""
    families = np.repeat([*N_CHECKPOINTS], [*N_CHECKPOINTS.values()]).tolist()
    values = np.random.default_rng(seed).random((1, 1, len(families), n_metrics))
    tables = made_tables(values)
    methods = tuple(
        replace(method, family=family)
        for method, family in zip(tables.methods, families, strict=True)
    )
    columns = ["id", "label", "name", "description", "reference", "url"]
    listed = pd.DataFrame([(f, f, f, "", "", "") for f in N_CHECKPOINTS], columns=columns)
    return replace(tables, methods=methods, extras={"families": listed})


def contest_of(tables: Tables, **query: str) -> Contest:
    return view_of(tables, **query).contest


def simplex(n_metrics: int) -> Floats:
    """Weights in steps of a twentieth."""
    steps = np.stack(np.meshgrid(*[np.arange(STEPS + 1)] * n_metrics), -1).reshape(-1, n_metrics)
    return steps[steps.sum(axis=1) == STEPS] / STEPS


def scores_by_loops(contest: Contest, weightings: Floats) -> Floats:
    """The best score of each row's checkpoints at each of the weightings."""
    family_of = {method.id: method.family for method in contest.tables.methods}
    rows = []
    for row in contest.row_ids:
        members = [i for i, m in enumerate(contest.panel.methods) if row in (m, family_of[m])]
        rows.append((weightings @ contest.utilities[members].T).max(axis=1))
    return np.array(rows).T


def test_a_method_stands_by_the_best_of_its_checkpoints():
    contest = contest_of(gridded(), rows="best")
    assert contest.row_ids == ("wide", "safe")
    assert contest.row_ranks == {"wide": 1, "safe": 2}
    assert contest.row_scores.tolist() == pytest.approx([max(scores) for scores in SCORES.values()])
    first, second = contest.contenders
    assert (first.method, first.shown, first.candidates) == ("wide", "wide_2", (0, 1, 2, 3))
    assert (second.method, second.shown, second.rank) == ("safe", "safe_0", 2)
    assert contest.n_rivals == 2
    assert contest.has_choice


def test_rows_are_candidates_unless_the_best_stand_for_methods():
    contest = contest_of(gridded(), rows="checkpoints")
    assert contest.row_ids == contest.panel.methods
    assert [c.candidates for c in contest.contenders if c.method == "wide_2"] == [(2,)]
    assert not contest.has_choice
    plain = made([[0.1], [0.2]]).contest
    assert (plain.ranks_best_checkpoints, plain.by_score, plain.leaders) == (
        False,
        ("m1", "m2"),
        ("m1",),
    )


def test_contenders_are_ranked_then_below_a_floor_then_incomplete():
    values = np.array([[0.1, 0.9], [0.4, 0.4], [np.nan, 0.1], [0.2, 0.2], [0.2, 0.2]])
    tables = made_tables(values[None, None])
    floor = (Floor("X2", 0.5),)
    view = view_of(tables, weights="X1:1,X2:1")
    contest = Contest(tables, replace(view.selection, floors=floor))
    assert [(c.method, c.rank, c.is_below_floor) for c in contest.contenders] == [
        ("m4", 1, False),
        ("m5", 1, False),
        ("m2", 3, False),
        ("m1", None, True),
        ("m3", None, False),
    ]
    assert contest.leaders == ("m4", "m5")
    assert [c.score for c in contest.contenders] == [0.8, 0.8, 0.6, 0.5, None]


@pytest.mark.parametrize("rows", ["checkpoints", "best"])
def test_scores_at_any_weights_are_those_of_plain_loops(rows):
    contest = contest_of(with_checkpoints(), rows=rows)
    weightings = simplex(3)
    np.testing.assert_allclose(
        contest.scores_at(weightings), scores_by_loops(contest, weightings), atol=1e-12
    )


@pytest.mark.parametrize("rows", ["checkpoints", "best"])
@pytest.mark.parametrize("seed", range(4))
def test_who_never_leads_and_the_nearest_change_agree_with_a_scan(rows, seed):
    contest = contest_of(with_checkpoints(seed=seed), rows=rows)
    weightings = simplex(3)
    scores = scores_by_loops(contest, weightings)
    leads = scores.max(axis=1, keepdims=True) <= scores + 1e-12
    assert contest.largest_leads is not None
    for index in np.flatnonzero(contest.largest_leads.epsilon < 0):
        assert not leads[:, index].any(), contest.row_ids[index]
    change = contest.nearest_change
    others = [i for i, row in enumerate(contest.row_ids) if row != change.leader]
    moved = np.abs(weightings - contest.weights).sum(axis=1)[leads[:, others].any(axis=1)]
    assert change.leader == contest.leaders[0]
    if change.distance is not None:
        assert change.challenger in set(contest.row_ids) - {change.leader}
        assert change.distance <= moved.min(initial=np.inf) + 1e-9
        at = np.array([[change.weights[metric] for metric in contest.panel.metric_ids]], float)
        (scores_there,) = scores_by_loops(contest, at)
        rank = [contest.row_ids.index(row) for row in (change.leader, change.challenger or "")]
        assert scores_there[rank[1]] == pytest.approx(scores_there[rank[0]], abs=1e-9)
    else:
        assert not moved.size


@pytest.mark.parametrize("rows", ["checkpoints", "best"])
def test_the_nearest_border_of_the_map_is_one_to_another_row(rows):
    """Groups of one metric each: the map is the simplex of weights."""
    n_borders = 0
    for seed in range(12):
        contest = contest_of(with_checkpoints(seed=seed), rows=rows)
        mapped = contest.map_of_leads(np.eye(3))
        assert contest.by_score[mapped.leader] == contest.leaders[0]
        points = simplex(3)
        scores = scores_by_loops(contest, points)
        leader = contest.row_ids.index(contest.leaders[0])
        others = np.delete(scores, leader, axis=1).max(axis=1)
        away = np.linalg.norm(points - mapped.current, axis=1)[others > scores[:, leader]]
        if mapped.border is None or mapped.challenger is None:
            assert not away.size
            continue
        n_borders += 1
        assert mapped.challenger != mapped.leader
        distance = np.linalg.norm(mapped.border - mapped.current)
        assert distance <= away.min(initial=np.inf) + 1e-9
        (scores_there,) = scores_by_loops(contest, mapped.border[None])
        challenger = contest.row_ids.index(contest.by_score[mapped.challenger])
        assert scores_there[challenger] == pytest.approx(scores_there.max(), abs=1e-9)
        assert scores_there[leader] == pytest.approx(scores_there.max(), abs=1e-9)
    assert n_borders > 6


def test_with_one_checkpoint_each_methods_and_checkpoints_are_the_same_contest():
    tables = with_checkpoints()
    first = {method.family: method for method in reversed(tables.methods)}
    methods = tuple(method for method in tables.methods if method in first.values())
    runs = tables.runs[tables.runs["method"].isin([method.id for method in methods])]
    tables = replace(tables, methods=methods, runs=runs.reset_index(drop=True))
    best, each = (contest_of(tables, rows=rows) for rows in ("best", "checkpoints"))
    assert best.row_ids == tuple(N_CHECKPOINTS)
    assert best.row_scores.tolist() == each.row_scores.tolist()
    np.testing.assert_array_equal(best.acceptability().ranks, each.acceptability().ranks)
    np.testing.assert_array_equal(best.taus(), each.taus())
    np.testing.assert_array_equal(np.array(best.dominance), np.array(each.dominance))
    assert best.nearest_change.distance == each.nearest_change.distance
