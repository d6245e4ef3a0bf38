"""What the board gives the browser, and what it takes from it."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from components.views.leaderboard.board.component import (
    BoardMethod,
    BoardMetric,
    BoardPreset,
    Commit,
    apportion,
    payload,
    read_commit,
    read_scripts,
)

IDS = ["FA", "RA", "MIA"]
PRESETS = ["published", "only-FA"]
METRICS = [BoardMetric(i, i, f"{i} in full", "↓", "#000000", "#FFFFFF", f"1−{i}") for i in IDS]
METHODS = [BoardMethod("ga", "GA"), BoardMethod("rl", "RL", "no MIA")]
GIVEN = {
    "metrics": METRICS,
    "methods": METHODS,
    "utilities": np.array([[0.1, 0.2, 0.3], [0.4, 0.5, np.nan]]),
    "weights": {"RA": 0.75, "FA": 0.25},
    "preset": "published",
    "presets": [BoardPreset("published", "Published", (0.2, 0.3, 0.5)), BoardPreset("only-FA", "FA", (1, 0, 0))],
    "intervals": {"ga": (1, 2)},
}


def test_the_browser_gets_plain_json_in_metric_order_with_missing_as_null():
    data = payload(**GIVEN)
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["utilities"] == [0.1, 0.2, 0.3, 0.4, 0.5, None]
    assert data["weights"] == [0.25, 0.75, 0.0]
    assert data["preset"] == [0.2, 0.3, 0.5]
    assert data["intervals"] == [[1, 2], None]
    assert [m["incomplete"] for m in data["methods"]] == [None, "no MIA"]


def test_names_become_one_line_with_visible_direction_marks_and_are_never_empty():
    data = payload(**GIVEN | {"methods": [BoardMethod("ga", "a\nb\u202ec"), BoardMethod("rl", " ")]})
    assert [m["label"] for m in data["methods"]] == ["a b\ufffdc", "rl"]
    data = payload(**GIVEN | {"metrics": [replace(METRICS[0], label="<b>"), *METRICS[1:]]})
    assert data["metrics"][0]["label"] == "<b>"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"utilities": np.zeros((3, 3))}, "utilities"),
        ({"metrics": [], "utilities": np.zeros((2, 0))}, "utilities"),
        ({"preset": "unheard"}, "preset"),
        ({"presets": [BoardPreset("published", "Published", (1.0,))]}, "published"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        payload(**GIVEN | change)


def test_a_preset_comes_back_by_name():
    assert read_commit({"seq": 4, "preset": "only-FA"}, IDS, PRESETS) == (4, Commit("only-FA", None))


def test_weights_come_back_for_all_metrics_with_six_decimals():
    seq, commit = read_commit({"seq": 1, "weights": {"MIA": 0.123456, "FA": 0.876544}}, IDS, PRESETS)
    assert (seq, commit.preset) == (1, None)
    assert list(commit.weights.items()) == [("FA", 0.876544), ("RA", 0.0), ("MIA", 0.123456)]


def test_weights_that_do_not_sum_to_one_are_normalised():
    _, commit = read_commit({"seq": 1, "weights": {"FA": 1, "RA": 1, "MIA": 1}}, IDS, PRESETS)
    assert list(commit.weights.values()) == [0.333334, 0.333333, 0.333333]


GARBAGE = [
    None, 0, "commit", [], [{"seq": 1}], {}, {"seq": 1}, {"weights": {"FA": 1.0}}, {"seq": 1, "preset": "unheard"},
    {"seq": 1, "preset": ["published"]}, {"seq": 1, "preset": None, "weights": None},
    {"seq": "1", "preset": "published"}, {"seq": True, "preset": "published"}, {"seq": -1, "preset": "published"},
    {"seq": 1.5, "preset": "published"}, {"seq": 2**60, "preset": "published"},
    {"seq": 1, "preset": "published", "weights": {"FA": 1.0}}, {"seq": 1, "weights": {}},
    {"seq": 1, "weights": [1.0]}, {"seq": 1, "weights": {"XX": 1.0}}, {"seq": 1, "weights": {"FA": 1.0, "XX": 0.0}},
    {"seq": 1, "weights": {"FA": "1"}}, {"seq": 1, "weights": {"FA": True}}, {"seq": 1, "weights": {"FA": None}},
    {"seq": 1, "weights": {"FA": math.nan}}, {"seq": 1, "weights": {"FA": math.inf}},
    {"seq": 1, "weights": {"FA": -0.1, "RA": 1.0}}, {"seq": 1, "weights": {"FA": 0.0, "RA": 0.0}},
    {"seq": 1, "weights": {"FA": 10**400}}, {"seq": 1, "weights": {f"X{i}": 0.1 for i in range(100_000)}},
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
    _, commit = found
    assert (commit.preset in PRESETS) != (commit.weights is not None)
    if commit.weights is not None:
        assert list(commit.weights) == IDS
        assert sum(round(w * 1_000_000) for w in commit.weights.values()) == 1_000_000


@given(some.lists(some.floats(0, 1), min_size=1, max_size=30).filter(lambda x: sum(x) > 0))
def test_a_million_is_shared_exactly_and_nobody_is_off_by_one_or_more(shares):
    shares = np.array(shares)
    parts = apportion(shares)
    assert parts.sum() == 1_000_000
    assert (parts[shares == 0] == 0).all()
    assert (np.abs(parts - shares / shares.sum() * 1e6) < 1 + 1e-5).all()


def test_the_script_asks_nobody_for_anything():
    script = read_scripts()
    for word in ("http", "fetch(", "import ", "innerHTML", "eval(", "localStorage"):
        assert word not in script.replace("http://www.w3.org/2000/svg", "")
