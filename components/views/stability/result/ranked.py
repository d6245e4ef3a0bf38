"""What every subject of the stability page starts from: the ranked methods and the metrics that all of them have."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from components.resolved import Resolved
from components.stats.panel import Floats

NOBODY = "no method is ranked"
FEWER_THAN_TWO = "fewer than two methods are ranked"


@dataclass(frozen=True, kw_only=True)
class Absent:
    """A subject without numbers for this selection; `reason` says why."""

    reason: str


@dataclass(frozen=True, eq=False)
class Ranked:
    """What the weights are moved over: n ranked methods, best first, and the K metrics all of them have.

    `rows` are the methods' rows in the panel, `utilities` (n, K), `w` (K,) the current weights.
    """

    methods: tuple[str, ...]
    metrics: tuple[str, ...]
    rows: tuple[int, ...]
    utilities: Floats
    w: Floats

    @property
    def scores(self) -> Floats:
        """(n,) current scores."""
        scores: Floats = self.utilities @ self.w
        return scores


def ranked(resolved: Resolved) -> Ranked:
    """The ranked methods of a selection in order of their score, ties in row order."""
    rows = resolved.ranked[np.argsort(-resolved.scores[resolved.ranked], kind="stable")]
    return Ranked(
        tuple(resolved.panel.methods[i] for i in rows),
        tuple(resolved.panel.metric_ids[k] for k in resolved.in_play),
        tuple(int(i) for i in rows),
        resolved.utilities[rows][:, resolved.in_play],
        resolved.w[resolved.in_play],
    )
