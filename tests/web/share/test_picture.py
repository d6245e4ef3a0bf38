"""The picture of a shared view: what is drawn where, read back from its pixels."""

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from components.answers.leaderboard.ranking import Ranking, compute
from components.plotting.theme import LIGHT, metric_colours
from components.web.share import picture as module
from components.web.share.picture import MOST, SIZE, fitted, font, picture, wrapped
from components.words import Labels
from tests.answered import view_of
from tests.released import TABLES

VIEW = view_of()
RANKING = VIEW.of(compute)
FIRST = RANKING.rows[0]
LONG = replace(VIEW.labels, methods=dict.fromkeys(VIEW.labels.methods, "x" * 300))


def drawn(ranking: Ranking | None, names: Labels = VIEW.labels) -> np.ndarray:
    content = picture("Title", "Said.", ranking, names, "foot")
    image = Image.open(io.BytesIO(content))
    assert (image.format, image.size) == ("PNG", SIZE)
    return np.asarray(image.convert("RGB"))


def count(pixels: np.ndarray, colour: str) -> int:
    rgb = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return int((pixels == rgb).all(axis=2).sum())


def test_bars_are_as_long_as_the_contributions() -> None:
    metrics = [m.id for m in TABLES.scores]
    pixels, colours = drawn(RANKING), metric_colours(metrics, "light")
    bare = drawn(replace(RANKING, contributions=np.zeros_like(RANKING.contributions)))
    share = dict(zip(metrics, RANKING.contributions.sum(axis=0), strict=True))
    area = {m: count(pixels, colours[m]) - count(bare, colours[m]) for m in metrics}
    # every bar has the same height, so areas are to one another as the contributions (edges: a pixel or two)
    assert area["RA"] / area["MIA"] == pytest.approx(share["RA"] / share["MIA"], rel=0.02)
    assert area["RA"] > 30_000


def test_a_fragile_lead_is_marked_beside_its_bar() -> None:
    marked = drawn(replace(RANKING, dethrone=replace(RANKING.dethrone, distance=0.02)))
    rows, columns = np.nonzero((marked != drawn(RANKING)).any(axis=2))
    assert 262 <= rows.min() <= rows.max() < 312, "in the first row alone"
    end = 56 + 300 + (SIZE[0] - 2 * 56 - 300 - 130) * (FIRST.uqs or 0)
    assert end < columns.min() <= columns.max() < SIZE[0] - 56 - 130


def test_many_methods_are_counted_and_unranked_ones_have_no_bar() -> None:
    def many(n: int) -> np.ndarray:
        return drawn(replace(RANKING, rows=(replace(FIRST, rank=None, uqs=None, place=None),) * n), LONG)

    assert many(150).shape == (*SIZE[::-1], 3)
    assert count(many(3), LIGHT.surface) > count(many(2), LIGHT.surface)
    assert count(many(MOST + 1), LIGHT.surface) < count(many(MOST), LIGHT.surface)
    assert drawn(None).any()


def test_text_is_cut_where_the_picture_ends() -> None:
    kind = font(30)
    assert fitted("short", kind, 500) == "short"
    cut = fitted("long " * 100, kind, 300)
    assert cut.endswith("…")
    assert kind.getlength(cut) <= 300
    lines = wrapped("word " * 200, kind, 400, 3)
    assert len(lines) == 3
    assert lines[-1].endswith("…")
    assert all(kind.getlength(line) <= 400 for line in lines)
    assert wrapped("", kind, 400, 3) == [""]
    assert wrapped("x" * 2_000, kind, 400, 2)[0].endswith("…")


def test_the_font_has_the_signs_we_write_and_a_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = bytes(font(30).getmask("\uffff"))
    assert all(bytes(font(30).getmask(c)) != missing for c in "–−·τρ…×±é")
    monkeypatch.setattr(module, "FONT", "nothing*.woff2")
    font.cache_clear()
    try:
        assert drawn(RANKING).any()
    finally:
        font.cache_clear()
