"""What a new set-up gives (METHODS 24): coverage in a simulation, a case worked by hand, one set-up
against SciPy, and limits."""

import numpy as np
import pytest
from scipy import stats

from components.stats.audits.new_setup import prediction


@pytest.mark.parametrize(("setups", "between"), [(4, 1.0), (6, 3.0), (10, 1.0), (10, 0.3)])
def test_at_least_94_percent_of_new_runs_are_inside(setups: int, between: float) -> None:
    rng, inside, studies = np.random.default_rng(setups), 0, 2_000
    for _ in range(studies):
        sizes = np.maximum(rng.integers(1, 6, setups), [2] + [1] * (setups - 1))
        means = rng.normal(0, between, setups)
        values = np.concatenate([rng.normal(m, 1, n) for m, n in zip(means, sizes, strict=True)])
        result = prediction(values, np.repeat(np.arange(setups), sizes).tolist())
        assert result is not None
        inside += result.holds(rng.normal(rng.normal(0, between), 1))
    assert inside / studies >= 0.94
    assert setups < 10 or inside / studies <= 0.98


def test_the_case_of_three_set_ups_by_hand() -> None:
    # means 2, 5, 8; n 2, 1, 1; s² = 9, within: (1 + 1)/1 = 2; t(.975, 2) = 4.302653
    result = prediction([1, 3, 5, 8], [0, 0, 1, 2])
    assert result is not None
    half = 4.302653 * np.sqrt(9 * (4 / 3) + 2 * (1 - (0.5 + 1 + 1) / 3))
    assert result.basis == "set-ups"
    assert (result.low, result.high) == pytest.approx((5 - half, 5 + half))
    assert not result.wide, "no bounds, so nothing says what is wide"


def test_one_set_up_is_predicted_by_its_seeds_as_by_scipy() -> None:
    values = np.array([0.31, 0.35, 0.33, 0.38])
    result = prediction(values, [0] * 4)
    assert result is not None
    expected = stats.t.interval(0.95, 3, values.mean(), values.std(ddof=1) * np.sqrt(1 + 1 / 4))
    assert (result.basis, result.low, result.high) == ("seeds", *map(pytest.approx, expected))


def test_a_logarithmic_scale_is_that_of_the_logarithms() -> None:
    exponents = np.array([-9.0, -8.5, -8.8, -8.7])
    linear = prediction(exponents, [0, 0, 1, 2])
    log = prediction(10**exponents, [0, 0, 1, 2], log=True)
    assert linear is not None
    assert log is not None
    assert np.log10([log.low, log.high]) == pytest.approx([linear.low, linear.high])
    assert not log.wide
    far = prediction([1e-9, 1e-8, 1e-3, 1.0], [0, 0, 1, 2], log=True, high=1.0)
    assert far is not None
    assert far.wide
    assert far.high == 1.0, "cut at the bound"


@pytest.mark.parametrize("values", [[1.0], [1.0, 2.0], [0.4] * 4])
def test_too_few_or_equal_values_predict_nothing(values: list[float]) -> None:
    assert prediction(values, [0] * len(values)) is None
    assert prediction(values, list(range(len(values)))) is None, "no set-up has two values"


def test_an_interval_over_half_of_the_range_is_wide() -> None:
    narrow, wide = (
        prediction([0.5, 0.5 + d, 0.5, 0.5 - d], [0, 0, 1, 2], low=0, high=1) for d in (0.02, 0.2)
    )
    assert narrow is not None
    assert wide is not None
    assert (narrow.wide, wide.wide) == (False, True)
