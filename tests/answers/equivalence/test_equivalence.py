"""Equivalence on a suite whose right order is known: ranks, controls, the other metrics, filters,
the figure."""

from dataclasses import replace

import pytest

from components.answers.equivalence import orders
from components.answers.equivalence.models import draw, models_table, say
from components.pages import EQUIVALENCE
from components.resolved import Resolved
from components.results.absent import Absent
from components.results.equivalence import compute, in_order, panel_with_answers
from components.table import records
from tests.answered import look, named, view_of
from tests.calibrated import METHODS, calibrated
from tests.released import TABLES as RELEASED

TABLES = calibrated()


def resolved(tables=TABLES, **query: str) -> Resolved:
    return view_of(tables, panel="questions", weights="equal", **query)


VIEW = resolved()
FULL = VIEW.of(compute)


def test_models_are_ranked_by_the_whole_forget_set_and_controls_follow():
    assert [r.method for r in FULL.models] == list(METHODS)
    assert [r.rank for r in FULL.models] == [1, 2, 3, None, None]
    assert [r.is_farther for r in FULL.models] == [False, False, True, None, None]
    runs = TABLES.runs[TABLES.runs["panel"] == "questions"]
    for row in FULL.models:
        whole = runs.loc[runs["method"] == row.method, "FADE"].mean()
        assert row.ranking_j == row.j_whole == pytest.approx(whole)
        assert row.estimate.prompts == 48
        assert row.lowest_prompt < row.estimate.j < row.highest_prompt
    assert (FULL.retrained.method, FULL.original.method) == ("retrain", "original")
    content = EQUIVALENCE.content(VIEW)["equivalence"]
    assert content["ranked_by"] == "whole"
    assert [content[end]["method"] for end in ("floor", "ceiling")] == ["retrain", "original"]


def test_models_with_an_infinite_j_share_the_last_rank():
    first, second, third, *_ = FULL.models
    endless = [
        replace(r, j_whole=None, estimate=replace(r.estimate, j=None)) for r in (first, second)
    ]
    ranked = in_order([*endless, third], FULL.original)
    assert [(r.method, r.rank, r.is_farther) for r in ranked] == [
        ("poor", 1, True),
        ("good", 2, None),
        ("fair", 2, None),
    ]
    told = replace(first, estimate=replace(first.estimate, infinite_forward=2)).infinite
    assert told == "infinite: 2 answers of the unlearned model that the retrained model cannot give"


def test_j_itself_is_not_compared_with_j_and_directions_hold():
    order_of_metric = {r.metric: r for r in VIEW.of(orders.compute).rows}
    assert set(order_of_metric) == {"GOOD", "TURNED", "FLAT"}
    assert order_of_metric["GOOD"].tau == pytest.approx(1)
    assert order_of_metric["TURNED"].tau == pytest.approx(-1)
    assert order_of_metric["FLAT"].tau is None
    # two benchmarks of three methods: 2 of 36 arrangements reach |τ| = 1
    test = order_of_metric["GOOD"].test
    assert test.p == test.p_min == pytest.approx(2 / 36)
    assert orders.METRICS.said(VIEW).lines == [
        "Of 2 other metrics, GOOD orders the methods most like J (τ +1.0), TURNED least (τ −1.0)."
    ]


def test_without_the_whole_forget_set_the_answers_decide():
    view = resolved(replace(TABLES, extras={k: v for k, v in TABLES.extras.items() if k != "fade"}))
    result = view.of(compute)
    ranked = [r.ranking_j for r in result.models if not r.is_control]
    assert ranked == sorted(ranked) == [r.estimate.j for r in result.models if not r.is_control]
    assert {r.metric for r in view.of(orders.compute).rows} == {"FADE", "GOOD", "TURNED", "FLAT"}


def test_filters_choose_answers():
    result = resolved(benchmarks="b3", seeds="1").of(compute)
    estimate = result.models[0].estimate
    assert (estimate.prompts, estimate.runs, estimate.balance) == (12, 1, None)
    view = resolved(methods="fair")
    alone = view.of(compute)
    assert [r.method for r in alone.models] == ["fair"]
    assert (alone.retrained, alone.original) == (FULL.retrained, FULL.original)
    assert isinstance(view.of(orders.compute), Absent), "one method has no order"


def test_the_table_has_the_range_of_single_prompts():
    answers = TABLES.extras["fade_samples"]
    answers = answers[answers["method"] == "poor"]
    ratio = answers["loglik_unlearned"] - answers["loglik_reference"]
    directed = ratio.where(answers["generated_by"] == "unlearned", -ratio)
    prompt = [answers[column] for column in ("benchmark", "seed", "prompt")]
    j = directed.groupby([*prompt, answers["generated_by"]]).mean().groupby(level=[0, 1, 2]).sum()
    poor = next(row for row in records(models_table(FULL.models)) if row["method"] == "poor")
    assert [poor["lowest_prompt"], poor["highest_prompt"]] == pytest.approx([j.min(), j.max()])
    assert poor["j"] == pytest.approx(j.mean())


def test_what_lacks_is_said():
    assert view_of(TABLES).of(compute) == Absent("Images has no drawn answers; Questions does.")
    none = "No answers on LLaVA-1.5-7B were scored by a retrained model."
    assert view_of().of(compute) == Absent(none)
    assert (panel_with_answers(RELEASED), panel_with_answers(TABLES)) == ("", "questions")


def test_the_verdicts():
    j = {r.method: r.j_whole for r in FULL.models}
    lines = say(FULL, VIEW.labels).lines
    assert lines[0] == (
        f"good answers most like a retrained model: FADE distance {j['good']:.2f} "
        f"(retrained {j['retrain']:.2f}, original {j['original']:.1f})."
    )
    assert lines[-1] == "poor is farther away than the original model."
    good, fair, *others = FULL.models
    for low, said in (
        (
            good.interval[1],
            "good and fair answer most like a retrained model (intervals overlap): ",
        ),
        (good.interval[1] + 0.1, "; on drawn answers fair does."),
    ):
        nearer = replace(fair.estimate, j=good.estimate.j - 0.1, low_runs=low, high_runs=low + 1)
        turned = replace(FULL, models=(good, replace(fair, estimate=nearer), *others))
        assert said in say(turned, VIEW.labels).lines[0]
    wide, narrow = (
        replace(FULL.retrained.estimate, low_runs=None, high=high) for high in (1e6, -1e6)
    )
    near, far = (
        say(replace(FULL, retrained=replace(FULL.retrained, estimate=e)), VIEW.labels)
        for e in (wide, narrow)
    )
    alike = "3 of 3 methods cannot be told apart from a retrained model: good, fair and poor."
    assert near.lines[1] == alike
    assert far.lines[1] == "No method's interval reaches that of a retrained model."


def test_the_figure_draws_models_between_the_controls():
    fig = draw(FULL, look(VIEW))
    dots = named(fig, "drawn answers")
    assert list(dots.x) == [r.estimate.j for r in FULL.models]
    assert list(dots.y) == [4, 3, 2, 1, 0]
    assert list(dots.marker.symbol) == ["circle", "circle", "square", "circle", "circle"]
    assert list(named(fig, "whole forget set").x) == [r.j_whole for r in FULL.models]
    assert [s.x0 for s in fig.layout.shapes] == [FULL.retrained.j_whole, FULL.original.j_whole]
    assert [a.text for a in fig.layout.annotations] == ["retrained", "original"]
    assert fig.layout.xaxis.type is None, "a value below 0 has no logarithm"


def test_the_figure_uses_a_log_scale_and_hatches_what_is_infinite():
    first = FULL.models[0]
    estimate = replace(first.estimate, j=2.0, low=1.0, high=3.0, low_runs=None, high_runs=None)
    row = replace(first, estimate=estimate, j_whole=None)
    infinite = replace(row, method="m", estimate=replace(estimate, j=None))
    ends = {"retrained": replace(row, j_whole=1.0), "original": replace(row, j_whole=100.0)}
    fig = draw(replace(FULL, models=(row, infinite), **ends), look(VIEW))
    assert fig.layout.xaxis.type == "log"
    assert named(fig, "undefined").fillpattern.shape == "/"
    assert [a.x for a in fig.layout.annotations] == [0, 2], (
        "annotations of a log axis stand in powers of ten"
    )
    assert [s.x0 for s in fig.layout.shapes] == [1, 100]
