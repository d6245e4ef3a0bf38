"""Random weightings and weights near the current ones: released figures, sums, reasons, sentences and drawings."""

from dataclasses import replace

import numpy as np
import pytest
from components.answers.stability.basis import BASIS, error_note

from components.answers.reproduction.claims import compute as reproduction
from components.answers.stability import leaders, nearby, ranks, taus, weightings, winning
from components.answers.stability.nearby import NEARBY
from components.answers.stability.ranks import RANKS
from components.answers.stability.weightings import WEIGHTINGS
from components.pages import STABILITY
from components.table import screen_frame
from tests.answered import content, look, view_of
from tests.answers.stability.cases import TEN_THOUSAND, TIED, VIEW, lines, made, notes
from tests.made import made_tables
from tests.released import built_in

RESULT = VIEW.of(weightings.compute)
PUBLISHED, FAR = view_of(protocol="published", weights="equal"), view_of(radius="1.4")


@pytest.fixture(scope="module")
def told():
    return content(STABILITY)


def named(fig, start):
    (trace,) = [t for t in fig.data if (t.name or "").startswith(start)]
    return trace


def test_the_published_figures():
    found = content(STABILITY, protocol="published")
    assert (round(found["mean_tau"], 3), round(found["sd_tau"], 3), found["draws"]) == (0.647, 0.262, 100)
    # whatever is filtered or weighted, the published figure is the published one
    other = view_of(protocol="published", weights="equal", seeds="42", transform="exponential")
    assert other.of(weightings.compute).taus.mean == found["mean_tau"]
    assert [o["draws"] for o in found["other_draws"]] == [500]
    assert content(STABILITY, TIED.tables, protocol="published")["other_draws"] == []


def test_bars_sum_to_one_and_central_weights_too(told):
    assert sum(b["current"] for b in told["histogram"]) == pytest.approx(1.0)
    assert sum(b["baseline"] for b in told["histogram"]) == pytest.approx(1.0)
    central = screen_frame(leaders.central_table(RESULT, VIEW.labels), VIEW.labels)
    assert central["method"].tolist() == ["your weights", "Gradient Ascent", "Random Labels"]
    np.testing.assert_allclose(central[["FA", "RA", "MIA", "AD", "JS"]].sum(axis=1), 1)


def test_the_same_seed_repeats_to_the_bit_and_another_differs(told):
    assert STABILITY.content(replace(VIEW))["stability"] == told
    assert content(STABILITY, rng="43")["mean_tau"] != told["mean_tau"]


@pytest.mark.parametrize(
    ("query", "reason"), [({"panel": "blip2_multimodal"}, "no method is ranked"), ({"methods": "salun"}, "")]
)
def test_reasons_where_numbers_are_missing(query, reason):
    found = content(STABILITY, **query)
    assert (found["reason"], found["tau_reason"]) == (reason, "fewer than two methods are ranked")
    assert (found["mean_tau"], found["histogram"]) == (None, [])


def test_one_metric_and_all_tied_have_no_tau():
    one = STABILITY.content(made((2, 1, 3, 1)))["stability"]
    assert one["tau_reason"] == "there is one metric only: no weight can be moved"
    assert "one metric" in one["local"]["reason"]
    lacking = made((2, 2, 3, 2), protocol="published").of(weightings.compute)
    assert not lacking.taus.defined
    assert "oracle distance" in lacking.tau_reason
    tied = STABILITY.content(TIED)["stability"]
    assert tied["tau_reason"] == "all methods are tied"
    assert tied["rank_acceptability"]["m1"] == pytest.approx([1 / 3] * 3)


def test_the_head_names_the_leaders_and_the_baseline():
    assert lines(WEIGHTINGS, VIEW) == [
        "Gradient Ascent leads in 35.9 % of random weightings; Random Labels leads most often, in 64.1 %.",
        "On average random weightings agree with your order as well as with each other: it is as typical as theirs.",
    ]
    assert notes(BASIS, VIEW) == [
        f"This order agrees with that of {TEN_THOUSAND} random weightings at τ = 0.637 ± 0.262 on average; two random "
        "weightings agree with each other at 0.637.",
        f"Shares come from {TEN_THOUSAND} weightings drawn uniformly (random seed 42); their standard error is at most "
        "0.005, that of the mean τ 0.003.",
    ]
    tied = replace(RESULT, taus=replace(RESULT.taus, undefined=3))
    assert error_note(tied).endswith(" 3 weightings tied all methods: τ is undefined there and left out.")


def test_the_published_head_is_labelled_and_gives_the_figure_for_the_draws_of_every_claim():
    first, taus_line, beside = lines(WEIGHTINGS, PUBLISHED)
    assert first.startswith(f"Tie-aware, over {TEN_THOUSAND} weightings of this selection, ")
    assert taus_line == (
        "As published: 100 random weightings agree with the published ranking at τ = 0.647 ± 0.262 on average "
        "(LLaVA-1.5-7B, published weights, reciprocal map, ties by row order); two random weightings agree with each "
        "other at 0.637."
    )
    assert beside.startswith("On average random weightings agree with your order as well as with each other")
    claim = next(r for r in VIEW.of(reproduction).rows if r.id == "superseded_stability")
    assert notes(BASIS, PUBLISHED)[0] == (
        "Another printed number rests on other draws; by the same rule, 500 random weightings at "
        f"{claim.recomputed:.3f} ± 0.269."
    )


@pytest.mark.parametrize(("difference", "word"), [(-0.62, "less"), (0.101, "more")])
def test_a_clear_difference_from_the_baseline_is_said_with_its_sign(difference, word):
    taus, baseline = replace(RESULT.taus, mean=0.5 + difference), replace(RESULT.baseline, mean=0.5)
    assert weightings.beside_baseline(replace(RESULT, taus=taus, baseline=baseline)) == (
        f"Random weights agree with this order {abs(difference):.2f} {word} than with each other, so it is {word} "
        "typical than theirs."
    )


def test_reasons_where_nothing_varies():
    assert lines(WEIGHTINGS, TIED) == ["No agreement between rankings can be given: all methods are tied."]
    assert "mean τ" not in error_note(TIED.of(weightings.compute))
    (alone,) = lines(WEIGHTINGS, view_of(methods="salun"))
    assert alone.startswith("SalUn is the only method ranked")
    values = np.random.default_rng(0).random((1, 2, 3, 3))
    values[0, :, 1, 2] = np.nan
    view = view_of(made_tables(values), weights="X1:0.5,X2:0.5")
    assert notes(BASIS, view)[-1] == "X3 gets no weight in any draw: not every ranked method has a value."


def test_a_metric_that_all_have_is_not_called_unmeasured_where_it_gets_no_weight():
    view = view_of(built_in("tofu_seeds"), draws="500")
    assert view.tables.runs_of(view.selection.panel)["hm"].notna().all()
    assert notes(BASIS, view)[-1].startswith("HM gets no weight in any draw: costs, and parts and summaries")


def test_the_rank_that_depends_least_and_most():
    assert lines(RANKS, VIEW) == [
        "The rank of FT-Retain depends least on the weights: rank 4 in over 99.9 %. That of Gradient Ascent depends "
        "most: its most frequent, rank 1, occurs in 35.9 %."
    ]
    assert lines(RANKS, TIED) == ["No rank depends on the weights more than another."]


def test_nearby_and_its_curve():
    found = VIEW.of(nearby.compute)
    assert found.here is not None
    assert 0.9 < found.here.leader_stays <= 1.0
    start = found.curve[0]
    assert (start.radius, start.leader_stays, start.leader_se, start.taus.mean) == (0.0, 1.0, 0.0, 1.0)
    radius = screen_frame(nearby.local_table(found, VIEW.labels), VIEW.labels)["expected change"]
    assert radius.is_monotonic_increasing
    assert 0.2 in set(radius)
    alone = view_of(weights="only-FA").of(nearby.compute)
    assert alone.reason.startswith("all weight lies on one metric")
    assert alone.curve == ()


def test_what_happens_near_the_weights_is_said():
    assert lines(NEARBY, VIEW) == [
        "When about 0.10 of the weight moves between metrics, Gradient Ascent stays first "
        f"in 98.9 % of {TEN_THOUSAND} draws and the order keeps τ = 0.996 on average; two random weightings agree at "
        "0.637."
    ]
    (far,) = lines(NEARBY, FAR)
    assert far.startswith("Near these weights: ")
    assert "by less than 0.955 on average" in far
    (tied,) = lines(NEARBY, TIED)
    assert "one of the 3 methods that share the lead" in tied
    assert tied.endswith("and the order has no τ, as all methods are tied now.")
    assert lines(NEARBY, view_of(methods="salun")) == []


def test_the_histogram_always_has_its_baseline():
    fig = taus.draw(RESULT, look(VIEW))
    ours, base = named(fig, "with your ranking"), named(fig, "baseline")
    assert list(ours.y) == [b.current for b in RESULT.bars]
    assert list(base.y) == [b.baseline for b in RESULT.bars]
    assert {s.x0 for s in fig.layout.shapes} == {RESULT.taus.mean, RESULT.baseline.mean}
    published = taus.draw(PUBLISHED.of(weightings.compute), look(PUBLISHED))
    assert named(published, "100 published draws").name.endswith("0.647")


def test_the_curves_mark_the_radius_and_the_baseline():
    found = VIEW.of(nearby.compute)
    fig = nearby.draw(found, look(VIEW))
    assert list(named(fig, "P(leader").y) == [p.leader_stays for p in found.curve]
    assert list(named(fig, "expected τ").y) == [p.taus.mean for p in found.curve]
    (marks,) = [t for t in fig.data if t.mode == "markers"]
    assert list(marks.x) == [found.radius] * 2
    assert list(marks.y) == [found.here.leader_stays, found.here.taus.mean]
    assert RESULT.own.mean in {s.y0 for s in fig.layout.shapes}
    out = nearby.draw(FAR.of(nearby.compute), look(FAR))
    assert [len(t.x) for t in out.data if t.mode == "markers"] == [0]


def test_acceptability_is_stacked_to_one():
    names = replace(VIEW.labels, methods={m: f"<b>{m}</b> & more" for m in VIEW.labels.methods})
    fig = ranks.draw_bars(RESULT, replace(look(VIEW), names=names))
    assert len(fig.data) == 4
    np.testing.assert_allclose(np.sum([t.x for t in fig.data], axis=0), 1.0)
    assert fig.layout.yaxis.ticktext[0] == "&lt;b&gt;gradient_ascen…"
    assert fig.layout.yaxis.tickvals[0] == max(fig.layout.yaxis.tickvals)  # best on top


def test_matrices_hold_the_shares(told):
    accepted = ranks.draw_map(RESULT, look(VIEW))
    np.testing.assert_allclose(np.array(accepted.data[0].z, float), list(told["rank_acceptability"].values()))
    assert (accepted.data[0].zmin, accepted.data[0].zmax) == (0, 1)
    won = winning.draw(RESULT, look(VIEW))
    z = np.array(won.data[0].z, dtype=float)
    assert np.isnan(np.diagonal(z)).all()
    np.testing.assert_allclose((z + z.T)[~np.eye(4, dtype=bool)], 1.0)
    (written,) = [t for t in won.data if t.type == "scatter" and t.mode == "text"]
    assert f"{told['winning']['gradient_ascent']['random_labels']:.0%}" in written.text
