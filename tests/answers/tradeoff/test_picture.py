"""The picture of the trade-off and its tables: what is drawn where, and names as text."""

from dataclasses import replace

import pytest

from components.answers.tradeoff.picture import SHAPES, draw, steady
from components.answers.tradeoff.plane import Tradeoff, compute
from data import store
from tests.answered import look, named, view_of

SHARED = (
    "uds:0.028334,s_loss:0.028334,s_zlib:0.028333,s_mink:0.028333,s_minkpp:0.028333,mem:0.028333,"
    "model_utility:0.415,fluency:0.415"
)
"""17 % of equal weights on forgetting, as the slider sends it."""


def result_of(suite: str = "tofu", **query: str) -> Tradeoff:
    return view_of(store.tables(suite), **query).of(compute)


def drawn(result: Tradeoff, suite: str = "tofu"):
    return draw(result, look(view_of(store.tables(suite))))


def test_groups_differ_by_shape_and_colour_and_the_front_is_filled():
    result = result_of()
    fig = drawn(result)
    traces = [named(fig, label) for label in result.groups.values()]
    assert len(traces) == 8
    assert len({t.marker.color for t in traces}) == 8
    assert len({t.marker.symbol[0].removesuffix("-open") for t in traces}) == 8
    filled = {c[0] for t in traces for c, s in zip(t.customdata, t.marker.symbol, strict=True) if "-open" not in s}
    assert filled == {p.method for p in result.members}
    assert list(named(fig, "front").x) == sorted(p.x for p in result.members)
    assert len(SHAPES) == len(set(SHAPES))


def test_weight_that_moves_between_the_axes_leaves_the_picture_as_it_is():
    """The weights of a released slider have four decimals: groups move in the fourth, which would build a new chart."""
    before = result_of(weights="equal")
    after = result_of(weights=SHARED)
    assert after.share == pytest.approx(0.17, abs=1e-6)
    assert [p.x for p in after.points] != [p.x for p in before.points]
    assert steady(after, before) is before
    assert drawn(steady(after, before)) == drawn(before)
    assert steady(after, None) is after
    other = replace(before, points=(replace(before.points[0], x=before.points[0].x + 2e-3), *before.points[1:]))
    assert steady(other, before) is other
    assert steady(result_of(axes="uds,model_utility"), before).axes[0].axis == "uds"
    assert steady(result_of("openunlearning"), before).points != before.points


def test_references_are_marks_with_names_and_the_retrained_one_has_lines():
    result = result_of()
    fig = drawn(result)
    assert list(named(fig, "never ranked").x) == [r.x for r in result.references]
    written = " ".join(a.text for a in fig.layout.annotations)
    labels = {m.id: m.label for m in store.tables("tofu").methods}
    assert all(labels[r.method] in written for r in result.references)
    assert [s.line.dash for s in fig.layout.shapes] == ["dash", "dash"]


def test_names_of_marks_that_are_close_stand_apart():
    """GA KLR lies under NPO KLR, whose name is above, and NPO GDR little below GA KLR's name."""
    fig = drawn(result_of("muse_original"), suite="muse_original")
    sides = {t.text[0]: t.textposition[0] for t in fig.data if t.mode == "markers+text"}
    wanted = {"NPO KLR": "top right", "GA KLR": "bottom right", "NPO GDR": "bottom right"}
    assert {name: sides[name] for name in wanted} == wanted
