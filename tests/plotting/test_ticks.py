"""Round ticks of log axes."""

from __future__ import annotations

import pytest

from components.plotting.ticks import log_ticks


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.0176, 0.366, [0.02, 0.05, 0.1, 0.2, 0.5]),
        (1e-6, 1e6, [1e-6, 1e-4, 1e-2, 1, 1e2, 1e4, 1e6]),
        (0.3, 0.3, [0.2]),
    ],
)
def test_ticks_of_a_log_axis_are_round(low, high, ticks):
    assert log_ticks(low, high) == pytest.approx(ticks)
