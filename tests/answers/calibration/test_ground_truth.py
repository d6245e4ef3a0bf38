"""Pools of models whose knowledge is known: areas by plain loops, words, tables, figures and the page."""

from dataclasses import replace
from itertools import product

import pytest
from components.answers.calibration.pools import draw_pools

from components.answers.calibration import ground_truth as words
from components.answers.calibration.controls import compute as calibration
from components.answers.calibration.controls import panel_judged, say
from components.answers.calibration.ground_truth import GroundTruthResult, draw_areas
from components.controls import panel_with_controls
from components.pages import CALIBRATION
from tests.answered import look, named, view_of
from tests.calibrated import calibrated
from tests.pooled import pooled
from tests.released import TABLES as RELEASED
from tests.released import built_in

TOFU, MADE = built_in("tofu"), pooled()
EMPTY = GroundTruthResult(rows=(), models=())
FULL, REAL, LOOK = words.compute(view_of(MADE)), words.compute(view_of(TOFU)), look(view_of())
GOOD, TURNED, MIXED = FULL.rows


def by_hand(known, unknown, sign) -> float:
    wins = 0.0
    for p, n in product(known, unknown):
        wins += 0.5 if p == n else float((p < n) if sign > 0 else (p > n))
    return wins / (len(known) * len(unknown))


@pytest.mark.parametrize("row", REAL.rows, ids=lambda r: r.metric)
def test_the_areas_of_the_study_are_those_of_plain_loops(row):
    pool = TOFU.extras["pool"]
    sign = 1 if row.metric == "uds" else -1  # only here does a higher value say that the knowledge is gone
    groups = {
        side: [list(g[row.metric]) for _, g in pool[pool["pool"] == side].groupby("variant")]
        for side in ("known", "unknown")
    }
    known, unknown = ([v for g in groups[side] for v in g] for side in ("known", "unknown"))
    assert row.auc == pytest.approx(by_hand(known, unknown, sign), abs=1e-12)
    pairs = [by_hand(p, n, sign) for p, n in product(groups["known"], groups["unknown"])]
    assert (row.low, row.high) == pytest.approx((min(pairs), max(pairs)))
    assert row.is_range
    reference = float(pool.loc[pool["pool"] == "reference", row.metric].iloc[0])
    assert row.reference_value == reference
    assert row.known_within == sum((v >= reference) if sign > 0 else (v <= reference) for v in known)
    assert row.unknown_beyond == sum((v < reference) if sign > 0 else (v > reference) for v in unknown)
    assert row.printed == pytest.approx(row.auc, abs=0.001)


def test_verdicts_of_made_metrics_and_pages_that_open_on_pools():
    assert [r.auc for r in FULL.rows] == [1, 0, 0.75]
    assert [(r.low, r.high) for r in FULL.rows] == [(1, 1), (0, 0), (0, 1)]
    assert [(r.known_within, r.unknown_beyond) for r in FULL.rows] == [(0, 0), (6, 6), (3, 0)]
    assert [r.metric for r in FULL.best_first] == ["GOOD", "MIXED", "TURNED"]
    assert [r.printed for r in FULL.rows] == [0.99, None, None]
    assert panel_with_controls(TOFU) == ""
    assert panel_judged(TOFU) == "tofu_llama32_1b"
    assert panel_judged(calibrated()) == "images"
    assert panel_judged(RELEASED) == ""


def test_the_lead_names_the_best_metric_first():
    assert words.truth_lead(FULL) == [
        "Good metric (GOOD) has the highest AUC in telling models that know from models that never did: 1.00, where "
        "0.5 is blind.",
        "Its range (1.00 to 1.00) overlaps 1 of the 2 below it.",
        "Turned metric (TURNED) has the lowest, 0.00.",
    ]
    assert words.truth_lead(replace(FULL, rows=(GOOD, replace(MIXED, auc=1.0))))[0].startswith(
        "Good metric (GOOD) and Mixed metric (MIXED) have the highest AUC"
    )
    assert words.truth_lead(replace(FULL, rows=(TURNED,))) == [
        "No metric separates models that know from models that never did: the highest AUC is 0.00, and 0.5 is blind."
    ]
    assert words.truth_lead(EMPTY) == []


def test_printed_areas_and_the_reference_are_told_where_there_are_some():
    assert words.truth_printed(FULL).endswith("than 0.0100 (GOOD).")
    assert words.truth_printed(replace(FULL, rows=(TURNED,))) == ""
    assert words.truth_reference(FULL) == (
        "retrain never saw the knowledge: under TURNED 6 of 6 models that know show no more of it than retrain, under "
        "GOOD none."
    )
    assert words.truth_reference(replace(FULL, rows=(GOOD,))).endswith("under GOOD none of 6 models that know show no more of it than retrain.")  # fmt: skip # noqa: E501
    alone = replace(GOOD, reference_value=None, known_within=None, unknown_beyond=None)
    assert words.truth_reference(replace(FULL, rows=(alone,))) == ""
    assert words.truth_rests(EMPTY) == words.truth_interval(EMPTY) == words.truth_printed(EMPTY) == ""


def test_the_page_leads_with_pools_only_where_it_has_no_controls():
    assert CALIBRATION.leads(view_of(TOFU))[0] == words.truth_lead(REAL)[0]
    made = calibrated()
    both = replace(made, extras={**made.extras, **MADE.extras})
    result = calibration(view_of(both, weights="equal"))
    assert result.truth.rows
    assert say(result, view_of().labels).lines[0].startswith("On canaries")
    (reason,) = CALIBRATION.leads(view_of())
    assert "neither" in reason


def test_strips_run_from_least_to_most_knowledge_whatever_the_direction():
    assert list(named(draw_areas(FULL, LOOK), "AUC").x) == [1, 0.75, 0], "best on top"
    fig = draw_pools(FULL, LOOK)
    knows, never = named(fig, "knows"), named(fig, "never knew")
    assert len(knows.x) == len(never.x) == 18
    assert min(knows.x[:6]) > max(never.x[:6]), "GOOD falls with knowledge and is turned"
    assert max(knows.x[12:]) < min(never.x[12:]), "TURNED is drawn the wrong way round, as it is"
    assert list(named(fig, "retrain").x[::3]) == pytest.approx([0.002 / 0.602, 0.31 / 0.602, 0.5])
    assert fig.layout.annotations[0].text == "from 0.802 to 0.200"
