"""AUC against a ground truth (METHODS 14) in closed cases, with ties and variants; tests/results
has plain loops."""

import numpy as np
import pytest

from components.stats.audits.ground_truth import auc, auc_interval, rounded_auc_range
from data.errors import NotEnoughData


def test_perfect_blind_empty_and_rounded() -> None:
    assert auc([3, 4], [1, 2], -1) == 1
    assert auc([1, 1], [1, 1], -1) == 0.5
    with pytest.raises(NotEnoughData):
        auc([], [1], -1)
    low, high = rounded_auc_range([0.5, 0.5001], [0.5, 0.4], -1)
    assert (low, high) == (0.5, 1.0)


def test_few_variants_give_the_extremes_over_pairs_of_them() -> None:
    result = auc_interval(
        [1, 2, 9, 9], [0, 0, 5, 5], ["a", "a", "b", "b"], ["c", "c", "d", "d"], -1
    )
    assert result.is_range
    assert (result.low, result.high) == (0.0, 1.0)
    assert (result.variants_known, result.variants_unknown) == (2, 2)


def test_variants_are_drawn_together_and_the_seed_repeats() -> None:
    rng = np.random.default_rng(1)
    p, n = rng.normal(1, 1, 24), rng.normal(0, 1, 24)
    names = [f"v{i // 3}" for i in range(24)]
    first, again, other = (
        auc_interval(p, n, names, names, -1, seed=s, n_draws=400) for s in (1, 1, 2)
    )
    assert not first.is_range
    assert first == again
    assert first != other
    assert first.low <= first.auc <= first.high
    # copies of one case per variant say no more than the variants do
    alike = auc_interval(
        np.repeat(p[:8], 3), np.repeat(n[:8], 3), names, names, -1, seed=1, n_draws=400
    )
    of_variants = auc_interval(p[:8], n[:8], names[::3], names[::3], -1, seed=1, n_draws=400)
    assert (alike.low, alike.high) == pytest.approx((of_variants.low, of_variants.high))
