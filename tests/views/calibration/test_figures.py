"""Figures of the calibration and equivalence pages: the numbers drawn, their order, ranges and labels."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.resolved import Resolved
from components.selection import default_selection
from components.views.calibration.figures import modality_lines, retrain_places, rho_dots, rows_height, separation_dots
from components.views.calibration.result import calibration
from components.views.equivalence.figures.metrics import j_slopes, j_taus, slopes_height, taus_height
from components.views.equivalence.figures.models import equivalence_forest, forest_height, prompt_dots
from components.views.equivalence.result import equivalence
from tests.calibrated import calibrated

TABLES = calibrated()
VIEW = Resolved(TABLES, replace(default_selection(TABLES), panel="questions", weights="equal"))
EQUAL, CALIBRATED = equivalence(VIEW), calibration(VIEW)
IDS = ["FADE", "GOOD", "TURNED", "FLAT"]
HOSTILE = "<b onload=x>&"


def named(fig, name):
    return next(t for t in fig.data if t.name == name)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_forest_draws_models_floor_and_ceiling(mode):
    fig = equivalence_forest(EQUAL["models"], EQUAL["floor"], EQUAL["ceiling"], mode)
    dots = named(fig, "J of the drawn answers")
    assert list(dots.x) == [r["j"] for r in EQUAL["models"]]
    assert list(dots.y) == [4, 3, 2, 1, 0]
    assert list(dots.marker.symbol) == ["circle", "circle", "square", "circle", "circle"]
    assert list(named(fig, "whole forget set").x) == [r["j_whole"] for r in EQUAL["models"]]
    assert [s.x0 for s in fig.layout.shapes] == [EQUAL["floor"]["j"], EQUAL["ceiling"]["j"]]
    assert fig.layout.xaxis.type is None, "a value below 0 has no logarithm"


def test_the_forest_uses_a_log_scale_and_hatches_what_is_infinite():
    row = {
        "method": "m",
        "j": 2.0,
        "half": 1.0,
        "per_token": None,
        "low": 1.0,
        "high": 3.0,
        "forward": 1.0,
        "backward": 1.0,
    }
    rows = [{**row, "prompts": 12}, {**row, "method": HOSTILE, "j": None, "low": None, "high": None, "prompts": 12}]
    fig = equivalence_forest(rows, None, None, "light")
    assert fig.layout.xaxis.type == "log"
    ends = equivalence_forest(rows, {**row, "j": 1.0}, {**row, "j": 100.0}, "light").layout
    assert [a.x for a in ends.annotations] == [0, 2], "annotations of a log axis stand in powers of ten"
    assert [s.x0 for s in ends.shapes] == [1, 100]
    assert named(fig, "undefined").fillpattern.shape == "/"
    assert HOSTILE not in fig.to_json().replace("\\u003c", "<").replace("\\u003e", ">")
    assert forest_height(0) == forest_height(1) < forest_height(5)
    assert len(named(equivalence_forest([], None, None, "dark"), "J of the drawn answers").x) == 0


def test_prompts_are_sorted_and_others_stand_at_the_same_place():
    row, other = EQUAL["models"][2], EQUAL["ceiling"]
    fig = prompt_dots(row, [other], "light")
    own = named(fig, "poor").y
    assert list(own) == sorted(p["j"] for p in row["by_prompt"])
    assert len(named(fig, "original").x) == len(own)
    first = min(row["by_prompt"], key=lambda p: p["j"])
    same = next(p for p in other["by_prompt"] if all(p[k] == first[k] for k in ("benchmark", "seed", "prompt")))
    at = list(named(fig, "original").x).index(1)
    assert named(fig, "original").y[at] == same["j"]


def test_slopes_join_both_ranks_and_mark_what_moved_away():
    row = next(r for r in EQUAL["metrics"] if r["metric"] == "TURNED")
    fig = j_slopes(row, ["poor"], "light")
    moved = named(fig, "farther than before unlearning")
    assert list(moved.y[:2]) == [3, 1]
    assert moved.line.dash == "dot"
    assert list(named(fig, "methods").y) == [1, 3, None, 2, 2, None]
    assert fig.layout.yaxis.range[0] > fig.layout.yaxis.range[1], "rank 1 on top"
    assert slopes_height(row) > 110


def test_taus_carry_their_notes_and_undefined_ones_are_hatched():
    fig = j_taus(EQUAL["metrics"], ["a", HOSTILE, "c"], IDS, "dark")
    marks = next(t for t in fig.data if t.mode == "markers")
    assert list(marks.x) == pytest.approx([1, -1])
    assert [a.text for a in fig.layout.annotations][1].startswith("&lt;b")
    assert len([y for y in named(fig, "undefined").y if y is not None]) == 5
    assert taus_height(9) > taus_height(1)


def test_places_of_retrains_are_dots_that_count():
    fig = retrain_places(CALIBRATED["metrics"], [""] * 4, IDS, "light")
    dots = named(fig, "places")
    assert list(dots.x) == [1, 1, 5, 3]
    assert [n for _, n in dots.customdata] == [4, 4, 4, 4]
    assert fig.layout.xaxis.range[0] < 1 < 5 < fig.layout.xaxis.range[1]


def test_areas_and_correlations_are_drawn_in_registry_order():
    fig = separation_dots(CALIBRATED["metrics"], ["x"] * 4, IDS, "dark")
    assert list(named(fig, "canaries").x) == [1, 1, 0, 0.5]
    assert list(fig.layout.yaxis.ticktext) == IDS
    rho = rho_dots(CALIBRATED["metrics"], ["x"] * 4, {"b3": HOSTILE, "b4": "B4"}, IDS, "light")
    assert list(named(rho, "mean").x) == pytest.approx([1, 1, -1])
    assert "<b" not in rho.to_json().replace("\\u003c", "<")
    assert rows_height(4) > rows_height(1)


def test_modality_joins_both_sides_of_each_seed():
    labels = {b: b.upper() for b in ("b1", "b2", "b3", "b4")}
    fig = modality_lines(CALIBRATED["modality"], labels, "light")
    assert len(fig.data) == 2
    assert list(fig.data[0].x[:3]) == [0, 1, None]
    seed = CALIBRATED["modality"][0]["by_seed"][0]
    assert list(fig.data[0].y[:2]) == [seed["unimodal"], seed["multimodal"]]
    assert len(modality_lines([], labels, "dark").data) == 0
