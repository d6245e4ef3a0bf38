"""The stability part of the report: released figures, sums, reasons, and the pieces a page opens."""

import json

import numpy as np
import pytest
from components.views.stability.open import map_of_weights, opened_corners, opened_pair, versus
from components.views.stability.pieces import other_choices, other_rules, seeds, who_can_lead

from components.plain import plain
from components.resolved import Resolved
from components.selection import parse
from components.views.stability.result import curve, everywhere, near, stability
from tests.made import made_tables
from tests.released import TABLES


def view_of(tables=TABLES, **query):
    selection, problems = parse(query, tables)
    assert not problems
    return Resolved(tables, selection)


def made(shape, seed=0, **query):
    return view_of(made_tables(np.random.default_rng(seed).random(shape)), **query)


@pytest.fixture(scope="module")
def part():
    return plain(stability(view_of()))


def test_it_is_plain_and_holds_every_promised_key(part):
    json.dumps(part, allow_nan=False)
    promised = {
        "mean_tau",
        "sd_tau",
        "baseline_tau",
        "draws",
        "rank_acceptability",
        "winning",
        "central_weights",
        "expected_rank",
        "local",
        "dethrone",
    }
    assert promised <= set(part)
    assert {"radius", "kappa", "p_leader_stays", "mean_tau"} <= set(part["local"])
    assert set(part["dethrone"]) == {"l1", "l2", "linf"}
    assert {"distance", "challenger", "weights", "moved"} <= set(part["dethrone"]["l1"])


def test_the_published_figures():
    found = plain(stability(view_of(protocol="published")))
    assert round(found["mean_tau"], 3) == 0.647
    assert round(found["sd_tau"], 3) == 0.262
    assert found["draws"] == 100
    # whatever is filtered or weighted, the published figure is the published one
    other = plain(everywhere(view_of(protocol="published", weights="equal", seeds="42", transform="exponential")))
    assert other["mean_tau"] == found["mean_tau"]


def test_acceptability_sums_to_one_by_rank_and_by_method(part):
    shares = np.array(list(part["rank_acceptability"].values()))
    np.testing.assert_allclose(shares.sum(axis=0), 1.0, atol=1e-12)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, atol=1e-12)
    assert list(part["rank_acceptability"]) == part["methods"]


def test_two_random_weightings_agree_as_well_as_published(part):
    # the finding: the published 0.647 is what any two weightings of these methods and metrics show
    assert part["baseline_tau"] == pytest.approx(0.647, abs=0.02)
    assert part["mean_tau"] == pytest.approx(0.647, abs=0.02)


def test_methods_stand_by_score(part):
    assert part["methods"] == ["gradient_ascent", "random_labels", "salun", "finetune_retain"]


def test_the_same_seed_repeats_to_the_bit_and_another_differs(part):
    assert plain(stability(view_of())) == part
    assert plain(stability(view_of(rng="43")))["mean_tau"] != part["mean_tau"]


def test_the_histogram_holds_all_draws(part):
    assert sum(b["current"] for b in part["histogram"]) == pytest.approx(1.0)
    assert sum(b["baseline"] for b in part["histogram"]) == pytest.approx(1.0)


def test_progress_rises_to_one():
    seen = []
    everywhere(view_of(), seen.append)
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
    found = plain(stability(view_of(**query)))
    assert (found["reason"], found["tau_reason"]) == (reason, tau_reason)
    assert found["mean_tau"] is None
    assert found["histogram"] == []


def test_one_metric_and_all_tied_have_no_tau():
    one = plain(stability(made((2, 1, 3, 1))))
    assert one["tau_reason"] == "there is one metric only: no weight can be moved"
    assert "one metric" in one["local"]["reason"]
    tied = plain(stability(view_of(made_tables(np.full((1, 2, 3, 2), 0.5)))))
    assert tied["tau_reason"] == "all methods are tied"
    assert tied["rank_acceptability"]["m1"] == pytest.approx([1 / 3] * 3)


def test_a_suite_without_an_oracle_has_no_published_figure():
    found = plain(everywhere(made((2, 2, 3, 2), protocol="published")))
    assert found["mean_tau"] is None
    assert "oracle distance" in found["tau_reason"]
    assert found["own_baseline_tau"] is not None


def test_near_and_its_curve():
    found = near(view_of(radius="0.2"))
    assert found["reason"] == ""
    assert 0.9 < found["p_leader_stays"] <= 1.0
    points = curve(view_of())["curve"]
    assert points[0] == {"radius": 0.0, "p_leader_stays": 1.0, "se": 0.0, "mean_tau": 1.0}
    assert [p["radius"] for p in points] == sorted(p["radius"] for p in points)
    far = near(view_of(radius="1.4"))
    assert far["p_leader_stays"] is None
    assert "by less than 0.955 on average" in far["reason"]
    alone = view_of(weights="only-FA")
    assert near(alone)["reason"].startswith("all weight lies on one metric")
    assert curve(alone)["curve"] == []


def test_who_can_lead():
    rows = {r["method"]: r for r in who_can_lead(view_of())}
    assert rows["gradient_ascent"]["verdict"] == "can lead alone"
    assert rows["finetune_retain"]["verdict"] == "never leads"
    assert rows["finetune_retain"]["dominated_by"] == ["random_labels"]
    assert rows["finetune_retain"]["epsilon"] < 0
    assert sum(rows["gradient_ascent"]["best_weights"].values()) == pytest.approx(1.0)
    assert who_can_lead(view_of(panel="blip2_multimodal")) == []


def test_other_choices():
    found = plain(other_choices(view_of()))
    kinds = [v["kind"] for v in found["variants"]]
    assert [kinds.count(k) for k in ("map", "normalisation", "averaging", "benchmark", "seed", "method")] == [
        2,
        3,
        2,
        3,
        3,
        4,
    ]
    rank = next(v for v in found["variants"] if v["choice"] == "rank")
    assert rank["swapped"] == [["gradient_ascent", "random_labels"]]
    assert [v["choice"] for v in found["variants"] if v["current"]] == ["reciprocal", "fixed", "score-of-means"]
    assert found["reversal_counts"]["fixed"] == 0
    assert other_choices(view_of(panel="blip2_multimodal"))["variants"] == []


def test_a_method_named_like_a_choice_is_not_the_current_choice():
    tables = made_tables(np.random.default_rng(0).random((2, 2, 3, 2)), methods=["fixed", "rank", "seed"])
    found = other_choices(view_of(tables))
    assert [v["kind"] for v in found["variants"] if v["current"]] == ["normalisation", "averaging"]


def test_seeds():
    found = plain(seeds(view_of()))
    assert (found["fewest_seeds"], found["most_seeds"], found["benchmarks"]) == (3, 3, 3)
    first = found["methods"][0]
    assert first["method"] == "gradient_ascent"
    assert first["low"] <= first["rank"] <= first["high"]
    assert found["methods"][2]["confidence"] is None  # salun is never first: no central weights
    assert "single run" in seeds(view_of(seeds="42"))["reason"]
    assert seeds(view_of(panel="blip2_multimodal"))["reason"] == "no method is ranked"
    uneven = seeds(view_of(panel="resnet_unimodal"))
    assert (uneven["fewest_seeds"], uneven["most_seeds"]) == (1, 3)


def test_other_rules():
    found = plain(other_rules(view_of()))
    assert found["rules"]["uqs"]["ranks"]["gradient_ascent"] == 1
    assert found["rules"]["copeland"]["ranks"]["random_labels"] == 1
    assert found["kemeny"]["orders"] == [["random_labels", "gradient_ascent", "salun", "finetune_retain"]]
    assert other_rules(view_of(panel="blip2_multimodal"))["kemeny"] is None


def test_the_pair_that_is_open():
    assert opened_pair(view_of()) == ("gradient_ascent", "random_labels")
    named = view_of(versus="finetune_retain,salun")
    assert opened_pair(named) == ("finetune_retain", "salun")
    found = plain(versus(named))
    assert (found["ahead"], found["behind"]) == ("salun", "finetune_retain")
    assert opened_pair(view_of(methods="salun")) is None
    assert "fewer than two" in versus(view_of(methods="salun"))["reason"]


def test_a_verdict_rests_on_the_data():
    assert versus(view_of())["verdict"] == "ahead"
    assert versus(view_of(versus="random_labels,finetune_retain"))["verdict"] == "dominated"
    single = versus(view_of(benchmarks="unlok_vqa", seeds="42"))
    assert single["verdict"] == "too little data"
    assert single["resampled"] is None
    alone = versus(view_of(weights="only-FA"))
    assert alone["nearby"] is None
    assert "one metric" in alone["nearby_reason"]
    level = versus(view_of(weights="only-FA", benchmarks="mllmu_bench"))
    assert level["verdict"] == "tied"


def test_the_map():
    assert opened_corners(view_of()) == ("RA", "MIA", "JS")
    named = view_of(corners="JS,FA,RA")
    assert opened_corners(named) == ("JS", "FA", "RA")
    found = plain(map_of_weights(view_of()))
    assert sum(r["share"] for r in found["regions"]) == pytest.approx(1.0)
    assert found["leader"] == "gradient_ascent"
    assert found["challenger"] == "random_labels"
    assert sum(found["border"].values()) == pytest.approx(1.0)
    assert set(found["held"]) == {"FA", "AD"}
    assert "three metrics" in map_of_weights(made((2, 1, 3, 2)))["reason"]
    assert map_of_weights(view_of(panel="blip2_multimodal"))["reason"] == "no method is ranked"
    nothing = view_of(weights="only-FA", corners="RA,MIA,JS")
    assert "no weight to share" in map_of_weights(nothing)["reason"]
