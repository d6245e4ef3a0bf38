"""The heat maps of τ draw the result: its numbers, places, ranges and reasons."""

import pytest

from components.answers.agreement import maps
from tests.answered import look, view_of
from tests.answers.agreement.cases import taus_of
from tests.outlined import rectangles
from tests.released import TABLES

IDS = ("FA", "RA", "MIA", "AD", "JS")
PROTOCOLS = pytest.mark.parametrize("protocol", ["published", "tie-aware"])


def drawn(protocol, tables=TABLES, **query):
    return maps.draw(taus_of(tables, **query), protocol, look(view_of(tables, **query)))


def lines(fig, mode):
    return [t for t in fig.data if t.type == "scatter" and t.mode == mode]


def heat(fig):
    (trace,) = [t for t in fig.data if t.type == "heatmap"]
    return trace


def targets(fig):
    (trace,) = [t for t in fig.data if t.name == "cells"]
    return trace


def hover(fig):
    return dict(zip(map(tuple, targets(fig).customdata), targets(fig).text, strict=True))


def texts(fig):
    return [t for trace in lines(fig, "text") for t in trace.text] + [a.text for a in fig.layout.annotations]


@PROTOCOLS
def test_cells_hold_values_and_counts_on_the_fixed_scale(protocol):
    fig, expected = drawn(protocol), taus_of().both[protocol].tau
    trace, written = heat(fig), texts(fig)
    assert (trace.zmin, trace.zmax) == (-1, 1)
    for i in range(5):
        for j in range(5):
            assert trace.z[j][i] == (None if i == j else expected[i][j])
    assert ("0.852" in written) == (protocol == "published")
    assert written.count("3 of 9") == (14 if protocol == "tie-aware" else 0)
    assert written.count("6 of 9") == (4 if protocol == "tie-aware" else 0)


def test_undefined_cells_are_hatched_and_say_in_how_many_blocks():
    fig = drawn("tie-aware", panel="blip2_multimodal")
    (hatching,) = [t for t in fig.data if t.name == "undefined"]
    assert hatching.x.count(None) == 18  # all but RA and AD, both ways
    assert texts(fig).count("0 of 1") == 18
    assert "FA has one value for all methods compared" in hover(fig)["FA", "RA"]


def test_every_cell_answers_to_a_click_with_its_pair():
    fig = drawn("tie-aware", pair="FA,AD")
    trace = targets(fig)
    assert {(x, y): tuple(pair) for x, y, pair in zip(trace.x, trace.y, trace.customdata, strict=True)} == {
        (i, j): (IDS[j], IDS[i]) for i in range(5) for j in range(5) if i != j
    }
    assert maps.opens([list(trace.customdata[0])]) == {"pair": tuple(trace.customdata[0])}
    assert maps.opens([]) == {}
    assert trace.marker.opacity == trace.selected.marker.opacity == trace.unselected.marker.opacity == 0
    diagonal, white, black = fig.layout.shapes  # a browser draws each shape as an element of its own
    assert {(x0 + 0.5, y0 + 0.5) for x0, _, y0, _ in rectangles(diagonal)} == {(i, i) for i in range(5)}
    assert {(x0 + 0.5, y0 + 0.5) for x0, _, y0, _ in rectangles(black)} == {(0, 3), (3, 0)}
    assert white.path == black.path
