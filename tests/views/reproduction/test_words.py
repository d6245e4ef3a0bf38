"""What the reproduction page says: each sentence once as it reads, and what it counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.resolved import Resolved
from components.selection import default_selection
from components.views.reproduction import words
from components.views.reproduction.recoverability import recoverability
from components.views.reproduction.result import ReproductionResult, reproduction
from tests.released import TABLES

VIEW = Resolved(TABLES, default_selection(TABLES))
RESULT = reproduction(VIEW)
BY = {r.claim: r for r in RESULT.rows}
NONE = ReproductionResult(rows=())


def test_the_verdict_counts_what_the_rows_say():
    assert words.lead(RESULT) == [
        "All 37 printed numbers that can be checked reproduce; 8 change sign once ties count as ties.",
        "18 correlations were counted again with ties; 3 superseded numbers do not reproduce.",
        "",
    ]
    rows = tuple(replace(r, outcome="mismatch", matches=False) if r.claim == "rho_ra" else r for r in RESULT.rows)
    told = words.lead(ReproductionResult(rows=rows))
    assert told[0] == "36 of 37 printed numbers that can be checked reproduce."
    assert told[1].startswith("17 correlations were counted again with ties, 8 changed sign; 3 superseded")
    assert told[2] == "Not reproduced: rho_ra."
    assert words.lead(NONE) == ["This suite lists no printed number."]


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ((0, 0, 0), "No printed number that still stands can be recomputed from these tables."),
        ((1, 1, 0), "The one printed number that can be checked reproduces."),
        ((0, 1, 0), "0 of 1 printed number that can be checked reproduce."),
        ((2, 2, 0), "All 2 printed numbers that can be checked reproduce."),
        ((2, 2, 1), "All 2 printed numbers that can be checked reproduce; 1 changes sign once ties count as ties."),
    ],
)
def test_verdicts(counts: tuple[int, int, int], told: str):
    assert words.verdict(*counts) == told


def test_numbers_that_cannot_be_recomputed_and_superseded_ones_are_counted_apart():
    old = BY["superseded_stability"]
    missing = replace(BY["rho_ra"], outcome="not recomputable", matches=None)
    states = (old, replace(old, matches=True), replace(old, matches=None), missing)
    one = (
        "1 superseded number does not reproduce; 1 superseded number reproduces; "
        "1 superseded number cannot be recomputed."
    )
    result = ReproductionResult(rows=states)
    assert words.rests_on(result) == f"1 cannot be recomputed from these tables; {one}"
    two = (
        "2 superseded numbers do not reproduce; 2 superseded numbers reproduce; "
        "2 superseded numbers cannot be recomputed."
    )
    assert words.rests_on(ReproductionResult(rows=(*states[:3], *states[:3]))) == two


def test_numbers_that_do_not_reproduce_are_named():
    assert words.mismatch_sentence(RESULT) == ""
    wrong = tuple(replace(BY[c], outcome="mismatch") for c in ("rho_ra", "rho_fa"))
    assert words.mismatch_sentence(ReproductionResult(rows=wrong)) == "Not reproduced: rho_ra and rho_fa."


def test_correlations_counted_again_are_those_with_a_counterpart():
    kinds = ("kendall_tau_published", "tau_b_pooled_aligned", "tau_b_benchmark", "spearman_rho")
    both = [r for r in RESULT.rows if r.statistic in kinds and r.outcome == "match"]
    turned = [r for r in both if r.tie_aware * r.printed < 0]
    assert words.rests_on(RESULT).startswith(f"{len(both)} correlations were counted again")
    assert f"; {len(turned)} change sign" in words.lead(RESULT)[0]
    assert words.rests_on(ReproductionResult(rows=(turned[0],))) == "1 correlation was counted again with ties."


def test_the_pilot_says_counts_shares_and_where_its_sources_differ():
    sentences = words.recoverability_sentences(recoverability(VIEW))
    assert (
        "23 of 24 samples that failed directly still revealed the answer, 0.958 (95 % interval 0.798 to 0.993; "
        in (sentences[3])
    )
    assert sentences[4:] == [
        "The sources disagree on Gradient Ascent: 6 of 6 (outputs/kr_pilot_summary.txt) and 5 of 6 (later revision "
        "README)."
    ]
