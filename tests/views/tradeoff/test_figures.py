"""The picture of the trade-off and its tables: what is drawn where, and names as text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.resolved import Resolved
from components.selection import parse
from components.views.tradeoff.figures import SHAPES, scatter
from components.views.tradeoff.result import TradeoffResult, tradeoff
from components.views.tradeoff.tables import LINK, best_for_table, points_table
from data import store

HOSTILE = "<b>x</b><img src=y>"


def result_of(suite: str = "tofu", **query: str) -> TradeoffResult:
    tables = store.tables(suite)
    return tradeoff(Resolved(tables, parse(query, tables)[0]))


def named(fig, name: str):
    return next((t for t in fig.data if t.name == name), None)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_groups_differ_by_shape_and_colour_and_the_front_is_filled(mode):
    result = result_of()
    fig = scatter(result, mode)
    traces = [named(fig, label) for label in result.groups.values()]
    assert len(traces) == 8
    assert len({t.marker.color for t in traces}) == 8
    assert len({t.marker.symbol[0].removesuffix("-open") for t in traces}) == 8
    filled = {c[0] for t in traces for c, s in zip(t.customdata, t.marker.symbol, strict=True) if "-open" not in s}
    assert filled == {p.method for p in result.members}
    assert list(named(fig, "front").x) == sorted(p.x for p in result.members)
    assert len(SHAPES) == len(set(SHAPES))


def test_the_line_of_equal_score_has_the_slope_of_the_weights():
    result = result_of()
    line = named(scatter(result, "light"), "equal score")
    slope = (line.y[1] - line.y[0]) / (line.x[1] - line.x[0])
    assert slope == pytest.approx(-result.axes[0].weight / result.axes[1].weight)
    assert named(scatter(result_of(axes="uds,model_utility"), "light"), "equal score") is None
    upright = scatter(replace(result, axes=(result.axes[0], replace(result.axes[1], weight=0.0))), "light")
    assert named(upright, "equal score") is None
    assert sum(s.line.dash == "dot" for s in upright.layout.shapes) == 1


def test_references_are_marks_with_names_and_the_retrained_one_has_lines():
    result = result_of()
    fig = scatter(result, "light")
    assert list(named(fig, "never ranked").x) == [r.x for r in result.references]
    written = " ".join(a.text for a in fig.layout.annotations)
    assert all(r.label in written for r in result.references)
    assert [s.line.dash for s in fig.layout.shapes] == ["dash", "dash"]


def test_names_are_text():
    result = result_of("openunlearning")
    points = tuple(replace(p, label=HOSTILE) for p in result.points)
    drawn = scatter(
        replace(
            result,
            points=points,
            references=tuple(replace(r, label=HOSTILE) for r in result.references),
            groups=dict.fromkeys(result.groups, HOSTILE),
            axes=tuple(replace(a, label=HOSTILE, name=HOSTILE) for a in result.axes),
        ),
        "light",
    )
    assert "<img" not in drawn.to_json().replace("\\u003c", "<")


def test_the_tables_hold_every_number_drawn():
    result = result_of()
    table = points_table(result)
    assert len(table) == len(result.points) + len(result.references)
    assert list(table["UQS"].dropna()) == sorted((p.score for p in result.points), reverse=True)
    assert set(table["role"]) == {"candidate", "reference", "original"}
    shares = best_for_table(result, tuple("#" for _ in result.best_for))
    assert list(shares["from %"]) == [100 * b.low for b in result.best_for]
    assert list(shares[LINK]) == ["#"] * len(shares)
    assert "group" not in points_table(result_of("openunlearning"))
