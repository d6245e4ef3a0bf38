"""Figures of the page on equivalence: the numbers drawn, their order, ranges and labels."""

from dataclasses import replace

from components.answers.equivalence import metrics, prompts
from components.answers.equivalence.distance import compute
from components.answers.equivalence.forest import forest
from tests.answered import look, named, view_of
from tests.calibrated import calibrated

VIEW = view_of(calibrated(), panel="questions", weights="equal")
FULL = VIEW.of(compute)


def test_the_forest_draws_models_between_the_controls():
    fig = forest(FULL.models, FULL.retrained, FULL.original, "light")
    dots = named(fig, "drawn answers")
    assert list(dots.x) == [r.estimate.j for r in FULL.models]
    assert list(dots.y) == [4, 3, 2, 1, 0]
    assert list(dots.marker.symbol) == ["circle", "circle", "square", "circle", "circle"]
    assert list(named(fig, "whole forget set").x) == [r.j_whole for r in FULL.models]
    assert [s.x0 for s in fig.layout.shapes] == [FULL.retrained.j_whole, FULL.original.j_whole]
    assert [a.text for a in fig.layout.annotations] == ["retrained", "original"]
    assert fig.layout.xaxis.type is None, "a value below 0 has no logarithm"


def test_the_forest_uses_a_log_scale_and_hatches_what_is_infinite():
    first = FULL.models[0]
    own = replace(first.estimate, j=2.0, low=1.0, high=3.0, low_runs=None, high_runs=None)
    row = replace(first, estimate=own, j_whole=None)
    infinite = replace(row, method="m", estimate=replace(own, j=None))
    fig = forest((row, infinite), replace(row, j_whole=1.0), replace(row, j_whole=100.0), "light")
    assert fig.layout.xaxis.type == "log"
    assert named(fig, "undefined").fillpattern.shape == "/"
    assert [a.x for a in fig.layout.annotations] == [0, 2], "annotations of a log axis stand in powers of ten"
    assert [s.x0 for s in fig.layout.shapes] == [1, 100]


def test_prompts_are_sorted_and_others_stand_at_the_same_place():
    one = prompts.compute(VIEW, "poor")
    fig = prompts.draw(one, look(VIEW))
    own = named(fig, "poor").y
    assert list(own) == sorted(p.j for p in one.row.by_prompt)
    assert len(named(fig, "original").x) == len(named(fig, "retrain").x) == len(own)
    first = min(one.row.by_prompt, key=lambda p: p.j)
    same = next(p for p in FULL.original.by_prompt if p.name == first.name)
    at = list(named(fig, "original").x).index(1)
    assert named(fig, "original").y[at] == same.j
    original = prompts.compute(VIEW, "original")
    assert [t.name for t in prompts.draw(original, look(VIEW)).data] == ["retrain", "original"]


def test_metrics_lie_between_minus_one_and_one_and_undefined_ones_are_hatched():
    found = VIEW.of(metrics.compute)
    fig = metrics.draw(found, look(VIEW))
    assert [list(t.x) for t in fig.data if t.mode == "markers"] == [[r.tau for r in found.rows if r.tau is not None]]
    assert named(fig, "undefined").x
    assert fig.layout.xaxis.range[0] < -1 < 1 < fig.layout.xaxis.range[1]
