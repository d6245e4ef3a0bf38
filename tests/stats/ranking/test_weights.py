"""Weight presets (METHODS 3): printed figures, refusals, what counts twice;
tests/results/test_ways_of_ranking.py has them all."""

from dataclasses import replace

import numpy as np
import pytest

from components.choices.query import parse
from components.resolved import Resolved
from components.selection import default_selection
from components.stats.ranking.weights import (
    PURPOSES,
    all_parts,
    default_preset,
    doubled,
    group_shares,
    preset_weights,
    presets,
    reliability_rule,
)
from data.errors import NotEnoughData, UnknownName
from data.registry import Tables
from tests.answered import view_of
from tests.beside import beside
from tests.made import made_metric, made_tables
from tests.released import NAMES, TABLES, built_in

CASES = beside(__file__)

# outputs/uqs_weights.json of github.com/neurips26/UnifiedUnl
RELEASED = CASES["RELEASED"]


@pytest.fixture(scope="module")
def unified() -> Tables:
    return TABLES


def _weights(tables: Tables, name: str, **query: str) -> np.ndarray:
    return view_of(tables, weights=name, **query).contest.weights


def test_published_weights_are_the_released_ones_and_no_filter_moves_them(unified):
    for query in ({}, {"benchmarks": "mmubench"}, {"seeds": "42"}, {"panel": "resnet_unimodal"}):
        assert _weights(unified, "published", **query) == pytest.approx(RELEASED, abs=1e-14)


def test_single_metric_equal_floored_and_illustrative_weights(unified):
    assert _weights(unified, "only-MIA").tolist() == [0, 0, 1, 0, 0]
    assert _weights(unified, "equal") == pytest.approx([0.2] * 5)
    # the later revision prints .0745 .1719 .1781 .2727 .3028, which sum to 1
    assert _weights(unified, "later_revision") == pytest.approx(
        [0.0745, 0.1719, 0.1781, 0.2727, 0.3028], abs=1e-12
    )
    assert reliability_rule(np.array([0.5, -0.3, np.nan, 0.001])) == pytest.approx(
        np.array([0.5, 0.01, 0.01, 0.01]) / 0.53
    )


def test_an_unknown_preset_and_a_rule_without_its_oracle_are_refused(unified):
    resolved = Resolved(
        unified, replace(default_selection(unified), panel="resnet_unimodal", weights="re-derived")
    )
    with pytest.raises(NotEnoughData, match="no oracle distance"):
        _ = resolved.contest.weights
    selection, problems = parse({"panel": "resnet_unimodal", "weights": "re-derived"}, unified)
    assert selection.weights == "balanced"
    assert "oracle distance" in problems[0].message
    tables = made_tables(np.zeros((1, 1, 2, 2)))
    panel = view_of(tables).panel
    with pytest.raises(UnknownName, match="equal, only-X1, only-X2"):
        preset_weights("published", tables, panel, panel)


def test_presets_that_need_an_oracle_are_offered_only_with_one():
    values = np.random.default_rng(0).random((2, 1, 3, 2))
    names = [p.name for p in presets(made_tables(values))]
    assert names == [*PURPOSES, "equal", "only-X1", "only-X2"]
    assert default_preset(made_tables(values)) == "equal"
    with_oracle = [p.name for p in presets(made_tables(values, np.ones((2, 1, 3))))]
    assert default_preset(made_tables(values, np.ones((2, 1, 3)))) == "equal"
    assert {"without-b1", "without-b2", "re-derived", "within-benchmark", "cross-validated"} <= set(
        with_oracle
    )
    # leaving out the only benchmark would leave nothing
    assert "without-b1" not in [
        p.name for p in presets(made_tables(values[:1], np.ones((1, 1, 3))))
    ]


def _derived(**parts: tuple[str, ...]) -> list:
    """Metrics A, B, … with the parts given."""
    return [replace(made_metric(m), parts=parts.get(m, ())) for m in "ABCDE"]


def test_parts_of_parts_and_pairs_that_count_twice():
    nested = all_parts(_derived(A=("C", "B"), B=("D",), D=("E",)))
    assert nested == {"A": ("B", "C", "D", "E"), "B": ("D", "E"), "C": (), "D": ("E",), "E": ()}
    assert all_parts(_derived(A=("B",), B=("A", "C")))["A"] == ("B", "C")
    assert all_parts(_derived(A=("A", "unheard of")))["A"] == ()
    metrics = _derived(A=("B",), B=("D",))
    assert doubled(metrics, np.full(5, 0.2)) == (("A", "B"), ("A", "D"), ("B", "D"))
    assert doubled(metrics, np.array([0.5, 0, 0, 0.5, 0])) == (("A", "D"),), (
        "B between them has no weight"
    )
    assert doubled(metrics, np.array([0, 0.2, 0.4, 0, 0.4])) == ()


def test_equal_weights_leave_out_parts_of_parts_whose_whole_is_not_measured():
    values = np.random.default_rng(0).random((1, 1, 3, 5))
    values[..., 1] = np.nan
    tables = made_tables(values, metrics=_derived(A=("B",), B=("D",)))
    panel = view_of(tables).panel
    assert preset_weights("equal", tables, panel, panel) == pytest.approx(
        [1 / 3, 0, 1 / 3, 0, 1 / 3]
    )


def test_a_derived_metric_weighs_in_place_of_its_parts_unless_they_are_of_several_groups():
    groups = CASES["a derived metric"]
    parts = {"mixed": ("a", "b"), "cd": ("c", "d")}
    metrics = [replace(made_metric(i), group=g, parts=parts.get(i, ())) for i, g in groups.items()]
    tables = made_tables(np.random.default_rng(0).random((1, 1, 2, 6)), metrics=metrics)
    assert _weights(tables, "balanced").tolist() == pytest.approx([1 / 3, 1 / 3, 0, 0, 0, 1 / 3])
    assert _weights(tables, "privacy_first").tolist() == pytest.approx(
        [1 / 4, 1 / 4, 0, 0, 0, 1 / 2]
    )


def test_a_group_nobody_measured_is_named():
    tables = built_in("tofu_seeds")
    selection, problems = parse({"weights": "privacy_first"}, tables)
    assert selection.weights == default_preset(tables)
    assert "no metric here measures privacy" in problems[0].message
    panel = Resolved(tables, selection).panel
    with pytest.raises(NotEnoughData, match="privacy"):
        preset_weights("privacy_first", tables, panel, panel)


def test_without_groups_there_is_no_purpose_and_with_one_all_is_its_own():
    values = np.random.default_rng(0).random((1, 1, 2, 2))
    utility_metrics = [replace(made_metric(i), group="utility") for i in ("a", "b")]
    for name, metrics, reason in (
        ("balanced", None, "says what it is for"),
        ("utility_first", utility_metrics, "all metrics here measure usefulness"),
        ("privacy_first", utility_metrics, "no metric here measures privacy"),
    ):
        _, problems = parse({"weights": name}, made_tables(values, metrics=metrics))
        assert reason in problems[0].message
    assert _weights(made_tables(values, metrics=utility_metrics), "balanced").tolist() == [0.5, 0.5]


def test_weight_moves_between_metrics_that_can_have_some_of_their_own():
    tofu, seeds = built_in("tofu"), built_in("tofu_seeds")

    def ids(tables, weights):
        view = view_of(tables, weights=weights)
        return [view.panel.metric_ids[k] for k in view.contest.in_play]

    eight = ["uds", "s_loss", "s_zlib", "s_mink", "s_minkpp", "mem", "model_utility", "fluency"]
    assert ids(tofu, "equal") == ids(tofu, "balanced") == eight, "21 are measured"
    assert ids(tofu, "wf_q_rouge:1") == [*eight, "wf_q_rouge"], (
        "unless a reader gives a part weight"
    )
    assert ids(seeds, "equal") == ["forget_quality", "extraction_strength", "hm"]
    parts = CASES["weight moves between"]
    assert ids(seeds, "balanced") == parts, "hm mixes utility and forgetting"


def test_balanced_gives_each_measured_group_an_equal_share_and_a_priority_twice_that_of_another():
    """METHODS 28, on every panel; LLaVA by the figures printed there."""
    llava = _weights(built_in("unified_unlearning"), "balanced", panel="llava_multimodal")
    assert llava.round(2).tolist() == [0.11, 0.33, 0.33, 0.11, 0.11]
    for suite in NAMES:
        tables = built_in(suite)
        for panel in tables.panels:
            view = view_of(tables, panel=panel.id, weights="balanced")
            shares = group_shares(tables.scores, view.contest.weights)
            assert [*shares.values()] == pytest.approx([1 / len(shares)] * len(shares))
            for name, first in PURPOSES.items():
                if first not in shares or len(shares) < 2:
                    continue
                view = view_of(tables, panel=panel.id, weights=name)
                priority = group_shares(tables.scores, view.contest.weights)
                others = [share for group, share in priority.items() if group != first]
                assert others == pytest.approx([priority[first] / 2] * len(others))
            for group in shares:
                weights = view.contest.weights[[m.group == group for m in tables.scores]]
                assert len({round(weight, 12) for weight in weights if weight}) == 1, "alike inside"
