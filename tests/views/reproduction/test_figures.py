"""The shares of the recoverability pilot as they are drawn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from components.views.reproduction.figures import recoverability_shares
from components.views.reproduction.recoverability import RecoverabilityCount, RecoverabilityResult

FIVE = RecoverabilityCount(
    source="s",
    url="",
    method="m",
    label="M",
    suppressed=6,
    revealed=5,
    share=5 / 6,
    low=0.436,
    high=0.97,
    mean_score=None,
    note="",
)
NONE = replace(FIVE, method="n", label="N", suppressed=0, revealed=0, share=None, low=None, high=None)


def test_shares_are_drawn_with_their_intervals_and_counts():
    fig = recoverability_shares(RecoverabilityResult(rows=(FIVE, NONE)), "light")
    assert list(fig.data[0].x) == [0.436, 0.97, None]
    assert list(fig.data[1].x) == [5 / 6]
    assert list(fig.data[1].y) == [1]
    assert [a.text for a in fig.layout.annotations] == ["M, 5 of 6 · s", "N, 0 of 0 · s"]
    assert fig.layout.xaxis.range[0] <= 0
    assert np.isclose(fig.layout.xaxis.range[1], 1, atol=0.05)
