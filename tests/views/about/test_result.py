"""What About says of a suite is counted from its tables."""

from __future__ import annotations

import numpy as np

from components.resolved import Resolved
from components.selection import default_selection
from components.views.about.result import limitations, metric_facts, panel_facts
from data.registry import UtilityMap
from tests.made import made_metric, made_tables
from tests.released import TABLES


def said(tables) -> str:
    return " ".join(limitations(Resolved(tables, default_selection(tables))))


def test_panels_are_counted_with_what_is_missing():
    rows = {r["panel"]: r for r in panel_facts(TABLES)}
    assert {name: r["runs"] for name, r in rows.items()} == {"LLaVA-1.5-7B": 36, "ResNet-18": 12, "BLIP-2 OPT-2.7B": 2}
    assert rows["LLaVA-1.5-7B"]["missing values"] == "none"
    assert rows["ResNet-18"]["missing values"] == "JS 2 and Oracle distance 12"
    assert rows["BLIP-2 OPT-2.7B"]["cells"] == 2


def test_limits_follow_from_the_size():
    text = said(TABLES)
    assert "LLaVA-1.5-7B: 4 methods on 3 benchmarks with 3 seeds, 12 cells in all." in text
    assert "BLIP-2 OPT-2.7B: 2 methods on 1 benchmark with 1 seed" in text
    assert "two-sided p below 0.083" in text
    assert "No oracle distance was measured for ResNet-18" in text
    assert "AD is unbounded" in text


def test_limits_of_another_suite_are_its_own():
    bare = made_tables(np.random.default_rng(0).random((1, 1, 12, 2)))
    text = said(bare)
    assert "This suite has no oracle distance" in text
    assert "two-sided p below 4e-09." in text
    assert "No oracle distance was measured" not in text
    assert "unbounded" not in text
    judged = made_tables(np.random.default_rng(0).random((1, 1, 3, 1)), np.ones((1, 1, 3)))
    assert "No oracle distance was measured" not in said(judged)


def test_facts_of_a_metric():
    both = made_metric("A", bounds=(0, None), utilities=[UtilityMap("reciprocal"), UtilityMap("exponential", 100)])
    assert metric_facts(both) == [
        "lower is better ↓", "from 0 upwards", "utility 1/(1+A) (reciprocal) or exp(−A/100) (exponential)",
    ]  # fmt: skip
    assert metric_facts(made_metric("B", "higher", bounds=(None, 1)))[:2] == ["higher is better ↑", "up to 1"]
    assert metric_facts(made_metric("C", bounds=(None, None)))[1] == "no bounds"
    assert metric_facts(made_metric("D", role="oracle"))[-1] == "judges the other metrics, never part of a score"
