"""Equivalence on a suite whose right order is known: ranks, floor and ceiling, the other metrics, filters."""

from dataclasses import replace

import numpy as np
import pytest

from components.answers.equivalence.distance import compute as equivalence_prompts
from components.answers.equivalence.distance import panel_with_answers, say
from components.resolved import Resolved
from tests.answered import view_of
from tests.calibrated import METHODS, calibrated
from tests.released import TABLES as RELEASED

TABLES = calibrated()


def resolved(tables=TABLES, **query: str) -> Resolved:
    return view_of(tables, panel="questions", weights="equal", **query)


FULL = equivalence_prompts(resolved())


def test_models_are_ranked_by_the_whole_forget_set_and_controls_follow():
    assert FULL.ranked_by == "whole"
    assert [r.method for r in FULL.models] == list(METHODS)
    assert [r.rank for r in FULL.models] == [1, 2, 3, None, None]
    assert [r.farther for r in FULL.models] == [False, False, True, None, None]
    assert (FULL.models[2].farther_in, FULL.models[2].blocks) == (4, 4)
    runs = TABLES.runs[TABLES.runs["panel"] == "questions"]
    for row in FULL.models:
        assert row.ranking_j == row.j_whole == pytest.approx(runs.loc[runs["method"] == row.method, "FADE"].mean())
        assert row.prompts == 48
        assert row.j == pytest.approx(np.mean([p.j for p in row.by_prompt]))
    assert FULL.floor.method == "retrain"
    assert FULL.ceiling.method == "original"


def test_j_itself_is_not_compared_with_j_and_directions_hold():
    metrics = {r.metric: r for r in FULL.metrics}
    assert set(metrics) == {"GOOD", "TURNED", "FLAT"}
    assert metrics["GOOD"].tau == pytest.approx(1)
    assert metrics["TURNED"].tau == pytest.approx(-1)
    assert metrics["FLAT"].tau is None
    # two benchmarks of three methods: 2 of 36 arrangements reach |τ| = 1
    assert metrics["GOOD"].test.p == pytest.approx(2 / 36)
    assert metrics["GOOD"].test.p_min == pytest.approx(2 / 36)
    assert [r.j_rank for r in metrics["TURNED"].ranks] == [1, 2, 3]
    assert [r.metric_rank for r in metrics["TURNED"].ranks] == [3, 2, 1]


def test_without_the_whole_forget_set_the_answers_decide():
    extras = {k: v for k, v in TABLES.extras.items() if k != "fade"}
    found = equivalence_prompts(resolved(replace(TABLES, extras=extras)))
    assert found.ranked_by == "answers"
    ranked = [r.j for r in found.models if not r.control]
    assert ranked == sorted(ranked)
    assert [r.ranking_j for r in found.models] == [r.j for r in found.models]
    assert {r.metric for r in found.metrics} == {"FADE", "GOOD", "TURNED", "FLAT"}


def test_filters_choose_answers_and_say_when_nothing_is_left():
    found = equivalence_prompts(resolved(benchmarks="b3", seeds="1"))
    assert found.models[0].prompts == 12
    assert {(p.benchmark, p.seed) for p in found.models[0].by_prompt} == {("b3", "1")}
    assert found.models[0].balance is None
    assert [b.benchmark for b in found.bounds] == ["b3", "b3"]
    images = equivalence_prompts(view_of(TABLES))
    assert (images.models, images.panels) == ((), ("questions",))
    assert images.reason


def test_filters_of_methods_and_suites_without_answers():
    found = equivalence_prompts(resolved(methods="fair"))
    assert [r.method for r in found.models] == ["fair"]
    assert (found.floor, found.ceiling) == (FULL.floor, FULL.ceiling)
    assert found.metrics == (), "one method has no order"
    found = equivalence_prompts(view_of())
    assert found.reason
    assert found.models == ()
    assert panel_with_answers(RELEASED) == ""
    assert panel_with_answers(TABLES) == "questions"


def test_the_verdict_names_the_nearest_model_and_the_ones_farther_than_before():
    said = say(FULL, resolved().labels)
    assert said.lines[0] == "good answers most like a model retrained without the forgotten data."
    assert "poor" in said.lines[-1]
