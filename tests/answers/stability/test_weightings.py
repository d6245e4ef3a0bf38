"""Random weights and weights near the current ones: released figures, SciPy's τ, plain loops,
sentences, drawings."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from components.answers.record import Absent
from components.answers.stability import nearby, ranks, weightings
from components.answers.stability.nearby import NEARBY
from components.answers.stability.ranks import ACCEPTABILITY
from components.answers.stability.weightings import WEIGHTINGS, RandomWeights, agreement_sentence
from components.pages import STABILITY
from components.resolved import Resolved
from components.selection import default_selection
from data import store
from tests.answered import content, look, made, view_of
from tests.beside import beside
from tests.made import made_tables
from tests.plain_ranking import Suite
from tests.released import built_in

CASES = beside(__file__)

NOBODY_RANKED = "No method can be ranked: each is below the floor or lacks a weighted metric."
TIED = made(np.full((3, 2), 0.5))


def result(view: Resolved) -> RandomWeights:
    weights = view.of(weightings.compute)
    assert isinstance(weights, RandomWeights)
    return weights


RESULT = result(view_of())


def test_the_published_figures() -> None:
    facts = content(STABILITY, protocol="published")
    rounded = (round(facts["mean_tau"], 3), round(facts["sd_tau"], 3), facts["draws"])
    assert rounded == (0.647, 0.262, 100)
    # whatever is filtered or weighted, the published figure is the published one
    other = view_of(protocol="published", weights="equal", seeds="42", transform="exponential")
    assert result(other).taus.mean == facts["mean_tau"]


@pytest.mark.parametrize(
    ("suite", "panel"), [("unified_unlearning", "llava_multimodal"), ("tofu", "tofu_llama32_1b")]
)
def test_shares_and_taus_are_those_of_a_loop_over_single_weightings(suite: str, panel: str) -> None:
    """Of methods by their best checkpoint where they have several: chosen anew at each
    weighting."""
    tables, draws = built_in(suite), 200
    view = view_of(tables, draws=str(draws), weights="equal")
    plain = Suite(suite, panel, best=bool(tables.families))
    facts = content(STABILITY, tables, draws=str(draws), weights="equal")
    u = plain.utilities(plain.benchmarks, "reciprocal", "score-of-means")
    out, movable = plain.below(plain.benchmarks, "reciprocal"), facts["metrics"]
    frame = pd.DataFrame(u).T.loc[[m for m in u if m not in out], movable]
    family = frame.index.map(plain.family)
    # Dirichlet(1, …, 1) of METHODS: the metrics by the order of their ids, so that no order of a
    # file matters
    drawn = np.random.default_rng(view.selection.rng).standard_exponential((draws, len(movable)))
    drawn /= drawn.sum(axis=1, keepdims=True)
    columns = sorted(movable)

    def scores(w: np.ndarray) -> pd.Series:
        return (frame[columns] @ w).groupby(family).max().round(12)

    now = scores(np.array([1 / len(movable)] * len(movable)))
    scores_by_draw = pd.DataFrame([scores(w) for w in drawn])
    by_rank = scores_by_draw.rank(axis=1, ascending=False)
    for method, shares in facts["rank_acceptability"].items():
        wanted = [(by_rank[method] == r + 1).mean() for r in range(len(now))]
        assert shares == pytest.approx(wanted, abs=1e-9), method
        assert facts["expected_rank"][method] == pytest.approx(by_rank[method].mean())
    if set(movable) == {
        m for m, w in zip(view.panel.metric_ids, view.contest.weights, strict=True) if w
    }:
        each = [
            stats.kendalltau(row, now[scores_by_draw.columns]).statistic
            for _, row in scores_by_draw.iterrows()
        ]
        assert facts["mean_tau"] == pytest.approx(np.mean(each))
        near = facts["local"]
        around = np.random.default_rng(view.selection.rng).dirichlet(
            near["kappa"] * np.full(len(movable), 1 / len(movable)), draws
        )
        stays = np.mean([scores(w).idxmax() == now.idxmax() for w in around])
        assert near["p_leader_stays"] == pytest.approx(stays, abs=3 * near["se"] + 1e-9)
    pairs = [
        stats.kendalltau(scores_by_draw.iloc[i], scores_by_draw.iloc[i + 1]).statistic
        for i in range(0, draws, 2)
    ]
    assert facts["baseline_tau"] == pytest.approx(np.mean(pairs))


def test_shares_sum_to_one_and_the_same_seed_repeats_to_the_bit() -> None:
    told = content(STABILITY)
    assert STABILITY.content(replace(view_of()))["stability"] == told
    assert content(STABILITY, rng="43")["mean_tau"] != told["mean_tau"]
    by_method = np.array(list(told["rank_acceptability"].values()))
    np.testing.assert_allclose(by_method.sum(axis=0), 1)
    np.testing.assert_allclose(by_method.sum(axis=1), 1)


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ({"methods": "salun"}, "SalUn is the only method ranked."),
        ({"panel": "blip2_multimodal", "weights": "published"}, NOBODY_RANKED),
    ],
)
def test_nothing_is_said_of_one_method(query: dict[str, str], reason: str) -> None:
    view = view_of(**query)
    assert list(WEIGHTINGS.said(view).lines) == [reason]
    assert STABILITY.content(view)["stability"]["weightings_reason"] == reason


def test_where_nothing_varies_there_is_no_tau() -> None:
    single_metric = result(made([[0.1], [0.2], [0.3]]))
    assert single_metric.tau_reason == "there is one metric only: no weight can be moved"
    assert result(TIED).tau_reason == "all methods are tied"
    assert STABILITY.content(TIED)["stability"]["rank_acceptability"]["m1"] == pytest.approx(
        [1 / 3] * 3
    )
    lacking = result(
        view_of(made_tables(np.random.default_rng(0).random((2, 2, 3, 2))), protocol="published")
    )
    assert "oracle distance" in lacking.tau_reason
    reason = f"No agreement with random weights can be given: {single_metric.tau_reason}."
    assert agreement_sentence(single_metric) == reason


def test_the_sentences() -> None:
    assert list(WEIGHTINGS.said(view_of()).lines) == CASES["random weights"]
    seeds = store.tables("muse_seeds")
    pdu, *_ = WEIGHTINGS.said(Resolved(seeds, default_selection(seeds))).lines
    assert pdu == "PDU leads with > 99 % of random weights."
    taus, baseline = RESULT.taus, RESULT.baseline
    for mean, word in ((0.9, "more than"), (0.3, "less than")):
        other = replace(RESULT, taus=replace(taus, mean=mean), baseline=replace(baseline, mean=0.6))
        agrees = f"This order agrees with random weights {word} they agree with each other"
        assert agreement_sentence(other) == f"{agrees} (τ {mean:.2f} and 0.60)."
    published = WEIGHTINGS.said(view_of(protocol="published")).lines[1]
    assert published.startswith("The published order agrees with random weights about as well")
    least = ACCEPTABILITY.said(view_of()).lines
    assert least[:1] == CASES["least"]
    fixed = ["Ranks do not depend on the weights."]
    assert list(ACCEPTABILITY.said(TIED).lines) == fixed
    assert list(ACCEPTABILITY.said(made([[0.1, 0.1], [0.2, 0.3], [0.2, 0.3]])).lines) == fixed
    two = made([[0.0, 0.3], [0.1, 0.0]], draws="20000")  # m1 leads with w1 of 3/4 or more
    assert (
        ACCEPTABILITY.said(two)
        .lines[0]
        .startswith("Each method has its most frequent rank with 75 % of")
    )
    near = NEARBY.said(view_of()).lines[0]
    assert near.startswith(
        "When about 10 % of the weight moves, Gradient Ascent stays first in 98 % of cases."
    )


def named(fig: Any, start: str) -> Any:
    (trace,) = [t for t in fig.data if (t.name or "").startswith(start)]
    return trace


def test_the_figures_hold_the_numbers() -> None:
    names = look(view_of())
    near_result = view_of().of(nearby.compute)
    assert not isinstance(near_result, Absent)
    curves = nearby.draw(near_result, names)
    assert list(named(curves, "P(leader").y) == [p.leader_stays for p in near_result.curve]
    (marks,) = [t for t in curves.data if t.mode == "markers"]
    assert near_result.near is not None
    assert list(marks.y) == [near_result.near.leader_stays, near_result.near.taus.mean]
    hostile = replace(
        view_of().labels, methods={m: f"<b>{m}</b> & more" for m in view_of().labels.methods}
    )
    bars = ranks.draw_bars(RESULT, replace(names, names=hostile))
    np.testing.assert_allclose(np.sum([t.x for t in bars.data], axis=0), 1.0)
    assert bars.layout.yaxis.ticktext[0].startswith("&lt;b&gt;gradient")
    assert bars.layout.yaxis.tickvals[0] == max(bars.layout.yaxis.tickvals), "best on top"
    drawn = ranks.draw_matrix(RESULT, names)
    np.testing.assert_allclose(np.array(drawn.data[0].z, float), RESULT.acceptability.ranks)
