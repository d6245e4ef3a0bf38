"""The figures of clusters: same order, same numbers, frames around what belongs together, names as text."""

from dataclasses import replace

import numpy as np
import pytest

from components.answers.clusters import clustered, number, resampled, tree
from components.answers.clusters.marks import letter, runs
from components.stats.clusters.clustering import Bracket
from tests.answered import look, view_of
from tests.made import made_tables
from tests.outlined import rectangles
from tests.released import TABLES, built_in


def drawn(answer, tables=TABLES, **query):
    """The figure of a part of the page, by its module."""
    view = view_of(tables, **query)
    return answer.draw(view.of(clustered.compute), look(view))


def result_of(tables=TABLES, **query):
    return view_of(tables, **query).of(clustered.compute)


def traces(fig, mode):
    return [t for t in fig.data if t.type == "scatter" and t.mode == mode]


def heat(fig):
    (trace,) = [t for t in fig.data if t.type == "heatmap"]
    return trace


def frames(fig, dash, axis="y3"):
    """Frames drawn over a matrix, as (x0, x1, y0, y1) places, without their white edges."""
    paths = [s for s in fig.layout.shapes if s.type == "path" and (s.yref or "y") == axis]
    (path,) = [s for s in paths if s.line.color == "#000000" and s.line.dash == dash]
    return {tuple(round(v) for v in (x0 + 0.5, x1 - 0.5, y0 + 0.5, y1 - 0.5)) for x0, x1, y0, y1 in rectangles(path)}


def test_heat_map_is_the_reordered_tau_on_a_fixed_scale():
    fig, result = drawn(tree), result_of()
    trace, place = heat(fig), {m: i for i, m in enumerate(result.got.metrics)}
    expected = [[result.got.tau[place[a]][place[b]] for b in result.order] for a in result.order]
    assert np.array(trace.z) == pytest.approx(np.array(expected))
    assert (trace.zmin, trace.zmax) == (-1, 1)
    assert list(fig.layout.xaxis3.ticktext) == list(fig.layout.yaxis3.ticktext) == list(result.order)
    assert tuple(fig.layout.yaxis3.range) == (4.5, -0.5)  # first metric on top, first on the left
    assert "τ 0.47, 3 of 9 blocks" in trace.customdata[0][1]


@pytest.mark.parametrize("k", [1, 3, 5])
def test_cut_lies_between_the_merges_it_separates(k):
    small = made_tables(np.random.default_rng(0).random((1, 1, 6, 5)))
    fig, result = drawn(tree, small, k=str(k)), result_of(small, k=str(k))
    (cut,) = [s for s in fig.layout.shapes if s.type == "line"]
    assert sum(b.height < cut.y0 for b in result.got.brackets) == 5 - k
    assert cut.y0 > 0
    corners = sorted(y for t in traces(fig, "lines") for y in t.y if y is not None)
    assert corners == pytest.approx(sorted(y for b in result.got.brackets for y in b.y))


def test_clusters_are_framed_solid_and_published_ones_dotted():
    fig = drawn(tree, protocol="published")
    assert result_of(protocol="published").order == ("MIA", "FA", "RA", "JS", "AD")
    assert frames(fig, None) == frames(fig, "dot") == {(0, 2, 0, 2), (3, 4, 3, 4)}
    torn = drawn(tree)
    assert result_of().order == ("FA", "RA", "JS", "AD", "MIA")
    assert frames(torn, None) == {(0, 3, 0, 3), (4, 4, 4, 4)}
    # {FA, RA, MIA} is torn apart by {JS, AD}: every two of its stretches are framed
    assert frames(torn, "dot") == {(0, 1, 0, 1), (2, 3, 2, 3), (4, 4, 4, 4), (0, 1, 4, 4), (4, 4, 0, 1)}
    texts = {(a.x, a.y): a.text for a in torn.layout.annotations if (a.yref or "y") == "y2"}
    assert texts == {(1.5, 1): "1", (4, 1): "2", (0.5, 0): "A", (2.5, 0): "B", (4, 0): "A"}


def test_the_tree_over_the_map_fits_a_first_screen():
    assert max(drawn(tree, built_in(s)).layout.height for s in ("unified_unlearning", "tofu_seeds", "tofu")) <= 600


def test_coassociation_has_the_shares_in_leaf_order_and_hatches_pairs_that_never_meet():
    view = view_of()
    result = view.of(clustered.compute)
    trace = heat(drawn(resampled))
    share = {frozenset((p.x, p.y)): p.share for p in result.pairs}
    for i, a in enumerate(result.order):
        for j, b in enumerate(result.order):
            assert trace.z[i][j] == (1 if a == b else share[frozenset((a, b))])
    assert "70 % of all" in trace.customdata[0][1]
    apart = replace(result, pairs=tuple(replace(p, share=None) if p.x == "FA" else p for p in result.pairs))
    fig = resampled.draw(apart, look(view))
    (hatch,) = [t for t in fig.data if t.name == "undefined"]
    assert sum(x is None for x in hatch.x) == 8  # four pairs, both ways


def test_what_silhouette_and_gap_pick_is_filled():
    for suite, picked in (("unified_unlearning", {"silhouette": 2, "gap": 1}), ("tofu_seeds", {"silhouette": 2})):
        lines = [t for t in traces(drawn(number, built_in(suite)), "lines+markers") if t.name in ("silhouette", "gap")]
        filled = {t.name: x for t in lines for x, size in zip(t.x, t.marker.size, strict=True) if size == 13}
        assert filled == picked


def test_letters_and_runs():
    assert [letter(i) for i in (1, 2, 26, 27, 52, 53)] == ["A", "B", "Z", "AA", "AZ", "BA"]
    assert list(runs("abcde", {"a": 1, "b": 1, "d": 2, "e": 1})) == [(0, 1), (3, 3), (4, 4)]


def test_tree_of_many_close_merges_begins_below_the_first():
    def merges(*heights):
        return [Bracket(x=(), y=(), height=h, joins=()) for h in heights]

    low, top = tree.tree_range(merges(*(1.1 + 0.01 * i for i in range(20))))
    assert 0.9 < low < 1.1
    assert top == pytest.approx(1.29)
    assert tree.tree_range(merges(1.2, 1.3))[0] == 0
    assert tree.tree_range(merges(0.0)) == (0.0, 1.0)
