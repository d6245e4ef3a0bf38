"""The agreement figures draw the result: its numbers, places, ranges and reasons, names as text."""

from itertools import pairwise

import numpy as np
import pytest

from components.plotting.theme import TAU_SCALE
from components.views.agreement.figures.heat_map import agreement_map
from components.views.agreement.figures.pair import agreement_scatter, agreement_slopes, grid_columns
from components.views.agreement.figures.summary import agreement_profile, concordance_bars, modality_dots
from tests.made import made_tables
from tests.outlined import rectangles
from tests.released import TABLES
from tests.views.agreement.cases import agreement_of, made, named, pair_of, row

IDS = ("FA", "RA", "MIA", "AD", "JS")
METHODS = {m.label for m in TABLES.methods}
PANELS = {p.label for p in TABLES.panels}
BOTH = pytest.mark.parametrize("mode", ["light", "dark"])
PROTOCOLS = pytest.mark.parametrize("protocol", ["published", "tie-aware"])


def drawn(fig, mode):
    return [t for t in fig.data if t.type == "scatter" and t.mode == mode]


def heat(fig):
    (trace,) = [t for t in fig.data if t.type == "heatmap"]
    return trace


def targets(fig):
    (trace,) = [t for t in fig.data if t.name == "cells"]
    return trace


def texts(fig):
    written = [t for trace in drawn(fig, "text") for t in trace.text]
    return written + [a.text for a in fig.layout.annotations]


@BOTH
@PROTOCOLS
def test_cells_hold_the_values_on_the_fixed_scale(mode, protocol):
    result = agreement_of()
    trace = heat(agreement_map(result, protocol, mode))
    assert (trace.zmin, trace.zmax) == (-1, 1)
    assert [list(stop) for stop in trace.colorscale] == TAU_SCALE
    expected = result.protocols[protocol].tau
    for i in range(5):
        for j in range(5):
            assert trace.z[j][i] == (None if i == j else expected[i][j])


@PROTOCOLS
def test_numbers_and_counts_are_written(protocol):
    written = texts(agreement_map(agreement_of(), protocol, "light"))
    assert ("0.852" in written) == (protocol == "published")
    assert written.count("3 of 9") == (14 if protocol == "tie-aware" else 0)
    assert written.count("6 of 9") == (4 if protocol == "tie-aware" else 0)
    assert "" not in written


def test_undefined_cells_are_hatched_and_say_in_how_many_blocks():
    result = agreement_of(panel="blip2_multimodal")
    fig = agreement_map(result, "tie-aware", "light")
    (hatching,) = [t for t in fig.data if t.name == "undefined"]
    assert hatching.x.count(None) == 18  # all but RA and AD, both ways
    assert hatching.fillpattern.shape == "/"
    assert texts(fig).count("0 of 1") == 18
    hover = dict(zip(map(tuple, targets(fig).customdata), targets(fig).text, strict=True))
    assert row(result.pairs, "FA", "RA").tau_reason in hover["FA", "RA"]


def test_bars_run_from_the_smallest_to_the_largest_value_over_row_orders():
    result = agreement_of(protocol="published")
    expected = set()
    for r in result.pairs:
        i, j = result.order.index(r.x), result.order.index(r.y)
        if r.row_order_max - r.row_order_min > 1e-12:
            for x, y in ((i, j), (j, i)):
                ends = (x + 0.42 * r.row_order_min, x + 0.42 * r.row_order_max, y + 0.34)
                expected.add(tuple(round(end, 9) for end in ends))
    bars = [t for t in drawn(agreement_map(result, "published", "light"), "lines") if t.line.width == 5]
    found = {
        tuple(round(float(end), 9) for end in (t.x[n], t.x[n + 1], t.y[n])) for t in bars for n in range(0, len(t.x), 3)
    }
    assert found == expected
    assert len(found) == 18  # AD and JS have no ties
    ours = agreement_map(result, "tie-aware", "light")
    assert not [t for t in drawn(ours, "lines") if t.line.width == 5]


@BOTH
def test_every_cell_answers_to_a_click_with_its_pair(mode):
    fig = agreement_map(agreement_of(), "tie-aware", mode, ("FA", "AD"))
    trace = targets(fig)
    assert {(x, y): tuple(pair) for x, y, pair in zip(trace.x, trace.y, trace.customdata, strict=True)} == {
        (i, j): (IDS[j], IDS[i]) for i in range(5) for j in range(5) if i != j
    }
    assert trace.marker.opacity == trace.selected.marker.opacity == trace.unselected.marker.opacity == 0
    diagonal, white, black = fig.layout.shapes  # a browser draws each shape as an element of its own
    assert {(x0 + 0.5, y0 + 0.5) for x0, _, y0, _ in rectangles(diagonal)} == {(i, i) for i in range(5)}
    assert {(x0 + 0.5, y0 + 0.5) for x0, _, y0, _ in rectangles(black)} == {(0, 3), (3, 0)}
    assert (black.line.color, white.path) == ("#000000", black.path)
    assert tuple(fig.layout.xaxis.range) == (-0.5, 4.5)
    assert tuple(fig.layout.yaxis.range) == (4.5, -0.5)


def test_hover_tells_counts_p_and_row_order():
    fig = agreement_map(agreement_of(), "published", "light")
    hover = dict(zip(map(tuple, targets(fig).customdata), targets(fig).text, strict=True))["FA", "AD"]
    assert "τ −0.259, 9 of 9 blocks" in hover
    assert "row order alone: −0.519 to 0.296" in hover
    assert "p 0.043 (t-test over 9 blocks)" in hover


def test_many_metrics_are_ordered_by_cluster_without_numbers():
    result = agreement_of(named(made(1, 1, 150, 26), "A metric with a long name {}"))
    fig = agreement_map(result, "tie-aware", "light")
    assert texts(fig) == []
    assert heat(fig).showscale
    assert list(fig.layout.xaxis.ticktext) == ["A metric with…"] * 26
    x, y = (result.metrics.index(m) for m in result.order[:2])
    assert heat(fig).z[0][1] == result.tie_aware.tau[x][y]
    assert fig.layout.height <= 900


@BOTH
@PROTOCOLS
def test_slopes_draw_both_ranks_of_every_method_in_every_block(mode, protocol):
    pair = pair_of(pair="FA,AD")
    fig = agreement_slopes(pair, protocol, mode)
    lines = [t for t in fig.data if t.mode == "lines+markers"]
    assert len(lines) == 9
    for trace, block in zip(lines, pair.blocks, strict=True):
        assert trace.y[::3] == block.protocols[protocol].x_ranks
        assert trace.y[1::3] == block.protocols[protocol].y_ranks
    titles = [a.text for a in fig.layout.annotations]
    assert titles[0].startswith("MLLMU-Bench<br>seed 42: ")
    if protocol == "tie-aware":  # by hand: one pair concordant, two discordant, three tied by FA
        assert "MMUBench<br>seed 5508: −0.236" in titles
    assert ("MLLMU-Bench<br>seed 42: –" in titles) == (protocol == "tie-aware")
    assert grid_columns(pair) == 3


def test_slopes_name_methods_by_number_and_join_ties():
    pair = pair_of(pair="FA,AD")
    written = texts(agreement_slopes(pair, "tie-aware", "light"))
    assert {"all", "1·3·4"} <= {text.strip() for text in written}


def test_slopes_of_many_methods_and_of_missing_values():
    pair = pair_of(made(1, 1, 150, 3), pair="X1,X2")
    fig = agreement_slopes(pair, "tie-aware", "light")
    assert not [t for t in fig.data if t.mode == "text"]
    assert fig.layout.height < 500
    missing = pair_of(panel="resnet_unimodal", pair="FA,JS")
    lines = agreement_slopes(missing, "tie-aware", "light").data
    assert [len(t.x) // 3 for t in lines if t.mode == "lines+markers"] == [3, 4, 3]


@BOTH
def test_scatter_shows_the_reversal_with_better_up_and_right(mode):
    pair = pair_of(pair="FA,RA")
    fig = agreement_scatter(pair, mode)
    names = [t.name for t in fig.data]
    assert names == [
        "MLLMU-Bench: – (0 of 3)",
        "UnLOK-VQA: – (0 of 3)",
        "MMUBench: 0.471 (3 of 3)",
        "all runs pooled: −0.869",
    ]
    assert len({t.marker.symbol for t in fig.data}) == 4
    assert list(fig.data[0].x) == [0.0]
    assert fig.data[0].customdata[0].startswith("12 runs: ")
    assert (fig.layout.xaxis.autorange, fig.layout.yaxis.autorange) == ("reversed", True)
    drawn = sum(int(c.split(" run")[0]) for t in fig.data[:3] for c in t.customdata)
    assert drawn == 36


@BOTH
def test_profile_draws_mean_ranks_and_their_spread(mode):
    result = agreement_of()
    fig = agreement_profile(result, mode)
    lines = [t for t in fig.data if t.mode == "lines+markers"]
    assert tuple(t.y for t in lines) == result.rank_profile.mean
    spreads = [t for t in fig.data if t.mode == "lines"]
    assert tuple(t.y[::3] for t in spreads) == result.rank_profile.best
    assert tuple(t.y[1::3] for t in spreads) == result.rank_profile.worst
    assert {a.text.split("</span> ")[1] for a in fig.layout.annotations} == METHODS
    heights = sorted(a.y for a in fig.layout.annotations)
    assert min(b - a for a, b in pairwise(heights)) > 0.2
    assert tuple(fig.layout.yaxis.range) == (4.5, 0.5)


def test_profile_of_many_methods_is_one_trace():
    fig = agreement_profile(agreement_of(made(1, 1, 150, 12)), "light")
    (trace,) = fig.data
    assert sum(y is None for y in trace.y) == 150
    assert not fig.layout.annotations


def test_profile_of_two_methods_and_unmeasured_metrics():
    result = agreement_of(panel="blip2_multimodal")
    fig = agreement_profile(result, "light")
    assert tuple(t.y for t in fig.data if t.mode == "lines+markers") == result.rank_profile.mean
    assert len(fig.layout.annotations) == 2


@BOTH
def test_concordance_has_w_and_names_what_ranks_nothing(mode):
    result = agreement_of()
    fig = concordance_bars(result, mode)
    assert list(fig.data[0].x) == [r.w for r in result.concordance]
    said = [a.text for a in fig.layout.annotations]
    assert (
        said[1]
        == "<b>UnLOK-VQA</b>: W 0.800, p 0.187 (asymptotic)<br>over AD and JS; FA, RA and MIA one value for all methods"
    )
    assert tuple(fig.layout.xaxis.range) == (0, 1)
    undefined = agreement_of(methods="salun")
    fig = concordance_bars(undefined, mode)
    assert fig.layout.annotations[0].text == "<b>MLLMU-Bench</b>: W undefined<br>one method only"


@BOTH
def test_modality_marks_every_panel_under_every_rule(mode):
    result = agreement_of()
    fig = modality_dots(result, mode)
    by_panel = {t.name.split(",")[0]: t for t in fig.data}
    assert set(by_panel) == PANELS
    llava = by_panel["LLaVA-1.5-7B"]
    assert list(llava.x) == [r.mean_tau for r in result.modality if r.panel == "llava_multimodal"]
    assert by_panel["BLIP-2 OPT-2.7B"].marker.symbol.endswith("-open")
    assert not llava.marker.symbol.endswith("-open")
    assert list(fig.layout.yaxis.ticktext) == ["published", "aligned,<br>pooled", "aligned,<br>blocks"]


@BOTH
def test_hostile_names_are_text(mode):
    tables = named(made(1, 2, 4, 3), "<img src=x onerror=alert(1)>")
    result, pair = agreement_of(tables), pair_of(tables)
    figures = [
        agreement_map(result, "published", mode),
        agreement_slopes(pair, "tie-aware", mode),
        agreement_scatter(pair, mode),
        agreement_profile(result, mode),
        concordance_bars(result, mode),
        modality_dots(result, mode),
    ]
    for fig in figures:
        assert "<img" not in fig.to_json().replace("\\u003c", "<")
        assert "&lt;img" in fig.to_json().replace("\\u0026", "&")


def test_one_metric_and_all_tied_can_be_drawn():
    single = agreement_of(made(1, 1, 4, 1))
    assert heat(agreement_map(single, "tie-aware", "light")).z[0][0] is None
    tied = agreement_of(made_tables(np.ones((1, 1, 4, 2))))
    assert texts(agreement_map(tied, "tie-aware", "light")).count("0 of 1") == 2
