"""The models that are drawn and never ranked: trained without the forgotten data, and not unlearned at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.plain import aside, by_id, number, whole
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
    label: str = aside()
    role: str
    uqs: float | None
    means: Mapping[str, float | None]
    would_rank: int | None


@dataclass(frozen=True, kw_only=True)
class References:
    """The references and originals of the panel, in row order; none where the suite has none.

    `candidates` is how many candidates are ranked, `metrics` are the heads of the metrics by their id.
    """

    rows: tuple[ReferenceRow, ...] = whole()
    candidates: int = aside()
    metrics: Mapping[str, str] = aside()

    @property
    def ahead(self) -> int:
        """How many candidates score above every model trained without the forgotten data; 0 without such a model."""
        places = [r.would_rank for r in self.rows if r.role == "reference" and r.would_rank is not None]
        return min(places, default=1) - 1


def references(resolved: Resolved) -> References:
    """What the models that are never ranked would score, and where they would stand."""
    panel, labels = resolved.references, resolved.labels
    if not panel.methods:
        return References(rows=(), candidates=0, metrics={})
    roles = {m.id: m.role for m in resolved.tables.methods}
    utilities = method_utilities(panel, resolved.selection.transform, resolved.aggregate)
    scores = rounded(np.where(resolved.w > 0, resolved.w * utilities, 0.0).sum(axis=1))
    means, candidates = in_units(method_means(panel), panel.metrics), resolved.scores[resolved.ranked]
    return References(
        rows=tuple(
            ReferenceRow(
                method=method,
                label=labels.method(method),
                role=roles[method],
                uqs=number(scores[i]),
                means=by_id(panel.metric_ids, means[i]),
                would_rank=None if np.isnan(scores[i]) else int((candidates > scores[i]).sum()) + 1,
            )
            for i, method in enumerate(panel.methods)
        ),
        candidates=len(candidates),
        metrics={m.id: f"{m.label} {m.arrow}" for m in resolved.listed_metrics},
    )
