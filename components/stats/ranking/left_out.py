"""The best of several settings, chosen on all seeds but one and judged by the one left out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats, Panel
from components.stats.ranking.ranks import rounded
from components.stats.ranking.utility import method_utilities


def optimism(
    panel: Panel, w: Floats, settings: Sequence[int] | npt.NDArray[np.intp], *, transform: str, aggregate: str
) -> float | None:
    """By how much the best of these settings (rows of the panel) flatters, at the weights `w` (K,).

    The mean over seeds of what a seed gives the setting that is best on all seeds, less what it gives the one that is
    best on the others; the first of equal ones. Only seeds count that every setting has on every benchmark; None with
    fewer than two.
    """
    own = panel.subset(methods=list(settings))

    def scores(seeds: Sequence[int]) -> Floats:
        u = method_utilities(own.subset(seeds=seeds), transform, aggregate)
        return rounded(np.where(w > 0, w * u, 0.0).sum(axis=1))

    alone = {s: scores([s]) for s in range(len(panel.seeds))}
    usable = [s for s, judged in alone.items() if not np.isnan(judged).any()]
    if len(usable) < 2:
        return None
    naive = int(np.argmax(scores(usable)))
    gaps = [alone[s][naive] - alone[s][int(np.argmax(scores([o for o in usable if o != s])))] for s in usable]
    return float(np.mean(gaps))
