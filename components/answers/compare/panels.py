"""What one panel has of its rows: their tests, scores and ranks, and what each weighted metric gives them."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.answers.stability.inferred import Inferred, inferred
from components.format import finite
from components.resolved import Resolved
from components.stats.panel import Floats
from components.stats.separation.inference import PairTest
from components.words import Labels
from data.registry import Floor

KEPT = Floor("utility", 0.0, "original")
"""The floor that every row is compared with: how much utility it keeps."""


@dataclass(frozen=True, eq=False)
class PanelRows:
    """The ranked rows of a panel by id; a method with several checkpoints is its best one.

    `metrics` (W,) are the metrics of the score with their `weights`, `utilities` (W,) those of each row. `kept` is the
    share of utility that a row keeps of the model before unlearning where it keeps least, None without such a model;
    rows without a rank have it too. `below` are the rows that have none because of a floor.
    """

    inferred: Inferred
    names: Labels
    ranks: Mapping[str, int]
    scores: Mapping[str, float]
    metrics: tuple[str, ...]
    weights: Floats
    utilities: Mapping[str, Floats]
    kept: Mapping[str, float | None]
    below: frozenset[str]

    def tests(self, a: str, b: str) -> Mapping[str, PairTest]:
        """Two rows in both scopes, by scope; empty where rows are not tested."""
        return {p.over: p for p in self.inferred.tested(a, b)}


def compute(view: Resolved) -> PanelRows:
    """The ranked rows of a selection."""
    found, panel, grids = view.of(inferred), view.panel, view.grids
    if grids is None:
        at, members = {m: i for i, m in enumerate(panel.methods)}, {m: [i] for i, m in enumerate(panel.methods)}
    else:
        members = {f: own.tolist() for f, own in view.families.items()}
        own = view.scores[view.ranked]
        best = [members[int(np.argmax(own[members]))] for members in grids.members]
        at = {f: int(view.ranked[i]) for f, i in zip(grids.names, best, strict=True)}
    least = view.floor_check(KEPT).lowest
    weighted, rows = np.flatnonzero(view.w > 0), found.rows
    return PanelRows(
        inferred=found,
        names=view.labels,
        ranks=view.row_ranks,
        scores=dict(zip(rows.names, rows.board.tolist(), strict=True)),
        metrics=tuple(panel.metric_ids[k] for k in weighted),
        weights=view.w[weighted],
        utilities={name: view.utilities[at[name], weighted] for name in rows.names},
        kept={name: finite(least[i]) for name, i in at.items()},
        below=frozenset(row for row, own in members.items() if view.below[own].all()),
    )
