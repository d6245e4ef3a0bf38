"""Several checkpoints of one method: exact expectations against enumeration and against closed forms."""

from itertools import combinations

import numpy as np
import pytest

from components.errors import NotEnoughData
from components.stats.ranking.grids import expected_best

SCORES = [0.2, 0.9, 0.5, 0.5, 0.1]


@pytest.mark.parametrize("k", range(1, 6))
def test_expected_best_is_the_mean_over_all_choices(k: int) -> None:
    every = [max(c) for c in combinations(SCORES, k)]
    assert expected_best(SCORES, k) == pytest.approx(np.mean(every), abs=1e-12)


def test_the_ends_of_the_curve_are_mean_and_maximum_whatever_the_order() -> None:
    curve = [expected_best(SCORES, k) for k in range(1, 6)]
    assert curve[0] == pytest.approx(np.mean(SCORES))
    assert curve[-1] == pytest.approx(max(SCORES))
    assert (np.diff(curve) >= 0).all()
    assert expected_best(SCORES[::-1], 3) == expected_best(SCORES, 3)
    assert expected_best([0.4], 1) == 0.4


@pytest.mark.parametrize("k", [0, 6])
def test_tries_beyond_the_grid_are_refused(k: int) -> None:
    with pytest.raises(NotEnoughData, match="from 1 to 5"):
        expected_best(SCORES, k)
