"""The picture of the trade-off and its tables: what is drawn where, and names as text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.resolved import Resolved
from components.selection import parse
from components.views.tradeoff.figures import SHAPES, scatter, steady
from components.views.tradeoff.live.component import shares_of
from components.views.tradeoff.result import TradeoffResult, tradeoff
from components.views.tradeoff.tables import best_for_table, points_table
from data import store

SHARED = (
    "uds:0.028334,s_loss:0.028334,s_zlib:0.028333,s_mink:0.028333,s_minkpp:0.028333,mem:0.028333,"
    "model_utility:0.415,fluency:0.415"
)
"""17 % of equal weights on forgetting, as the slider sends it."""
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


def test_weight_that_moves_between_the_axes_leaves_the_picture_as_it_is():
    """The weights of a released slider have six decimals: groups move in the sixth, which would build a new chart."""
    before = result_of()
    after = result_of(weights=SHARED)
    assert after.share == pytest.approx(0.17, abs=1e-6)
    assert [p.x for p in after.points] != [p.x for p in before.points]
    assert steady(after, before) is before
    assert scatter(steady(after, before), "light") == scatter(before, "light")
    assert steady(after, None) is after
    other = replace(before, points=(replace(before.points[0], x=before.points[0].x + 2e-4), *before.points[1:]))
    assert steady(other, before) is other
    assert steady(result_of(axes="uds,model_utility"), before).axes[0].axis == "uds"
    assert steady(result_of("openunlearning"), before).points != before.points


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
    shares = best_for_table(result)
    assert list(shares["from %"]) == [100 * b.low for b in result.best_for]
    links = tuple(f"#{i}" for i in range(len(shares)))
    shown = shares_of(result, links)
    assert [(r["low"], r["high"], r["link"]) for r in shown["rows"]] == [
        (b.low, b.high, link) for b, link in zip(result.best_for, links, strict=True)
    ]
    assert len(shares_of(result)["heads"]) == len(shown["heads"]) - 1
    assert "group" not in points_table(result_of("openunlearning"))
