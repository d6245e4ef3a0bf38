"""What every subject of the stability page starts from: the ranked methods and the metrics that all of them have."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from components.resolved import Resolved
from components.stats.panel import Floats
from components.stats.ranking.grids import Grids

NOBODY = "no method is ranked"
FEWER_THAN_TWO = "fewer than two methods are ranked"


@dataclass(frozen=True, kw_only=True)
class Absent:
    """A subject without numbers for this selection; `reason` says why."""

    reason: str


@dataclass(frozen=True, eq=False)
class Ranked:
    """What the weights are moved over: n ranked methods, best first, and the K metrics all of them have.

    `rows` are the methods' rows in the panel, `utilities` (n, K), `w` (K,) the current weights. With `grids` the
    methods are those of the grids, and `rows` and `utilities` those of their checkpoints.
    """

    methods: tuple[str, ...]
    metrics: tuple[str, ...]
    rows: tuple[int, ...]
    utilities: Floats
    w: Floats
    grids: Grids | None = None

    @property
    def scores(self) -> Floats:
        """(n,) current scores."""
        scores: Floats = self.utilities @ self.w
        return scores


def ranked(resolved: Resolved) -> Ranked:
    """The ranked methods of a selection, checkpoints too, in order of their score, ties in row order."""
    rows = resolved.ranked[np.argsort(-resolved.scores[resolved.ranked], kind="stable")]
    return Ranked(
        tuple(resolved.panel.methods[i] for i in rows),
        tuple(resolved.panel.metric_ids[k] for k in resolved.in_play),
        tuple(int(i) for i in rows),
        resolved.utilities[rows][:, resolved.in_play],
        resolved.w[resolved.in_play],
    )


def ranked_rows(resolved: Resolved) -> Ranked:
    """The same for what the reader's rows are: methods by the best or the median of their checkpoints, or as above."""
    data, grids = ranked(resolved), resolved.grids
    if grids is None:
        return data
    grids = grids.ordered(np.argsort(-grids.scores(resolved.scores[resolved.ranked]), kind="stable"))
    return replace(
        data,
        methods=grids.names,
        rows=tuple(int(i) for i in resolved.ranked),
        utilities=resolved.utilities[resolved.ranked][:, resolved.in_play],
        grids=grids,
    )
