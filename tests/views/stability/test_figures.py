"""The stability figures draw the numbers they are given, in order, within their ranges, with names as text."""

from dataclasses import replace

import numpy as np
import pytest

from components.resolved import Resolved
from components.selection import parse
from components.views.stability.figures.acceptability import acceptability_bars, acceptability_map, winning_matrix
from components.views.stability.figures.subjects import MOST_ROWS, margins, rows_height, seed_ranks
from components.views.stability.figures.ternary import weight_map
from components.views.stability.figures.weightings import central_weights, local_curves, tau_histogram
from components.views.stability.result.duel import duel
from components.views.stability.result.leaders import ternary
from components.views.stability.result.nearby import curve, nearby
from components.views.stability.result.seeds import seeds
from components.views.stability.result.weightings import weightings
from tests.made import made_tables
from tests.released import TABLES

BOTH = pytest.mark.parametrize("mode", ["light", "dark"])


def view_of(tables=TABLES, **query):
    return Resolved(tables, parse(query, tables)[0])


VIEW = view_of()
RESULT = weightings(VIEW)
METRICS = ["FA", "RA", "MIA", "AD", "JS"]


def renamed(result, name):
    """The result with other labels of its methods."""
    methods = {m: name(m) for m in result.labels.methods}
    return replace(result, labels=replace(result.labels, methods=methods))


def named(fig, start):
    (trace,) = [t for t in fig.data if (t.name or "").startswith(start)]
    return trace


def texts(fig):
    return [a.text for a in fig.layout.annotations]


@BOTH
def test_the_histogram_always_has_its_baseline(mode):
    fig = tau_histogram(RESULT, mode)
    ours, base = named(fig, "with your ranking"), named(fig, "baseline")
    assert list(ours.y) == [b.current for b in RESULT.histogram]
    assert list(base.y) == [b.baseline for b in RESULT.histogram]
    assert f"{RESULT.mean_tau:.3f}" in ours.name
    assert f"{RESULT.baseline_tau:.3f}" in base.name
    assert {s.x0 for s in fig.layout.shapes} == {RESULT.mean_tau, RESULT.baseline_tau}
    assert fig.layout.xaxis.range[0] <= -1
    assert fig.layout.xaxis.range[1] >= 1


def test_the_published_histogram_is_labelled():
    fig = tau_histogram(weightings(view_of(protocol="published")), "light")
    assert named(fig, "100 published draws").name.endswith("0.647")


@BOTH
def test_the_curves_mark_the_radius_and_the_baseline(mode):
    chosen, over = nearby(VIEW), curve(VIEW)
    fig = local_curves(chosen, over, RESULT, mode)
    assert list(named(fig, "P(leader").y) == [p.p_leader_stays for p in over.curve]
    assert list(named(fig, "expected τ").y) == [p.mean_tau for p in over.curve]
    (marks,) = [t for t in fig.data if t.mode == "markers"]
    assert list(marks.x) == [chosen.radius] * 2
    assert list(marks.y) == [chosen.p_leader_stays, chosen.mean_tau]
    assert (chosen.radius, 0) in {(s.x0, s.y0) for s in fig.layout.shapes}
    assert RESULT.own_baseline_tau in {s.y0 for s in fig.layout.shapes}


def test_a_radius_out_of_reach_has_no_marks():
    far = view_of(radius="1.4")
    fig = local_curves(nearby(far), curve(far), RESULT, "light")
    (marks,) = [t for t in fig.data if t.mode == "markers"]
    assert len(marks.x) == 0
    assert fig.layout.xaxis.range[1] > 1.4


@BOTH
def test_acceptability_is_stacked_to_one(mode):
    fig = acceptability_bars(renamed(RESULT, lambda m: f"<b>{m}</b> & more"), mode)
    assert len(fig.data) == 4
    np.testing.assert_allclose(np.sum([t.x for t in fig.data], axis=0), 1.0)
    assert fig.layout.yaxis.ticktext[0] == "&lt;b&gt;gradient_ascen…"
    assert fig.layout.yaxis.range[0] > fig.layout.yaxis.range[1]  # best on top
    assert {t for trace in fig.data for t in trace.text} <= {"", "1", "2", "3", "4"}


@BOTH
def test_matrices_hold_the_shares(mode):
    accepted = acceptability_map(RESULT, mode)
    np.testing.assert_allclose(np.array(accepted.data[0].z, float), list(RESULT.rank_acceptability.values()))
    assert (accepted.data[0].zmin, accepted.data[0].zmax) == (0, 1)
    won = winning_matrix(RESULT, mode)
    z = np.array(won.data[0].z, dtype=float)
    assert np.isnan(np.diagonal(z)).all()
    np.testing.assert_allclose((z + z.T)[~np.eye(4, dtype=bool)], 1.0)
    (written,) = [t for t in won.data if t.type == "scatter" and t.mode == "text"]
    assert f"{RESULT.winning['gradient_ascent']['random_labels']:.0%}" in written.text
    assert not texts(won), "an annotation is an element of its own"
    assert won.data[1].fillpattern.shape == "/"  # the diagonal is hatched


def test_matrices_of_many_methods_carry_no_numbers_and_a_scale_that_shows_them():
    many = weightings(view_of(made_tables(np.random.default_rng(0).random((1, 1, 45, 3))), draws="500"))
    fig = acceptability_map(many, "light")
    assert texts(fig) == []
    assert fig.data[0].zmax == max(max(row) for row in many.rank_acceptability.values())
    assert fig.data[0].showscale
    for matrix in (fig, winning_matrix(many, "light")):  # names are read by pointing, from the axis
        assert not matrix.layout.yaxis.showticklabels
        assert list(matrix.layout.yaxis.ticktext) == [many.labels.method(m) for m in many.methods]
        assert "%{y}" in matrix.data[0].hovertemplate
        assert matrix.data[0].customdata is None


@BOTH
def test_central_weights_are_lines_over_the_metrics(mode):
    fig = central_weights(RESULT, mode)
    assert [t.name for t in fig.data] == ["your weights", "Random Labels", "Gradient Ascent"]
    assert list(fig.data[0].y) == VIEW.w.tolist()
    assert list(fig.data[2].y) == list(RESULT.central_weights["gradient_ascent"].values())
    assert list(fig.layout.xaxis.ticktext) == METRICS
    assert fig.data[1].line.dash != fig.data[2].line.dash  # colour is not the only carrier


@BOTH
def test_the_map_names_its_parts_and_draws_the_way_to_the_border(mode):
    found = ternary(VIEW)
    fig = weight_map(found, mode)
    assert {"Gradient Ascent", "Random Labels", "all on RA", "all on MIA", "all on JS"} <= set(texts(fig))
    (arrow,) = [a for a in fig.layout.annotations if a.showarrow]
    here, border = named(fig, "your weights"), named(fig, "nearest border")
    assert (arrow.ax, arrow.ay) == (here.x[0], here.y[0])
    assert (arrow.x, arrow.y) == (border.x[0], border.y[0])
    # the first corner stands on top, the second left, the third right: RA has 0.674 of the three
    assert here.y[0] == pytest.approx(found.current["RA"] * np.sqrt(3) / 2)
    assert here.x[0] == pytest.approx(found.current["RA"] / 2 + found.current["JS"])


def test_names_that_do_not_fit_a_part_go_into_the_legend():
    found = renamed(ternary(VIEW), lambda m: "a method with a very long name")
    first, second = found.regions
    tiny = ({"RA": 1, "MIA": 0, "JS": 0}, {"RA": 0.98, "MIA": 0.02, "JS": 0}, {"RA": 0.98, "MIA": 0, "JS": 0.02})
    fig = weight_map(replace(found, regions=(first, replace(second, polygon=tiny))), "light")
    assert [t.showlegend for t in fig.data if t.fill == "toself"][1]


def test_a_leader_everywhere_has_no_arrow():
    fig = weight_map(replace(ternary(VIEW), border=None, challenger=None), "light")
    assert not [a for a in fig.layout.annotations if a.showarrow]


@BOTH
def test_margins_point_to_the_method_they_help(mode):
    found = duel(VIEW)
    fig = margins(found, mode)
    assert list(fig.data[0].x) == list(found.weighted.values())
    assert fig.layout.xaxis.range[0] == -fig.layout.xaxis.range[1]
    assert "Gradient Ascent →" in fig.layout.xaxis.title.text
    level = replace(found, weighted=dict.fromkeys(METRICS, 0.0))
    assert margins(level, mode).layout.xaxis.range[1] > 0


@BOTH
def test_seed_ranks_draw_both_intervals(mode):
    found = seeds(VIEW)
    first = found.methods[0]
    fig = seed_ranks(found, mode)
    assert list(named(fig, "rank now").x) == [r.rank for r in found.methods]
    thin = named(fig, "benchmarks and seeds")
    assert [round(x) for x in thin.x[:2]] == [first.rank_low, first.rank_high]
    many = replace(found, methods=tuple(replace(first, rank=i + 1) for i in range(100)))
    assert len(named(seed_ranks(many, mode), "rank now").x) == MOST_ROWS
    assert rows_height(100) == rows_height(MOST_ROWS)
