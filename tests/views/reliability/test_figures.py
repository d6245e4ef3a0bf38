"""Forest plot and scatter: the numbers drawn, their order, ranges and labels."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.labels import Labels
from components.plotting.theme import metric_colours
from components.views.reliability.figures import forest, reliability_scatter
from components.views.reliability.result import MetricReliability, MetricRuns, ReliabilityResult, Run
from components.views.reliability.words import p_label
from tests.made import made_metric

LABELS = Labels("Made", "Main", {"m": "<img src=x>"}, {}, {"b1": "One", "b2": "<b>Two</b>"}, {})


def row(metric, rho, low=None, high=None, within=None, reason=""):
    known = rho is not None
    return MetricReliability(
        metric=metric, label=metric, n=12, rho=rho, p=0.02, rho_no_signal=0.1 if known else None, rho_within=None,
        rho_by_benchmark=within or {"b1": None, "b2": None}, p_stratified=0.5 if known else None, p_min=0.25,
        arrangements=4, exact=True, low=low, high=high, interval_reason="", draws=0, constant_on=(), resolution={},
        reason=reason,
    )  # fmt: skip


ROWS = (
    row("A", 0.5, -0.2, 0.8, within={"b1": 0.3, "b2": None}),
    row("B", -0.4, within={"b1": -0.1, "b2": 0.9}),
    row("C", None, reason="<b>no</b> run has both"),
)


def result(*rows, benchmarks=("b1", "b2")):
    return ReliabilityResult(rows=rows, benchmarks=benchmarks, has_oracle=True, measured_elsewhere=(), labels=LABELS)


def runs(metric, *found):
    return MetricRuns(metric=metric, runs=found, benchmarks=("b1", "b2"), labels=LABELS)


def named(fig, name):
    return next(t for t in fig.data if t.name == name)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_forest_draws_every_number_in_registry_order_from_the_top(mode):
    fig = forest(result(*ROWS), mode)
    dots = named(fig, "ρ over all runs")
    assert list(dots.x) == [0.5, -0.4]
    assert list(dots.y) == [2, 1]
    assert list(dots.marker.color) == [metric_colours(["A", "B", "C"], mode)[m] for m in ("A", "B")]
    rings = named(fig, "no signal")
    assert list(rings.x) == [0.1, 0.1]
    assert rings.marker.symbol == "circle-open"
    assert list(named(fig, "95 % interval").x) == [-0.2, 0.8, None]
    assert list(named(fig, "within One").x) == [0.3, -0.1]
    assert list(fig.layout.yaxis.ticktext) == ["A", "B", "C"]
    assert list(fig.layout.yaxis.tickvals) == [2, 1, 0]
    assert fig.layout.xaxis.range[0] < -1 < 1 < fig.layout.xaxis.range[1]


def test_what_is_undefined_is_hatched_and_its_reason_written():
    fig = forest(result(*ROWS), "light")
    hatching = named(fig, "undefined")
    assert hatching.fillpattern.shape == "/"
    assert {round(y) for y in hatching.y if y is not None} <= {0, -1}
    reason = "&lt;b&gt;no&lt;/b&gt; run has both"
    assert [a.text for a in fig.layout.annotations] == [p_label(ROWS[0]), p_label(ROWS[1]), reason]


def test_names_from_the_data_are_text_in_figures():
    text = forest(result(replace(ROWS[0], label="<a href='x'>A</a>"), *ROWS[1:]), "light").to_json()
    assert "<b>" not in text.replace("\\u003c", "<")
    assert "<a " not in text.replace("\\u003c", "<")
    run = Run(benchmark="b2", method="m", seed=1, value=0.5, distance=0.1)
    assert "<img" not in reliability_scatter(runs(made_metric("A"), run), "light").to_json().replace("\\u003c", "<")


def test_the_forest_grows_with_the_metrics_and_draws_none():
    three, none = forest(result(*ROWS), "light"), forest(result(benchmarks=()), "light")
    assert three.layout.height > none.layout.height > 0
    assert named(none, "ρ over all runs").x == ()


NEAR = Run(benchmark="b1", method="m", seed=1, value=0.2, distance=0.05)
FAR = Run(benchmark="b2", method="m", seed=2, value=0.8, distance=0.4)


@pytest.mark.parametrize(("direction", "turned"), [("lower", "reversed"), ("higher", True)])
def test_better_is_up_and_closer_is_right(direction, turned):
    fig = reliability_scatter(runs(made_metric("A", direction), NEAR, FAR), "light")
    assert fig.layout.yaxis.autorange == turned
    assert fig.layout.xaxis.autorange == "reversed"
    assert fig.layout.xaxis.type == "log"
    assert [list(t.x) for t in fig.data] == [[0.05], [0.4]]
    assert len({t.marker.symbol for t in fig.data}) == 2


def test_a_distance_of_zero_has_no_logarithm():
    fig = reliability_scatter(runs(made_metric("A"), replace(NEAR, distance=0.0)), "light")
    assert fig.layout.xaxis.type is None
    assert "log" not in fig.layout.xaxis.title.text
    assert len(reliability_scatter(runs(made_metric("A")), "light").data) == 0
