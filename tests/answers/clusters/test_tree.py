"""The figures of clusters: same order, same numbers, frames around what belongs together, names as
text."""

import numpy as np
import pytest

from components.answers.clusters import tree
from components.results import clusters
from tests.answered import look, view_of
from tests.made import made_tables
from tests.outlined import rectangles
from tests.released import TABLES, built_in


def drawn(answer, tables=TABLES, **query):
    """The figure of a part of the page, by its module."""
    view = view_of(tables, **query)
    return answer.draw(view.of(clusters.compute), look(view))


def result_of(tables=TABLES, **query):
    return view_of(tables, **query).of(clusters.compute)


def traces(fig, mode):
    return [t for t in fig.data if t.type == "scatter" and t.mode == mode]


def heat(fig):
    (trace,) = [t for t in fig.data if t.type == "heatmap"]
    return trace


def frames(fig, dash, axis="y2"):
    """Frames drawn over a matrix, as (x0, x1, y0, y1) places, without their white edges."""
    paths = [s for s in fig.layout.shapes if s.type == "path" and (s.yref or "y") == axis]
    (path,) = [s for s in paths if s.line.color == "#000000" and s.line.dash == dash]
    return {
        tuple(round(v) for v in (x0 + 0.5, x1 - 0.5, y0 + 0.5, y1 - 0.5))
        for x0, x1, y0, y1 in rectangles(path)
    }


def test_heat_map_is_the_reordered_tau_on_a_fixed_scale():
    fig, result = drawn(tree), result_of()
    trace, place = heat(fig), {m: i for i, m in enumerate(result.metrics)}
    expected = [
        [result.clustering.tau[place[a]][place[b]] for b in result.order] for a in result.order
    ]
    assert np.array(trace.z, dtype=float) == pytest.approx(np.array(expected))
    assert (trace.zmin, trace.zmax) == (-1, 1)
    assert (
        list(fig.layout.xaxis2.ticktext) == list(fig.layout.yaxis2.ticktext) == list(result.order)
    )
    assert tuple(fig.layout.yaxis2.range) == (4.5, -0.5)  # first metric on top, first on the left
    assert "τ 0.47, 3 of 9 blocks" in trace.customdata[0][1]


@pytest.mark.parametrize("k", [1, 3, 5])
def test_cut_lies_between_the_merges_it_separates(k):
    small = made_tables(np.random.default_rng(0).random((1, 1, 6, 5)))
    fig, result = drawn(tree, small, k=str(k)), result_of(small, k=str(k))
    (cut,) = [s for s in fig.layout.shapes if s.type == "line"]
    assert sum(b.height < cut.y0 for b in result.clustering.brackets) == 5 - k
    assert cut.y0 > 0
    corners = sorted(y for t in traces(fig, "lines") for y in t.y if y is not None)
    assert corners == pytest.approx(sorted(y for b in result.clustering.brackets for y in b.y))


def test_clusters_are_framed_solid_and_published_ones_dotted():
    fig = drawn(tree, protocol="published")
    assert result_of(protocol="published").order == ("MIA", "FA", "RA", "JS", "AD")
    assert frames(fig, None) == frames(fig, "dot") == {(0, 2, 0, 2), (3, 4, 3, 4)}
    torn = drawn(tree)
    assert result_of().order == ("FA", "RA", "JS", "AD", "MIA")
    assert frames(torn, None) == {(0, 3, 0, 3), (4, 4, 4, 4)}
    # {FA, RA, MIA} is torn apart by {JS, AD}: every two of its stretches are framed
    squares = {(0, 1, 0, 1), (2, 3, 2, 3), (4, 4, 4, 4)}
    assert frames(torn, "dot") == {*squares, (0, 1, 4, 4), (4, 4, 0, 1)}


@pytest.mark.parametrize("suite", ["unified_unlearning", "tofu_seeds", "tofu"])
def test_the_tree_over_the_map_fits_a_first_screen(suite):
    assert drawn(tree, built_in(suite)).layout.height <= 600
