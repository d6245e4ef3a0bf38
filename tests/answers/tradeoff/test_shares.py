"""The front in the report against exact fractions of the printed values: members, and who is best for some share."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from components.report import report
from components.selection import parse
from data import store
from data.registry import Tables
from tests.made import made_metric, made_tables

WEIGHED = {
    "forgetting": ["uds", "s_loss", "s_zlib", "s_mink", "s_minkpp", "mem"],
    "utility": ["model_utility", "fluency"],
}
"""The metrics that equal weights weigh in each group: a derived one, not its parts."""
TWO = [made_metric("X1", "higher"), made_metric("X2", "higher")]
Places = dict[str, tuple[Fraction, Fraction]]


def front_of(tables: Tables, **query: str) -> dict[str, bool]:
    """Who stands on the front of the report, and whether it is supported."""
    selection, problems = parse(query, tables)
    assert not problems
    return {r["method"]: r["supported"] for r in report(tables, selection, ("tradeoff",))["front"]}


def by_definition(places: Places) -> dict[str, bool]:
    """The same from the definitions, one candidate against each other one, without rounding."""
    found = {}
    for method, (x, y) in places.items():
        others = list(places.values())
        if any(a >= x and b >= y and (a, b) != (x, y) for a, b in others):
            continue
        low, high = Fraction(0), Fraction(1)
        for a, b in others:  # s (x − a) + (1 − s) (y − b) ≥ 0
            slope, at_none = (x - a) - (y - b), y - b
            if slope > 0:
                low = max(low, -at_none / slope)
            elif slope < 0:
                high = min(high, -at_none / slope)
            elif at_none < 0:
                high = Fraction(-1)
        found[method] = low <= high
    return found


def made(points: list[tuple[float, float]]) -> Tables:
    return made_tables(np.array(points)[None, None], metrics=TWO)


@pytest.mark.parametrize("floors", ["none", "suite"])
@pytest.mark.parametrize("axes", ["forgetting,utility", "s_loss,uds"])
def test_tofu_follows_the_definitions(axes: str, floors: str) -> None:
    tables = store.tables("tofu")
    runs = tables.runs.set_index("method")
    before = runs.loc["full"]
    runs = runs.loc[[m.id for m in tables.candidates]]
    if floors == "suite":  # half of the model before unlearning, by hand
        runs = runs[(2 * runs["model_utility"] >= before["model_utility"]) & (2 * runs["fluency"] >= before["fluency"])]
        assert len(runs) == 130
    x, y = (WEIGHED.get(a, [a]) for a in axes.split(","))
    places = {
        m: tuple(sum(Fraction(str(row[k])) for k in held) / len(held) for held in (x, y)) for m, row in runs.iterrows()
    }
    wanted = by_definition(places)
    assert front_of(tables, axes=axes, weights="equal", floors=floors) == wanted
    assert len(wanted) < len(places)


def test_equal_candidates_stand_there_together() -> None:
    points = [(0.2, 0.9), (0.2, 0.9), (0.9, 0.2), (0.1, 0.9)]
    assert front_of(made(points), axes="X1,X2") == {"m1": True, "m2": True, "m3": True}


def test_points_on_a_line_are_supported_and_one_below_it_is_not() -> None:
    line = [(0.1, 0.7), (0.3, 0.5), (0.5, 0.3), (0.7, 0.1)]
    assert front_of(made(line), axes="X1,X2") == dict.fromkeys(["m1", "m2", "m3", "m4"], True)
    below = [(0.1, 0.7), (0.3, 0.49), (0.5, 0.3)]
    assert front_of(made(below), axes="X1,X2") == {"m1": True, "m2": False, "m3": True}
    flat = [(0.1, 0.5), (0.3, 0.5), (0.5, 0.5)]
    assert front_of(made(flat), axes="X1,X2") == {"m3": True}
