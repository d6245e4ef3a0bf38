"""Calibration on a suite with known answers: every verdict, ties, controls that lack, and pairs of benchmarks."""

from dataclasses import replace

import pytest

from components.answers.calibration import closeness, controls, modality
from components.controls import panel_with_controls
from components.pages import CALIBRATION
from components.resolved import Resolved
from components.words import correlation_label
from tests.answered import view_of
from tests.calibrated import METHODS, calibrated
from tests.released import TABLES as RELEASED
from tests.released import built_in

TABLES = calibrated()


def view(tables=TABLES, **query):
    return view_of(tables, weights="equal", **query)


def result(tables=TABLES, **query):
    return view(tables, **query).of(controls.compute)


FULL = result()
FADE, GOOD, TURNED, FLAT = FULL.metrics


def said(found=FULL, names=None):
    answer = controls.say(found, names or view().labels)
    return " ".join(s for s in (*answer.lines, *answer.notes) if s)


def of(*rows, **changed):
    return replace(FULL, metrics=rows, **changed)


def without(method):
    return replace(TABLES, runs=TABLES.runs[TABLES.runs["method"] != method])


def test_every_metric_gets_the_verdict_it_was_made_for():
    rows = {r.metric: r for r in FULL.metrics}
    assert {m: r.canary.auc for m, r in rows.items()} == {"FADE": 1, "GOOD": 1, "TURNED": 0, "FLAT": 0.5}
    assert {m: r.all.flagged for m, r in rows.items()} == {"FADE": 0, "GOOD": 0, "TURNED": 4, "FLAT": 4}
    assert {m: r.mean_place for m, r in rows.items()} == {"FADE": 1, "GOOD": 1, "TURNED": 5, "FLAT": 3}
    assert {m: r.outranked for m, r in rows.items()} == {"FADE": 0, "GOOD": 0, "TURNED": 4, "FLAT": 0}
    assert GOOD.rho == pytest.approx(1)
    assert TURNED.rho == pytest.approx(-1)
    assert (FLAT.rho, FLAT.constant_on) == (None, ("b1", "b2"))
    assert (GOOD.n_methods, GOOD.retrains) == (3, 4)
    listed = CALIBRATION.content(view())["calibration"]
    assert [r["mean_place"] for r in listed["places"]] == [1, 1, 5, 3]
    assert [r["auc"] for r in listed["separation"] if r["on"] == "canaries"] == [1, 1, 0, 0.5]


def test_canaries_count_and_filters_of_methods_do_not():
    assert FADE.judged is FADE.canary
    assert [(b.benchmark, b.canary) for b in FADE.by_benchmark] == [("b1", False), ("b2", True)]
    row = result(benchmarks="b1").metrics[0]
    assert row.judged is row.all
    assert result(methods="good") == FULL
    assert view().panel.methods == METHODS[:3]
    assert view(methods="good", seeds="2").judged.methods == METHODS


def test_modality_pairs_benchmarks_of_the_same_images_and_forget_set():
    pairs = view().of(modality.compute).rows
    assert [(r.unimodal, r.multimodal, r.seeds, len(r.found.seeds)) for r in pairs] == [
        ("b1", "b3", 2, 2),
        ("b2", "b4", 2, 2),
    ]
    assert (
        "the lower one in 0 of 4 blocks (mean τ −0.333 on B3 against −0.333 on B1"
        in (modality.say(view().of(modality.compute), view().labels).lines[0])
    )
    bare = view(replace(TABLES, extras={}))
    assert bare.of(modality.compute).rows == ()
    assert result(bare.tables).canaries == ()


@pytest.mark.parametrize("method", ["retrain", "original"])
def test_without_a_control_nothing_can_be_judged(method):
    found = result(without(method))
    assert (found.metrics, found.panels) == ((), ())
    assert said(found) == found.reason != ""


def test_a_suite_without_controls_names_no_panel():
    found = view_of().of(controls.compute)
    assert "neither the original model nor a second, independently retrained model on LLaVA-1.5-7B, so" in found.reason
    muse = built_in("muse_original")
    found = view_of(muse).of(controls.compute)
    assert "no run of a second, independently retrained model on MUSE News" in found.reason, "it has the original"
    assert view_of().controls.all == ()
    assert panel_with_controls(RELEASED) == ""
    assert panel_with_controls(TABLES) == "images"
    nothing = Resolved(TABLES, replace(view().selection, benchmarks=("b3",)))
    assert nothing.of(controls.compute).reason == "No run matches these filters."


def test_the_head_of_the_page():
    for part in (
        "On canaries, 2 of 4 metrics of forgetting and privacy always tell a retrained model from the original. 2 of 4 "
        "metrics flag genuine "
        "retrains, most of all TURNED and FLAT: 4 of 4.",
        "Always right: FADE and GOOD.",
        "catches every original catches it too, counted over 2 benchmarks.",
        "in 4 of 4 blocks under TURNED, and in 0 of 4 under FADE, GOOD and FLAT, the most and the fewest.",
    ):
        assert part in said()
    assert said(of()) == "No metric of forgetting or privacy was measured on both controls here."
    assert "No metric flags any of 4 genuine retrains." in said(of(FADE, GOOD))
    useful = said(of(FADE, GOOD, TURNED, utility=("TURNED",)))
    assert "2 of 2 metrics of forgetting and privacy always tell" in useful
    assert "No metric flags any of 4 genuine retrains. " in useful
    assert "Not counted: TURNED, since a model that forgot is as useful as one that knows." in useful
    assert said(of(GOOD, FLAT, canaries=())).startswith(
        "On these forget sets, 1 of 2 metrics of forgetting and privacy always tells a retrained"
    )
    coarse = replace(GOOD, resolution={"b1": 0.1, "b2": 0.25})
    assert said(of(coarse, FLAT)).endswith("Coarsest step of the metrics that are proportions: GOOD 1/4.")


def test_the_metrics_that_follow_the_oracle_most_and_least():
    names = view().labels
    (told,) = closeness.say(FULL, names).lines
    assert told.endswith(
        "the highest mean ρ with closeness to the retrained ensemble is that of FADE (ρ +1.000, exact p 0.056, "
        "smallest possible 0.056), the lowest that of TURNED (ρ −1.000, exact p 0.056, smallest possible 0.056)."
    )
    assert closeness.say(of(FLAT), names).lines == ["No metric has a ρ with the oracle distance here."]
    sampled = replace(GOOD, exact=False, arrangements=500, p=0.0004)
    assert closeness.rho_text(sampled) == "ρ +1.000, sampled p (500 shuffles) < 0.001, smallest possible 0.056"
    assert correlation_label("ρ", GOOD.rho, GOOD.p, GOOD.p_min) == "ρ +1.000, p 0.056, smallest 0.056"
