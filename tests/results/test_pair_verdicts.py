"""The first line by separation (METHODS 22): each wording once, and that the wording chosen is
true."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from components.answers.leaderboard.headline import RANKING
from components.resolved import sample_groups
from components.results.pair_tests import SPREADS_DIFFER, PairTests, all_pair_tests
from components.results.pair_verdicts import (
    assumed,
    first_line,
    pair_lines,
    pair_sentence,
    scope_notes,
)
from components.stats.separation import inference as known
from components.stats.separation.inference import (
    AHEAD,
    CANNOT_TELL,
    ComparedRows,
    PairTest,
    inference,
)
from components.words import Labels, for_new_seeds
from data.registry import PanelInfo
from tests.answered import view_of
from tests.beside import beside
from tests.narrowed import narrowed
from tests.plain_ranking import Suite
from tests.released import NAMES as NAMES_OF_SUITES
from tests.released import built_in

CALLED = {"a": "PDU", "b": "RMU", "c": "NPO", "d": "SalUn", "e": "GA"}
NAMES = Labels("S", "P", CALLED, {}, {"x": "News", "y": "Books", "z": "TOFU"}, {})
SURE = 0.001


def told(means: dict[str, tuple[float, float]], groups: str = "z", **more: Any) -> PairTests:
    """Rows by name with mean and spread of three seeds on each benchmark; None as spread for a
    single seed."""
    noise = np.array([-1.0, 0.0, 1.0])
    runs = np.stack([[m + s * noise for m, s in means.values()] for _ in groups]).transpose(0, 2, 1)
    for i, (_, spread) in enumerate(means.values()):
        if np.isnan(spread):
            runs[:, :, i] = np.nan
            runs[:, 0, i] = list(means.values())[i][0]
    cells = np.nanmean(runs, axis=1)
    options = {"n_pairs": 21, **more}
    rows = ComparedRows(
        tuple(means),
        cells.mean(axis=0),
        runs,
        cells,
        tuple("xyz"[: len(groups)]),
        tuple(groups),
        **options,
    )
    return both_scopes(rows)


def both_scopes(rows: ComparedRows) -> PairTests:
    """Both scopes of rows of a panel whose seeds repeat the training."""
    info = PanelInfo("P", "P", "made", "text", True, "made", "training")
    return PairTests(rows, inference(rows, "seeds"), inference(rows, "benchmarks"), info)


NONE = float("nan")
SENTENCES = beside(__file__, "sentences.json")
"""Each wording once: first lines and what they hold for, by mean and spread of each row, and pairs
of rows."""


def read(means: dict[str, tuple[float, float | None]]) -> dict[str, tuple[float, float]]:
    return {
        name: (mean, NONE if spread is None else spread) for name, (mean, spread) in means.items()
    }


@pytest.mark.parametrize("case", SENTENCES["first"], ids=lambda case: case["case"])
def test_the_first_line(case: dict[str, Any]) -> None:
    assert first_line(told(read(case["means"])), NAMES) == case["said"]


def test_what_was_chosen_before_the_numbers_were_seen_is_said_only_where_it_is_stated() -> None:
    before = "Weights, floors and filters were chosen before the numbers were seen."
    assert before in assumed(is_registered=True)
    assert "though they were chosen with these numbers at hand." in assumed(is_registered=False)
    for name in NAMES_OF_SUITES:
        said = RANKING.said(view_of(built_in(name)))
        assert before not in " ".join((*said.lines, *said.notes))


def test_best_checkpoints_have_no_first_line_but_their_reason() -> None:
    chosen = told({"a": (0.9, SURE), "b": (0.6, SURE)}, chosen=True)
    why = "the same runs chose its checkpoint, so nobody can say how surely"
    assert first_line(chosen, NAMES) == f"PDU scores highest; {why}."
    assert first_line(told({"a": (0.5, SURE)}), NAMES) == ""


@pytest.mark.parametrize("case", SENTENCES["scope"], ids=lambda case: str(len(case["notes"])))
def test_what_a_first_line_holds_for(case: dict[str, Any]) -> None:
    assert scope_notes(told(read(case["means"]), case["groups"]), NAMES) == case["notes"]


def test_a_board_over_benchmarks_says_nothing_of_seeds_and_both_scopes_stand_together() -> None:
    rng = np.random.default_rng(0)
    runs = np.array([0.9, 0.5]) + rng.normal(0, 0.01, (3, 1, 2))
    rows = ComparedRows(
        ("a", "b"), runs.mean(axis=(0, 1)), runs, runs[:, 0], ("x", "y", "z"), ("x", "y", "z"), 1
    )
    tests = both_scopes(rows)
    assert scope_notes(tests, NAMES) == [
        "Holds on similar benchmarks; one run each says nothing about new seeds."
    ]
    assert first_line(tests, NAMES) == "PDU is ahead of RMU."
    averaged = replace(tests, info=replace(tests.info, seeds_averaged=3))
    means = "printed means of 3 seeds"
    assert scope_notes(averaged, NAMES) == [
        f"Holds on similar benchmarks; {means} say nothing about new seeds."
    ]
    assert f"are not tested: {means}." in pair_lines(averaged, "a", "b", NAMES)[1]
    both = view_of().of(all_pair_tests)
    assert scope_notes(both, view_of().labels)[0] == SENTENCES["both scopes"]


@given(
    some.lists(
        some.tuples(some.floats(0, 1), some.sampled_from([0.0, 0.001, 0.02, 0.3, NONE])),
        min_size=2,
        max_size=5,
    )
)
def test_the_wording_chosen_is_true_of_the_tests(rows: list[tuple[float, float]]) -> None:
    """F, the tested methods that no other is ahead of, by plain loops over the verdicts of
    pairs."""
    rows = sorted(rows, key=lambda row: -row[0])
    tests = told(dict(zip(CALLED, rows, strict=False)))
    sentence, names = first_line(tests, NAMES), tests.rows.names
    pairs = [t for a in names for b in names if a < b for t in tests.tested(a, b)[:1]]
    ahead = {(t.higher, t.lower) for t in pairs if t.verdict == AHEAD}
    tested = {
        m for t in pairs if t.low is not None and t.p is not None for m in (t.higher, t.lower)
    }
    first = [m for m in names if m in tested and not any(b == m for _, b in ahead)]
    leader, n = names[0], len(names)
    behind = sum(a == leader for a, _ in ahead)
    if leader not in tested or tests.board is not tests.seeds:
        assert "nobody can say how surely" in sentence or tests.board is tests.benchmarks
    elif behind == n - 1:
        behind_text = "all others" if n > 2 else "RMU"
        marked = sum(t.spreads_differ for t in pairs if t.higher == leader)
        mark = f"; {SPREADS_DIFFER}" if marked == behind else f"; against {marked} of {behind}, "
        assert sentence.startswith(f"PDU is ahead of {behind_text}{mark if marked else ''}")
        assert sentence.count(SPREADS_DIFFER) == bool(marked)
    elif first == [leader]:
        assert sentence.startswith(f"PDU is ahead of {behind} of {n - 1} others; no other")
    elif len(first) == n > 2:
        assert sentence == "No two methods can be told apart."
        assert not ahead
    elif len(first) <= 3:
        named, _, _ = sentence.partition(" cannot be told apart for first")
        assert all(NAMES.method(m) in named for m in first)
        lowest = n - behind
        assert (f"as low as {lowest}" in sentence) == (lowest > len(first))
    else:
        assert sentence.endswith(
            f"{n - 1 - behind} of {n - 1} others cannot be told apart from PDU."
        )
    assert not [(a, b) for a, b in ahead if {a, b} <= set(first)], "no two of F can be told apart"


PAIR = PairTest(**SENTENCES["usual pair"], verdict=CANNOT_TELL)


@pytest.mark.parametrize("case", SENTENCES["pair"], ids=lambda case: str(case["changes"]))
def test_a_pair(case: dict[str, Any]) -> None:
    """Verdicts and reasons stand under the names that the code gives them."""
    changes = {
        k: getattr(known, v, v) if isinstance(v, str) else v for k, v in case["changes"].items()
    }
    tests = told({"a": (0.9, SURE), "b": (0.6, SURE)})
    assert pair_sentence(replace(PAIR, **changes), tests, NAMES) == case["said"]


@pytest.mark.parametrize(("suite", "panel", "weights", "ahead", "pairs"), SENTENCES["panels"])
def test_pairs_that_are_told_apart_are_those_of_scipy_on_the_files(
    suite: str, panel: str, weights: str, ahead: int, pairs: int
) -> None:
    """METHODS 16, without floors: Welch's t of the second program, pair by pair; no benchmarks."""
    view = view_of(built_in(suite), panel=panel, weights=weights, floors="none")
    plain = Suite(suite, panel)
    order, wanted = plain.ahead(
        dict(zip(view.panel.metric_ids, view.contest.weights, strict=True)), floors=False
    )
    tests = view.of(all_pair_tests)
    board = tests.board
    assert board is tests.seeds
    assert list(board.names) == order
    mine = {(a, b) for i, a in enumerate(order) for j, b in enumerate(order) if board.ahead[i, j]}
    assert mine == wanted
    assert (len(mine), tests.rows.n_pairs) == (ahead, pairs)
    assert not tests.benchmarks.ahead.any()


@pytest.mark.parametrize(
    ("suite", "panel", "ahead", "pairs"),
    [
        ("tofu_seeds", "tofu_llama32_1b", 17, 21),
        ("tofu_seeds", "tofu_llama32_3b", 17, 21),
        ("muse_seeds", "news", 9, 15),
        ("muse_seeds", "books", 3, 3),
    ],
)
def test_pairs_of_the_suites_that_methods_knew(
    suite: str, panel: str, ahead: int, pairs: int
) -> None:
    """METHODS 16, of the suites before they were widened."""
    view = view_of(narrowed(suite), panel=panel, weights="balanced", floors="none")
    tests = view.of(all_pair_tests)
    assert (int(tests.seeds.ahead.sum()), tests.rows.n_pairs) == (ahead, pairs)


def test_benchmarks_that_contain_one_another_are_one_group() -> None:
    tofu = dict.fromkeys(("forget01", "forget05", "forget10"), "forget10")
    assert sample_groups(built_in("openunlearning")) == {**tofu, "news": "news", "books": "books"}


@pytest.mark.parametrize(
    ("suite", "panel", "said"),
    [
        ("tofu_seeds", "", "for new unlearning seeds of this one trained model"),
        ("muse_seeds", "", "for new unlearning seeds of this one trained model"),
        ("knowundo_seeds", "", "for new unlearning seeds of this one trained model"),
        ("calibration", "sequence", "for new training seeds"),
        ("unified_unlearning", "", "for new seeds (of which kind is not stated)"),
    ],
)
def test_seeds_by_their_kind(suite: str, panel: str, said: str) -> None:
    """METHODS 29."""
    panels = {info.id: info for info in built_in(suite).panels}
    info = panels.get(panel, built_in(suite).reference_panel)
    assert for_new_seeds(info) == said
