"""Figures of the calibration page: the numbers drawn, their order, ranges and labels."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.resolved import Resolved
from components.selection import default_selection
from components.views.calibration.figures import modality_lines, retrain_places, rho_dots, separation_dots
from components.views.calibration.result import calibration
from components.views.calibration.words import alarm_label, place_label
from tests.calibrated import calibrated

TABLES = calibrated()
FULL = calibration(Resolved(TABLES, replace(default_selection(TABLES), panel="questions", weights="equal")))
HOSTILE = "<b onload=x>&"


def named(fig, name):
    return next(t for t in fig.data if t.name == name)


def notes(fig):
    return [a.text for a in fig.layout.annotations]


def test_places_of_retrains_are_dots_that_count():
    fig = retrain_places(FULL, "light")
    dots = named(fig, "places")
    assert list(dots.x) == [1, 1, 5, 3]
    assert [n for _, n in dots.customdata] == [4, 4, 4, 4]
    assert fig.layout.xaxis.range[0] < 1 < 5 < fig.layout.xaxis.range[1]
    assert notes(fig) == [place_label(r) for r in FULL.metrics]


def test_areas_are_drawn_in_registry_order():
    fig = separation_dots(FULL, "dark")
    assert list(named(fig, "canaries").x) == [1, 1, 0, 0.5]
    assert list(fig.layout.yaxis.ticktext) == ["FADE", "GOOD", "TURNED", "FLAT"]
    assert notes(fig) == [alarm_label(r) for r in FULL.metrics]


def test_correlations_are_drawn_with_those_of_each_benchmark():
    fig = rho_dots(FULL, "light")
    assert list(named(fig, "mean").x) == pytest.approx([1, 1, -1])
    assert list(named(fig, "B4").x) == pytest.approx([1, 1, -1])
    assert len([y for y in named(fig, "undefined").y if y is not None]) == 5, "what has no ρ is hatched"
    assert notes(fig)[3] == "no ρ: one value for all methods, or none"


def test_modality_joins_both_sides_of_each_seed():
    fig = modality_lines(FULL, "light")
    assert len(fig.data) == 2
    assert list(fig.data[0].x[:3]) == [0, 1, None]
    seed = FULL.modality[0].by_seed[0]
    assert list(fig.data[0].y[:2]) == [seed.unimodal, seed.multimodal]


@pytest.mark.parametrize("draw", [retrain_places, separation_dots, rho_dots, modality_lines])
def test_hostile_names_are_text_and_nothing_is_a_figure_too(draw):
    labels = replace(FULL.labels, benchmarks=dict.fromkeys(FULL.labels.benchmarks, HOSTILE))
    hostile = replace(FULL, metrics=tuple(replace(r, label=HOSTILE) for r in FULL.metrics), labels=labels)
    drawn = draw(hostile, "light").to_json().replace("\\u003c", "<")
    assert "<b" not in drawn
    assert "&lt;b" in drawn
    assert draw(replace(FULL, metrics=(), modality=()), "dark").to_json()


def test_more_metrics_take_more_room():
    none, one, all_ = (rho_dots(replace(FULL, metrics=FULL.metrics[:n]), "light").layout.height for n in (0, 1, 9))
    assert none == one < all_
