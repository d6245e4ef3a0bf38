"""The room that text takes, and names held apart."""

import pytest

from components.plotting.room import spread, width


def test_width_is_what_a_browser_measures() -> None:
    assert [round(width(text)) for text in ("FA", "MIA", "20%", "A &amp; B")] == [13, 20, 24, 28]


def test_names_beside_lines_are_held_apart() -> None:
    assert spread([0.5, 0.9, 0.51, 0.52], 0.05) == pytest.approx([0.5, 0.9, 0.55, 0.6])
    assert spread([0.4, 0.0, 0.0, 0.41], 0.05) == pytest.approx([0.4, 0.0, 0.05, 0.45])
    assert spread([], 0.1) == []
