"""Weights derived from reliability: METHODS 23, its intervals and leads by every possible draw from
the files."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import prod, sqrt

import numpy as np
import pytest
from scipy.stats import rankdata

from components.answers.leaderboard.headline import RANKING
from components.answers.record import Absent
from components.results import derived_weights
from components.results.derived_weights import Derived, chance, leads
from components.stats.reliability import rho_intervals
from components.stats.reliability.derived import drawn_weights
from tests.answered import view_of
from tests.beside import beside
from tests.plain_ranking import RULES, Suite, rule
from tests.released import NAMES, TABLES, built_in

PLAIN = Suite("unified_unlearning", "llava_multimodal")
IDS = list(PLAIN.metrics)
EXPECTED = beside(__file__)
"""As METHODS says: the shares of the drawn weights in which Gradient Ascent and Random Labels lead,
and the interval of each published weight."""
SLACK = 3.5 * sqrt(0.25 / 2_000)
"""Standard errors of a share of 2 000 draws."""


def derived(**query: str) -> Derived:
    result = view_of(TABLES, **query).of(derived_weights.compute)
    assert isinstance(result, Derived)
    return result


def plain(preset: str) -> Iterator[tuple[float, dict[str, float]]]:
    """Every way to draw the four methods of each benchmark with all their seeds: its chance, and
    the weights there."""
    signs = np.array([1 if PLAIN.metrics[m]["direction"] == "higher" else -1 for m in IDS] + [-1])
    draws = Counter(tuple(sorted(places)) for places in product(range(4), repeat=4))
    draws_of_benchmarks = []
    for benchmark, runs in PLAIN.candidates(PLAIN.panel).groupby("benchmark"):
        if preset != f"without-{benchmark}":
            columns = [*IDS, PLAIN.oracle]
            cells = [cell[columns].to_numpy() * signs for _, cell in runs.groupby("method")]
            draws_of_benchmarks.append(
                [(n / 4**4, np.vstack([cells[i] for i in places])) for places, n in draws.items()]
            )
    for first in draws_of_benchmarks[0]:
        combined = [*product([first], *draws_of_benchmarks[1:])]
        ranks = rankdata([np.vstack([rows for _, rows in drawn]) for drawn in combined], axis=1)
        ranks -= ranks.mean(axis=1, keepdims=True)
        ranks /= np.sqrt((ranks**2).sum(axis=1, keepdims=True))
        rhos = np.einsum("drk,dr->dk", ranks[..., :-1], ranks[..., -1]).tolist()
        for drawn, rho in zip(combined, rhos, strict=True):
            yield prod(chance for chance, _ in drawn), rule(dict(zip(IDS, rho, strict=True)))


@pytest.mark.parametrize("preset", EXPECTED["leads"])
def test_intervals_and_leads_are_those_of_every_possible_draw_and_of_methods(preset: str) -> None:
    result, draws = derived(weights=preset), list(plain(preset))
    assert sum(chance for chance, _ in draws) == pytest.approx(1)
    u = PLAIN.utilities(PLAIN.benchmarks, "reciprocal", "score-of-means")
    exact = dict.fromkeys(u, 0.0)
    for chance_of_it, w in draws:
        exact[max(u, key=lambda m: sum(x * u[m][k] for k, x in w.items()))] += chance_of_it
    assert {m: result.leads.get(m, 0.0) for m in u} == pytest.approx(exact, abs=SLACK)
    assert (exact["gradient_ascent"], exact["random_labels"]) == pytest.approx(
        EXPECTED["leads"][preset], abs=0.02
    )
    benchmarks = ",".join(b for b in PLAIN.benchmarks if preset != f"without-{b}")
    drawn = drawn_weights(view_of(TABLES, benchmarks=benchmarks).panel, "pooled")
    ends = np.quantile(drawn, [0.025, 0.975], axis=0).T
    for metric, (low, high) in zip(IDS, ends, strict=True):
        for end, share in ((low, 0.025), (high, 0.975)):
            below = sum(chance for chance, w in draws if w[metric] < end - 1e-9)
            upto = sum(chance for chance, w in draws if w[metric] < end + 1e-9)
            assert below - 0.3 * SLACK <= share <= upto + 0.3 * SLACK, metric
        if preset == "published":
            assert (low, high) == pytest.approx(EXPECTED["intervals"][metric], abs=0.02)


@pytest.mark.parametrize(
    ("rule_of", "preset"), [("pooled", "published"), *((p, p) for p in RULES[2:])]
)
def test_each_method_drawn_once_gives_the_weights_of_the_preset(
    rule_of: str, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = lambda sizes, draws, seed: [np.ones((draws, n)) for n in sizes.values()]  # noqa: E731
    monkeypatch.setattr(rho_intervals, "multiplicities", once)
    for suite in ("unified_unlearning", "calibration"):
        view = view_of(built_in(suite), weights=preset)
        drawn = drawn_weights(replace(view.panel), rule_of)
        assert drawn[0] == pytest.approx(view.contest.weights, abs=1e-12)


def test_weights_of_a_hand_and_equal_ones_are_derived_from_nothing() -> None:
    assert view_of(weights="equal").of(derived_weights.compute) == Absent("")
    assert view_of(weights="FA:1,RA:1").of(derived_weights.compute) == Absent("")


def test_a_preset_that_follows_chance_says_so_and_one_that_does_not_is_silent() -> None:
    names = view_of().labels
    result = derived(weights="published")
    assert (result.smallest_p is None or result.smallest_p > 0.05) == bool(chance(result))
    assert chance(Derived({}, 0.21)) == EXPECTED["chance"]
    assert chance(Derived({}, 0.04)) == chance(Absent("")) == ""
    shares = {"gradient_ascent": 0.67, "random_labels": 0.33}
    assert leads(replace(result, leads=shares), names) == EXPECTED["drawn anew"]
    said = RANKING.said(view_of(weights="published"))
    assert leads(result, names) in said.notes
    assert (chance(result) in (*said.lines, *said.notes)) == result.is_by_chance


@pytest.mark.parametrize("suite", NAMES)
def test_no_suite_opens_on_weights_that_are_derived_from_what_may_be_chance(suite: str) -> None:
    for panel in built_in(suite).panels:
        view = view_of(built_in(suite), panel=panel.id)
        assert view.selection.weights == "balanced", panel.id
        assert view.of(derived_weights.compute) == Absent(""), panel.id
        assert sum(view.contest.weights) == pytest.approx(1), panel.id
