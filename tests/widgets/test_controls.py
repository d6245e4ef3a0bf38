"""What the box of suites tells of each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.widgets.controls import suite_text
from data.folders import BUILT_IN
from data.load import load_suite
from tests.released import TABLES


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("unified_unlearning", "Unified Unlearning · 4 methods, 5 metrics"),
        ("tofu", "TOFU forget10 · 150 checkpoints, 21 metrics"),
        ("openunlearning", "OpenUnlearning · 6 methods, 7 metrics"),
        ("tofu_seeds", "TOFU with seeds · 7 methods, 6 metrics"),
    ],
)
def test_the_box_tells_what_is_ranked_and_by_how_many_metrics(name: str, text: str) -> None:
    """Neither the models drawn beside the candidates nor an oracle are counted."""
    assert suite_text(load_suite(BUILT_IN / name)) == text


def test_one_of_each_and_a_long_title() -> None:
    suite = replace(TABLES.suite, title="long " * 40)
    text = suite_text(replace(TABLES, suite=suite, methods=TABLES.methods[:1], metrics=TABLES.metrics[:1]))
    assert text.endswith(" · 1 method, 1 metric")
    assert len(text) < 90
