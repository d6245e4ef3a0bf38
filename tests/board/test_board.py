"""What the board gives the browser, and what it takes from it."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from components.answers.leaderboard.ranking import compute
from components.answers.leaderboard.references import REFERENCES
from components.answers.leaderboard.weights import presets
from components.board.component import read_scripts
from components.board.data import board_of
from components.board.exchange import read_commit
from components.resolved import Resolved
from components.selection import default_selection
from data import store
from tests.answered import view_of
from tests.gridded import SCORES, gridded
from tests.made import made_metric, made_tables

IDS = ["FA", "RA", "MIA"]
PRESETS = ["published", "only-FA"]
VALUES = np.array([[[[0.9, 0.2, 0.7], [0.6, 0.5, np.nan]]]])


def board(label: str = "GA", metric: str = "FA", **query: str) -> dict[str, Any]:
    metrics = [replace(made_metric("FA"), label=metric), made_metric("RA", "higher"), made_metric("MIA")]
    tables = made_tables(VALUES, metrics=metrics)
    tables = replace(tables, methods=(replace(tables.methods[0], label=label), *tables.methods[1:]))
    return drawn(view_of(tables, **query), str(default_selection(tables).weights), "This", "and that.")


def drawn(view: Resolved, preset: str = "equal", *follows: str) -> dict[str, Any]:
    return board_of(view.of(compute), view.row_labels, view.of(presets), preset, follows)


def test_the_browser_gets_plain_json_with_weights_by_metric_and_missing_as_null():
    data = board(weights="RA:3,FA:1")
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert np.array(data["utilities"][0]) == pytest.approx([0.1, 0.2, 0.3])
    assert data["utilities"][1][2] is None
    assert data["weights"] == {"FA": 0.25, "RA": 0.75, "MIA": 0.0}
    assert {p["name"]: p["weights"] for p in data["presets"]}["only-RA"] == {"FA": 0.0, "RA": 1.0, "MIA": 0.0}
    assert data["preset"] == "equal"
    assert [p["name"] for p in data["presets"] if p["purpose"]] == []
    assert "Privacy first: no metric here measures privacy" in data["unfit"]
    assert data["intervals"] == [None, None]  # one run each: nothing to test
    assert data["follows"] == "This and that."
    assert [m["incomplete"] for m in data["methods"]] == [None, None]
    assert [m["incomplete"] for m in board()["methods"]] == [None, "no MIA on B1"]


def test_methods_with_several_checkpoints_are_sent_with_the_utilities_of_these():
    tables = gridded()
    for rows in ("best", "median"):
        sent = drawn(view_of(tables, rows=rows))
        assert [m["id"] for m in sent["methods"]] == ["wide", "safe"]
        assert [u for (u,) in sent["utilities"]] == pytest.approx([*SCORES["wide"], *SCORES["safe"]])
        assert sent["grids"]["rule"] == rows
        assert sent["grids"]["members"] == [[0, 1, 2, 3], [4, 5, 6]]
        assert sent["grids"]["labels"][:2] == ["wide_0", "wide_1"]


def test_letters_go_by_method_and_are_absent_where_none_can_be_given():
    noise = np.random.default_rng(1).normal(0, 0.01, (8, 2, 3, 1))
    values = np.array([0.5, 0.1, 0.3])[:, None] + noise
    values[0, :, 2] = np.nan  # not ranked
    made = made_tables(values, metrics=[made_metric("FA")])
    shown = view_of(made)
    sent = drawn(shown)
    assert sent["letters"] == ["b", "a", None]
    assert board()["letters"] is None


def test_names_become_one_line_with_visible_direction_marks_and_are_never_empty():
    assert board("a\nb\u202ec")["methods"][0]["label"] == "a b\ufffdc"
    assert board(" ")["methods"][0]["label"] == "m1"
    assert board(metric="<b>")["metrics"][0]["label"] == "<b>"


def test_a_preset_comes_back_by_name():
    assert read_commit({"seq": 4, "preset": "only-FA"}, IDS, PRESETS) == (4, "weights", "only-FA")


def test_weights_come_back_as_a_selection_holds_them():
    found = read_commit({"seq": 1, "weights": {"MIA": 0.123456, "FA": 0.876544, "RA": 0}}, IDS, PRESETS)
    assert found == (1, "weights", (("FA", 0.876544), ("MIA", 0.123456)))


def test_floors_come_back_by_their_names():
    known = ("utility:original:", "FA::")
    found = read_commit({"seq": 2, "floors": {"FA::": 0.25, "utility:original:": 0}}, IDS, PRESETS, known)
    assert found == (2, "floors", {"utility:original:": 0, "FA::": 0.25})
    for wrong in ({"FA::": w} for w in (1.5, -0.1, "1", None, math.nan, True)):
        assert read_commit({"seq": 2, "floors": wrong}, IDS, PRESETS, known) is None
    assert read_commit({"seq": 2, "floors": {"RA::": 0.5}}, IDS, PRESETS, known) is None


GARBAGE = [
    None, 0, "commit", [], [{"seq": 1}], {}, {"seq": 1}, {"weights": {"FA": 1.0}}, {"seq": 1, "preset": "unheard"},
    {"seq": 1, "preset": ["published"]}, {"seq": 1, "preset": None, "weights": None},
    {"seq": "1", "preset": "published"}, {"seq": 1.5, "preset": "published"},
    {"seq": 1, "weights": {}}, {"seq": 1, "weights": [1.0]}, {"seq": 1, "weights": {"XX": 1.0}},
    {"seq": 1, "weights": {"FA": "1"}}, {"seq": 1, "weights": {"FA": True}}, {"seq": 1, "weights": {"FA": None}},
    {"seq": 1, "weights": {"FA": math.nan}}, {"seq": 1, "weights": {"FA": math.inf}},
    {"seq": 1, "weights": {"FA": 0.0, "RA": 0.0}}, {"seq": 1, "weights": {"FA": 0.5, "RA": 0.4}},
    {"seq": 1, "weights": {"FA": 1.0, "XX": 0.0}}, {"seq": 1, "weights": {"FA": 10**400}},
    {"seq": 1, "weights": {f"X{i}": 0.1 for i in range(100_000)}},
]  # fmt: skip


@pytest.mark.parametrize("raw", GARBAGE, ids=lambda raw: repr(raw)[:50])
def test_what_is_not_a_commit_is_ignored(raw):
    assert read_commit(raw, IDS, PRESETS) is None


JUNK = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(),
    lambda inner: some.lists(inner) | some.dictionaries(some.sampled_from(["seq", "preset", "weights", *IDS]), inner),
)


@given(JUNK)
def test_anything_at_all_is_ignored_or_is_a_commit_that_holds(raw):
    found = read_commit(raw, IDS, PRESETS)
    if found is None:
        return
    _, what, chosen = found
    if isinstance(chosen, str):
        assert chosen in PRESETS
    elif what == "weights":
        assert set(dict(chosen)) <= set(IDS)
        assert all(0 < w <= 1 for _, w in chosen)


def test_the_script_asks_nobody_for_anything():
    # the typeface of a saved picture, which the browser has already
    script = read_scripts().replace('fetch(source.href, { cache: "force-cache" })', "")
    for word in ("http", "fetch(", "import ", "innerHTML", "eval(", "localStorage"):
        assert word not in script.replace("http://www.w3.org/2000/svg", "")


def test_a_metric_that_nothing_shown_was_measured_by_is_not_offered():
    tables = store.tables("openunlearning")
    view = view_of(tables, panel="muse_llama2_7b")
    measured = ["forget_knowmem_ROUGE", "forget_verbmem_ROUGE", "privleak"]
    measured.append("retain_knowmem_ROUGE")
    board = drawn(view)
    assert [m["id"] for m in board["metrics"]] == measured
    assert {p["name"] for p in board["presets"] if p["name"].startswith("only-")} == {f"only-{m}" for m in measured}
    heads = " ".join(c.head for c in REFERENCES.table(view, "references").at("print").columns)
    assert "KnowMem r" in heads
    assert "Utility" not in heads
    shown = drawn(view_of(tables, panel="muse_llama2_7b", weights="only-model_utility"))
    assert "model_utility" in [m["id"] for m in shown["metrics"]], "what has weight is told, and why nothing is ranked"
