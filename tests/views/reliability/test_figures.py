"""Forest plot, scatter and shares: the numbers drawn, their order, ranges and labels."""

from __future__ import annotations

import numpy as np
import pytest

from components.plotting.benchmarks import benchmark_marks
from components.plotting.theme import metric_colours
from components.plotting.ticks import log_ticks
from components.views.reliability.figures.forest import forest, forest_height
from components.views.reliability.figures.scatter import reliability_scatter
from components.views.reproduction.figures import recoverability_shares
from tests.made import made_metric

IDS = ["A", "B", "C"]


def row(metric, rho, low=None, high=None, expected=0.1, within=None):
    return {
        "metric": metric, "label": metric, "n": 12, "rho": rho, "p": 0.02, "low": low, "high": high,
        "rho_no_signal": None if rho is None else expected, "rho_by_benchmark": within or {"b1": None, "b2": None},
    }  # fmt: skip


ROWS = [
    row("A", 0.5, -0.2, 0.8, within={"b1": 0.3, "b2": None}),
    row("B", -0.4, within={"b1": -0.1, "b2": 0.9}),
    row("C", None),
]
LABELS = {"b1": "One", "b2": "<b>Two</b>"}


def named(fig, name):
    return next(t for t in fig.data if t.name == name)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_forest_draws_every_number_in_registry_order_from_the_top(mode):
    fig = forest(ROWS, ["p 1", "p 2", "none"], LABELS, IDS, mode)
    dots = named(fig, "ρ over all runs")
    assert list(dots.x) == [0.5, -0.4]
    assert list(dots.y) == [2, 1]
    assert list(dots.marker.color) == [metric_colours(IDS, mode)[m] for m in ("A", "B")]
    rings = named(fig, "no signal")
    assert list(rings.x) == [0.1, 0.1]
    assert rings.marker.symbol == "circle-open"
    assert list(named(fig, "95 % interval").x) == [-0.2, 0.8, None]
    assert list(named(fig, "within One").x) == [0.3, -0.1]
    assert list(fig.layout.yaxis.ticktext) == ["A", "B", "C"]
    assert list(fig.layout.yaxis.tickvals) == [2, 1, 0]
    assert fig.layout.xaxis.range[0] < -1 < 1 < fig.layout.xaxis.range[1]


def test_what_is_undefined_is_hatched_and_its_reason_written():
    fig = forest(ROWS, ["p 1", "p 2", "no run has both"], LABELS, IDS, "light")
    hatching = named(fig, "undefined")
    assert hatching.fillpattern.shape == "/"
    assert {round(y) for y in hatching.y if y is not None} <= {0, -1}
    assert [a.text for a in fig.layout.annotations] == ["p 1", "p 2", "no run has both"]


def test_names_from_the_data_are_text_in_figures():
    hostile = [{**ROWS[0], "label": "<a href='x'>A</a>"}, *ROWS[1:]]
    fig = forest(hostile, ["<b>1</b>", "", ""], LABELS, IDS, "light")
    text = fig.to_json()
    assert "<b>" not in text.replace("\\u003c", "<")
    assert "<a " not in text.replace("\\u003c", "<")
    scatter = reliability_scatter(
        [{"benchmark": "b2", "method": "m", "seed": 1, "value": 0.5, "distance": 0.1}],
        made_metric("A"),
        LABELS,
        {"m": "<img src=x>"},
        "light",
    )
    assert "<img" not in scatter.to_json().replace("\\u003c", "<")


def test_the_forest_grows_with_the_metrics_and_draws_none():
    assert forest_height(26) > forest_height(5) > forest_height(1) == forest_height(0)
    assert named(forest([], [], {}, [], "light"), "ρ over all runs").x == ()


POINTS = [
    {"benchmark": "b1", "method": "m", "seed": 1, "value": 0.2, "distance": 0.05},
    {"benchmark": "b2", "method": "m", "seed": 2, "value": 0.8, "distance": 0.4},
]


@pytest.mark.parametrize(("direction", "turned"), [("lower", "reversed"), ("higher", True)])
def test_better_is_up_and_closer_is_right(direction, turned):
    fig = reliability_scatter(POINTS, made_metric("A", direction), LABELS, {"m": "M"}, "light")
    assert fig.layout.yaxis.autorange == turned
    assert fig.layout.xaxis.autorange == "reversed"
    assert fig.layout.xaxis.type == "log"
    assert [list(t.x) for t in fig.data] == [[0.05], [0.4]]
    assert len({t.marker.symbol for t in fig.data}) == 2


def test_a_distance_of_zero_has_no_logarithm():
    fig = reliability_scatter([{**POINTS[0], "distance": 0.0}], made_metric("A"), LABELS, {"m": "M"}, "light")
    assert fig.layout.xaxis.type is None
    assert "log" not in fig.layout.xaxis.title.text
    assert len(reliability_scatter([], made_metric("A"), {}, {}, "light").data) == 0


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.0176, 0.366, [0.02, 0.05, 0.1, 0.2, 0.5]),
        (1e-6, 1e6, [1e-6, 1e-4, 1e-2, 1, 1e2, 1e4, 1e6]),
        (0.3, 0.3, [0.2]),
    ],
)
def test_ticks_of_a_log_axis_are_round(low, high, ticks):
    assert log_ticks(low, high) == pytest.approx(ticks)


def test_benchmarks_are_told_apart_by_shape():
    marks = benchmark_marks([f"b{i}" for i in range(6)], "dark")
    assert len({m["symbol"] for m in marks.values()}) == 6


def test_shares_are_drawn_with_their_intervals_and_counts():
    rows = [
        {"label": "M", "source": "s", "revealed": 5, "suppressed": 6, "share": 5 / 6, "low": 0.436, "high": 0.97},
        {"label": "N", "source": "s", "revealed": 0, "suppressed": 0, "share": None, "low": None, "high": None},
    ]
    fig = recoverability_shares(rows, "light")
    assert list(fig.data[0].x) == [0.436, 0.97, None]
    assert list(fig.data[1].x) == [5 / 6]
    assert list(fig.data[1].y) == [1]
    assert [a.text for a in fig.layout.annotations] == ["M, 5 of 6 · s", "N, 0 of 0 · s"]
    assert fig.layout.xaxis.range[0] <= 0
    assert np.isclose(fig.layout.xaxis.range[1], 1, atol=0.05)
