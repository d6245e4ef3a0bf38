"""Orders of attacks under two evaluators: SciPy's τ-b, p by brute force, ties, gaps."""

import math
from itertools import permutations

import pytest
from scipy.stats import kendalltau

from components.stats.audits.inversion_ranks import attack_ranks

ATTACKS = ("a", "b", "c", "d")
STANDARD, JUDGE = (0.9, 0.8, 0.8, 0.5), (0.2, 0.3, 0.1, 0.1)


def accuracies(**blocks):
    return {(s, a): pair for s, rows in blocks.items() for a, pair in zip(ATTACKS, zip(*rows, strict=True))}  # noqa: B905


def test_one_private_set_is_scipys_tau_b_with_the_p_of_every_order():
    found, ranks = attack_ranks(accuracies(x=(STANDARD, JUDGE)), ["x"], ATTACKS)
    tau = kendalltau(STANDARD, JUDGE).statistic
    assert found.tau == pytest.approx(tau)
    null = [kendalltau(STANDARD, order).statistic for order in permutations(JUDGE)]
    assert found.p == pytest.approx(sum(abs(t) >= abs(tau) - 1e-12 for t in null) / 24)
    largest = max(abs(t) for t in null)
    assert found.p_min == pytest.approx(sum(abs(t) >= largest - 1e-12 for t in null) / 24)
    assert (found.concordant, found.discordant, found.ties_standard, found.ties_judge) == (3, 1, 1, 1)
    assert ranks["x", "b"] == (2, 1)
    assert ranks["x", "c"] == (2, 3)


def test_private_sets_are_averaged_and_never_pooled():
    up, down = (0.1, 0.2, 0.3, 0.4), (0.9, 0.8, 0.7, 0.6)
    found, _ = attack_ranks(accuracies(x=(up, up), y=(up, down)), ["x", "y"], ATTACKS)
    assert found.tau == pytest.approx(0)
    assert (found.defined, found.private_sets) == (2, 2)
    assert found.p == 1
    assert found.p_min == pytest.approx(2 / 24**2)


def test_a_constant_evaluator_and_a_missing_attack():
    found, ranks = attack_ranks(accuracies(x=(STANDARD, (0.0,) * 4), y=(STANDARD[:3], JUDGE[:3])), ["x", "y"], ATTACKS)
    assert (found.defined, found.private_sets) == (1, 2)
    assert found.tau == pytest.approx(kendalltau(STANDARD[:3], JUDGE[:3]).statistic)
    assert ("y", "d") not in ranks
    assert ranks["x", "d"] == (4, 1)
    nothing, ranks = attack_ranks({("x", "a"): (math.nan, math.nan)}, ["x"], ["a"])
    assert (nothing.tau, nothing.p) == (None, None)
    assert ranks["x", "a"] == (None, None)
