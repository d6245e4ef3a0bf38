"""The scores of rows at any weights."""

from collections.abc import Iterator
from dataclasses import dataclass

from components.stats.panel import Floats
from components.stats.ranking.grids import CheckpointGrids
from components.stats.ranking.ranks import rounded

MAX_BATCH = 2**20
"""Scores handled at once: 8 MB."""


@dataclass(frozen=True, eq=False)
class Scorer:
    """The scores of rows at any weights.

    Rows are those of utilities (n, K), or methods by their best checkpoint."""

    utilities: Floats
    grids: CheckpointGrids | None = None

    @property
    def n_rows(self) -> int:
        """Number of rows that get a score."""
        if self.grids is None:
            return len(self.utilities)
        return len(self.grids.members)

    def scores(self, weightings: Floats) -> Floats:
        """Return rounded scores (…, n_rows) at weightings (…, K)."""
        scores = rounded(weightings @ self.utilities.T)
        if self.grids is None:
            return scores
        return self.grids.scores(scores)

    def batches(self, weightings: Floats) -> Iterator[tuple[slice, Floats]]:
        """Yield slices of weightings (N, K) with their scores (…, n_rows).

        So many are scored at a time as stay in memory."""
        step = max(1, MAX_BATCH // max(1, len(self.utilities)))
        for start in range(0, len(weightings), step):
            part = slice(start, min(start + step, len(weightings)))
            yield part, self.scores(weightings[part])
