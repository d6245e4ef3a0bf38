"""ρ of each metric with closeness to the retrained model: its numbers, words and figures."""

from dataclasses import replace

import numpy as np
import pytest

from components.answers.reliability import closeness
from components.results.closeness import Closeness
from components.stats.bootstrap import Interval
from components.stats.reliability.metric_reliability import NO_DISTANCE, MetricReliability
from components.words import Labels
from tests.answered import look, named, view_of
from tests.beside import beside
from tests.made import made_metric, made_tables

CASES = beside(__file__)

LABELS = Labels("Made", "Main", {"m": "M"}, {}, {"b1": "One", "b2": "Two"}, {})
LOOK = replace(look(view_of()), names=LABELS)


def made_view(values, oracle=None, **kinds):
    return view_of(made_tables(np.asarray(values, dtype=float), oracle, **kinds))


def reliability(view):
    return view.of(closeness.compute)


def sentences(view):
    return closeness.say(reliability(view), view.labels).lines


def test_the_rows_have_the_released_numbers():
    result = reliability(view_of())
    rows = result.rows
    assert [r.metric for r in rows] == ["FA", "RA", "MIA", "AD", "JS"]
    assert [round(r.rho, 3) for r in rows[:2]] == [-0.418, 0.484]
    assert [round(r.p_asymptotic, 3) for r in rows[:2]] == [0.011, 0.003]
    assert rows[0].constant_on == rows[1].constant_on == ("mllmu_bench", "unlok_vqa")
    assert rows[0].rho_by_benchmark["mllmu_bench"] is None
    assert rows[0].rho_within == pytest.approx(0.105, abs=5e-4)
    assert rows[0].p_min == pytest.approx(1 / 12)
    assert rows[1].rho_within == pytest.approx(0.6)
    assert rows[1].rho_no_signal == pytest.approx(0.437, abs=5e-4)
    assert result.best == rows[1]
    weights = beside(__file__, "../../results/derived_weights.json")["intervals"]  # METHODS 23
    assert {m: pytest.approx(ends, abs=0.015) for m, ends in weights.items()} == result.weights
    assert sentences(view_of()) == CASES["released"]


def test_a_metric_that_is_the_distance_follows_it():
    distance = np.stack([np.arange(1.0, 7.0), np.arange(2.0, 8.0)])[:, None, :]
    view = made_view(1 / distance[..., None], distance, metrics=[made_metric("S", "higher")])
    (row,) = reliability(view).rows
    assert row.p_stratified == row.p_min < 0.001
    lines = sentences(view)
    best = (
        "Of significant metrics, S follows closeness to the retrained model best (ρ +1.0, 12 runs)."
    )
    assert lines[0] == best
    assert lines[2] == "1 of 1 metric differs from shuffled methods; about 0.050 would by chance."


def row(metric, rho, p=0.5, low=None, high=None, within=None, reason=""):
    is_defined = rho is not None
    return MetricReliability(
        metric=metric,
        label=metric,
        n_runs=12,
        rho=rho,
        p_asymptotic=0.02,
        rho_no_signal=0.1 if is_defined else None,
        rho_within=None,
        rho_by_benchmark=within or {"b1": None, "b2": None},
        p_stratified=p if is_defined else None,
        p_min=0.001,
        arrangements=4,
        exact=True,
        interval=Interval(low, high, 0, 0),
        constant_on=(),
        reason=reason,
    )


def test_the_best_is_the_highest_of_those_that_follow_significantly():
    far, against = row("A", 0.7), row("C", -0.9, p=0.01)
    assert Closeness((far, row("B", 0.3), against), (), 4).best == far, "none follows: the nearest"
    for lower, best in ((row("B", 0.3, p=0.01), "B"), (row("D", 0.8, p=0.01), "D")):
        assert Closeness((far, row("B", 0.3, p=0.01), lower, against), (), 4).best.metric == best


def test_what_lacks_is_said():
    assert sentences(made_view(np.full((2, 2, 3, 2), 0.5))) == [
        "This suite has no distance to a retrained model."
    ]
    view = view_of(panel="resnet_unimodal")
    facts = {(row.rho, row.p_stratified, row.reason) for row in reliability(view).rows}
    assert facts == {(None, None, NO_DISTANCE)}
    assert sentences(view) == CASES["no distance"]
    view = view_of(panel="blip2_multimodal")
    (ra,) = (r for r in reliability(view).rows if r.metric == "RA")
    assert ra.rho == pytest.approx(-1.0)
    assert (ra.p_asymptotic, ra.p_stratified, ra.p_min, ra.interval.low) == (None, 1.0, 1.0, None)
    assert sentences(view)[2] == "With 2 methods no p can be below 1.0."


ROWS = (
    row("A", 0.5, low=-0.2, high=0.8, within={"b1": 0.3, "b2": None}),
    row("B", -0.4, within={"b1": -0.1, "b2": 0.9}),
    row("C", None, reason="<b>no</b> run has both"),
)


def test_the_forest_draws_every_number_in_registry_order_from_the_top():
    fig = closeness.draw(Closeness(ROWS, ("b1", "b2"), 4), LOOK)
    dots = named(fig, "ρ over all runs")
    assert (list(dots.x), list(dots.y)) == ([0.5, -0.4], [2, 1])
    assert list(named(fig, "shuffled methods").x) == [0.1, 0.1]
    assert list(named(fig, "95 % interval").x) == [-0.2, 0.8, None]
    assert list(named(fig, "within One").x) == [0.3, -0.1]
    assert list(fig.layout.yaxis.ticktext) == ["A", "B", "C"]
    assert fig.layout.xaxis.range[0] < -1 < 1 < fig.layout.xaxis.range[1]
    assert {round(y) for y in named(fig, "undefined").y if y is not None} <= {0, -1}
    texts = [a.text for a in fig.layout.annotations]
    assert texts[0] == "exact p 0.500, smallest 0.001"
    assert texts[2] == "&lt;b&gt;no&lt;/b&gt; run has both"
