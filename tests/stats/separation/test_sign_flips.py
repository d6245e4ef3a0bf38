"""Exact sign flips against Fisher's own count, SciPy and all flips written out."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

from components.stats.separation.sign_flips import flips_drawn, sign_flips, smallest_p

DARWIN = (49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48)
"""Crossed less self-fertilised maize, in eighths of an inch (Fisher 1935, The Design of Experiments, section 21)."""


def written_out(d: np.ndarray) -> float:
    sums = [abs(sum(s * x for s, x in zip(signs, d, strict=True))) for signs in product((1, -1), repeat=len(d))]
    return float(np.mean([s >= abs(d.sum()) - 1e-9 for s in sums]))


def test_fishers_count_of_darwins_maize() -> None:
    assert sign_flips(np.array(DARWIN, dtype=float)) == pytest.approx(1726 / 32768, abs=1e-15)
    assert (flips_drawn(15), smallest_p(15)) == (0, 2 / 2**15)


@pytest.mark.parametrize("samples", range(1, 10))
def test_all_flips_written_out_and_scipy(samples: int) -> None:
    for row in np.random.default_rng(samples).normal(0.3, 1, (4, samples)).round(1):  # one decimal: sums tie
        found = sign_flips(row)
        assert found == pytest.approx(written_out(row))
        assert found >= smallest_p(samples)
        if samples > 1:
            exact = stats.permutation_test((row,), np.mean, permutation_type="samples", n_resamples=np.inf)
            assert found == pytest.approx(min(1.0, exact.pvalue))


def test_ties_in_other_rounding_zeros_and_equal_rows() -> None:
    tied = np.array([[0.1, 0.2, -0.3, 0.6], [0.3, -0.2, -0.1, 0.6]])  # the same numbers, summed in another order
    assert [sign_flips(row) for row in tied] == pytest.approx([written_out(tied[0])] * 2)
    assert sign_flips(np.array([0.0, 0.0, 1.0, 1.0])) == pytest.approx(0.5)  # zeros flip and change nothing
    assert sign_flips(np.zeros(6)) == 1.0
    assert [sign_flips(np.array([d])) for d in (0.5, -0.5)] == pytest.approx([1.0, 1.0])


def test_one_side_everywhere_reaches_the_smallest_p() -> None:
    for samples in (2, 5, 6, 13, 20):
        assert sign_flips(np.linspace(1, 2, samples)) == pytest.approx(2 / 2**samples)


def test_drawn_flips_repeat_with_their_seed_and_agree_with_the_normal_sum() -> None:
    assert flips_drawn(60) > 0
    for row in np.random.default_rng(3).normal(0.25, 1, (6, 60)):
        found = sign_flips(row, rng=1)
        assert sign_flips(row, rng=1) == found != sign_flips(row, rng=2)
        normal = 2 * stats.norm.sf(abs(row.sum()) / np.sqrt((row**2).sum()))
        assert found == pytest.approx(normal, abs=0.015)
