"""ρ of each metric with closeness to the retrained model: its numbers, words and figures."""

from dataclasses import replace

import numpy as np
import pytest

from components.answers.reliability import closeness, one_metric
from components.resolved import Resolved
from components.stats.bootstrap import Interval
from components.stats.panel import PairRun
from components.stats.reliability.metrics import NO_DISTANCE, NO_RUN, MetricReliability
from components.words import Labels
from tests.answered import look, named, view_of
from tests.made import made_metric, made_tables

LABELS = Labels("Made", "Main", {"m": "M"}, {}, {"b1": "One", "b2": "Two"}, {})
LOOK = replace(look(view_of()), names=LABELS)


def made_view(values, oracle=None, **kinds):
    return view_of(made_tables(np.asarray(values, dtype=float), oracle, **kinds))


def reliability(view):
    return view.of(closeness.compute)


def said(view):
    answer = closeness.say(reliability(view), view.labels)
    return " ".join(s for s in (*answer.lines, *answer.notes) if s)


def strong():
    distance = np.stack([np.arange(1.0, 7.0), np.arange(2.0, 8.0)])[:, None, :]
    return made_view(1 / distance[..., None], distance, metrics=[made_metric("S", "higher")])


def test_the_rows_have_the_released_numbers():
    result = reliability(view_of())
    rows = result.rows
    assert [r.metric for r in rows] == ["FA", "RA", "MIA", "AD", "JS"]
    assert [round(r.rho, 3) for r in rows[:2]] == [-0.418, 0.484]
    assert [round(r.p, 3) for r in rows[:2]] == [0.011, 0.003]
    assert rows[0].constant_on == rows[1].constant_on == ("mllmu_bench", "unlok_vqa")
    assert rows[0].rho_by_benchmark["mllmu_bench"] is None
    assert rows[0].rho_within == pytest.approx(0.105, abs=5e-4)
    assert rows[0].p_min == pytest.approx(1 / 12)
    assert rows[1].rho_within == pytest.approx(0.6)
    assert rows[1].rho_no_signal == pytest.approx(0.437, abs=5e-4)
    assert rows[0].resolution == {"mmubench": pytest.approx(1 / 30)}
    assert rows[1].resolution["mllmu_bench"] == pytest.approx(1 / 50)
    assert result.best == rows[1]


def test_a_strong_signal_and_no_oracle():
    (row,) = reliability(strong()).rows
    assert row.p_stratified == row.p_min < 0.001
    told = said(strong())
    assert "1 of 1 metric differs significantly (p ≤ 0.05) from what shuffled methods give: S." in told
    assert "chance alone would put about 0.1 of them at p ≤ 0.05." in told, "one p, at the level .05"
    view = made_view(np.full((2, 2, 3, 2), 0.5))
    assert said(view).startswith("This suite has no oracle metric")
    assert not reliability(view).has_oracle


def test_a_panel_without_an_oracle_has_reasons():
    view = view_of(panel="resnet_unimodal")
    result = reliability(view)
    assert all(r.rho is None and r.p_stratified is None for r in result.rows)
    assert all(r.reason == NO_DISTANCE and r.interval.reason for r in result.rows)
    assert (result.best, result.has_oracle) == (None, True)
    assert result.elsewhere == ("llava_multimodal", "blip2_multimodal")
    assert said(view).endswith("It was measured for LLaVA-1.5-7B and BLIP-2 OPT-2.7B.")


def test_two_runs_carry_no_p():
    result = reliability(view_of(panel="blip2_multimodal"))
    ra = result.row("RA")
    assert (ra.rho, ra.p, ra.p_stratified, ra.p_min, ra.interval.low) == (pytest.approx(-1.0), None, 1.0, 1.0, None)
    assert ra.interval.reason
    assert result.row("FA").reason == "it is the same in all 2 runs"
    assert result.row("MIA").reason == "no run has both this metric and an oracle distance"
    assert " RA and AD could not: " in said(view_of(panel="blip2_multimodal"))


@pytest.mark.parametrize("case", ["one method", "one metric", "all tied", "one run", "no run", "one distance"])
def test_odd_selections_have_reasons(case):
    rng = np.random.default_rng(0)
    shape = {"one method": (2, 2, 1, 2), "one metric": (2, 2, 3, 1), "one run": (1, 1, 1, 2)}.get(case, (2, 2, 3, 2))
    values, oracle = rng.random(shape), rng.random(shape[:3])
    if case == "all tied":
        values[:] = 0.5
    if case == "one distance":
        oracle[:] = 0.5
    view = made_view(values, oracle)
    if case == "no run":
        view = Resolved(view.tables, replace(view.selection, benchmarks=("elsewhere",)))
    result = reliability(view)
    assert all((r.rho is None) == (r.p_stratified is None) == bool(r.reason) for r in result.rows)
    reasons = {
        "all tied": "it is the same in all 12 runs",
        "one run": "one run only",
        "no run": NO_RUN,
        "one distance": "the oracle distance is the same in all 12 runs",
    }
    assert {r.reason for r in result.rows} == {reasons.get(case, "")}
    texts = [said(view), *map(closeness.p_label, result.rows), *map(closeness.interval_text, result.rows)]
    assert not any("nan" in t or "None" in t for t in texts)


def test_the_head_of_the_page():
    for part in (
        "No metric is shown to follow closeness to the retrained model; RA comes nearest: ρ +0.484 over 36 runs.",
        "Differences between benchmarks alone give about +0.437; only the rest can come from the methods.",
        "0 of 5 metrics differ significantly (p ≤ 0.05) from what shuffled methods give. FA could not: the "
        "smallest possible p is 0.083.",
        "Pooling turns the sign of FA (−0.418, within +0.105) and JS (−0.051, within +0.133)",
    ):
        assert part in said(view_of())
    rng = np.random.default_rng(0)
    alone = made_view(rng.random((2, 2, 3, 1)), rng.random((2, 2, 3)))
    assert said(alone).startswith("Only X1 can be compared with closeness to the retrained model: ρ ")


@pytest.mark.parametrize(
    ("p_near", "p_far", "verdict"),
    [
        (0.5, 0.01, "No metric is shown to follow closeness to the retrained model; A comes nearest: ρ +0.700"),
        (0.01, 0.5, "Only B is shown to follow closeness to the retrained model: ρ +0.300"),
    ],
)
def test_only_a_metric_that_is_better_than_shuffled_methods_is_said_to_follow(p_near, p_far, verdict):
    known = [
        replace(row("A", 0.7), p_stratified=0.5, p_min=0.001),
        replace(row("B", 0.3), p_stratified=p_near, p_min=0.001),
        replace(row("C", -0.9), p_stratified=p_far, p_min=0.001),
    ]
    result = reliability(view_of())
    assert closeness.lead(replace(result, rows=tuple(known)))[0].startswith(verdict)
    both = (*known[:2], replace(row("D", 0.4), p_stratified=0.01, p_min=0.001))
    several = closeness.lead(replace(result, rows=(both[0], replace(both[1], p_stratified=0.01), both[2])))
    highest = "Of the metrics that follow closeness to the retrained model, D is highest: ρ +0.400"
    assert several[0].startswith(highest)


def test_one_metric_in_a_paragraph():
    view = view_of(panel="blip2_multimodal")
    result = reliability(view)
    assert (
        one_metric.metric_sentence(result.row("FA"), view.labels) == "FA has no ρ here: it is the same in all 2 runs."
    )
    row = replace(
        result.row("RA"), label="A", n=36, rho=0.5, p=0.0001, rho_no_signal=-0.1, p_stratified=0.02, p_min=0.001,
        arrangements=5_000, exact=False, interval=Interval(-0.2, 0.8, 100, 0), resolution={"b1": 1 / 50, "b2": 1 / 30},
        rho_by_benchmark={"b1": 0.25, "b2": None, "b3": -1.0},
    )  # fmt: skip
    assert one_metric.metric_sentence(row, view.labels) == (
        "ρ is +0.500 over 36 runs (asymptotic p < 0.001, which takes runs for independent) and −0.100 with the methods "
        "shuffled; sampled p (5000 shuffles) 0.020, smallest possible 0.001; 95 % interval −0.200 to 0.800. Within "
        "benchmarks ρ is +0.250 on b1 and −1.000 on b3. A moves in steps of 1/50 on b1 and 1/30 on b2."
    )


def row(metric, rho, low=None, high=None, within=None, reason=""):
    known = rho is not None
    return MetricReliability(
        metric=metric, label=metric, n=12, rho=rho, p=0.02, rho_no_signal=0.1 if known else None, rho_within=None,
        rho_by_benchmark=within or {"b1": None, "b2": None}, p_stratified=0.5 if known else None, p_min=0.25,
        arrangements=4, exact=True, interval=Interval(low, high, 0, 0), constant_on=(), resolution={},
        reason=reason,
    )  # fmt: skip


ROWS = (
    row("A", 0.5, -0.2, 0.8, within={"b1": 0.3, "b2": None}),
    row("B", -0.4, within={"b1": -0.1, "b2": 0.9}),
    row("C", None, reason="<b>no</b> run has both"),
)


def forest(*rows):
    return closeness.draw(closeness.Reliability(rows, ("b1", "b2"), True, (), ()), LOOK)


def test_the_forest_draws_every_number_in_registry_order_from_the_top():
    fig = forest(*ROWS)
    dots = named(fig, "ρ over all runs")
    assert (list(dots.x), list(dots.y)) == ([0.5, -0.4], [2, 1])
    assert list(named(fig, "no signal").x) == [0.1, 0.1]
    assert list(named(fig, "95 % interval").x) == [-0.2, 0.8, None]
    assert list(named(fig, "within One").x) == [0.3, -0.1]
    assert list(fig.layout.yaxis.ticktext) == ["A", "B", "C"]
    assert list(fig.layout.yaxis.tickvals) == [2, 1, 0]
    assert fig.layout.xaxis.range[0] < -1 < 1 < fig.layout.xaxis.range[1]
    assert {round(y) for y in named(fig, "undefined").y if y is not None} <= {0, -1}
    reason = "&lt;b&gt;no&lt;/b&gt; run has both"
    assert [a.text for a in fig.layout.annotations] == [*map(closeness.p_label, ROWS[:2]), reason]


NEAR = PairRun(benchmark="b1", method="m", seed=1, x=0.2, y=0.05)
FAR = PairRun(benchmark="b2", method="m", seed=2, x=0.8, y=0.4)


def scatter(metric, *runs):
    every = closeness.Reliability(ROWS, ("b1", "b2"), True, (), ())
    return one_metric.draw(one_metric.OneMetric(every, metric, (metric,), runs), LOOK)


def test_better_is_up_and_closer_is_right():
    assert scatter(made_metric("A", "lower"), NEAR, FAR).layout.yaxis.autorange == "reversed"
    fig = scatter(made_metric("A", "higher"), NEAR, FAR)
    assert fig.layout.yaxis.autorange is True
    assert fig.layout.xaxis.autorange == "reversed"
    assert fig.layout.xaxis.type == "log"
    assert [list(t.x) for t in fig.data] == [[0.05], [0.4]]
    assert len({t.marker.symbol for t in fig.data}) == 2
    zero = scatter(made_metric("A"), replace(NEAR, y=0.0))
    assert zero.layout.xaxis.type is None, "a distance of zero has no logarithm"
