"""Does anybody beat the retrained model? Models that are drawn for comparison and never ranked."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.resolved import Resolved
from components.stats.panel import Floats, in_units
from components.stats.ranking.ranks import rounded
from components.stats.ranking.utility import method_means, method_utilities
from components.words import Labels
from data.registry import REFERENCE, Metric


@dataclass(frozen=True, eq=False)
class References:
    """The references and originals of the panel, in row order; part of no rank, τ, weight or p.

    uqs         (n,) scores under the current weights, NaN where a weighted metric is missing
    means       (n, K)
    row_scores  (n,) the scores of the ranked rows
    """

    methods: tuple[str, ...]
    roles: Mapping[str, str]
    metrics: tuple[Metric, ...]
    listed: tuple[Metric, ...]
    uqs: Floats
    means: Floats
    row_scores: Floats

    def would_rank(self, i: int) -> int | None:
        """Return the place that a model would take among the ranked rows."""
        return None if np.isnan(self.uqs[i]) else int((self.row_scores > self.uqs[i]).sum()) + 1

    @property
    def unlearned(self) -> list[tuple[str, int]]:
        """The models that forgot nothing, or nothing in particular, and the places that they would
        take, best first."""
        known = [
            (m, place)
            for i, m in enumerate(self.methods)
            if (place := self.would_rank(i)) is not None
        ]
        return sorted((k for k in known if self.roles[k[0]] != REFERENCE), key=lambda k: k[1])

    @property
    def ahead(self) -> int:
        """How many candidates score above every model trained without the forgotten data; 0 without
        such a model."""
        places = [
            self.would_rank(i) for i, m in enumerate(self.methods) if self.roles[m] == REFERENCE
        ]
        return min((p for p in places if p is not None), default=1) - 1


def compute(view: Resolved) -> References:
    """What the models that are never ranked would score."""
    panel, roles = view.references, {m.id: m.role for m in view.tables.methods}
    utilities = method_utilities(panel, view.selection.transform, view.aggregate)
    return References(
        tuple(panel.methods),
        {m: roles[m] for m in panel.methods},
        panel.metrics,
        view.listed_metrics,
        rounded(np.where(view.w > 0, view.w * utilities, 0.0).sum(axis=1)),
        in_units(method_means(panel), panel.metrics),
        view.contest.row_scores,
    )


def above(result: References) -> str:
    """Return that methods score above the retrained model; "" if none does."""
    ahead = result.ahead
    verb = "method scores" if ahead == 1 else "methods score"
    return f"{ahead} {verb} above the retrained model: check the metrics." if ahead else ""


def unrewarded(result: References, names: Labels) -> str:
    """Return which rank a model that forgot nothing would take, if that is in the first half; else
    ""."""
    high = [(m, place) for m, place in result.unlearned if 2 * place <= len(result.row_scores) + 2]
    if not high or not len(result.row_scores):
        return ""
    method, place = high[0]
    original = result.roles[method] == "original"
    what = (
        "The original model, which forgot nothing,"
        if original
        else f"{names.method(method)}, which forgot nothing,"
    )
    return f"{what} would rank {place}."
