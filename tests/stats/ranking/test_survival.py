"""Before against after (METHODS 19): what is not given; tests/answers/survives has hand-worked
cases and what the source gives."""

import numpy as np

from components.stats.ranking.survival import Survival, kept_share

NAN = np.nan


def test_shares_of_hardly_anything_and_orders_of_one_are_not_given() -> None:
    kept = kept_share([0.4, 0.9, 0.5, NAN, 0.5], [0.8, 0.6, 0.049, 0.5, NAN])
    np.testing.assert_allclose(kept, [0.5, 1.5, NAN, NAN, NAN])
    assert kept_share(0.05, 0.05) == 1.0
    same = Survival(
        np.array([[0.2], [0.4]]), np.array([[0.5], [0.5]]), np.ones(1), np.ones(2, dtype=bool)
    )
    assert np.isnan(same.tau)
    alone = Survival(np.array([[0.2]]), np.array([[0.1]]), np.ones(1), np.ones(1, dtype=bool))
    assert np.isnan(alone.tau)
    assert alone.ranks.tolist() == [[1.0], [1.0]]
