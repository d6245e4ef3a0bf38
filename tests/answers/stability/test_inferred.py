"""How many pairs the built-in suites can tell apart, as METHODS says."""

from dataclasses import replace
from typing import Any

import pytest

from components.answers.agreement.taus import TAUS
from components.answers.clusters.resampled import RESAMPLED
from components.answers.record import Answer
from components.answers.stability.inferred import inferred
from components.resolved import Resolved, sample_groups
from components.selection import default_selection
from tests.released import built_in


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
    """Without floors, and with controls as candidates, as when the expectation was written."""
    tables = built_in(suite)
    ranked = tuple(replace(m, role="candidate") if m.role == "control" else m for m in tables.methods)
    tables = replace(tables, methods=ranked)
    chosen = replace(default_selection(tables), panel=panel, weights=weights, floors="none")
    found = inferred(Resolved(tables, chosen))
    assert found.board is found.seeds
    assert (sum(p.verdict == "ahead" for p in found.seeds.pairs), found.seeds.m) == (ahead, pairs)
    assert all(p.verdict == "cannot tell" for p in found.benchmarks.pairs)


def test_benchmarks_that_contain_one_another_are_one_group() -> None:
    groups = sample_groups(built_in("openunlearning"))
    assert groups == {
        "forget01": "forget10",
        "forget05": "forget10",
        "forget10": "forget10",
        "news": "news",
        "books": "books",
    }


@pytest.mark.parametrize("answer", [TAUS, RESAMPLED], ids=lambda a: a.name)
def test_other_pages_that_compare_over_benchmarks_say_which_share_data(answer: Answer[Any]) -> None:
    def notes(suite: str) -> str:
        tables = built_in(suite)
        return " ".join(answer.said(Resolved(tables, replace(default_selection(tables), draws=200))).notes)

    assert "These benchmarks share data" in notes("tofu_seeds")
    assert "share data" not in notes("unified_unlearning")
