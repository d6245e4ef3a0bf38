"""Slopes, confusion, rates and images: the numbers drawn, their order, ranges and labels."""

import numpy as np
import pytest

from components.views.inversion.figures.attacks import accuracy_slopes, bars_height, confusion_bars, rate_dots, spread
from components.views.inversion.figures.gallery import gallery, gallery_height, label, pixels


def row(name, standard=0.9, judge=0.2, **more):
    return {
        "private_set": name, "attack": "a", "accuracy_standard": standard, "accuracy_judge": judge, "answered": 10,
        "tp": 2, "fp": 7, "fn": 0, "tn": 1, "fpr": 0.875, "fpr_low": 0.5, "fpr_high": 0.98,
        "fnr": 0.0, "fnr_low": 0.0, "fnr_high": 0.6, "fdr": None, "fdr_low": None, "fdr_high": None, **more,
    }  # fmt: skip


ROWS = [row("x"), row("y", 0.5, 0.4), row("x", None, None, answered=0, tp=0, fp=0, fn=0, tn=0, fpr=None, fnr=None)]
LABELS = ["one", "<b>two</b>", "three"]


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_line_per_attack_from_one_evaluator_to_the_other(mode):
    fig = accuracy_slopes(ROWS, LABELS, "judge 1", mode)
    assert [list(t.y) for t in fig.data] == [[0.9, 0.2], [0.5, 0.4]]
    assert fig.data[0].line.dash != fig.data[1].line.dash, "private sets are not told apart by colour alone"
    assert [a.text for a in fig.layout.annotations] == ["one 0.200", "&lt;b&gt;two&lt;/b&gt; 0.400"]
    assert list(fig.layout.xaxis.ticktext) == ["standard", "judge 1"]


def test_many_lines_carry_no_labels():
    fig = accuracy_slopes([row(f"s{i}") for i in range(27)], ["n"] * 27, "judge", "light")
    assert len(fig.data) == 27
    assert len(fig.layout.annotations) == 0
    assert len(accuracy_slopes([], [], "judge", "light").data) == 0


def test_labels_keep_their_order_and_their_distance():
    placed = spread([0.4, 0.0, 0.0, 0.41], 0.05)
    assert placed == pytest.approx([0.4, 0.0, 0.05, 0.45])
    assert spread([], 0.1) == []


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_bars_are_shares_of_what_was_answered_with_counts_inside(mode):
    fig = confusion_bars(ROWS, LABELS, mode)
    assert [t.name for t in fig.data] == ["TP", "FP", "FN", "TN"]
    assert [list(t.x) for t in fig.data] == [[0.2, 0.2, None], [0.7, 0.7, None], [0, 0, None], [0.1, 0.1, None]]
    assert list(fig.data[1].text) == ["7", "7", ""]
    assert list(fig.data[2].text) == ["", "", ""]
    assert list(fig.data[0].y) == [2, 1, 0]
    assert len({t.marker.pattern.shape for t in fig.data}) == 4
    assert list(fig.layout.yaxis.ticktext) == ["one", "&lt;b&gt;two&lt;/b&gt;", "three"]


def test_rates_stand_with_their_intervals_and_undefined_ones_are_absent():
    fig = rate_dots(ROWS, LABELS, "light")
    named = {t.name.split()[0]: t for t in fig.data if t.mode == "markers"}
    assert list(named["FPR"].x) == [0.875, 0.875]
    assert list(named["FNR"].x) == [0.0, 0.0]
    assert list(named["FDR"].x) == []
    assert sorted(a.text for a in fig.layout.annotations) == ["– FDR", "– FDR", "– FDR", "– FNR", "– FPR"]
    lines = next(t for t in fig.data if t.name == "false positives interval")
    assert list(lines.x) == [0.5, 0.98, None, 0.5, 0.98, None]
    assert len({t.marker.symbol for t in named.values()}) == 3
    assert bars_height(10) > bars_height(2)


def test_an_image_is_drawn_upright_pixel_by_pixel():
    np.testing.assert_array_equal(pixels("0f80"), [[0, 15], [8, 0]])
    item = {"image": "0f80", "identity": "3", "seen": "5"}
    fig = gallery([item] * 11, [{"image": "0" * 9, "identity": "<i>"}], "dark")
    images = [t for t in fig.data if t.type == "heatmap"]
    assert sorted(np.asarray(t.z).shape for t in images) == [(2, 2)] * 11 + [(3, 3)]
    first = next(t for t in images if np.asarray(t.z).shape == (2, 2))
    assert first.y[0] > first.y[1], "the first row of the text is the top one"
    assert first.x[0] < first.x[1]
    assert {(t.zmin, t.zmax) for t in images} == {(0, 15)}
    texts = list(fig.data[-1].text)
    assert texts[0] == "&lt;i&gt;"
    assert texts[1:] == ["3 → 5"] * 11
    assert label({"identity": "3", "seen": ""}) == "3"
    assert gallery_height([item] * 11, []) > gallery_height([item] * 10, [])
    frames = next(t for t in fig.data if t.type == "scatter")
    assert len(frames.x) == len(frames.y) == 6 * 12
