"""Slopes, confusion, rates and images: the numbers drawn, their order, ranges and labels."""

from dataclasses import replace

import numpy as np
import pandas as pd
from components.answers.inversion.gallery import draw as gallery
from components.answers.inversion.gallery import label, pixels
from components.answers.inversion.images import GalleryImage, RealImage
from components.intake.inversion import checked

from components.answers.inversion import slopes
from components.answers.inversion.audit import audit
from components.answers.inversion.confusion import draw_confusion
from tests.answered import look, view_of

COLUMNS = {
    "attack": ["a"] * 20 + ["<b>b</b>"] * 10 + ["c"] * 2,
    "private_set": ["x"] * 10 + ["y"] * 10 + ["x"] * 12,
    "standard": ["yes"] * 9 + ["no"] + ["yes"] * 5 + ["no"] * 5 + ["no"] * 10 + ["refused"] * 2,
    "judge1": ["yes"] * 2 + ["no"] * 8 + ["yes"] * 4 + ["no"] * 6 + ["no"] * 10 + ["yes"] * 2,
}
RESULT, LOOK = audit(checked(pd.DataFrame(COLUMNS))), look(view_of())
EVERY_LABEL = ["a · x", "&lt;b&gt;b&lt;/b&gt; · x", "c · x", "a · y"]


def test_a_line_per_attack_from_one_evaluator_to_the_other():
    fig = slopes.draw(RESULT, LOOK)
    assert [list(t.y) for t in fig.data] == [[0.9, 0.2], [0.0, 0.0], [0.5, 0.4]], "nothing to draw of a refused attack"
    assert fig.data[0].line.dash != fig.data[2].line.dash, "private sets are not told apart by colour alone"
    assert [a.text for a in fig.layout.annotations] == [
        "a · x 0.200", "&lt;b&gt;b&lt;/b&gt; · x 0.000", "a · y 0.400",
    ]  # fmt: skip
    assert list(fig.layout.xaxis.ticktext) == ["standard", "judge 1"]


def test_bars_are_shares_of_what_was_answered_with_counts_inside():
    fig = draw_confusion(RESULT, LOOK)
    assert [t.name for t in fig.data] == ["TP", "FP", "FN", "TN"]
    assert [list(t.x) for t in fig.data] == [
        [0.2, 0, None, 0.4], [0.7, 0, None, 0.1], [0, 0, None, 0], [0.1, 1, None, 0.5],
    ]  # fmt: skip
    assert list(fig.data[1].text) == ["7", "", "", "1"]
    assert list(fig.data[2].text) == ["", "", "", ""]
    assert list(fig.data[0].y) == [3, 2, 1, 0]
    assert len({t.marker.pattern.shape for t in fig.data}) == 4
    assert list(fig.layout.yaxis.ticktext) == EVERY_LABEL


def test_an_image_is_drawn_upright_pixel_by_pixel():
    np.testing.assert_array_equal(pixels("0f80"), [[0, 15], [8, 0]])
    item = GalleryImage(private_set="", attack="", target="", identity="3", seen="5", image="0f80")
    fig = gallery([item] * 11, [RealImage(private_set="", identity="<i>", image="0" * 9)], "dark")
    images = [t for t in fig.data if t.type == "heatmap"]
    assert sorted(np.asarray(t.z).shape for t in images) == [(2, 2)] * 11 + [(3, 3)]
    first = next(t for t in images if np.asarray(t.z).shape == (2, 2))
    assert first.y[0] > first.y[1], "the first row of the text is the top one"
    assert first.x[0] < first.x[1]
    assert {(t.zmin, t.zmax) for t in images} == {(0, 15)}
    texts = list(fig.data[-1].text)
    assert texts[0] == "&lt;i&gt;"
    assert texts[1:] == ["3 → 5"] * 11
    assert label(replace(item, seen="")) == "3"
