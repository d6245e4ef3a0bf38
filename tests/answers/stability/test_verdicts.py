"""What the tests between methods say, in words."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from components.answers.stability.seeds import SEEDS

from components.answers.stability.duel import DUEL
from components.answers.stability.inferred import Inferred, inferred
from components.answers.stability.separable import SEPARABLE
from components.answers.stability.verdicts import board_lines, pair_sentence, shared_sentence
from components.stats.separation.inference import (
    ALIKE,
    CANNOT_TELL,
    CHOSEN,
    DISAGREE,
    EQUAL,
    FEW_SEEDS,
    NO_SPREAD,
    ONE_GROUP,
    PairTest,
    Rows,
    inference,
)
from components.words import Labels
from tests.answered import view_of
from tests.answers.stability.cases import VIEW, lines, notes

NAMES = Labels(
    suite="S",
    panel="P",
    methods={"a": "PDU", "b": "RMU", "c": "Cee"},
    metrics={},
    benchmarks={"x": "forget01", "y": "forget05", "z": "forget10", "news": "News", "books": "Books"},
    panels={},
)
PAIR = PairTest(
    a="a",
    b="b",
    over="seeds",
    difference=0.036,
    low=-0.02,
    high=0.09,
    p=0.01,
    p_adjusted=0.21,
    verdict=CANNOT_TELL,
    groups=1,
    seeds_needed=9,
)


def rows(means: tuple[float, ...] = (0.9, 0.6, 0.3), seeds: int = 3, groups: str = "zzz", **more: Any) -> Rows:
    """Rows a, b, c with little noise between seeds."""
    noise = np.linspace(-0.01, 0.01, seeds) if seeds > 1 else np.zeros(1)
    runs = np.broadcast_to(np.array(means) + noise[None, :, None], (len(groups), seeds, len(means)))
    benchmarks = tuple("xyz"[: len(groups)])
    return Rows(
        tuple("abc")[: len(means)], np.array(means), runs, runs.mean(axis=1), benchmarks, tuple(groups), 21, **more
    )


def told(own: Rows) -> list[str]:
    return board_lines(Inferred(own, inference(own, "seeds"), inference(own, "benchmarks")), NAMES)


def test_a_leader_that_is_told_apart() -> None:
    assert told(rows()) == [
        "PDU is ahead of all others on these 3 benchmarks, on average over training seeds (95 %, all 21 pairs "
        "together).",
        "Other benchmarks: cannot tell; these three share data and count as one.",
    ]
    assert told(rows(groups="z"))[1] == "Other benchmarks: cannot tell from one."


def test_a_leader_that_is_not_and_benchmarks_that_count_as_one() -> None:
    first, second = told(rows((0.603, 0.6, 0.3), groups="xyz"))
    assert first.startswith("Cannot tell PDU from RMU: the difference may be from −0.0")
    assert first.endswith(" seeds would do.")
    assert second == "PDU scores 0.003 higher than RMU on every benchmark: no spread between them, no test."
    assert told(rows((0.603, 0.6, 0.3), groups="zzy"))[1].endswith("forget01 and forget05 share data and count as one.")
    assert shared_sentence(rows(groups="xyz"), NAMES) == ""
    four = replace(rows(), benchmarks=("news", "books", "x", "y"), groups=("n", "n", "y", "y"))
    assert shared_sentence(four, NAMES) == "News and Books share data and count as one; so do forget01 and forget05."


def test_where_nothing_is_tested() -> None:
    assert told(rows(seeds=1)) == [
        "One run each: no verdict. Other benchmarks: cannot tell; these three share data and count as one."
    ]
    assert told(rows(seeds=2, groups="z")) == [
        "No verdict: fewer than 3 complete seeds on a benchmark. Other benchmarks: cannot tell from one."
    ]
    assert told(rows(chosen=True)) == ["No verdict between these rows: they were chosen by the same numbers."]
    assert told(rows((0.5,))) == []
    assert told(rows(seeds=1, groups="xyz"))[1:] == ["Other training seeds: cannot tell, one run each.", ""]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "Cannot tell PDU from RMU: the difference may be from −0.020 to 0.090; about 9 seeds would do."),
        (
            {"verdict": "ahead", "low": 0.004},
            "PDU is ahead of RMU by 0.004 to 0.090 on these 3 benchmarks, on average over training seeds "
            "(95 %, all 21 pairs together).",
        ),
        (
            {"verdict": "ahead", "low": 0.004, "compared": ("x", "y")},
            "PDU is ahead of RMU by 0.004 to 0.090 on forget01 and forget05, on average over training seeds "
            "(95 %, all 21 pairs together).",
        ),
        ({"reason": DISAGREE}, "Cannot tell PDU from RMU: two ways of averaging disagree."),
        ({"low": None, "reason": FEW_SEEDS}, "Cannot tell PDU from RMU: fewer than 3 complete seeds on a benchmark."),
        (
            {"seeds_needed": None, "reason": "more than 100 000 seeds"},
            "Cannot tell PDU from RMU: the difference may be from −0.020 to 0.090; it takes more than 100 000 seeds.",
        ),
        ({"verdict": EQUAL}, "PDU and RMU are equal with every seed."),
        (
            {"verdict": NO_SPREAD},
            "PDU scores 0.036 higher than RMU with every seed: no spread between seeds, no test.",
        ),
        (
            {"over": "benchmarks", "low": -7.0, "benchmarks_needed": 12},
            "Other benchmarks: cannot tell PDU from RMU, the difference may be from below −1 to 0.090; about "
            "12 benchmarks like these would do.",
        ),
        (
            {"over": "benchmarks", "verdict": "ahead", "low": 0.01},
            "Other benchmarks like these: PDU is ahead of RMU by 0.010 to 0.090 (95 %, all 21 pairs together).",
        ),
        (
            {"over": "benchmarks", "low": None, "reason": ONE_GROUP},
            "Other benchmarks: cannot tell; these three share data and count as one.",
        ),
        ({"over": "benchmarks", "verdict": EQUAL}, "PDU and RMU are equal on every benchmark."),
        (
            {"over": "benchmarks", "verdict": ALIKE},
            "PDU scores 0.036 higher than RMU on every benchmark: no spread between them, no test.",
        ),
    ],
)
def test_a_pair(changes: dict[str, Any], sentence: str) -> None:
    assert pair_sentence(replace(PAIR, **changes), rows(), NAMES) == sentence


def test_the_pages_say_the_same() -> None:
    """Head to head, what can be told apart and what it takes: one verdict."""
    verdict = (
        "Cannot tell Gradient Ascent from Random Labels: the difference may be from −0.005 to 0.034; "
        "about 4 seeds would do."
    )
    assert lines(DUEL, VIEW)[0] == lines(SEPARABLE, VIEW)[1] == verdict
    assert (
        lines(SEPARABLE, VIEW)[0] == "2 of 6 pairs can be told apart on these 3 benchmarks, whatever the training seed."
    )
    two = lines(SEPARABLE, view_of(methods="gradient_ascent,random_labels"))
    assert two[0] == "The one pair cannot be told apart on these 3 benchmarks, whatever the training seed."
    assert lines(SEEDS, VIEW) == [
        "On these 3 benchmarks, whatever the training seed, Gradient Ascent ranks 1 to 3.",
        "On other benchmarks like these: 1 to 4.",
    ]
    assert any("all 6 pairs of methods of this panel" in note for note in notes(SEPARABLE, VIEW))
    single = view_of(panel="resnet_unimodal", seeds="42")
    assert lines(SEPARABLE, single) == ["One run each: no verdict. Other benchmarks: cannot tell from one."]
    assert lines(SEEDS, single) == ["No ranks can be given: one run each."]
    assert CHOSEN == "chosen by the same numbers"


def test_two_ways_of_averaging_that_disagree_are_said_in_both_scopes_and_need_no_more_benchmarks():
    """pandas orders the two by the mean of scores, the other way round than the board does by the score of means."""
    view = view_of(weights="equal")
    panel = view.selection.panel
    runs = view.tables.runs_of(panel)
    scores = (3 - runs["FA"] - runs["MIA"] - runs["JS"] + runs["RA"] + 1 / (1 + runs["AD"])) / 5
    by_run = scores.groupby(runs["method"]).mean()
    assert by_run["gradient_ascent"] > by_run["random_labels"]
    ranks = dict(zip(view.panel.methods, view.ranks, strict=True))
    assert ranks["random_labels"] < ranks["gradient_ascent"]
    assert board_lines(view.of(inferred), view.row_labels) == [
        "Cannot tell Random Labels from Gradient Ascent: two ways of averaging disagree.",
        "Other benchmarks: cannot tell Random Labels from Gradient Ascent: two ways of averaging disagree.",
    ]
