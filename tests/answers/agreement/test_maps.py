"""The heat map of τ draws the result: its numbers, places, ranges and reasons, by both rules and
their difference."""

from itertools import chain, combinations

import pytest

from components.answers.agreement import maps
from components.answers.agreement.taus import TAUS
from components.format import number
from components.pages import AGREEMENT
from tests.answered import content, named, view_of
from tests.answers.agreement.cases import computed, drawn, taus_of
from tests.outlined import rectangles
from tests.released import TABLES

IDS = ("FA", "RA", "MIA", "AD", "JS")


def heat(fig):
    (trace,) = [t for t in fig.data if t.type == "heatmap"]
    return trace


def texts(fig):
    traces = [trace for trace in fig.data if trace.type == "scatter" and trace.mode == "text"]
    return [*chain(*(trace.text for trace in traces)), *(a.text for a in fig.layout.annotations)]


@pytest.mark.parametrize("shown", ["published", "tie-aware", "difference"])
def test_cells_hold_values_and_counts_on_the_fixed_scale(shown):
    both = {p: a.tau for p, a in taus_of().agreements.items()}
    expected = both["published"] - both["tie-aware"] if shown == "difference" else both[shown]
    fig = drawn(shown)
    trace, written = heat(fig), texts(fig)
    assert (trace.zmin, trace.zmax) == (-1, 1)
    for i in range(5):
        for j in range(5):
            assert trace.z[j][i] == (None if i == j else pytest.approx(expected[i][j]))
    assert ("0.85" in written) == (shown == "published")
    assert written.count("3 of 9") == (14 if shown == "tie-aware" else 0)
    assert written.count("6 of 9") == (4 if shown == "tie-aware" else 0)


def test_bars_run_over_the_row_orders_of_the_published_tau():
    fig = drawn("published")
    ticks = [t for t in fig.data if t.name == "values"]
    moving = [r for r in taus_of().pairs["published"] if r.row_order_width]
    assert sum(len(t.x) // 3 for t in ticks) == 2 * len(moving) == 18
    assert not [t for t in drawn("tie-aware").data if t.name == "values"]


def test_undefined_cells_are_hatched_and_say_in_how_many_blocks():
    fig = drawn("tie-aware", panel="blip2_multimodal")
    assert (
        named(fig, "undefined").x.count(None) == 4
    )  # all but RA and AD, both ways; MIA and JS are not drawn
    assert texts(fig).count("0 of 1") == 4
    cells = named(fig, "cells")
    hover = dict(zip(map(tuple, cells.customdata), cells.text, strict=True))
    assert "FA has one value for all methods compared" in hover["FA", "RA"]


def test_every_cell_answers_to_a_click_with_its_pair_and_the_open_pair_is_framed():
    fig = drawn("tie-aware")
    cells = named(fig, "cells")
    assert {
        (x, y): tuple(pair) for x, y, pair in zip(cells.x, cells.y, cells.customdata, strict=True)
    } == {(i, j): (IDS[j], IDS[i]) for i in range(5) for j in range(5) if i != j}
    assert maps.opens([list(cells.customdata[0])]) == {"pair": ",".join(cells.customdata[0])}
    assert maps.opens([]) == {}
    assert {part.marker.opacity for part in (cells, cells.selected, cells.unselected)} == {0}
    # without a choice FA and MIA, the strongest contradiction
    for opened, place in (((), {(0, 2), (2, 0)}), (("AD", "RA"), {(1, 3), (3, 1)})):
        diagonal, white, black = drawn("tie-aware", TABLES, *opened).layout.shapes
        assert {(x0 + 0.5, y0 + 0.5) for x0, _, y0, _ in rectangles(diagonal)} == {
            (i, i) for i in range(5)
        }
        assert {(x0 + 0.5, y0 + 0.5) for x0, _, y0, _ in rectangles(black)} == place
        assert white.path == black.path


def test_screen_readers_hear_the_finding_and_every_value_once():
    result, labels = taus_of(), view_of().labels
    view = view_of()
    shown_map = maps.MAP.result(view)
    lowest = min(pair.tau for pair in result.pairs["tie-aware"])
    text = maps.finding(shown_map, labels)
    assert text.startswith(TAUS.say(result, labels).lines[0])
    assert text.endswith(f" FA and MIA: {number(lowest)}.")
    heard = [(cell.pair.x, cell.pair.y) for cell in maps.cells_table(shown_map, labels).rows]
    assert sorted(map(sorted, heard)) == sorted(map(sorted, combinations(IDS, 2)))


def test_cells_of_computed_metrics_are_marked():
    fig = drawn("tie-aware", computed())
    marks = named(fig, "derived")
    assert {(round(x), round(y)) for x, y in zip(marks.x, marks.y, strict=True)} == {
        (i, j) for i in range(3) for j in range(3) if i != j
    }


def test_one_map_is_shown_and_the_report_has_both_whatever_it_is():
    view = view_of()
    for shown in maps.SHOWN:
        result = view.of(maps.compute, shown)
        assert [p.name for p in maps.MAP.parts if p.when(result)] == [
            f"agreement_{shown.replace('-', '_')}"
        ]
    assert view_of(protocol="published").of(maps.compute).map == "published"
    report = content(AGREEMENT)
    assert [r["tau"] for r in report["agreement_tie_aware"]] == [r["tau"] for r in report["pairs"]]
    assert len(report["agreement_published"]) == 10


def test_how_to_read_the_map_and_what_its_numbers_rest_on():
    view = view_of()
    readings = {
        shown: maps.map_reading(view.of(maps.compute, shown), view.labels) for shown in maps.SHOWN
    }
    assert "“3 of 9”: blocks with a τ." in readings["tie-aware"]
    assert "row orders" in readings["published"]
    assert "Published τ minus τ with ties as ties" in readings["difference"]
    notes = maps.MAP.said(view).notes
    assert (
        "Significant: p ≤ 0.05 (exact permutation) after Holm's correction over 10 pairs." in notes
    )
    constant = "FA and RA have one value for all methods on MLLMU-Bench and UnLOK-VQA;"
    assert any(note.startswith(constant) for note in notes)
