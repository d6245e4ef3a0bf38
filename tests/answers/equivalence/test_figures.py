"""Figures of the page on equivalence: the numbers drawn, their order, ranges and labels."""

from dataclasses import replace

from components.answers.equivalence import slopes
from components.answers.equivalence.distance import compute
from components.answers.equivalence.forest import forest
from components.answers.equivalence.prompts import prompt_dots
from components.resolved import Resolved
from components.selection import default_selection
from tests.answered import look, named
from tests.calibrated import calibrated

TABLES = calibrated()
VIEW = Resolved(TABLES, replace(default_selection(TABLES), panel="questions", weights="equal"))
FULL = compute(VIEW)


def test_the_forest_draws_models_floor_and_ceiling():
    fig = forest(FULL, "light")
    dots = named(fig, "J of the drawn answers")
    assert list(dots.x) == [r.j for r in FULL.models]
    assert list(dots.y) == [4, 3, 2, 1, 0]
    assert list(dots.marker.symbol) == ["circle", "circle", "square", "circle", "circle"]
    assert list(named(fig, "whole forget set").x) == [r.j_whole for r in FULL.models]
    assert [s.x0 for s in fig.layout.shapes] == [FULL.floor.j, FULL.ceiling.j]
    assert [a.text for a in fig.layout.annotations] == ["floor", "ceiling"]
    assert fig.layout.xaxis.type is None, "a value below 0 has no logarithm"


def test_the_forest_uses_a_log_scale_and_hatches_what_is_infinite():
    row = replace(
        FULL.models[0], j=2.0, half=1.0, low=1.0, high=3.0, forward=1.0, backward=1.0, j_whole=None, per_token=None
    )
    infinite = replace(row, method="m", j=None, low=None, high=None)
    alone = replace(FULL, models=(row, infinite), floor=None, ceiling=None)
    fig = forest(alone, "light")
    assert fig.layout.xaxis.type == "log"
    assert named(fig, "undefined").fillpattern.shape == "/"
    ends = forest(replace(alone, floor=replace(row, j=1.0), ceiling=replace(row, j=100.0)), "light").layout
    assert [a.x for a in ends.annotations] == [0, 2], "annotations of a log axis stand in powers of ten"
    assert [s.x0 for s in ends.shapes] == [1, 100]


def test_prompts_are_sorted_and_others_stand_at_the_same_place():
    row, other = FULL.models[2], FULL.ceiling
    fig = prompt_dots(FULL, row, "light")
    own = named(fig, "poor").y
    assert list(own) == sorted(p.j for p in row.by_prompt)
    assert len(named(fig, "original").x) == len(named(fig, "retrain").x) == len(own)
    first = min(row.by_prompt, key=lambda p: p.j)
    same = next(p for p in other.by_prompt if p.name == first.name)
    at = list(named(fig, "original").x).index(1)
    assert named(fig, "original").y[at] == same.j
    assert [t.name for t in prompt_dots(FULL, other, "dark").data] == ["retrain", "original"]


def test_slopes_join_both_ranks_and_mark_what_moved_away():
    row = next(r for r in FULL.metrics if r.metric == "TURNED")
    fig = slopes.draw(slopes.OneMetric(FULL, row), look(VIEW))
    moved = named(fig, "farther than before unlearning")
    assert list(moved.y[:2]) == [3, 1]
    assert moved.line.dash == "dot"
    assert list(named(fig, "methods").y) == [1, 3, None, 2, 2, None]
    assert fig.layout.yaxis.range[0] > fig.layout.yaxis.range[1], "rank 1 on top"


def test_the_metric_that_agrees_least_is_opened_first():
    assert slopes.compute(VIEW).order.metric == "TURNED"
