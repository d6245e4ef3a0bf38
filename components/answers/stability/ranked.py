"""What every question of the stability page starts from: the ranked rows and the metrics that all
of them have."""

from dataclasses import dataclass

import numpy as np

from components.resolved import Resolved
from components.stats.panel import Floats
from components.stats.ranking.grids import Grids
from components.stats.ranking.scorer import Scorer


@dataclass(frozen=True, eq=False)
class Ranked:
    """What the weights are moved over: n ranked rows, best first, and the K metrics all of them
    have.

    rows       of the panel, `utilities` (n, K), `w` (K,) the current weights
    grids      the methods of several checkpoints; `rows` and `utilities` belong to the checkpoints
               then
    """

    methods: tuple[str, ...]
    metrics: tuple[str, ...]
    rows: tuple[int, ...]
    utilities: Floats
    w: Floats
    grids: Grids | None = None

    @property
    def scorer(self) -> Scorer:
        """The scores of the methods at any weights."""
        return Scorer(self.utilities, self.grids)

    @property
    def scores(self) -> Floats:
        """(n,) current scores."""
        scores: Floats = self.utilities @ self.w
        return scores


def ranked(view: Resolved) -> Ranked:
    """Return the ranked rows in order of their score, ties in registry order."""
    rows, grids = view.ranked, view.grids
    if grids is None:
        rows = rows[np.argsort(-view.scores[rows], kind="stable")]
        names = tuple(view.panel.methods[i] for i in rows)
    else:
        grids = grids.ordered(np.argsort(-grids.scores(view.scores[rows]), kind="stable"))
        names = grids.names
    return Ranked(
        names,
        tuple(view.panel.metric_ids[k] for k in view.in_play),
        tuple(int(i) for i in rows),
        view.utilities[rows][:, view.in_play],
        view.w[view.in_play],
        grids,
    )
