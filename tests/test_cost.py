"""Metrics of cost: no preset weighs them; a limit leaves out what needs more."""

from dataclasses import replace

import numpy as np
import pytest

from components.choices.query import parse
from components.panels import over_budget
from components.selection import to_query
from components.stats.ranking.weights import presets
from data.registry import Tables, UtilityMap
from tests.answered import view_of as resolved
from tests.made import made_metric, made_tables

GROUPS = {"forgets": "forgetting", "keeps": "utility", "memory": "cost"}
MEMORY = (5.0, 24.0, 24.5, np.nan)


def four_methods(memory: tuple[float, ...] = MEMORY) -> Tables:
    values = np.random.default_rng(0).random((1, 1, 4, 3))
    values[0, 0, :, 2] = memory
    metrics = [replace(made_metric(i), group=g) for i, g in GROUPS.items()]
    metrics[2] = replace(
        metrics[2],
        direction="lower",
        lower_bound=0,
        upper_bound=None,
        utilities=(UtilityMap("reciprocal", 10.0),),
    )
    return made_tables(values, metrics=metrics)


def test_no_preset_weighs_cost_but_the_one_that_names_it():
    tables = four_methods()
    for preset in presets(tables):
        if preset.name not in ("privacy_first", "published", "re-derived"):
            weights = resolved(tables, weights=preset.name).contest.weights
            assert weights[2] == (preset.name == "only-memory")
            assert weights.sum() == pytest.approx(1)


def test_weight_moves_to_cost_and_limits_hold_only_where_something_was_measured():
    tables = four_methods((5.0, 24.0, 24.5, 1.0))
    assert resolved(tables, weights="equal").contest.in_play.tolist() == [0, 1]
    assert resolved(tables, weights="forgets:1,memory:1").contest.in_play.tolist() == [0, 1, 2]
    _, (problem,) = parse({"most": "memory:24"}, four_methods((np.nan,) * 4))
    assert problem.expected == "nothing: no cost was measured here"


def test_a_limit_leaves_out_what_needs_more_or_was_not_measured():
    tables = four_methods()
    ids = [m.id for m in tables.methods]
    view = resolved(tables, most="memory:24")
    assert (list(view.panel.methods), list(over_budget(view.tables, view.selection))) == (
        ids[:2],
        ids[2:],
    )
    assert to_query(view.selection, tables)["most"] == "memory:24"
    assert list(resolved(tables).panel.methods) == ids


@pytest.mark.parametrize("text", ["keeps:1", "memory", "memory:x", "memory:1,memory:2"])
def test_other_limits_are_told(text):
    _, (problem,) = parse({"most": text}, four_methods())
    assert (problem.name, problem.expected) == ("most", "NAME:number,… over memory, each once")
