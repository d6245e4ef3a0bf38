"""Does anybody beat the retrained model? Models that are drawn for comparison and never ranked."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.format import verb
from components.resolved import Resolved
from components.stats.panel import Floats, in_units
from components.stats.ranking.ranks import rounded
from components.stats.ranking.utility import method_means, method_utilities
from components.words import Labels
from data.registry import REFERENCE, Metric


@dataclass(frozen=True, eq=False)
class References:
    """The models of a panel that are never ranked, in row order; part of no rank, τ, weight or p.

    uqs         (m,) scores under the current weights, NaN if a weighted metric is missing
    means       (m, K)
    listed      the metrics that the ranking lists
    row_scores  (n,) the scores of the ranked rows
    """

    methods: tuple[str, ...]
    roles: Mapping[str, str]
    metrics: tuple[Metric, ...]
    listed: tuple[Metric, ...]
    uqs: Floats
    means: Floats
    row_scores: Floats

    def would_rank(self, model_index: int) -> int | None:
        """Return the rank that a model would take among the rows; None without a score."""
        model_score = self.uqs[model_index]
        return None if np.isnan(model_score) else 1 + int((self.row_scores > model_score).sum())

    @property
    def hypothetical_ranks(self) -> dict[str, int]:
        """The rank that each model with a score would take, in row order."""
        rank_of_method = {}
        for model_index, method in enumerate(self.methods):
            model_rank = self.would_rank(model_index)
            if model_rank is not None:
                rank_of_method[method] = model_rank
        return rank_of_method


def compute(view: Resolved) -> References:
    """Return what the models that are never ranked would score."""
    panel = view.unranked
    contest = view.contest
    utilities = method_utilities(panel, view.selection.transform, contest.aggregate)
    contributions = np.where(contest.weights > 0, contest.weights * utilities, 0.0)
    return References(
        methods=panel.methods,
        roles={method: view.role(method) for method in panel.methods},
        metrics=panel.metrics,
        listed=view.listed_metrics,
        uqs=rounded(contributions.sum(axis=1)),
        means=in_units(method_means(panel), panel.metrics),
        row_scores=contest.row_scores,
    )


def above(references: References) -> str:
    """Return how many rows score above every retrained model; "" if none does."""
    ranks = [
        rank
        for method, rank in references.hypothetical_ranks.items()
        if references.roles[method] == REFERENCE
    ]
    n_above = min(ranks, default=1) - 1
    if not n_above:
        return ""
    score = verb(n_above, "method scores", "methods score")
    return f"{n_above} {score} above the retrained model: check the metrics."


def unrewarded(references: References, labels: Labels) -> str:
    """Return which rank a model that forgot nothing would take, if that is in the first half; else
    ""."""
    ranks = {}
    for method, rank in references.hypothetical_ranks.items():
        if references.roles[method] != REFERENCE:
            ranks[method] = rank
    n_rows = len(references.row_scores)
    if not ranks or not n_rows:
        return ""
    method = min(ranks, key=ranks.__getitem__)
    if 2 * ranks[method] > n_rows + 2:
        return ""
    is_original = references.roles[method] == "original"
    subject = "The original model" if is_original else labels.method(method)
    return f"{subject}, which forgot nothing, would rank {ranks[method]}."
