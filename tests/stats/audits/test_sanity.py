"""A value among others on a linear scale, and limits of PrivLeak (METHODS 20); tests/answers/check
has the case of NPO."""

import numpy as np
import pytest

from components.stats.audits.sanity import limit_from_auc, sanity, spreads


def test_distances_on_a_linear_scale_and_without_anything_known() -> None:
    result = sanity(0.5, [0.1, 0.2, 0.9], [0, 0, 1])
    assert result is not None
    assert (result.where, result.nearest, result.distance) == ("between", 1, pytest.approx(0.3))
    assert sanity(0.5, [], []) is None
    assert spreads([0.1, 0.3], [0, 0])[0].mean == pytest.approx(0.2)
    assert spreads([0.01, 1.0], [0, 0], log=True)[0].mean == pytest.approx(0.1)


def test_the_limits_of_muse() -> None:
    # the AUC of the retrained models, Min-40 %, forget against holdout (muse_bench at 9b89f0d9)
    assert limit_from_auc(1.0) == 0
    assert np.round([limit_from_auc(a) for a in (0.4772, 0.5393)], 1).tolist() == [109.6, 85.4]
