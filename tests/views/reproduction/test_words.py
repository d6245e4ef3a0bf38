"""What the reproduction page says: each sentence once as it reads, and what it counts."""

from __future__ import annotations

from dataclasses import replace

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


def test_the_summary_counts_what_the_rows_say():
    assert words.lead(RESULT) == [
        "37 of 37 figures that can be recomputed match what is printed; 3 superseded ones do not."
    ]
    rows = tuple(replace(r, outcome="mismatch", matches=False) if r.claim == "rho_ra" else r for r in RESULT.rows)
    assert words.lead(ReproductionResult(rows=rows))[0].startswith("36 of 37 figures")
    assert words.lead(NONE) == ["This suite lists no published figure."]


def test_figures_that_cannot_be_recomputed_and_superseded_ones_are_counted_apart():
    old = BY["superseded_stability"]
    missing = replace(BY["rho_ra"], outcome="not recomputable", matches=None)
    states = (old, replace(old, matches=True), replace(old, matches=None), missing)
    one = "1 superseded one does not; 1 superseded one does; 1 superseded one cannot be recomputed."
    assert words.lead(ReproductionResult(rows=states)) == [f"1 cannot be recomputed from these tables; {one}"]
    two = "2 superseded ones do not; 2 superseded ones do; 2 superseded ones cannot be recomputed."
    assert words.lead(ReproductionResult(rows=(*states[:3], *states[:3]))) == [two]


def test_figures_that_do_not_reproduce_are_named():
    assert words.mismatch_sentence(RESULT) == ""
    wrong = tuple(replace(BY[c], outcome="mismatch") for c in ("rho_ra", "rho_fa"))
    assert words.mismatch_sentence(ReproductionResult(rows=wrong)) == "Not reproduced: rho_ra and rho_fa."


def test_counterparts_with_the_other_sign_are_counted():
    kinds = ("kendall_tau_published", "tau_b_pooled_aligned", "tau_b_benchmark", "spearman_rho")
    both = [r for r in RESULT.rows if r.statistic in kinds and r.outcome == "match"]
    turned = [r for r in both if r.tie_aware * r.printed < 0]
    assert words.counterpart_sentence(RESULT) == (
        f"A figure that reproduces need not hold: of {len(both)} matching correlations with a counterpart that breaks "
        f"no ties by row order and pools no benchmarks, {len(turned)} have the other sign there."
    )
    assert words.counterpart_sentence(ReproductionResult(rows=(turned[0],))).endswith("1 has the other sign there.")
    assert words.counterpart_sentence(NONE) == ""


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
