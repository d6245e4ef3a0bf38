"""Ranks (METHODS 4) of every method under every metric, with their spread over blocks."""

import numpy as np
import pytest

from components.stats.agreement.rank_profile import rank_profile
from tests.stats.agreement.cases import BLIP, LLAVA, made


def test_ties_share_a_midrank_and_seeds_are_averaged_before_blocks():
    panel = made([[[[3.0], [1.0], [3.0], [2.0]]]])
    assert rank_profile(panel, "tie-aware").mean.ravel().tolist() == [1.5, 4.0, 1.5, 3.0]
    assert rank_profile(panel, "published").mean.ravel().tolist() == [1.0, 4.0, 2.0, 3.0]
    values = np.array([[[1, 2, 3], [1, 2, 3]], [[3, 2, 1], [np.nan] * 3]])[..., None]
    result = rank_profile(made(values), "tie-aware")
    assert result.mean.ravel().tolist() == [2.0, 2.0, 2.0]
    assert result.best.ravel().tolist() == [1.0, 2.0, 1.0]
    assert result.worst.ravel().tolist() == [3.0, 2.0, 3.0]


def test_blocks_where_a_metric_ranks_nothing_are_left_out_and_counted():
    result = rank_profile(LLAVA, "tie-aware")
    assert result.blocks.tolist() == [3, 3, 6, 9, 9]
    assert result.blocks_in_all == 9
    assert rank_profile(LLAVA, "published").blocks.tolist() == [9, 9, 9, 9, 9]
    assert rank_profile(LLAVA, "published").mean[0, LLAVA.metric("MIA")] == 1.0
    result = rank_profile(BLIP, "tie-aware")
    assert np.isnan(result.mean[:, BLIP.metric("FA")]).all()
    assert np.isnan(result.best[:, BLIP.metric("MIA")]).all()
    assert result.mean[:, BLIP.metric("RA")].tolist() == [2.0, 1.0]
    empty = rank_profile(LLAVA, "tie-aware", "benchmark:cifar10")
    assert np.isnan(empty.mean).all()
    assert empty.blocks_in_all == 0


@pytest.mark.parametrize("scope", ["benchmark:mmubench", "runs:mmubench"])
def test_one_benchmark(scope):
    assert rank_profile(LLAVA, "tie-aware", scope).blocks.tolist() == [3] * 5
