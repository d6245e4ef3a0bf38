"""The optimism of the best of a grid (METHODS 12): by plain means, nothing to choose, and where
nobody can say."""

import numpy as np
import pytest

from components.stats.ranking.tries import optimism
from tests.answered import view_of
from tests.made import made_tables


def gap(scores: np.ndarray, settings: list[int] | None = None) -> float | None:
    """The optimism for scores (B, S, M) of one metric."""
    tables = made_tables(1 - scores[..., None])
    panel = view_of(tables).panel
    chosen = list(range(scores.shape[2])) if settings is None else settings
    return optimism(
        panel, np.array([1.0]), chosen, transform="reciprocal", aggregate="score-of-means"
    )


def test_over_benchmarks_the_seed_is_left_out_of_all() -> None:
    rng = np.random.default_rng(1)
    scores = rng.random((3, 4, 5)).round(3)
    whole = scores.mean(axis=0)
    honest = [whole[s, np.delete(whole, s, axis=0).mean(axis=0).argmax()] for s in range(4)]
    assert gap(scores) == pytest.approx(whole.mean(axis=0).max() - np.mean(honest))
    assert gap(scores, [0]) == 0.0, "one setting: nothing to choose"


def test_with_fewer_than_two_common_seeds_nobody_can_say() -> None:
    assert gap(np.random.default_rng(3).random((2, 1, 3))) is None
    scores = np.random.default_rng(4).random((1, 3, 2))
    scores[0, 0, 0] = scores[0, 1, 1] = np.nan
    assert gap(scores) is None
    scores = np.random.default_rng(5).random((1, 3, 2))
    scores[0, 1, 1] = np.nan
    assert gap(scores) == pytest.approx(gap(scores[:, [0, 2]]))
