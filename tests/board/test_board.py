"""What the board gives the browser, and what it takes from it."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from components.answers.leaderboard import headline
from components.answers.leaderboard.headline import RANKING
from components.answers.leaderboard.references import REFERENCES
from components.board.component import read_scripts
from components.board.exchange import read_commit
from components.board.payload import board_of
from components.panels import selected_runs
from components.resolved import Resolved
from tests.answered import board, view_of
from tests.beside import beside
from tests.gridded import REFERENCES as REFERENCE_SCORES
from tests.gridded import SCORES, gridded
from tests.made import made_metric, made_tables
from tests.released import built_in

CASES = beside(__file__)
IDS = ["FA", "RA", "MIA"]
PRESETS = ["equal"]
VALUES = np.array([[[[0.9, 0.2, 0.7], [0.6, 0.5, np.nan]]]])


def drawn(view: Resolved, **more: Any) -> dict[str, Any]:
    """The board of a view, which has to be plain JSON."""
    sent = board_of(
        view,
        view.of(headline.compute),
        RANKING.said(view),
        {"FA": ("mixed", "why")},
        {"Runs": "x"},
        **more,
    )
    assert json.loads(json.dumps(sent, allow_nan=False)) == sent
    return sent


def of_two(label: str = "GA", metric: str = "FA", **query: str) -> dict[str, Any]:
    metrics = [
        replace(made_metric("FA"), label=metric),
        made_metric("RA", "higher"),
        made_metric("MIA"),
    ]
    tables = made_tables(VALUES, metrics=metrics)
    tables = replace(tables, methods=(replace(tables.methods[0], label=label), *tables.methods[1:]))
    return drawn(view_of(tables, **query))


def test_weights_go_by_metric_and_what_is_missing_is_null_with_its_reason() -> None:
    data = of_two(weights="RA:3,FA:1")
    assert np.array(data["utilities"][0]) == pytest.approx([0.1, 0.2, 0.3])
    assert data["utilities"][1][2] is None
    assert data["weights"] == {"FA": 0.25, "RA": 0.75, "MIA": 0.0}
    assert data["equal"] == pytest.approx({"FA": 1 / 3, "RA": 1 / 3, "MIA": 1 / 3})
    assert [m["out"] for m in data["methods"]] == ["", ""]
    assert [m["out"] for m in of_two()["methods"]] == ["", "lacks MIA"]
    assert (data["tested"], data["leader"]) == (False, "m2")
    assert {method["whisker"] for method in data["methods"]} == {None}
    assert (data["metrics"][0]["trust"], data["metrics"][1]["trust"]) == ("mixed", "")


def test_the_line_to_the_leader_is_the_test_against_it() -> None:
    """score(leader) − score(row) with its interval (METHODS 22), the ranks of the report, and the
    score of each run."""
    view = view_of(weights="published")
    data, rows = drawn(view), board(view)
    first = view.of(headline.compute).ranking.pair_tests.board
    assert first is not None
    all_runs = selected_runs(view.tables, view.selection)
    for method in data["methods"]:
        row = rows[method["id"]]
        low, high = row["rank_low"], row["rank_high"]
        assert method["ranks"] == (f"{low}" if low == high else f"{low}–{high}")
        runs = all_runs[all_runs["method"] == method["id"]]
        assert [len(scores) for scores in method["runs"]] == runs.groupby(
            "benchmark", sort=False
        ).size().tolist()
        whisker = method["whisker"]
        if method["id"] == data["leader"]:
            assert (whisker, method["told"]) == (None, False)
            continue
        ahead = first.ahead[0, first.names.index(method["id"])]
        assert (whisker["low"] > 0) == (not method["told"]) == ahead
    assert [m["told"] for m in data["methods"]] == [False, True, False, True]
    dashed = drawn(view_of(weights="equal"))["methods"][0]["whisker"]["dashed"]
    assert dashed, "two ways of averaging disagree"


def drawn_panels() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The boards of panels with many kinds of intervals, with the rows of the report."""
    for suite, panel in CASES["drawn"]:
        view = view_of(built_in(suite), panel=panel, weights="balanced")
        yield drawn(view), board(view)


def test_intervals_stand_around_the_printed_score_and_reach_the_leader_where_it_is_not_ahead() -> (
    None
):
    """METHODS 22, Picture: the middle is the score; what scores cannot be is cut and marked."""
    cut = set()
    for data, rows in drawn_panels():
        top = rows[data["leader"]]["uqs"]
        for method in data["methods"]:
            whisker = method["whisker"]
            if whisker is None:
                continue
            score = rows[method["id"]]["uqs"]
            half = (whisker["high"] - whisker["low"]) / 2
            left = max(score - half, 0)
            assert whisker["left"] == pytest.approx(left, abs=1e-9)
            assert ("left" in whisker["cut"]) == (score - half < 0)
            right = min(score + half, top) if whisker["low"] > 0 else max(score + half, top)
            assert whisker["right"] == pytest.approx(min(right, 1), abs=1e-9)
            assert ("right" in whisker["cut"]) == (right > 1)
            assert 0 <= whisker["left"] <= whisker["right"] <= 1
            assert (whisker["right"] >= top) == method["told"] or whisker["right"] == top
            cut |= {*whisker["cut"]}
    assert cut == {"left", "right"}


def test_models_that_are_never_ranked_are_rows_with_the_utilities_behind_those_of_methods() -> None:
    view = view_of(built_in("clear"), panel="llava", weights="balanced")
    data = drawn(view)
    models = {m["name"]: m for m in data["methods"] if m["role"]}
    assert set(models) == {"Original model", "Retrained model"}
    assert models["Original model"]["note"].startswith("untouched, before unlearning")
    scores = np.array(data["utilities"][-2:], dtype=float) @ np.array([*data["weights"].values()])
    listed = {row["method"]: row["uqs"] for row in REFERENCES.content(view)["references"]}
    assert scores == pytest.approx([listed[m["id"]] for m in models.values()])
    assert data["passes"][-2:] == [True, True]


def test_a_leader_past_the_retrained_model_has_closeness_a_click_away() -> None:
    view = view_of(built_in("tofu_seeds"), weights="balanced")
    notes = {note["text"]: note["link"] for note in drawn(view, closeness="x")["say"]["notes"]}
    (link,) = filter(None, notes.values())
    assert link["href"] == "x"
    (line,) = (text for text, found in notes.items() if found)
    assert "leaves less than the retrained model" in line


def test_what_the_button_does_is_the_move_that_the_support_names() -> None:
    view = view_of(weights="published")
    move = drawn(view)["say"]["move"]
    assert move["label"] == "Make this move"
    text = ",".join(f"{m}:{w:.6f}" for m, w in move["weights"].items() if w)
    assert drawn(view_of(weights=text))["leader"] == "random_labels"
    blip = drawn(view_of(panel="blip2_multimodal", weights="published"))["say"]
    assert blip["verdict"] == "No method has every weighted metric."
    assert blip["move"]["label"] == "Weigh only what was measured"
    weights = blip["move"]["weights"]
    assert [m for m, w in weights.items() if w] == ["FA", "RA", "AD"]
    assert weights["RA"] / weights["FA"] == pytest.approx(
        view.contest.weights[1] / view.contest.weights[0]
    ), "in proportion"
    assert drawn(view_of(methods="salun"))["say"]["move"] is None


def test_a_preset_that_follows_chance_stands_apart_from_the_notes() -> None:
    sentences = drawn(view_of(weights="published"))["say"]
    assert sentences["chance"].startswith(
        "These weights come from reliabilities that are no better than chance"
    )
    assert sentences["chance"] not in sentences["notes"]
    assert drawn(view_of(weights="equal"))["say"]["chance"] == ""


def test_methods_with_several_checkpoints_are_sent_with_the_utilities_of_these() -> None:
    sent = drawn(view_of(gridded(), rows="best"))
    assert [m["id"] for m in sent["methods"]] == ["wide", "safe", "retrained", "before"]
    scores = [*SCORES["wide"], *SCORES["safe"], *(score for _, score in REFERENCE_SCORES.values())]
    assert [u for (u,) in sent["utilities"]] == pytest.approx(scores)
    assert sent["members"] == [[0, 1, 2, 3], [4, 5, 6], [7], [8]]
    assert "best: wide_2" in sent["methods"][0]["note"]
    assert sent["methods"][0]["opens"] == "wide_2"
    tofu = drawn(view_of(built_in("tofu")))
    assert sum(not p for p in tofu["passes"]) == 20, "below the floors"


def test_names_become_one_line_with_visible_direction_marks_and_are_never_empty() -> None:
    assert of_two("a\nb\u202ec")["methods"][0]["label"] == "a b\ufffdc"
    assert of_two(" ")["methods"][0]["label"] == "m1"
    assert of_two(metric="<b>")["metrics"][0]["label"] == "<b>"


def test_a_metric_that_nothing_shown_was_measured_by_is_not_offered() -> None:
    tables = built_in("openunlearning")
    names = ["forget_knowmem_ROUGE", "forget_verbmem_ROUGE", "privleak"]
    view = view_of(tables, panel="muse_llama2_7b")
    assert [m["id"] for m in drawn(view)["metrics"]] == [*names, "retain_knowmem_ROUGE"]
    heads = " ".join(c.head for c in REFERENCES.table(view, "references").at("print").columns)
    assert "KnowMem r" in heads
    assert "Utility" not in heads
    shown = drawn(view_of(tables, panel="muse_llama2_7b", weights="only-model_utility"))
    assert "model_utility" in [m["id"] for m in shown["metrics"]], (
        "what has weight is told, and why nothing is ranked"
    )


def test_weights_and_a_preset_come_back_as_a_selection_holds_them() -> None:
    commit = read_commit(
        {"seq": 1, "weights": {"MIA": 0.123456, "FA": 0.876544, "RA": 0}}, IDS, PRESETS
    )
    assert commit == (1, (("FA", 0.876544), ("MIA", 0.123456)))
    assert read_commit({"seq": 4, "preset": "equal"}, IDS, PRESETS) == (4, "equal")


GARBAGE = [
    *CASES["garbage"],
    *({"seq": 1, "weights": {"FA": weight}} for weight in (math.nan, math.inf, 10**400)),
    {"seq": 1, "weights": {f"X{i}": 0.1 for i in range(100_000)}},
]


@pytest.mark.parametrize("raw", GARBAGE, ids=lambda raw: repr(raw)[:50])
def test_what_is_not_a_commit_is_ignored(raw: object) -> None:
    assert read_commit(raw, IDS, PRESETS) is None


JUNK = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(),
    lambda inner: (
        some.lists(inner)
        | some.dictionaries(some.sampled_from(["seq", "preset", "weights", *IDS]), inner)
    ),
)


@given(JUNK)
def test_anything_at_all_is_ignored_or_is_a_commit_that_holds(raw: object) -> None:
    commit = read_commit(raw, IDS, PRESETS)
    if commit is None:
        return
    _, chosen = commit
    if isinstance(chosen, str):
        assert chosen in PRESETS
    else:
        assert set(dict(chosen)) <= set(IDS)
        assert all(0 < w <= 1 for _, w in chosen)


def test_the_script_asks_nobody_for_anything_and_writes_no_markup_of_names() -> None:
    # the typeface of a saved picture, which the browser has already
    script = read_scripts().replace('fetch(source.href, { cache: "force-cache" })', "")
    script = script.replace("http://www.w3.org/2000/svg", "")
    for word in (
        "http",
        "fetch(",
        "import ",
        "eval(",
        "localStorage",
        "insertAdjacentHTML",
        "outerHTML",
    ):
        assert word not in script
    for markup in re.findall(r"innerHTML = ([^;]*);", script):
        held = re.findall(r"\$\{(.*?)\}", markup)
        assert all(
            name.startswith(("TRUST[", "LOCKED[")) or name in ("width", "drawing") for name in held
        ), "drawings of the script alone"
        assert "data." not in markup
