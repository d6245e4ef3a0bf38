"""The cluster figures draw the result: same order, same numbers, frames where they belong, names as text."""

from dataclasses import replace

import numpy as np
import pytest

from components.plotting.theme import TAU_SCALE
from components.resolved import Resolved
from components.selection import parse
from components.views.clusters.figures.dendrogram import dendrogram, tree_range
from components.views.clusters.figures.marks import SYMBOLS, letter, runs, symbol
from components.views.clusters.figures.number import coassociation, number_of_clusters
from components.views.clusters.figures.plane import convex_hull, label_sides, metric_map
from components.views.clusters.result.clusters import Bracket, clusters
from tests.made import made_metric, made_tables
from tests.outlined import rectangles
from tests.released import TABLES

IDS = ("FA", "RA", "MIA", "AD", "JS")
BOTH = pytest.mark.parametrize("mode", ["light", "dark"])


def result_of(tables=TABLES, **query):
    return clusters(Resolved(tables, parse(query, tables)[0]))


@pytest.fixture(scope="module")
def tie_aware():
    return result_of()


@pytest.fixture(scope="module")
def published():
    return result_of(protocol="published")


@pytest.fixture(scope="module")
def many():
    rng = np.random.default_rng(0)
    values = rng.normal(size=(2, 1, 12, 3))[..., [i % 3 for i in range(26)]] + rng.normal(size=(2, 1, 12, 26))
    metrics = [made_metric(f"X{i + 1}", "higher") for i in range(26)]
    named = [replace(m, label=f"Metric with a long name {m.id}") for m in metrics]
    return result_of(made_tables(values, metrics=named))


def drawn(fig, mode):
    return [t for t in fig.data if t.type == "scatter" and t.mode == mode]


def heat(fig):
    (trace,) = [t for t in fig.data if t.type == "heatmap"]
    return trace


def frames(fig, dash, axis="y3"):
    """Frames drawn over a matrix, as (x0, x1, y0, y1) places, without their white edges."""
    paths = [s for s in fig.layout.shapes if s.type == "path" and (s.yref or "y") == axis]
    (path,) = [s for s in paths if s.line.color == "#000000" and s.line.dash == dash]
    return {tuple(round(v) for v in (x0 + 0.5, x1 - 0.5, y0 + 0.5, y1 - 0.5)) for x0, x1, y0, y1 in rectangles(path)}


@BOTH
def test_heat_map_is_the_reordered_tau_on_a_fixed_scale(tie_aware, mode):
    fig = dendrogram(tie_aware, mode)
    trace, place = heat(fig), {m: i for i, m in enumerate(tie_aware.metrics)}
    expected = [[tie_aware.tau[place[a]][place[b]] for b in tie_aware.order] for a in tie_aware.order]
    assert np.array(trace.z) == pytest.approx(np.array(expected))
    assert (trace.zmin, trace.zmax) == (-1, 1)
    assert [list(c) for c in trace.colorscale] == TAU_SCALE
    assert list(fig.layout.xaxis3.ticktext) == list(fig.layout.yaxis3.ticktext) == list(tie_aware.order)
    assert tuple(fig.layout.yaxis3.range) == (4.5, -0.5)  # first metric on top, first on the left
    assert "τ +0.471, 3 of 9 blocks" in trace.customdata[0][1]


def test_tree_and_matrix_share_their_places(tie_aware):
    fig = dendrogram(tie_aware, "light")
    assert fig.layout.xaxis.matches == fig.layout.xaxis2.matches == "x3"
    lines = drawn(fig, "lines")
    corners = sorted(y for t in lines for y in t.y if y is not None)
    assert corners == pytest.approx(sorted(y for b in tie_aware.brackets for y in b.y))
    assert [len([x for x in t.x if x is not None]) // 4 for t in lines] == [3, 1]  # 5 metrics, 2 clusters: one above
    (cut,) = [s for s in fig.layout.shapes if s.type == "line"]
    heights = [b.height for b in tie_aware.brackets]
    assert heights[2] < cut.y0 < heights[3]


@pytest.mark.parametrize("k", [1, 3, 5])
def test_cut_lies_between_the_merges_it_separates(k):
    result = result_of(k=str(k))
    (cut,) = [s for s in dendrogram(result, "light").layout.shapes if s.type == "line"]
    heights = [b.height for b in result.brackets]
    assert sum(h < cut.y0 for h in heights) == 5 - k
    assert cut.y0 > 0


def test_clusters_are_framed_solid_and_published_ones_dotted(tie_aware, published):
    fig = dendrogram(published, "light")
    assert published.order == ("MIA", "FA", "RA", "JS", "AD")
    assert frames(fig, None) == frames(fig, "dot") == {(0, 2, 0, 2), (3, 4, 3, 4)}
    torn = dendrogram(tie_aware, "light")
    assert tie_aware.order == ("FA", "RA", "JS", "AD", "MIA")
    assert frames(torn, None) == {(0, 3, 0, 3), (4, 4, 4, 4)}
    # {FA, RA, MIA} is torn apart by {JS, AD}: every two of its stretches are framed
    assert frames(torn, "dot") == {(0, 1, 0, 1), (2, 3, 2, 3), (4, 4, 4, 4), (0, 1, 4, 4), (4, 4, 0, 1)}


def test_strips_name_clusters_by_number_and_published_ones_by_letter(tie_aware):
    fig = dendrogram(tie_aware, "light")
    assert list(fig.layout.yaxis2.ticktext) == ["published", "here"]
    texts = {(a.x, a.y): a.text for a in fig.layout.annotations if (a.yref or "y") == "y2"}
    assert texts == {(1.5, 1): "1", (4, 1): "2", (0.5, 0): "A", (2.5, 0): "B", (4, 0): "A"}


def test_marks_are_the_same_on_tree_and_map(tie_aware):
    (tree,) = [t for t in drawn(dendrogram(tie_aware, "light"), "markers") if t.marker.size == 11]
    on_tree = dict(zip(tie_aware.order, zip(tree.marker.color, tree.marker.symbol, strict=True), strict=True))
    fig = metric_map(tie_aware, "light")
    on_map = {}
    for t in drawn(fig, "markers"):
        for text, colour in zip(t.customdata, t.marker.color, strict=True):
            on_map[text.split(":")[0]] = (colour, t.marker.symbol)
    assert on_map == on_tree
    assert {s for _, s in on_map.values()} == {"circle", "square"}


def test_map_is_drawn_to_scale_with_both_outlines(tie_aware):
    fig = metric_map(tie_aware, "dark")
    assert fig.layout.yaxis.scaleanchor == "x"
    assert [t.name for t in fig.data if t.showlegend] == ["clusters here", "published clusters"]
    for t in drawn(fig, "markers"):
        for text, x, y in zip(t.customdata, t.x, t.y, strict=True):
            assert (x, y) == tie_aware.map[text.split(":")[0]]
    assert {a.text for a in fig.layout.annotations} == set(IDS)


def test_number_of_clusters_draws_both_statistics(tie_aware):
    fig = number_of_clusters(tie_aware, "light")
    silhouette, gap, mark = fig.data
    assert list(silhouette.x) == [2, 3, 4]
    assert list(gap.x) == [1, 2, 3, 4]
    assert list(gap.y) == [r.gap for r in tie_aware.by_k]
    assert list(gap.error_y.array) == [r.gap_se for r in tie_aware.by_k]
    assert (list(mark.x), list(mark.y)) == ([2], [tie_aware.published[0].silhouette])
    assert list(gap.marker.size) == [13, 9, 9, 9]  # the gap picks one cluster
    assert {s.x0 for s in fig.layout.shapes if s.line.dash is None} == {tie_aware.k}


def test_number_of_clusters_without_a_gap_or_a_publication():
    fig = number_of_clusters(result_of(made_tables(np.ones((1, 2, 4, 3))), protocol="published"), "dark")
    assert [len(t.x) for t in fig.data] == [1, 0]


def test_coassociation_has_the_shares_in_leaf_order(tie_aware):
    trace = heat(coassociation(tie_aware, "light"))
    share = {frozenset((p.x, p.y)): p.share for p in tie_aware.coassociation}
    for i, a in enumerate(tie_aware.order):
        for j, b in enumerate(tie_aware.order):
            assert trace.z[i][j] == (1 if a == b else share[frozenset((a, b))])
    assert (trace.zmin, trace.zmax) == (0, 1)
    assert "0.704 of all" in trace.customdata[0][1]


def test_pairs_that_never_meet_are_hatched(tie_aware):
    pairs = tuple(replace(p, share=None) if p.x == "FA" else p for p in tie_aware.coassociation)
    changed = replace(tie_aware, coassociation=pairs)
    fig = coassociation(changed, "light")
    (hatch,) = [t for t in fig.data if t.name == "undefined"]
    assert hatch.fillpattern.shape == "/"
    assert sum(x is None for x in hatch.x) == 8  # four pairs, both ways
    written = drawn(fig, "text")[0]
    assert len(written.text) == 25 - 8


@BOTH
def test_many_metrics_keep_readable_names(many, mode):
    fig = dendrogram(many, mode)
    assert not drawn(fig, "text")
    assert heat(fig).showscale
    assert fig.layout.xaxis3.showticklabels is False
    assert all(len(t) <= 14 for t in fig.layout.yaxis3.ticktext)
    share = fig.layout.yaxis3.domain[1] - fig.layout.yaxis3.domain[0]
    assert share * (fig.layout.height - 40) / 26 > 15  # pixels of a row
    assert len(coassociation(many, mode).layout.yaxis.ticktext) == 26
    number_of_clusters(many, mode)


def test_names_on_the_map_never_overlap(many):
    points = many.map
    width = 2.6 * max(np.hypot(*p) for p in points.values())
    sides = label_sides(points, {m: many.names.metric(m) for m in points}, width)
    unit, boxes = width / 300, []
    for m, (right, up) in sides.items():
        half = 3 * 12 * unit
        x, y = points[m][0] + right * (9 * unit + half), points[m][1] + up * 17 * unit
        boxes.append((x - half, x + half, y - 7 * unit, y + 7 * unit))
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            assert not (a[0] < b[1] and b[0] < a[1] and a[2] < b[3] and b[2] < a[3])
    assert 0 < len(sides) < 26


def test_few_metrics_are_all_named_even_on_one_spot():
    points = dict.fromkeys(IDS, (0.0, 0.0))
    assert set(label_sides(points, {m: m for m in IDS}, 1.0)) == set(IDS)


def merges(*heights):
    return [Bracket(x=(), y=(), height=h, joins=()) for h in heights]


def test_tree_of_many_close_merges_begins_below_the_first():
    low, top = tree_range(merges(*(1.1 + 0.01 * i for i in range(20))))
    assert 0.9 < low < 1.1
    assert top == pytest.approx(1.29)
    assert tree_range(merges(1.2, 1.3))[0] == 0
    assert tree_range(merges(0.0)) == (0.0, 1.0)


def test_two_metrics_and_coinciding_metrics_are_drawn():
    two = result_of(panel="blip2_multimodal")
    assert heat(dendrogram(two, "light")).z[0][1] == -1
    metric_map(two, "light")
    same = result_of(made_tables(np.ones((2, 2, 4, 3))), protocol="published")
    assert np.isfinite(dendrogram(same, "dark").layout.yaxis.range).all()
    metric_map(same, "dark")


def test_names_are_text(tie_aware):
    labels = {**tie_aware.names.metrics, "FA": "<b>FA</b><script>"}
    hostile = replace(tie_aware, names=replace(tie_aware.names, metrics=labels))
    for draw in (dendrogram, metric_map, coassociation):
        fig = draw(hostile, "light")
        assert "<b>FA" not in fig.to_json().replace("\\u003c", "<")
        assert "&lt;b&gt;FA" in fig.to_json().replace("\\u003c", "<").replace("\\u0026", "&")


def test_letters_symbols_and_runs():
    assert [letter(i) for i in (1, 2, 26, 27, 52, 53)] == ["A", "B", "Z", "AA", "AZ", "BA"]
    assert symbol(None) == "circle-open"
    assert symbol(1) == symbol(len(SYMBOLS) + 1) == "circle"
    assert list(runs("abcde", {"a": 1, "b": 1, "d": 2, "e": 1})) == [(0, 1), (3, 3), (4, 4)]
    assert list(runs([], {})) == []


def test_hull_of_points_inside_and_on_the_edge():
    square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    assert set(convex_hull([*square, (1.0, 1.0), (1.0, 0.0)])) == set(square)
    assert convex_hull([(1.0, 1.0)]) == [(1.0, 1.0)]
