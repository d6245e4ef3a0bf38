"""The numbers of the stability page: released figures, sums, and reasons where there are none."""

import json

import numpy as np
import pytest

from components.plain import to_plain
from components.resolved import Resolved
from components.selection import parse
from components.views.stability.result.choices import choices, rules
from components.views.stability.result.duel import duel, pair_compared
from components.views.stability.result.leaders import corners_mapped, leaders, ternary
from components.views.stability.result.nearby import curve, nearby, stability
from components.views.stability.result.seeds import seeds
from components.views.stability.result.weightings import weightings
from tests.made import made_tables
from tests.released import TABLES


def view_of(tables=TABLES, **query):
    selection, problems = parse(query, tables)
    assert not problems
    return Resolved(tables, selection)


def made(shape, seed=0, **query):
    return view_of(made_tables(np.random.default_rng(seed).random(shape)), **query)


ALL_TIED = made_tables(np.full((1, 2, 3, 2), 0.5))


@pytest.fixture(scope="module")
def result():
    return stability(view_of())


def test_its_json_holds_every_promised_key(result):
    told = to_plain(result)
    json.dumps(told, allow_nan=False)
    promised = {
        "mean_tau",
        "sd_tau",
        "baseline_tau",
        "draws",
        "rank_acceptability",
        "winning",
        "central_weights",
        "expected_rank",
    }
    assert promised <= set(told)
    assert list(told)[-2:] == ["local", "dethrone"]
    local = ("radius", "draws", "largest_radius", "reason", "kappa", "p_leader_stays", "se", "mean_tau", "sd_tau")
    assert tuple(told["local"]) == (*local, "curve", "curve_draws")
    assert set(told["dethrone"]) == {"l1", "l2", "linf"}
    assert {"distance", "challenger", "weights", "moved"} <= set(told["dethrone"]["l1"])


def test_the_published_figures():
    found = stability(view_of(protocol="published"))
    assert round(found.mean_tau, 3) == 0.647
    assert round(found.sd_tau, 3) == 0.262
    assert found.draws == 100
    # whatever is filtered or weighted, the published figure is the published one
    other = weightings(view_of(protocol="published", weights="equal", seeds="42", transform="exponential"))
    assert other.mean_tau == found.mean_tau


def test_the_published_rule_is_given_for_the_other_draws_in_print():
    assert [o.draws for o in weightings(view_of(protocol="published")).other_draws] == [500]
    assert weightings(view_of()).other_draws == ()
    assert weightings(view_of(ALL_TIED, protocol="published")).other_draws == ()


def test_acceptability_sums_to_one_by_rank_and_by_method(result):
    shares = np.array(list(result.rank_acceptability.values()))
    np.testing.assert_allclose(shares.sum(axis=0), 1.0, atol=1e-12)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, atol=1e-12)
    assert tuple(result.rank_acceptability) == result.methods


def test_two_random_weightings_agree_as_well_as_published(result):
    # the finding: the published 0.647 is what any two weightings of these methods and metrics show
    assert result.baseline_tau == pytest.approx(0.647, abs=0.02)
    assert result.mean_tau == pytest.approx(0.647, abs=0.02)


def test_methods_stand_by_score(result):
    assert result.methods == ("gradient_ascent", "random_labels", "salun", "finetune_retain")
    assert result.leaders == ("gradient_ascent",)
    assert weightings(view_of(ALL_TIED)).leaders == ("m1", "m2", "m3")


def test_typical_weights_stand_by_how_often_a_method_is_first(result):
    assert list(result.typical_weights) == ["random_labels", "gradient_ascent"]
    assert result.central_weights["salun"] is None


def test_the_same_seed_repeats_to_the_bit_and_another_differs(result):
    assert to_plain(stability(view_of())) == to_plain(result)
    assert stability(view_of(rng="43")).mean_tau != result.mean_tau


def test_the_histogram_holds_all_draws(result):
    assert sum(b.current for b in result.histogram) == pytest.approx(1.0)
    assert sum(b.baseline for b in result.histogram) == pytest.approx(1.0)


def test_progress_rises_to_one():
    seen = []
    weightings(view_of(), seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("query", "reason", "tau_reason"),
    [
        ({"panel": "blip2_multimodal"}, "no method is ranked", "fewer than two methods are ranked"),
        ({"methods": "salun"}, "", "fewer than two methods are ranked"),
    ],
)
def test_reasons_stand_where_numbers_are_missing(query, reason, tau_reason):
    found = stability(view_of(**query))
    assert (found.reason, found.tau_reason) == (reason, tau_reason)
    assert found.mean_tau is None
    assert found.histogram == ()


def test_one_metric_and_all_tied_have_no_tau():
    one = stability(made((2, 1, 3, 1)))
    assert one.tau_reason == "there is one metric only: no weight can be moved"
    assert "one metric" in one.local.reason
    tied = weightings(view_of(ALL_TIED))
    assert tied.tau_reason == "all methods are tied"
    assert tied.rank_acceptability["m1"] == pytest.approx([1 / 3] * 3)


def test_a_suite_without_an_oracle_has_no_published_figure():
    found = weightings(made((2, 2, 3, 2), protocol="published"))
    assert found.mean_tau is None
    assert "oracle distance" in found.tau_reason
    assert found.own_baseline_tau is not None


def test_nearby_and_its_curve():
    found = nearby(view_of(radius="0.2"))
    assert found.reason == ""
    assert 0.9 < found.p_leader_stays <= 1.0
    points = curve(view_of()).curve
    assert (points[0].radius, points[0].p_leader_stays, points[0].se, points[0].mean_tau) == (0.0, 1.0, 0.0, 1.0)
    assert [p.radius for p in points] == sorted(p.radius for p in points)
    far = nearby(view_of(radius="1.4"))
    assert far.p_leader_stays is None
    assert "by less than 0.955 on average" in far.reason
    alone = view_of(weights="only-FA")
    assert nearby(alone).reason.startswith("all weight lies on one metric")
    assert curve(alone).curve == ()


def test_leaders():
    rows = {r.method: r for r in leaders(view_of()).rows}
    assert rows["gradient_ascent"].verdict == "can lead alone"
    assert rows["finetune_retain"].verdict == "never leads"
    assert rows["finetune_retain"].dominated_by == ("random_labels",)
    assert rows["finetune_retain"].epsilon < 0
    assert sum(rows["gradient_ascent"].best_weights.values()) == pytest.approx(1.0)
    assert leaders(view_of(panel="blip2_multimodal")).rows == ()


def test_choices():
    found = choices(view_of())
    kinds = [v.kind for v in found.variants]
    assert [kinds.count(k) for k in ("map", "normalisation", "averaging", "benchmark", "seed", "method")] == [
        2,
        3,
        2,
        3,
        3,
        4,
    ]
    rank = next(v for v in found.variants if v.choice == "rank")
    assert rank.swapped == (("gradient_ascent", "random_labels"),)
    assert rank.first == ["random_labels"]
    assert [v.choice for v in found.variants if v.current] == ["reciprocal", "fixed", "score-of-means"]
    assert found.reversal_counts["fixed"] == 0
    assert choices(view_of(panel="blip2_multimodal")).variants == ()


def test_reversals_are_listed_and_counted():
    found = choices(made((1, 1, 8, 4), seed=3))
    assert {n: len(rows) for n, rows in found.reversals.items()} == found.reversal_counts
    assert (found.reversal_counts["min-max"], found.reversal_counts["rank"]) == (2, 1)


def test_a_method_named_like_a_choice_is_not_the_current_choice():
    tables = made_tables(np.random.default_rng(0).random((2, 2, 3, 2)), methods=["fixed", "rank", "seed"])
    found = choices(view_of(tables))
    assert [v.kind for v in found.variants if v.current] == ["normalisation", "averaging"]


def test_seeds():
    found = seeds(view_of())
    assert (found.fewest_seeds, found.most_seeds, found.benchmarks) == (3, 3, 3)
    first = found.methods[0]
    assert first.method == "gradient_ascent"
    assert first.low <= first.rank <= first.high
    assert found.methods[2].confidence is None  # salun is never first: no central weights
    assert "single run" in seeds(view_of(seeds="42")).reason
    assert seeds(view_of(panel="blip2_multimodal")).reason == "no method is ranked"
    uneven = seeds(view_of(panel="resnet_unimodal"))
    assert (uneven.fewest_seeds, uneven.most_seeds) == (1, 3)


def test_rules():
    found = rules(view_of())
    assert found.rules["uqs"].ranks["gradient_ascent"] == 1
    assert found.rules["copeland"].ranks["random_labels"] == 1
    assert found.kemeny.orders == (("random_labels", "gradient_ascent", "salun", "finetune_retain"),)
    assert rules(view_of(panel="blip2_multimodal")).kemeny is None
    assert set(rules(view_of(ALL_TIED)).rules["topsis"].ranks.values()) == {None}


def test_the_pair_compared():
    assert pair_compared(view_of()) == ("gradient_ascent", "random_labels")
    named = view_of(versus="finetune_retain,salun")
    assert pair_compared(named) == ("finetune_retain", "salun")
    found = duel(named)
    assert (found.ahead, found.behind) == ("salun", "finetune_retain")
    assert pair_compared(view_of(methods="salun")) is None
    assert "fewer than two" in duel(view_of(methods="salun")).reason


def test_a_verdict_rests_on_the_data():
    assert duel(view_of()).verdict == "ahead"
    assert duel(view_of(versus="random_labels,finetune_retain")).verdict == "dominated"
    single = duel(view_of(benchmarks="unlok_vqa", seeds="42"))
    assert single.verdict == "too little data"
    assert single.resampled is None
    alone = duel(view_of(weights="only-FA"))
    assert alone.nearby is None
    assert "one metric" in alone.nearby_reason
    level = duel(view_of(weights="only-FA", benchmarks="mllmu_bench"))
    assert level.verdict == "tied"


def test_ternary():
    assert corners_mapped(view_of()) == ("RA", "MIA", "JS")
    assert corners_mapped(view_of(corners="JS,FA,RA")) == ("JS", "FA", "RA")
    found = ternary(view_of())
    assert sum(r.share for r in found.regions) == pytest.approx(1.0)
    assert (found.leader, found.challenger) == ("gradient_ascent", "random_labels")
    assert sum(found.border.values()) == pytest.approx(1.0)
    assert set(found.held) == {"FA", "AD"}
    assert "three metrics" in ternary(made((2, 1, 3, 2))).reason
    assert ternary(view_of(panel="blip2_multimodal")).reason == "no method is ranked"
    assert "no weight to share" in ternary(view_of(weights="only-FA", corners="RA,MIA,JS")).reason
