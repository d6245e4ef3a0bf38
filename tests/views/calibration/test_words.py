"""What the calibration page says, sentence by sentence, for made and for changed results."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.resolved import Resolved
from components.selection import default_selection
from components.sentences import correlation_label
from components.views.calibration import words
from components.views.calibration.result import calibration
from tests.calibrated import calibrated
from tests.released import TABLES as RELEASED

TABLES = calibrated()


def resolved(tables=TABLES, **choices):
    return Resolved(tables, replace(default_selection(tables), weights="equal", **choices))


FULL = calibration(resolved())
FADE, GOOD, TURNED, FLAT = FULL.metrics


def of(*rows, **changed):
    return replace(FULL, metrics=rows, **changed)


def test_the_lead_counts_metrics_that_always_tell():
    assert words.lead(FULL) == [
        "On canaries, 2 of 4 metrics always tell a retrained model from the original.",
        words.alarms(FULL),
    ]
    assert words.perfect_sentence(FULL) == (
        "Always right: FADE and GOOD. Canaries are mislabelled samples, whose labels no retrained model can know."
    )
    other = of(GOOD, FLAT, canaries=())
    assert words.lead(other)[0] == (
        "On these forget sets, 1 of 2 metrics always tells a retrained model from the original."
    )
    assert words.perfect_sentence(other) == "Always right: GOOD."
    assert words.perfect_sentence(of(FLAT, canaries=())) == ""
    assert words.lead(of(FLAT))[0] == "On canaries, 0 of 1 metric always tell a retrained model from the original."
    assert words.lead(of()) == ["No metric was measured on both controls here."]


def test_the_lead_says_which_control_lacks():
    fewer = replace(TABLES, runs=TABLES.runs[TABLES.runs["method"] != "retrain"])
    assert words.lead(calibration(resolved(fewer))) == [
        "Calibrated has no run of an independently retrained model on Images, so nothing says what a metric should "
        "answer."
    ]
    (said,) = words.lead(calibration(Resolved(RELEASED, default_selection(RELEASED))))
    assert "neither the original model nor an independently retrained model on LLaVA-1.5-7B, so" in said
    nothing = resolved(benchmarks=("b3",))
    assert words.lead(calibration(nothing)) == ["No run matches these filters."]


def test_false_alarms_name_the_worst():
    assert words.alarms(FULL) == ("2 of 4 metrics flag genuine retrains, most of all TURNED and FLAT: 4 of 4.")
    assert words.alarm_rule(FULL) == (
        "A retrain is flagged where a threshold that catches every original catches it too, counted over 2 benchmarks."
    )
    assert words.alarm_rule(of()) == ""
    assert words.alarms(of(GOOD, TURNED)).startswith("1 of 2 metrics flags genuine retrains")
    assert words.alarms(of(FADE, GOOD)) == "No metric flags any of 4 genuine retrains."
    assert words.alarms(of()) == ""


def test_how_often_the_right_answer_is_outranked():
    assert words.outranked(FULL) == (
        "An approximate method looks better than the genuine retrain in 4 of 4 blocks under TURNED, and in 0 of 4 "
        "under FADE, GOOD and FLAT, the most and the fewest."
    )
    assert words.outranked(of(TURNED)) == (
        "An approximate method looks better than the genuine retrain in 4 of 4 blocks under TURNED."
    )
    assert words.outranked(of()) == ""


def test_the_metrics_that_follow_the_oracle_most_and_least():
    assert words.rho_sentence(FULL) == (
        "Within benchmarks and over 3 methods, controls left out, FADE follows closeness to the retrained ensemble "
        "most (ρ +1.000, exact p 0.056, smallest possible 0.056) and TURNED least (ρ −1.000, exact p 0.056, smallest "
        "possible 0.056)."
    )
    assert words.rho_sentence(of(GOOD, FLAT)) == (
        f"Within benchmarks and over 3 methods, GOOD follows the oracle with {words.rho_text(GOOD)}."
    )
    assert words.rho_sentence(of(FLAT)) == "No metric has a ρ with the oracle distance here."


def test_a_correlation_says_how_its_p_was_found():
    sampled = replace(GOOD, exact=False, arrangements=500, p=0.0004)
    assert words.rho_text(sampled) == "ρ +1.000, sampled p (500 shuffles) < 0.001, smallest possible 0.056"
    assert correlation_label("ρ", GOOD.rho, GOOD.p, GOOD.p_min) == "ρ +1.000, p 0.056, smallest 0.056"
    assert words.rho_text(FLAT) == "no ρ: one value for all methods, or none"


def test_labels_of_the_figures():
    assert words.alarm_label(TURNED) == "flags 4 of 4 retrains"
    nothing = replace(TURNED.all, auc=None, benchmarks=0)
    assert words.alarm_label(replace(TURNED, all=nothing, canary=nothing)) == "not measured on both controls"
    assert words.place_label(TURNED) == "mean place 5.0 of 5, outranked in 4 of 4"
    assert words.place_label(replace(TURNED, retrains=0)) == "not measured"


def test_modality_counts_blocks_and_gives_both_means():
    assert words.modality_sentence(FULL) == (
        "On the same images, multimodal agreement is the lower one in 0 of 4 blocks (mean τ −0.333 on B3 against "
        "−0.333 on B1 and −0.333 on B4 against −0.333 on B2). Seeds of one benchmark are near-duplicates, so no p is "
        "given."
    )
    assert words.modality_sentence(of(modality=())) == (
        "This suite has no pair of benchmarks, one of images alone and one of images with questions, that are made of "
        "the same images and have the same methods and seeds."
    )


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ({"b1": 0.1, "b2": 0.25}, "Coarsest step of the metrics that are proportions: GOOD 1/4."),
        ({}, ""),
    ],
)
def test_the_coarsest_step(steps, said):
    assert words.resolution_sentence(of(replace(GOOD, resolution=steps), FLAT)) == said
