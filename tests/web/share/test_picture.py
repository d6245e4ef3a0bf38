"""The picture of a shared view: what is drawn where, read back from its pixels."""

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from components.contest import Contender
from components.plotting.theme import LIGHT
from components.web.share import picture as module
from components.web.share.picture import MAX_BARS, SIZE, font, picture
from components.words import Labels
from tests.answered import view_of

VIEW = view_of()
FIRST = VIEW.contest.contenders[0]
LONG = replace(VIEW.labels, methods=dict.fromkeys(VIEW.labels.methods, "x" * 300))


def drawn(*rows: Contender, names: Labels = VIEW.labels) -> np.ndarray:
    content = picture("Title", "Said.", rows, names, "foot")
    image = Image.open(io.BytesIO(content))
    assert (image.format, image.size) == ("PNG", SIZE)
    return np.asarray(image.convert("RGB"))


def count(pixels: np.ndarray, colour: str) -> int:
    rgb = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return int((pixels == rgb).all(axis=2).sum())


def test_bars_are_as_long_as_the_scores() -> None:
    short_bar = count(drawn(replace(FIRST, score=0.3)), LIGHT.accent)
    long_bar = count(drawn(replace(FIRST, score=0.6)), LIGHT.accent)
    bare = count(drawn(), LIGHT.accent)
    ratio = (long_bar - bare) / (short_bar - bare)
    assert ratio == pytest.approx(2, rel=0.02), "the edges are a pixel or two"
    below = drawn(replace(FIRST, is_below_floor=True))
    assert count(below, LIGHT.accent) == bare


def test_many_methods_are_counted_and_unranked_ones_have_no_bar() -> None:
    def many(n: int) -> np.ndarray:
        return drawn(*[replace(FIRST, rank=None, score=None)] * n, names=LONG)

    assert many(150).shape == (*SIZE[::-1], 3)
    assert count(many(3), LIGHT.surface) > count(many(2), LIGHT.surface)
    assert count(many(MAX_BARS + 1), LIGHT.surface) < count(many(MAX_BARS), LIGHT.surface)
    assert drawn().any()


def test_the_font_has_the_signs_we_write_and_a_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = bytes(font(30).getmask("\uffff"))
    assert all(bytes(font(30).getmask(c)) != missing for c in "–−·τρ…×±é")
    monkeypatch.setattr(module, "FONT", "nothing*.woff2")
    font.cache_clear()
    try:
        assert drawn(FIRST).any()
    finally:
        font.cache_clear()
