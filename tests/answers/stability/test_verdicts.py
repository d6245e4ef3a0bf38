"""The first line by separation (METHODS 22): each wording once, and that the wording chosen is true."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from components.answers.stability.inferred import Inferred, inferred
from components.answers.stability.verdicts import first_line, pair_sentence, scope_notes, undecided
from components.resolved import sample_groups
from components.stats.separation.inference import (
    AHEAD,
    ALIKE,
    CANNOT_TELL,
    DISAGREE,
    EQUAL,
    FEW_SEEDS,
    NO_SPREAD,
    UNEVEN,
    PairTest,
    Rows,
    inference,
)
from components.words import Labels
from tests.answered import view_of
from tests.plain_ranking import Suite
from tests.released import built_in

CALLED = {"a": "PDU", "b": "RMU", "c": "NPO", "d": "SalUn", "e": "GA"}
NAMES = Labels("S", "P", CALLED, {}, {"x": "News", "y": "Books", "z": "TOFU"}, {})
WIDE, SURE = 0.5, 0.001


def told(means: dict[str, tuple[float, float]], groups: str = "z", **more: Any) -> Inferred:
    """Rows by name with mean and spread of three seeds on each benchmark; None as spread for a single seed."""
    noise = np.array([-1.0, 0.0, 1.0])
    runs = np.stack([[m + s * noise for m, s in means.values()] for _ in groups]).transpose(0, 2, 1)
    for i, (_, spread) in enumerate(means.values()):
        if np.isnan(spread):
            runs[:, :, i] = np.nan
            runs[:, 0, i] = list(means.values())[i][0]
    cells = np.nanmean(runs, axis=1)
    every = {"m": 21, **more}
    rows = Rows(tuple(means), cells.mean(axis=0), runs, cells, tuple("xyz"[: len(groups)]), tuple(groups), **every)
    return Inferred(rows, inference(rows, "seeds"), inference(rows, "benchmarks"))


NONE = float("nan")
FIRST_LINES: list[tuple[str, dict[str, tuple[float, float]], str]] = [
    ("V1", {"a": (0.9, SURE), "b": (0.6, SURE), "c": (0.3, WIDE / 50)}, "PDU is ahead of all others."),
    ("V1 of two", {"a": (0.9, SURE), "b": (0.6, SURE)}, "PDU is ahead of RMU."),
    (
        "V2",
        {"a": (0.9, SURE), "b": (0.6, SURE), "c": (0.3, NONE)},
        "PDU is ahead of 1 of 2 others; no other tested method can be first.",
    ),
    ("V3", {"a": (0.9, SURE), "b": (0.8995, SURE), "c": (0.3, SURE)}, "PDU and RMU cannot be told apart for first."),
    (
        "V3, and lower",
        {"a": (0.9, WIDE), "b": (0.8995, SURE), "c": (0.8, SURE)},
        "PDU and RMU cannot be told apart for first; PDU may rank as low as 3.",
    ),
    (
        "V4",
        {"a": (0.9, WIDE), "b": (0.89, WIDE), "c": (0.88, WIDE), "d": (0.87, WIDE), "e": (0.1, SURE)}
        | {"a": (0.9, 0.01), "b": (0.899, 0.01), "c": (0.898, 0.01), "d": (0.897, 0.01)},
        "No method is ahead of all others: 3 of 4 others cannot be told apart from PDU.",
    ),
    ("V5", {"a": (0.5, WIDE), "b": (0.4, WIDE), "c": (0.3, WIDE)}, "No two methods can be told apart."),
    (
        "V6, one run each",
        {"a": (0.9, NONE), "b": (0.6, NONE)},
        "PDU scores highest; one run each, so nobody can say how surely.",
    ),
    (
        "V6, few seeds",
        {"a": (0.9, NONE), "b": (0.6, SURE), "c": (0.3, SURE)},
        "PDU scores highest; fewer than 3 seeds, so nobody can say how surely.",
    ),
    (
        "V6, no spread",
        {"a": (0.9, 0.0), "b": (0.6, 0.0)},
        "PDU scores highest; no spread between seeds, so nobody can say how surely.",
    ),
]


@pytest.mark.parametrize(("means", "said"), [x[1:] for x in FIRST_LINES], ids=[x[0] for x in FIRST_LINES])
def test_the_first_line(means: dict[str, tuple[float, float]], said: str) -> None:
    assert first_line(told(means), NAMES) == said


def test_best_checkpoints_have_no_first_line_but_their_reason() -> None:
    assert first_line(told({"a": (0.9, SURE), "b": (0.6, SURE)}, chosen=True), NAMES) == (
        "PDU scores highest; the same runs chose its checkpoint, so nobody can say how surely."
    )
    assert first_line(told({"a": (0.5, SURE)}), NAMES) == ""


@pytest.mark.parametrize(
    ("means", "groups", "notes"),
    [
        (
            {"a": (0.9, SURE), "b": (0.6, SURE)},
            "x",
            ["Holds on this benchmark for new training seeds; one benchmark says nothing about others."],
        ),
        (
            {"a": (0.9, SURE), "b": (0.6, SURE)},
            "xx",
            ["Holds on these 2 benchmarks for new training seeds; these 2 share data and say nothing about others."],
        ),
        (
            {"a": (0.9, SURE), "b": (0.6, SURE), "c": (0.5, NONE)},
            "x",
            [
                "Holds on this benchmark for new training seeds; one benchmark says nothing about others.",
                "NPO is not tested: fewer than 3 seeds.",
            ],
        ),
    ],
)
def test_what_a_first_line_holds_for(means: dict[str, tuple[float, float]], groups: str, notes: list[str]) -> None:
    assert scope_notes(told(means, groups), NAMES) == notes


def test_a_board_over_benchmarks_says_that_it_says_nothing_of_seeds_and_both_scopes_stand_together() -> None:
    rng = np.random.default_rng(0)
    runs = np.array([0.9, 0.5]) + rng.normal(0, 0.01, (3, 1, 2))
    rows = Rows(("a", "b"), runs.mean(axis=(0, 1)), runs, runs[:, 0], ("x", "y", "z"), ("x", "y", "z"), 1)
    found = Inferred(rows, inference(rows, "seeds"), inference(rows, "benchmarks"))
    assert scope_notes(found, NAMES) == ["Holds on similar benchmarks; one run each says nothing about new seeds."]
    assert first_line(found, NAMES) == "PDU is ahead of RMU."
    both = view_of().of(inferred)
    assert scope_notes(both, view_of().labels)[0] == (
        "Holds on these 3 benchmarks for new training seeds; on similar benchmarks no two methods can be told apart."
    )


@given(
    some.lists(some.tuples(some.floats(0, 1), some.sampled_from([0.0, 0.001, 0.02, 0.3, NONE])), min_size=2, max_size=5)
)
def test_the_wording_chosen_is_true_of_the_tests(rows: list[tuple[float, float]]) -> None:
    """F, the tested methods that no other is ahead of, by plain loops over the verdicts of pairs."""
    rows = sorted(rows, key=lambda row: -row[0])
    found = told(dict(zip(CALLED, rows, strict=False)))
    said, names = first_line(found, NAMES), found.rows.names
    pairs = [t for a in names for b in names if a < b for t in found.tested(a, b)[:1]]
    ahead = {(t.a, t.b) for t in pairs if t.verdict == AHEAD}
    tested = {m for t in pairs if t.low is not None and t.p is not None for m in (t.a, t.b)}
    first = [m for m in names if m in tested and not any(b == m for _, b in ahead)]
    leader, n = names[0], len(names)
    behind = sum(a == leader for a, _ in ahead)
    if leader not in tested or found.board is not found.seeds:
        assert "nobody can say how surely" in said or found.board is found.benchmarks
    elif behind == n - 1:
        assert said == f"PDU is ahead of {'all others' if n > 2 else 'RMU'}."
    elif first == [leader]:
        assert said.startswith(f"PDU is ahead of {behind} of {n - 1} others; no other")
    elif len(first) == n > 2:
        assert said == "No two methods can be told apart."
        assert not ahead
    elif len(first) <= 3:
        assert all(NAMES.method(m) in said.partition(" cannot be told apart for first")[0] for m in first)
        lowest = n - behind
        assert (f"as low as {lowest}" in said) == (lowest > len(first))
    else:
        assert said.endswith(f"{n - 1 - behind} of {n - 1} others cannot be told apart from PDU.")
    assert not [(a, b) for a, b in ahead if {a, b} <= set(first)], "no two of F can be told apart"
    nearest = undecided(found)
    assert nearest is None or (leader, nearest[1]) not in ahead


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
)
APART = "PDU and RMU cannot be told apart: "


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, APART + "they differ by −0.02 to 0.09."),
        ({"needed_low": 4, "needed_high": 10}, APART + "they differ by −0.02 to 0.09; 4 to 10 seeds each (80 % range) would decide."),  # noqa: E501
        ({"needed_low": 15}, APART + "they differ by −0.02 to 0.09; at least 15 seeds each would decide."),
        ({"needed_low": 101}, APART + "they differ by −0.02 to 0.09; more than 100 seeds each would decide."),
        ({"needed_low": 9, "needed_high": 101}, APART + "they differ by −0.02 to 0.09; 9 to more than 100 seeds each would decide."),  # noqa: E501
        ({"over": "benchmarks", "needed_low": 5, "needed_high": 5}, APART + "they differ by −0.02 to 0.09; 5 similar benchmarks (80 % range) would decide."),  # noqa: E501
        ({"verdict": AHEAD, "low": 0.004}, "PDU is ahead of RMU by 0.004 to 0.090."),
        ({"verdict": AHEAD, "low": 0.00004}, "PDU is ahead of RMU by 0.00004 to 0.09000."),
        ({"verdict": AHEAD, "low": 0.01, "reason": UNEVEN}, f"PDU is ahead of RMU by 0.010 to 0.090 ({UNEVEN})."),
        ({"reason": DISAGREE}, APART + "two ways of averaging disagree."),
        ({"low": None, "reason": FEW_SEEDS}, APART + "fewer than 3 seeds."),
        ({"verdict": EQUAL}, "PDU and RMU tie in every case."),
        ({"verdict": NO_SPREAD}, APART + "no spread between seeds, no test."),
        ({"verdict": ALIKE, "over": "benchmarks"}, APART + "the same difference everywhere, no test."),
    ],
)  # fmt: skip
def test_a_pair(changes: dict[str, Any], sentence: str) -> None:
    own = told({"a": (0.9, SURE), "b": (0.6, SURE)}).rows
    assert pair_sentence(replace(PAIR, **changes), own, NAMES) == sentence


@pytest.mark.parametrize(
    ("suite", "panel", "ahead", "pairs"),
    [
        ("unified_unlearning", "llava_multimodal", 2, 6),
        ("tofu_seeds", "tofu_llama32_1b", 17, 21),
        ("tofu_seeds", "tofu_llama32_3b", 17, 21),
        ("calibration", "unimodal", 40, 45),
        ("calibration", "multimodal", 29, 45),
        ("calibration", "sequence", 27, 45),
        ("muse_seeds", "news", 9, 15),
        ("muse_seeds", "books", 3, 3),
    ],
)
def test_pairs_that_are_told_apart_are_those_of_scipy_on_the_files(
    suite: str, panel: str, ahead: int, pairs: int
) -> None:
    """METHODS 16, default weights without floors: Welch's t of the second program, pair by pair; no benchmarks."""
    view, own = view_of(built_in(suite), panel=panel, floors="none"), Suite(suite, panel)
    order, wanted = own.ahead(dict(zip(view.panel.metric_ids, view.w, strict=True)), floors=False)
    found = view.of(inferred)
    board = found.board
    assert board is found.seeds
    assert list(board.names) == order
    mine = {(a, b) for i, a in enumerate(order) for j, b in enumerate(order) if board.ahead[i, j]}
    assert mine == wanted
    assert (len(mine), found.rows.m) == (ahead, pairs)
    assert not found.benchmarks.ahead.any()


def test_benchmarks_that_contain_one_another_are_one_group() -> None:
    tofu = dict.fromkeys(("forget01", "forget05", "forget10"), "forget10")
    assert sample_groups(built_in("openunlearning")) == {**tofu, "news": "news", "books": "books"}


def test_two_ways_of_averaging_that_disagree_are_no_verdict() -> None:
    """pandas orders the two by the mean of scores, the other way round than the board does by the score of means."""
    view = view_of(weights="equal")
    runs = view.tables.runs_of(view.selection.panel)
    scores = (3 - runs["FA"] - runs["MIA"] - runs["JS"] + runs["RA"] + 1 / (1 + runs["AD"])) / 5
    by_run = scores.groupby(runs["method"]).mean()
    order = view.of(inferred).rows.names
    assert by_run["gradient_ascent"] > by_run["random_labels"]
    assert order.index("random_labels") < order.index("gradient_ascent")
    for test in view.of(inferred).tested("random_labels", "gradient_ascent"):
        assert (test.verdict, test.reason) == (CANNOT_TELL, DISAGREE)
    assert all(a != b for a, b in pairwise(order))
