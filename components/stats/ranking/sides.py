"""On which side of its target a method lies: forgotten too little, or too much."""

from __future__ import annotations

from typing import Literal

import numpy as np

from components.stats.panel import Panel
from data.registry import Under

Side = Literal["", "under", "over", "below", "above", "both", "at"]
"""Under-forgotten or over-forgotten; below or above where the metric does not say which side is which; "both" where
benchmarks differ; at the target; empty without a target, or where a benchmark has no value.
"""


def target_sides(panel: Panel) -> tuple[tuple[Side, ...], ...]:
    """(M, K) on which side of its target each method lies: the sign of its cells less the target, over benchmarks.

    A benchmark on which a method meets the target exactly leaves the side to the others.
    """
    targets = np.full((len(panel.benchmarks), len(panel.metrics)), np.nan)
    if panel.targets is not None:
        targets = panel.targets
    signs = np.sign(panel.cells - targets[:, None, :])
    return tuple(
        tuple(_side(set(signs[:, m, k].tolist()), metric.under) for k, metric in enumerate(panel.metrics))
        for m in range(len(panel.methods))
    )


def _side(signs: set[float], under: Under) -> Side:
    if not signs or any(s != s for s in signs):
        return ""
    apart = signs - {0.0}
    if len(apart) != 1:
        return "both" if apart else "at"
    side: Under = "below" if apart == {-1.0} else "above"
    if not under:
        return side
    return "under" if side == under else "over"
