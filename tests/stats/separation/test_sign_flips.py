"""Exact sign flips against Fisher's own count, SciPy and all flips written out."""

from itertools import product

import numpy as np
import pytest
from components.stats.separation.sign_flips import (
    flips_drawn,
    sign_flips,
    smallest_p,
)
from scipy import stats

DARWIN = (49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48)
"""Crossed less self-fertilised maize, in eighths of an inch (Fisher 1935, The Design of Experiments, section 21)."""


def written_out(d: np.ndarray) -> float:
    sums = [abs(sum(s * x for s, x in zip(signs, d, strict=True))) for signs in product((1, -1), repeat=len(d))]
    return float(np.mean([s >= abs(d.sum()) - 1e-9 for s in sums]))


def test_fishers_count_of_darwins_maize() -> None:
    found = sign_flips(np.array([DARWIN], dtype=float))
    assert found.p[0] == pytest.approx(1726 / 32768, abs=1e-15)
    assert (found.exact, found.p_min) == (True, 2 / 2**15)


@pytest.mark.parametrize("benchmarks", range(1, 10))
def test_all_flips_written_out_and_scipy(benchmarks: int) -> None:
    d = np.random.default_rng(benchmarks).normal(0.3, 1, (4, benchmarks)).round(1)  # one decimal: sums tie
    found = sign_flips(d)
    assert found.p == pytest.approx([written_out(row) for row in d])
    assert found.p.min() >= found.p_min == smallest_p(benchmarks)
    if benchmarks > 1:
        exact = [stats.permutation_test((row,), np.mean, permutation_type="samples", n_resamples=np.inf) for row in d]
        assert found.p == pytest.approx([min(1.0, e.pvalue) for e in exact])


def test_ties_zeros_and_one_side_everywhere() -> None:
    tied = np.array([[0.1, 0.2, -0.3, 0.6], [0.3, -0.2, -0.1, 0.6]])  # the same numbers, summed in another order
    assert sign_flips(tied).p == pytest.approx([written_out(tied[0])] * 2)
    assert sign_flips(np.array([[0.0, 0.0, 1.0, 1.0]])).p == pytest.approx([0.5])  # zeros flip and change nothing
    assert sign_flips(np.zeros((1, 6))).p == [1.0]
    assert sign_flips(np.array([[0.5], [-0.5]])).p == pytest.approx([1.0, 1.0])
    for benchmarks in (2, 5, 6, 13, 20):
        one_side = np.linspace(1, 2, benchmarks)[None]
        assert sign_flips(one_side).p == pytest.approx([2 / 2**benchmarks])


def test_where_flips_are_drawn_the_order_of_benchmarks_and_pairs_changes_nothing() -> None:
    d = np.random.default_rng(3).normal(0.25, 1, (6, 60))
    assert flips_drawn(6, 60) > 0
    found = sign_flips(d, range(60), rng=1)
    order, pairs = np.random.default_rng(4).permutation(60), [3, 1, 5, 0, 4, 2]
    assert (sign_flips(d[:, order], order.tolist(), rng=1).p == found.p).all()
    assert (sign_flips(d[pairs], range(60), rng=1).p == found.p[pairs]).all()
    assert not found.exact
    assert (sign_flips(d, range(60), rng=2).p != found.p).any()
    normal = 2 * stats.norm.sf(np.abs(d.sum(axis=1)) / np.sqrt((d**2).sum(axis=1)))
    assert found.p == pytest.approx(normal, abs=0.015)
