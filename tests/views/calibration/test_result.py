"""The part on calibration: what a suite with known answers gives, and its words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.resolved import Resolved
from components.selection import default_selection
from components.views.calibration import words
from components.views.calibration.result import calibration
from components.views.calibration.tables import modality_table, places_table, rho_table, separation_table
from tests.calibrated import calibrated
from tests.released import TABLES as RELEASED

TABLES = calibrated()


def resolved(tables=TABLES, **choices) -> Resolved:
    return Resolved(tables, replace(default_selection(tables), weights="equal", **choices))


def rows(**choices):
    return {r["metric"]: r for r in calibration(resolved(**choices))["metrics"]}


def test_every_metric_gets_the_verdict_it_was_made_for():
    found = rows()
    assert {m: r["canary"]["auc"] for m, r in found.items()} == {"FADE": 1, "GOOD": 1, "TURNED": 0, "FLAT": 0.5}
    assert {m: r["all"]["flagged"] for m, r in found.items()} == {"FADE": 0, "GOOD": 0, "TURNED": 4, "FLAT": 4}
    assert {m: r["mean_place"] for m, r in found.items()} == {"FADE": 1, "GOOD": 1, "TURNED": 5, "FLAT": 3}
    assert {m: r["outranked"] for m, r in found.items()} == {"FADE": 0, "GOOD": 0, "TURNED": 4, "FLAT": 0}
    assert found["GOOD"]["rho"] == pytest.approx(1)
    assert found["TURNED"]["rho"] == pytest.approx(-1)
    assert found["FLAT"]["rho"] is None
    assert found["GOOD"]["n_methods"] == 3
    assert found["GOOD"]["retrains"] == 4


def test_filtering_methods_changes_nothing_because_controls_are_needed():
    assert calibration(resolved(methods=("good",))) == calibration(resolved())


def test_modality_pairs_benchmarks_of_the_same_images_and_forget_set():
    found = calibration(resolved())["modality"]
    assert [(r["unimodal"], r["multimodal"], r["seeds"]) for r in found] == [("b1", "b3", 2), ("b2", "b4", 2)]
    none = calibration(resolved(replace(TABLES, extras={})))
    assert none["modality"] == []
    assert none["canaries"] == []
    assert "no pair of benchmarks" in words.modality_sentence(resolved(), none["modality"])


def test_a_missing_control_is_named():
    runs = TABLES.runs[TABLES.runs["method"] != "retrain"]
    part = calibration(resolved(replace(TABLES, runs=runs)))
    assert "not an independently retrained candidate" in part["reason"]
    assert part["metrics"] == []
    released = calibration(Resolved(RELEASED, default_selection(RELEASED)))
    assert "neither the original model nor an independently retrained candidate" in released["reason"]


def test_words_follow_the_numbers():
    part = calibration(resolved())
    assert words.lead(resolved(), part).endswith(
        "2 of 4 metrics always tell a retrained model from the original (FADE and GOOD)."
    )
    assert "most of all TURNED and FLAT: 4 of 4" in words.alarms(part)
    assert words.rho_text(rows()["FLAT"]).startswith("no ρ")
    assert words.rho_label(rows()["FLAT"]).startswith("no ρ")
    assert words.rho_label(rows()["GOOD"]).endswith("p 0.056, smallest 0.056")
    assert "exact p 0.056, smallest in reach 0.056" in words.rho_text(rows()["GOOD"])
    good = {**part, "metrics": [r for r in part["metrics"] if r["metric"] in ("FADE", "GOOD")]}
    assert words.alarms(good) == "No metric flags any of 4 genuine retrains."


def test_tables_hold_every_number():
    part = calibration(resolved())
    assert places_table(part["metrics"])["mean place"].tolist() == [1, 1, 5, 3]
    frame = separation_table(resolved(), part["metrics"])
    assert len(frame) == 4 * 4
    assert frame.loc[frame["on"] == "canaries", "AUC"].tolist() == [1, 1, 0, 0.5]
    assert rho_table(resolved(), part["metrics"])["mean ρ within"].dropna().tolist() == pytest.approx([1, 1, -1])
    assert len(modality_table(resolved(), part["modality"])) == 4
