"""The best weights of all methods, solved as one programme (METHODS 7), against one programme a
method."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from components.stats.ranking.dominance import best_weights


def largest_lead(u, i, group):
    """max ε with w·(u_i − u_k) ≥ ε for all k of another group, w on the simplex."""
    leads = (u[i] - u)[group != group[i]]
    solution = linprog(
        np.r_[np.zeros(u.shape[1]), -1.0],
        A_ub=np.c_[-leads, np.ones(len(leads))],
        b_ub=np.zeros(len(leads)),
        A_eq=np.r_[np.ones(u.shape[1]), 0.0][None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * u.shape[1] + [(None, None)],
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    return -solution.fun


def same_as_scipy(u, group=None):
    group_of_row = np.arange(len(u)) if group is None else group
    weights = best_weights(u, group_of_row)
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, atol=1e-12)
    reached = [
        ((u[i] - u)[group_of_row != group_of_row[i]] @ w).min() for i, w in enumerate(weights)
    ]
    np.testing.assert_allclose(
        reached, [largest_lead(u, i, group_of_row) for i in range(len(u))], atol=1e-9
    )


@pytest.mark.parametrize(("n", "size"), [(2, 1), (2, 6), (5, 1), (40, 3), (60, 12), (12, 30)])
def test_values_without_ties(n, size):
    same_as_scipy(np.random.default_rng(n + size).random((n, size)))


@settings(max_examples=40)
@given(st.integers(2, 9), st.integers(1, 5), st.integers(0, 2**32 - 1))
def test_values_with_many_ties_and_equal_methods(n, size, seed):
    same_as_scipy(np.random.default_rng(seed).integers(0, 4, (n, size)) / 4)


@settings(max_examples=40)
@given(st.integers(2, 9), st.integers(1, 5), st.integers(0, 2**32 - 1))
def test_rows_of_one_group_are_no_rivals(n, size, seed):
    rng = np.random.default_rng(seed)
    same_as_scipy(rng.integers(0, 4, (n, size)) / 4, np.r_[0, 1, rng.integers(0, 3, n - 2)])
