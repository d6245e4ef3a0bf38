"""Does forgetting survive: what the source of the 150 checkpoints gives, and a made suite worked by
hand."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from components.answers.record import Absent
from components.answers.survives.kept import KEPT
from components.answers.survives.metrics import METRICS
from components.answers.survives.survival_ranks import RANKS, draw, would_rank, written_names
from components.choices.query import parse
from components.pages import SURVIVES
from components.resolved import Resolved
from components.results.before_and_after import (
    NO_VALUES,
    NOTHING,
    UNWEIGHED,
    BeforeAndAfter,
    before_and_after,
)
from components.selection import default_selection
from data.registry import Tables
from tests.answered import look, view_of
from tests.beside import beside
from tests.made import made_metric, made_tables
from tests.released import TABLES, built_in

CASES = beside(__file__)

TOFU = built_in("tofu")
UDS_ES = {"survival": "uds:1,es:1", "floors": "none"}


def sides_of(tables: Tables = TOFU, **query: str) -> BeforeAndAfter:
    sides = view_of(tables, **query).of(before_and_after)
    assert isinstance(sides, BeforeAndAfter)
    return sides


def test_the_orders_of_the_150_agree_as_their_source_gives_it() -> None:
    facts: Any = METRICS.content(view_of(TOFU, floors="none"))
    taus = {m["metric"]: round(m["tau"], 3) for m in facts["survival_metrics"]}
    assert taus == {"uds": 0.746, "es": 0.738, "prob": 0.688, "rouge": 0.317}
    assert facts["weights"] == {"uds": 0.25, "es": 0.25, "prob": 0.25, "rouge": 0.25}
    two: Any = METRICS.content(view_of(TOFU, **UDS_ES))
    assert (round(two["tau"], 3), two["compared"]) == (0.773, 150)
    assert two["leaders_before"] == ["rmu_lr5e5_l5_s10_ep10"]
    assert two["leaders_after"] == ["graddiff_lr5e5_a2_ep10"]


def lines_of(suite: str, **query: str) -> list[str]:
    return [
        line
        for answer in (RANKS, KEPT, METRICS)
        for line in answer.said(view_of(built_in(suite), **query)).lines
    ]


def test_what_is_said() -> None:
    assert lines_of("tofu") == CASES["tofu"]
    assert lines_of("tofu", **UDS_ES)[:1] == CASES["uds and es"]
    _, order, *_ = lines_of("muse_quantization", panel="news_reported")
    assert order == "The two methods keep their order."


def test_a_destroyed_model_keeps_its_score_too_and_has_no_rank() -> None:
    row = {r.method: r for r in sides_of(TOFU, survival="uds:1,es:1").candidates}[
        "graddiff_lr5e5_a1_ep5"
    ]
    assert {round(side.utilities["uds"] or 0, 2) for side in (row.before, row.after)} == {0.97}
    assert (row.is_below_floor, row.before.rank) == (True, None)
    assert "17 % of Fluency" in row.reason
    lifted = {r.method: r for r in sides_of(TOFU, **UDS_ES).candidates}["graddiff_lr5e5_a1_ep5"]
    assert (lifted.is_below_floor, lifted.before.rank is None, lifted.reason) == (False, False, "")


def again(values: np.ndarray, missing: tuple[tuple[int, int, int, int], ...] = ()) -> Tables:
    """Methods m1 … and one retrained, measured before and after: `values` (2 sides, B, M, K) less
    those `missing`."""
    b, m, k = values.shape[1:]
    metrics = [
        replace(made_metric(f"X{i + 1}", "higher"), aims=("printed", "reference")) for i in range(k)
    ]
    tables = made_tables(values[0][:, None], metrics=metrics)
    values = values.copy()
    for place in missing:
        values[place] = np.nan
    cells = [(f"b{i + 1}", f"m{j + 1}", 1, f"X{n + 1}") for i, j, n in np.ndindex(b, m, k)]
    after = pd.DataFrame(cells, columns=["benchmark", "method", "seed", "metric"])
    after = after.assign(perturbation="quantised", panel="main")
    after["before"], after["after"] = values.reshape(2, -1)
    quantised = {"id": "quantised", "label": "4 bits", "description": "stored at 4 bits"}
    empty = dict.fromkeys(("trained_on", "steps", "reference", "url"), "")
    done = pd.DataFrame([{**quantised, **empty}])
    return replace(
        tables,
        methods=(*tables.methods[:-1], replace(tables.methods[-1], role="reference")),
        extras={"after": after, "perturbations": done},
    )


BEFORE = [
    [[0.9, 0.1], [0.5, 0.5], [0.2, 0.04], [0.6, 0.6]],
    [[0.7, 0.3], [0.5, 0.5], [0.2, 0.04], [0.8, 0.6]],
]
AFTER = [
    [[0.3, 0.1], [0.5, 0.5], [0.4, 0.04], [0.4, 0.6]],
    [[0.1, 0.3], [0.5, 0.5], [0.4, 0.04], [0.6, 0.6]],
]
VALUES = np.array([BEFORE, AFTER])
LOST = again(VALUES, ((1, 0, 0, 1),))


def test_means_over_benchmarks_by_hand() -> None:
    sides = sides_of(again(VALUES))
    assert [r.method for r in sides.candidates] == ["m1", "m2", "m3"]
    scores = [(row.before.score, row.after.score) for row in sides.candidates]
    assert scores == [(0.5, 0.2), (0.5, 0.5), (0.12, 0.22)]
    assert [(r.before.rank, r.after.rank) for r in sides.candidates] == [(1, 3), (1, 1), (3, 2)]
    assert sides.candidates[2].kept_of == {"X1": pytest.approx(2.0), "X2": None}, (
        "a share of .04 says nothing"
    )
    assert would_rank(sides, sides.never_ranked[0]) == (1, 1)


def test_closeness_aims_at_the_retrained_model_on_each_side() -> None:
    sides = sides_of(again(VALUES), aim="reference", survival="X1:1")
    # the retrained model has .6 before and .4 after on b1, .8 and .6 on b2: 1 − |x − t| / max(t, 1
    # − t), then the mean
    before = [(1 - 0.3 / 0.6 + 1 - 0.1 / 0.8) / 2, (1 - 0.1 / 0.6 + 1 - 0.3 / 0.8) / 2]
    after = [(1 - 0.1 / 0.6 + 1 - 0.5 / 0.6) / 2, (1 - 0.1 / 0.6 + 1 - 0.1 / 0.6) / 2]
    rows = {r.method: r for r in sides.candidates}
    np.testing.assert_allclose([rows[m].before.score for m in ("m1", "m2")], before)
    np.testing.assert_allclose([rows[m].after.score for m in ("m1", "m2")], after)
    assert (sides.never_ranked[0].before.score, sides.never_ranked[0].after.score) == (1.0, 1.0)


def test_a_row_without_one_side_has_no_rank_and_says_why() -> None:
    both = {"survival": "X1:1,X2:1"}
    assert sides_of(LOST).weights == {"X1": 1.0, "X2": 0.0}, "unless a reader gives it some"
    lost = sides_of(LOST, **both).candidates[-1]
    assert (lost.method, lost.before.rank, lost.before.score) == ("m1", None, None)
    assert lost.reason == "not measured on both sides: X2"
    notes = RANKS.said(view_of(LOST, **both)).notes
    assert "Without rank: 1 method (not measured on both sides: X2)." in notes
    assert len(sides_of(LOST, survival="X1:1").compared) == 3, (
        "what has no weight need not be there"
    )
    assert len(sides_of(LOST, benchmarks="b2", **both).compared) == 3


@pytest.mark.parametrize(
    ("tables", "query", "reason"),
    [
        (TABLES, {}, NOTHING),
        (again(np.full((2, 1, 3, 2), np.nan)), {}, NO_VALUES),
        (
            again(VALUES, tuple((1, b, m, 1) for b in (0, 1) for m in (0, 1, 2))),
            {"survival": "X2:1"},
            UNWEIGHED,
        ),
    ],
    ids=["nothing", "no value", "no weight"],
)
def test_why_there_is_nothing(tables: Tables, query: dict[str, str], reason: str) -> None:
    reason_given = view_of(tables, **query).of(before_and_after)
    assert isinstance(reason_given, Absent)
    assert reason_given.reason == reason
    assert SURVIVES.leads(view_of(tables, **query)) == [reason]


@pytest.mark.parametrize(
    "text", ["uds", "uds:-1", "uds:nan", "uds:0", "model_utility:1", "uds:1,uds:1"]
)
def test_choices_that_cannot_be_read_change_nothing(text: str) -> None:
    chosen, problems = parse({"perturbation": "<script>", "survival": text}, TOFU)
    assert {p.name for p in problems} == {"perturbation", "survival"}
    assert chosen == default_selection(TOFU)


def test_the_figure_has_a_line_for_each_rank_and_names_the_best_of_each_method() -> None:
    view, sides = view_of(TOFU, **UDS_ES), sides_of(TOFU, **UDS_ES)
    written = written_names(sides, view.labels)
    assert len(written) == 9, "8 methods, and another checkpoint that leads after"
    others, lines, dashed = (t for t in draw(sides, look(view)).data if t.mode == "lines+markers")
    assert len(others.x) + len(lines.x) == 3 * 150
    assert dashed.line.dash == "dash"
    rmu = list(written).index("rmu_lr5e5_l5_s10_ep10")
    assert lines.y[3 * rmu : 3 * rmu + 2] == (1, 64)


def test_weights_of_the_board_and_suites_that_measured_nothing_again() -> None:
    usual, other = (
        Resolved(TOFU, replace(default_selection(TOFU), weights=w)) for w in ("equal", "only-uds")
    )
    assert SURVIVES.content(usual) == SURVIVES.content(other)
    _, problems = parse({"perturbation": "relearn", "survival": "FA:1"}, TABLES)
    assert [p.expected.split(":")[0] for p in problems] == ["nothing", "nothing"]


def test_who_leads_before_and_was_not_measured_after_is_said_and_not_named_as_a_leader() -> None:
    """The runs of SURE gradient ascent score highest on the metrics weighed, and no table has it
    after."""
    view = view_of(built_in("muse_quantization"), panel="books_reported")
    sides = view.of(before_and_after)
    assert isinstance(sides, BeforeAndAfter)
    weights = {metric: weight for metric, weight in sides.weights.items() if weight > 0}
    utilities = view.contest.utilities[:, [view.panel.metric(metric) for metric in weights]]
    scores = dict(zip(view.panel.methods, utilities @ [*weights.values()], strict=True))
    assert max(scores, key=lambda method: scores[method]) == "ga_gdr_sure"
    assert "ga_gdr_sure" not in sides.leaders_before
    verdict, _, not_measured = RANKS.said(view).lines[:3]
    assert verdict.startswith("Of 3 methods measured twice, GA GDR leads before and after")
    assert not_measured == "GA SURE leads before and was not measured after."
    assert sides_of(**UDS_ES).unmeasured == ()
