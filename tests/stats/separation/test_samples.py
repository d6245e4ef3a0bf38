"""Sample by sample: counts by hand, the few samples that decide by a loop, p against SciPy's own tests."""

import numpy as np
import pytest
from components.stats.separation.samples import MOST_DRAWN, MOST_POINTS, paired_test, sample_differences
from components.stats.separation.sign_flips import LIMIT, MOST_SIGNS, flips_drawn, smallest_p
from scipy import stats

from components.stats.separation import sign_flips


def signs(ahead: int, n: int) -> np.ndarray:
    return np.repeat([1.0, -1.0], [ahead, n - ahead])


def test_the_worked_example_and_a_sample_that_leaves_the_rest_level() -> None:
    told = sample_differences(np.array([0.5, -0.1, 0.0, 0.1, -0.2]))
    assert (told.n, told.ahead, told.behind, told.level) == (5, 2, 2, 1)
    assert told.mean == pytest.approx(0.06)
    assert told.carriers == 1  # without 0.5 the others sum to -0.2
    assert told.ranks.tolist() == [1, 2, 3, 4, 5]
    assert told.values.tolist() == [0.5, 0.1, 0.0, -0.1, -0.2]
    assert sample_differences(np.array([0.1, 0.3, -0.1])).carriers == 1


@pytest.mark.parametrize("turn", [1, -1])
def test_the_fewest_that_decide_are_those_of_a_loop(turn: int) -> None:
    rng = np.random.default_rng(3)
    for n in (1, 2, 7, 40):
        differences = turn * (rng.normal(size=n).round(2) + 0.3)
        left, taken = sorted(turn * differences), 0
        if sum(left) <= 0:
            continue
        while sum(left) > 1e-12:
            left.pop()
            taken += 1
        assert sample_differences(differences).carriers == taken


def test_how_few_decide_by_chance_against_all_signs_by_hand() -> None:
    """Of sizes 3, 1, 1: with all on one side 3 samples decide, else (three quarters) the largest alone."""
    assert sample_differences(np.array([3.0, -1.0, 1.0, 0.0])).by_chance == pytest.approx(1.5, abs=0.1)
    assert sample_differences(np.array([-2.0])).by_chance == 1.0
    assert sample_differences(np.array([1.0, -1.0])).by_chance is None, "the mean favours nobody"


@pytest.mark.parametrize("differences", [[0.0] * 4, [0.1, 0.2, -0.3], [0.0]])
def test_a_mean_that_is_0_but_for_rounding_favours_nobody(differences: list[float]) -> None:
    told = sample_differences(np.array(differences))
    assert (told.mean, told.carriers) == (0.0, None)


def test_of_many_samples_the_curve_has_both_ends() -> None:
    differences = np.random.default_rng(1).normal(size=100_000)
    told = sample_differences(differences)
    assert len(told.ranks) == len(told.values) == MOST_POINTS
    assert (told.ranks[0], told.ranks[-1]) == (1, 100_000)
    assert (told.values[0], told.values[-1]) == (differences.max(), differences.min())
    assert (np.diff(told.values) <= 0).all()


# --- the test


def test_every_flip_of_few_is_counted_as_scipy_counts_them() -> None:
    differences = np.random.default_rng(5).normal(0.4, 1.0, 11).round(1)
    moved = differences[differences != 0]
    theirs = stats.permutation_test(
        (moved, np.zeros_like(moved)), _mean, permutation_type="samples", n_resamples=np.inf
    )
    found = paired_test(differences)
    assert found.means == "exact"
    assert found.p == pytest.approx(theirs.pvalue, abs=1e-12)
    assert found.p_min == 2.0 / 2.0 ** len(moved)


def _mean(x: np.ndarray, y: np.ndarray, axis: int) -> np.ndarray:
    return np.mean(x - y, axis=axis)


@pytest.mark.parametrize(("ahead", "n", "means"), [(20, 30, "exact"), (230, 400, "drawn"), (3100, 6000, "normal")])
def test_equal_differences_give_the_sign_test(ahead: int, n: int, means: str) -> None:
    """Each flip is a coin, so that the p is that of the binomial distribution."""
    found = paired_test(signs(ahead, n), rng=7)
    wanted = stats.binomtest(ahead, n).pvalue
    assert (found.means, found.n) == (means, n)
    if means == "exact":
        assert found.p == pytest.approx(wanted, rel=1e-9)
    elif means == "drawn":
        assert found.draws == LIMIT
        assert abs(found.p - wanted) < 4 * np.sqrt(wanted / found.draws)
        assert found.p_min == 1 / (1 + LIMIT)
    else:
        assert found.p == pytest.approx(wanted, rel=0.05)


def test_drawn_signs_of_many_samples_agree_with_the_normal_sum() -> None:
    differences = np.random.default_rng(2).normal(0.02, 1.0, MOST_DRAWN)
    drawn = paired_test(differences, rng=1)
    z = differences.sum() / np.sqrt((differences**2).sum())
    assert drawn.means == "drawn"
    assert drawn.p == pytest.approx(2 * stats.norm.sf(abs(z)), abs=0.02)
    assert drawn.draws * MOST_DRAWN <= MOST_SIGNS


def test_level_samples_and_the_scale_change_nothing() -> None:
    differences = np.array([0.3, -0.1, 0.2, 0.2, 0.4, -0.05])
    with_level = np.insert(differences, [0, 3, 6], 0.0)
    assert paired_test(with_level) == paired_test(differences)
    assert paired_test(differences * 1e-25) == paired_test(differences)
    assert paired_test(-differences) == paired_test(differences)


def test_the_smallest_p_of_one_sample_none_and_all_on_one_side() -> None:
    assert paired_test(np.array([3.0])).p == 1.0
    assert paired_test(np.array([3.0])).p_min == 1.0
    assert (paired_test(np.zeros(50)).n, paired_test(np.zeros(50)).p) == (0, 1.0)
    for n in (5, 20, 300):
        found = paired_test(np.linspace(1, 2, n))
        assert found.p == pytest.approx(found.p_min)
    assert smallest_p(5_000) == 0.0


def test_drawn_p_does_not_depend_on_how_many_signs_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    differences = np.random.default_rng(4).normal(0.1, 1.0, (3, 60))
    before = sign_flips.sign_flips(differences, rng=2)
    assert flips_drawn(3, 60)
    monkeypatch.setattr(sign_flips, "_CHUNK", 7 * flips_drawn(3, 60))
    after = sign_flips.sign_flips(differences, rng=2)
    assert after.p == pytest.approx(before.p, abs=0)
