"""Calibration on a suite with known answers: every verdict, ties, controls that lack, and pairs of benchmarks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.controls import panel_with_controls
from components.resolved import Resolved, read_by
from components.selection import default_selection
from components.views.calibration.result import calibration
from tests.calibrated import METHODS, calibrated
from tests.released import TABLES as RELEASED

TABLES = calibrated()


def result(tables=TABLES, **choices):
    return calibration(Resolved(tables, replace(default_selection(tables), weights="equal", **choices)))


def without(method):
    return replace(TABLES, runs=TABLES.runs[TABLES.runs["method"] != method])


def test_every_metric_gets_the_verdict_it_was_made_for():
    rows = {r.metric: r for r in result().metrics}
    assert {m: r.canary.auc for m, r in rows.items()} == {"FADE": 1, "GOOD": 1, "TURNED": 0, "FLAT": 0.5}
    assert {m: r.all.flagged for m, r in rows.items()} == {"FADE": 0, "GOOD": 0, "TURNED": 4, "FLAT": 4}
    assert {m: r.mean_place for m, r in rows.items()} == {"FADE": 1, "GOOD": 1, "TURNED": 5, "FLAT": 3}
    assert {m: r.outranked for m, r in rows.items()} == {"FADE": 0, "GOOD": 0, "TURNED": 4, "FLAT": 0}
    assert rows["GOOD"].rho == pytest.approx(1)
    assert rows["TURNED"].rho == pytest.approx(-1)
    assert rows["FLAT"].rho is None
    assert rows["FLAT"].constant_on == ("b1", "b2")
    assert rows["GOOD"].n_methods == 3
    assert rows["GOOD"].retrains == 4


def test_the_canaries_count_and_without_them_all_benchmarks():
    row = result().metrics[0]
    assert row.judged is row.canary
    assert [(b.benchmark, b.canary) for b in row.by_benchmark] == [("b1", False), ("b2", True)]
    row = result(benchmarks=("b1",)).metrics[0]
    assert row.judged is row.all


def test_one_seed_and_one_benchmark_are_enough():
    row = result(benchmarks=("b2",), seeds=(1,)).metrics[2]
    assert (row.metric, row.all.flagged, row.all.absent, row.all.benchmarks) == ("TURNED", 1, 1, 1)


def test_filtering_methods_changes_nothing_because_controls_are_needed():
    assert result(methods=("good",)) == result()


def test_controls_are_judged_alike_whether_they_are_ranked_or_not():
    ranked = replace(TABLES, methods=tuple(replace(m, role="candidate") for m in TABLES.methods))
    assert result(ranked) == result()
    assert Resolved(TABLES, default_selection(TABLES)).panel.methods == METHODS[:3]
    assert Resolved(TABLES, replace(default_selection(TABLES), methods=("good",), seeds=(2,))).judged.methods == METHODS


def test_weights_change_nothing():
    assert not read_by(calibration).weights
    assert calibration(Resolved(TABLES, replace(default_selection(TABLES), weights=(("GOOD", 1.0),)))) == result()


def test_modality_pairs_benchmarks_of_the_same_images_and_forget_set():
    pairs = result().modality
    assert [(r.unimodal, r.multimodal, r.seeds, len(r.by_seed)) for r in pairs] == [
        ("b1", "b3", 2, 2),
        ("b2", "b4", 2, 2),
    ]
    none = result(replace(TABLES, extras={}))
    assert none.modality == ()
    assert none.canaries == ()


@pytest.mark.parametrize("method", ["retrain", "original"])
def test_without_a_control_nothing_can_be_judged(method):
    found = result(without(method))
    assert found.reason
    assert (found.metrics, found.panels) == ((), ())


def test_a_suite_without_controls_names_no_panel():
    assert calibration(Resolved(RELEASED, default_selection(RELEASED))).reason
    assert Resolved(RELEASED, default_selection(RELEASED)).controls.all == ()
    assert panel_with_controls(RELEASED) == ""
    assert panel_with_controls(TABLES) == "images"
