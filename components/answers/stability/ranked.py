"""What every question of the stability page starts from: the ranked methods and the metrics that all of them have."""

from dataclasses import dataclass, replace

import numpy as np

from components.resolved import Resolved
from components.stats.panel import Floats
from components.stats.ranking.grids import Grids

NOBODY = "no method is ranked"
FEWER_THAN_TWO = "fewer than two methods are ranked"
CHECKPOINTS_ONLY = "This compares single checkpoints: choose Checkpoints under Rows to see it."


@dataclass(frozen=True, eq=False)
class Ranked:
    """What the weights are moved over: n ranked methods, best first, and the K metrics all of them have.

    `rows` are the methods' rows in the panel, `utilities` (n, K), `w` (K,) the current weights. With `grids` the
    methods are theirs, and `rows` and `utilities` belong to their checkpoints.
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


def ranked(view: Resolved) -> Ranked:
    """The ranked methods of a selection, checkpoints too, in order of their score, ties in row order."""
    rows = view.ranked[np.argsort(-view.scores[view.ranked], kind="stable")]
    return Ranked(
        tuple(view.panel.methods[i] for i in rows),
        tuple(view.panel.metric_ids[k] for k in view.in_play),
        tuple(int(i) for i in rows),
        view.utilities[rows][:, view.in_play],
        view.w[view.in_play],
    )


def ranked_rows(view: Resolved) -> Ranked:
    """The same for what the reader's rows are: methods by the best or the median of their checkpoints, or as above."""
    data, grids = ranked(view), view.grids
    if grids is None:
        return data
    grids = grids.ordered(np.argsort(-grids.scores(view.scores[view.ranked]), kind="stable"))
    return replace(
        data,
        methods=grids.names,
        rows=tuple(int(i) for i in view.ranked),
        utilities=view.utilities[view.ranked][:, view.in_play],
        grids=grids,
    )
