"""What each weight decides, and which metrics with weight hardly separate the ranked methods."""

import numpy as np
import pytest

from components.answers.leaderboard.headline import RANKING
from components.answers.metric.metric import EVIDENCE
from components.results import weight_shares
from components.results.findings import findings
from components.results.trust import trust
from components.results.weight_shares import Flat, differs, first_group_note, hardly_separates
from components.served import computed
from tests.answered import made, view_of
from tests.released import NAMES, built_in

SERVED = computed([built_in(s) for s in ("open_mmunlearning", "tofu", "clear")])


def test_a_number_printed_alone_decides_nothing() -> None:
    tables = built_in("open_mmunlearning")
    row = tables.extras["ratings"].set_index("metric").loc["rated_ks"]
    told = findings(tables, ["rated_ks"], SERVED.of_suite)["rated_ks"]
    questions = ["separates", "relearning", "quantisation"]
    assert [f.question for f in told] == questions
    assert [f.value for f in told] == [row[name] for name in ("faithfulness", *questions[1:])]
    assert {(f.state, f.side, f.out_of, f.low) for f in told} == {
        ("cannot tell", "neither", 30, None)
    }
    computed_too = findings(built_in("tofu"), ["prob"], SERVED.of_suite)["prob"]
    assert [f.question for f in computed_too] == questions, "the pool's AUC is computed"


def test_a_weight_decides_by_the_range_of_its_metric() -> None:
    view = made([[0.5, 0.0, 0.3], [0.5, 0.4, 0.9]], weights="X1:1,X2:2,X3:1")
    shares = view.of(weight_shares.weight_shares)
    assert shares.decides == pytest.approx({"X1": 0.0, "X2": 0.8 / 1.4, "X3": 0.6 / 1.4})
    assert shares.beside == {"X1": "decides 0 %", "X3": "decides 43 %"}
    (flat,) = shares.flat
    assert flat.sentence() == "X1 hardly separates: its weight decides less than 2 %."
    alike = made([[0.5, 0.4], [0.5, 0.4]], weights="equal").of(weight_shares.weight_shares)
    assert (alike.decides, alike.group_decides, alike.flat) == ({}, {}, ())


@pytest.mark.parametrize(
    ("weight", "share", "is_told"),
    [
        (0.30, 0.41, True),
        (0.30, 0.39, False),
        (0.25, 0.14, True),
        (0.04, 0.08, True),
        (0.08, 0.04, True),
        (0.04, 0.065, False),
        (0.09, 0.13, False),
        (0.02, 0.0, False),
    ],
)
def test_a_share_is_told_beside_a_weight_from_which_it_differs(
    weight: float, share: float, is_told: bool
) -> None:
    assert differs(weight, share) == is_told


@pytest.mark.parametrize("suite", NAMES)
def test_what_hardly_separates_follows_the_rule_by_loops(suite: str) -> None:
    """Weight × range below 0.02 of all; or half of the rows within 0.01 of the original, mapped,
    and less than an equal share."""
    tables = built_in(suite)
    for panel in tables.panels:
        view = view_of(tables, panel=panel.id)
        contest, rows = view.contest, view.contest.shown.tolist()
        shares = view.of(weight_shares.weight_shares)
        weighted = [k for k, weight in enumerate(contest.weights) if weight > 0]
        spread = {}
        for k in weighted:
            values = [contest.utilities[row, k] for row in rows]
            spread[k] = contest.weights[k] * (max(values) - min(values)) if rows else 0.0
        wanted = []
        for k in weighted:
            share = spread[k] / sum(spread.values()) if any(spread.values()) else np.nan
            original = weight_shares._original(view)[k]
            near = [row for row in rows if abs(contest.utilities[row, k] - original) < 0.01 + 1e-8]
            not_moved = 2 * len(near) >= len(rows) and share < 1 / len(weighted)
            if len(rows) > 1 and (share < 0.02 or not_moved):
                wanted.append(contest.panel.metric_ids[k])
        assert [flat.metric.id for flat in shares.flat] == wanted, panel.id


def test_no_metric_is_supported_and_hardly_separates() -> None:
    view = view_of(built_in("calibration"), panel="multimodal", weights="balanced")
    flat = {row.metric.id for row in view.of(weight_shares.weight_shares).flat}
    verdicts = {row.metric: row.verdict for row in view.of(trust).rows}
    supported = {metric for metric in flat if verdicts[metric] == "supported"}
    assert {row.metric.id for row in view.of(hardly_separates)} == flat - supported


def test_flat_metrics_are_said_on_the_board_and_on_the_page_of_the_metric() -> None:
    view = view_of(built_in("clear"))
    values = view.tables.runs_of("llava").set_index("method")["forget_quality"]
    near = abs(values.groupby("method").mean() - values["base"].iloc[0]) < 0.0101
    assert near[list(view.contest.row_ids)].sum() == 5 == len(view.contest.row_ids)
    said = "FQ hardly separates: 5 of 5 methods lie within 0.01 of the original model."
    rows = view.of(hardly_separates)
    assert rows[0].sentence() == said
    assert weight_shares.note(rows) == (
        "FQ and Real metric hardly separate: most methods are nearly alike there, or as the"
        " original model."
    )
    board = RANKING.said(view)
    assert weight_shares.note(rows) in [*board.lines, *board.notes]
    assert "FQ" not in weight_shares.note(
        view_of(built_in("clear"), weights="only-forget_metric").of(hardly_separates)
    )
    page = EVIDENCE.said(computed(SERVED.suites, {"id": "js_truth_ratio"})).lines
    assert said.replace("separates:", "separates in CLEAR, LLaVA:") in page
    flat = Flat(rows[0].metric, 0.04, 5, 5)
    assert flat.sentence(" in CLEAR", supported=True).startswith(
        "FQ is supported elsewhere and flat in CLEAR: 5 of 5 methods"
    )


def test_a_preset_says_once_that_its_group_decides_less_than_half() -> None:
    view = view_of(built_in("calibration"), panel="unimodal", weights="utility_first")
    said = "Utility first gives usefulness 50 % of the weight; it decides 18 %."
    assert first_group_note(view) == said
    board = RANKING.said(view)
    assert [*board.lines, *board.notes].count(said) == 1
    more = view_of(built_in("calibration"), panel="unimodal", weights="privacy_first")
    assert first_group_note(more) == ""
    assert first_group_note(view_of(built_in("calibration"), weights="balanced")) == ""
