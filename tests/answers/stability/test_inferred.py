"""How many pairs the built-in suites can tell apart, as METHODS says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.answers.stability.inferred import inferred, sample_groups
from components.resolved import Resolved
from components.selection import default_selection
from data.load import load_suite


@pytest.mark.parametrize(
    ("suite", "panel", "weights", "ahead", "pairs"),
    [
        ("unified_unlearning", "llava_multimodal", "published", 2, 6),
        ("tofu_seeds", "tofu_llama32_1b", "equal", 11, 21),
        ("tofu_seeds", "tofu_llama32_3b", "equal", 19, 21),
        ("calibration", "unimodal", "published", 48, 55),
        ("calibration", "multimodal", "published", 36, 55),
        ("calibration", "sequence", "published", 32, 55),
        ("muse_seeds", "news", "equal", 10, 15),
        ("muse_seeds", "books", "equal", 3, 3),
    ],
)
def test_pairs_that_are_told_apart(suite: str, panel: str, weights: str, ahead: int, pairs: int) -> None:
    tables = load_suite(f"data/tables/{suite}")
    found = inferred(Resolved(tables, replace(default_selection(tables), panel=panel, weights=weights)))
    assert found.board is found.seeds
    assert (sum(p.verdict == "ahead" for p in found.seeds.pairs), found.seeds.m) == (ahead, pairs)
    assert all(p.verdict == "cannot tell" for p in found.benchmarks.pairs)


def test_benchmarks_that_contain_one_another_are_one_group() -> None:
    groups = sample_groups(load_suite("data/tables/openunlearning"))
    assert groups == {
        "forget01": "forget10",
        "forget05": "forget10",
        "forget10": "forget10",
        "news": "news",
        "books": "books",
    }
