"""The models that are drawn and never ranked: trained without the forgotten data, and not unlearned at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.plain import by_id, number
from components.resolved import Resolved
from components.stats.panel import in_units
from components.stats.ranking.ranks import rounded
from components.stats.ranking.utility import method_means, method_utilities


@dataclass(frozen=True, kw_only=True)
class ReferenceRow:
    """One reference or original; `means` are by metric id.

    `uqs` is its score under the current weights, `would_rank` the place it would take among the candidates, both None
    where a weighted metric is missing. It is part of no rank, τ, weight or p.
    """

    method: str
    role: str
    uqs: float | None
    means: Mapping[str, float | None]
    would_rank: int | None


def references(resolved: Resolved) -> tuple[ReferenceRow, ...]:
    """The references and originals of the panel, in row order; none where the suite has none."""
    panel = resolved.references
    roles = {m.id: m.role for m in resolved.tables.methods}
    utilities = method_utilities(panel, resolved.selection.transform, resolved.aggregate)
    scores = rounded(np.where(resolved.w > 0, resolved.w * utilities, 0.0).sum(axis=1))
    means, candidates = in_units(method_means(panel), panel.metrics), resolved.scores[resolved.ranked]
    return tuple(
        ReferenceRow(
            method=method,
            role=roles[method],
            uqs=number(scores[i]),
            means=by_id(panel.metric_ids, means[i]),
            would_rank=None if np.isnan(scores[i]) else int((candidates > scores[i]).sum()) + 1,
        )
        for i, method in enumerate(panel.methods)
    )
