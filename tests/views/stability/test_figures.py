"""The stability figures draw the numbers they are given, in order, within their ranges, with names as text."""

import numpy as np
import pytest
from components.views.stability.figures.methods import MOST_ROWS, margins, rows_height, seed_ranks
from components.views.stability.figures.ranks import acceptability_bars, acceptability_map, winning_matrix
from components.views.stability.figures.taus import local_curves, tau_histogram
from components.views.stability.figures.weights import central_weights, weight_map
from components.views.stability.open import map_of_weights, versus
from components.views.stability.pieces import seeds

from components.plain import plain
from components.resolved import Resolved
from components.selection import parse
from components.views.stability.result import curve, everywhere, near
from tests.made import made_tables
from tests.released import TABLES

BOTH = pytest.mark.parametrize("mode", ["light", "dark"])
VIEW = Resolved(TABLES, parse({}, TABLES)[0])
PART = plain(everywhere(VIEW))
LABELS = {m: VIEW.method_label(m) for m in VIEW.panel.methods}
METRICS = {m.id: m.label for m in TABLES.scores}
HOSTILE = {m: f"<b>{m}</b> & more" for m in LABELS}


def named(fig, start):
    (trace,) = [t for t in fig.data if (t.name or "").startswith(start)]
    return trace


def texts(fig):
    return [a.text for a in fig.layout.annotations]


@BOTH
def test_the_histogram_always_has_its_baseline(mode):
    fig = tau_histogram(PART, mode)
    ours, base = named(fig, "with your ranking"), named(fig, "baseline")
    assert list(ours.y) == [b["current"] for b in PART["histogram"]]
    assert list(base.y) == [b["baseline"] for b in PART["histogram"]]
    assert f"{PART['mean_tau']:.3f}" in ours.name
    assert f"{PART['baseline_tau']:.3f}" in base.name
    assert {s.x0 for s in fig.layout.shapes} == {PART["mean_tau"], PART["baseline_tau"]}
    assert fig.layout.xaxis.range[0] <= -1
    assert fig.layout.xaxis.range[1] >= 1


def test_the_published_histogram_is_labelled():
    published = plain(everywhere(Resolved(TABLES, parse({"protocol": "published"}, TABLES)[0])))
    assert named(tau_histogram(published, "light"), "100 published draws").name.endswith("0.647")


@BOTH
def test_the_curves_mark_the_radius_and_the_baseline(mode):
    here, points = near(VIEW), curve(VIEW)
    fig = local_curves(PART, here, points, mode)
    assert list(named(fig, "P(leader").y) == [p["p_leader_stays"] for p in points["curve"]]
    assert list(named(fig, "expected τ").y) == [p["mean_tau"] for p in points["curve"]]
    (marks,) = [t for t in fig.data if t.mode == "markers"]
    assert list(marks.x) == [here["radius"]] * 2
    assert list(marks.y) == [here["p_leader_stays"], here["mean_tau"]]
    lines = {(s.x0, s.y0) for s in fig.layout.shapes}
    assert (here["radius"], 0) in lines
    assert PART["own_baseline_tau"] in {s.y0 for s in fig.layout.shapes}


def test_a_radius_out_of_reach_has_no_marks():
    far = Resolved(TABLES, parse({"radius": "1.4"}, TABLES)[0])
    fig = local_curves(PART, near(far), curve(far), "light")
    (marks,) = [t for t in fig.data if t.mode == "markers"]
    assert len(marks.x) == 0
    assert fig.layout.xaxis.range[1] > 1.4


@BOTH
def test_acceptability_is_stacked_to_one(mode):
    fig = acceptability_bars(PART, HOSTILE, mode)
    assert len(fig.data) == 4
    np.testing.assert_allclose(np.sum([t.x for t in fig.data], axis=0), 1.0)
    assert fig.layout.yaxis.ticktext[0] == "&lt;b&gt;gradient_ascen…"
    assert fig.layout.yaxis.range[0] > fig.layout.yaxis.range[1]  # best on top
    assert {t for trace in fig.data for t in trace.text} <= {"", "1", "2", "3", "4"}


@BOTH
def test_matrices_hold_the_shares(mode):
    accepted = acceptability_map(PART, LABELS, mode)
    np.testing.assert_allclose(np.array(accepted.data[0].z, float), list(PART["rank_acceptability"].values()))
    assert (accepted.data[0].zmin, accepted.data[0].zmax) == (0, 1)
    won = winning_matrix(PART, LABELS, mode)
    z = np.array(won.data[0].z, dtype=float)
    assert np.isnan(np.diagonal(z)).all()
    np.testing.assert_allclose((z + z.T)[~np.eye(4, dtype=bool)], 1.0)
    assert f"{PART['winning']['gradient_ascent']['random_labels']:.0%}" in texts(won)
    assert won.data[1].fillpattern.shape == "/"  # the diagonal is hatched


def test_matrices_of_many_methods_carry_no_numbers_and_a_scale_that_shows_them():
    tables = made_tables(np.random.default_rng(0).random((1, 1, 45, 3)))
    resolved = Resolved(tables, parse({"draws": "500"}, tables)[0])
    part, labels = plain(everywhere(resolved)), {m: m for m in resolved.panel.methods}
    fig = acceptability_map(part, labels, "light")
    assert texts(fig) == []
    assert fig.data[0].zmax == max(max(row) for row in part["rank_acceptability"].values())
    assert fig.data[0].showscale
    assert len(winning_matrix(part, labels, "light").layout.yaxis.tickvals) == 0


@BOTH
def test_central_weights_are_lines_over_the_metrics(mode):
    central = {m: w for m, w in PART["central_weights"].items() if w}
    now = dict(zip(METRICS, VIEW.w, strict=True))
    fig = central_weights(central, now, LABELS, METRICS, mode)
    assert [t.name for t in fig.data] == ["your weights", "Gradient Ascent", "Random Labels"]
    assert list(fig.data[1].y) == list(PART["central_weights"]["gradient_ascent"].values())
    assert list(fig.layout.xaxis.ticktext) == list(METRICS.values())
    assert fig.data[1].line.dash != fig.data[2].line.dash  # colour is not the only carrier


@BOTH
def test_the_map_names_its_parts_and_draws_the_way_to_the_border(mode):
    found = plain(map_of_weights(VIEW))
    fig = weight_map(found, LABELS, METRICS, mode)
    assert {"Gradient Ascent", "Random Labels", "all on RA", "all on MIA", "all on JS"} <= set(texts(fig))
    (arrow,) = [a for a in fig.layout.annotations if a.showarrow]
    here, border = named(fig, "your weights"), named(fig, "nearest border")
    assert (arrow.ax, arrow.ay) == (here.x[0], here.y[0])
    assert (arrow.x, arrow.y) == (border.x[0], border.y[0])
    # the first corner stands on top, the second left, the third right: RA has 0.674 of the three
    assert here.y[0] == pytest.approx(found["current"]["RA"] * np.sqrt(3) / 2)
    assert here.x[0] == pytest.approx(found["current"]["RA"] / 2 + found["current"]["JS"])


def test_names_that_do_not_fit_a_part_go_into_the_legend():
    found = plain(map_of_weights(VIEW))
    long = dict.fromkeys(LABELS, "a method with a very long name")
    found["regions"][1]["polygon"] = [
        {"RA": 1, "MIA": 0, "JS": 0},
        {"RA": 0.98, "MIA": 0.02, "JS": 0},
        {"RA": 0.98, "MIA": 0, "JS": 0.02},
    ]
    fig = weight_map(found, long, METRICS, "light")
    assert [t.showlegend for t in fig.data if t.fill == "toself"][1]


def test_a_leader_everywhere_has_no_arrow():
    found = plain(map_of_weights(VIEW)) | {"border": None, "challenger": None}
    fig = weight_map(found, LABELS, METRICS, "light")
    assert not [a for a in fig.layout.annotations if a.showarrow]


@BOTH
def test_margins_point_to_the_method_they_help(mode):
    pair = plain(versus(VIEW))
    fig = margins(pair, LABELS, METRICS, list(METRICS), mode)
    assert list(fig.data[0].x) == list(pair["weighted"].values())
    assert fig.layout.xaxis.range[0] == -fig.layout.xaxis.range[1]
    assert "Gradient Ascent →" in fig.layout.xaxis.title.text
    level = {**pair, "weighted": dict.fromkeys(METRICS, 0.0)}
    assert margins(level, LABELS, METRICS, list(METRICS), mode).layout.xaxis.range[1] > 0


@BOTH
def test_seed_ranks_draw_both_intervals(mode):
    rows = plain(seeds(VIEW))["methods"]
    fig = seed_ranks(rows, LABELS, mode)
    assert list(named(fig, "rank now").x) == [r["rank"] for r in rows]
    thin = named(fig, "benchmarks and seeds")
    assert [round(x) for x in thin.x[:2]] == [rows[0]["rank_low"], rows[0]["rank_high"]]
    many = [{**rows[0], "method": "salun", "rank": i + 1} for i in range(100)]
    assert len(named(seed_ranks(many, LABELS, mode), "rank now").x) == MOST_ROWS
    assert rows_height(100) == rows_height(MOST_ROWS)
