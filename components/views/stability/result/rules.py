"""Other rules that make one order out of the metrics: Borda, Copeland, mean reciprocal rank, TOPSIS and Kemeny."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from components.labels import Labels
from components.plain import aside, by_id, whole_number
from components.resolved import Resolved
from components.stats.ranking.ranks import competition_ranks
from components.stats.stability.aggregation import borda, copeland, kemeny, mean_reciprocal_rank, topsis
from components.views.stability.result.ranked import ranked

RULES = {
    "borda": borda,
    "copeland": copeland,
    "mean_reciprocal_rank": mean_reciprocal_rank,
    "topsis": topsis,
}


@dataclass(frozen=True, kw_only=True)
class RuleScores:
    """Scores of the methods under one rule, and their ranks (ties share the best); None where undefined."""

    scores: Mapping[str, float | None]
    ranks: Mapping[str, int | None]


@dataclass(frozen=True, kw_only=True)
class KemenyOrders:
    """Orders, best method first, that contradict as few pair votes as possible; at most 100 are listed.

    `count` is how many there are (None when the search was not exact), `cost` the votes contradicted, `bound` what
    no order can go below; `exact` says whether the cost is known to be the smallest.
    """

    orders: tuple[tuple[str, ...], ...]
    count: int | None
    exact: bool
    cost: float
    bound: float


@dataclass(frozen=True, kw_only=True)
class RulesResult:
    """Scores and ranks by rule, UQS first, every metric voting with its weight; `kemeny` is None without methods."""

    methods: tuple[str, ...]
    rules: Mapping[str, RuleScores]
    kemeny: KemenyOrders | None
    labels: Labels = aside()


def rules(resolved: Resolved) -> RulesResult:
    """The methods under every other rule, beside UQS."""
    data, labels = ranked(resolved), resolved.labels
    ids = data.methods
    if not ids:
        return RulesResult(methods=(), rules={}, kemeny=None, labels=labels)
    scores = {"uqs": data.scores} | {n: rule(data.utilities, data.w) for n, rule in RULES.items()}
    best = kemeny(data.utilities, data.w)
    return RulesResult(
        methods=ids,
        rules={
            n: RuleScores(
                scores=by_id(ids, s),
                ranks={m: whole_number(r) or None for m, r in zip(ids, competition_ranks(s), strict=True)},
            )
            for n, s in scores.items()
        },
        kemeny=KemenyOrders(
            orders=tuple(tuple(ids[i] for i in order) for order in best.orders),
            count=best.count,
            exact=best.exact,
            cost=best.cost,
            bound=best.bound,
        ),
        labels=labels,
    )
