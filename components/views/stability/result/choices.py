"""The ranking under every other map, normalisation, order of averaging, with one thing left out, and by other rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from components.labels import Labels
from components.plain import aside, by_id, number, whole_number
from components.resolved import Resolved
from components.stats.ranking.ranks import competition_ranks
from components.stats.stability.aggregation import borda, copeland, kemeny, mean_reciprocal_rank, topsis
from components.stats.stability.sensitivity import NORMALISATIONS, reversals, variants
from components.views.stability.result.ranked import ranked

MOST_REVERSALS = 1_000
"""Reversals listed per normalisation; all are counted."""


@dataclass(frozen=True, kw_only=True)
class Variant:
    """The ranking under one choice. `kind` is map, normalisation, averaging, benchmark, seed or method.

    `choice` is the value chosen, or what is left out; `current` says whether it is the one in use. `ranks` share the
    best rank, None for who is out or unranked; `tau` is τ-b with the current ranking over the methods both rank.
    `swapped` are pairs with the first ahead now and behind here.
    """

    kind: str
    choice: str
    current: bool
    ranks: Mapping[str, int | None]
    scores: Mapping[str, float | None]
    tau: float | None
    swapped: tuple[tuple[str, str], ...]

    @property
    def first(self) -> list[str]:
        """The methods that share rank 1."""
        return [m for m, rank in self.ranks.items() if rank == 1]


@dataclass(frozen=True, kw_only=True)
class Reversal:
    """Without `dropped`, the method that was `behind` passes the one that was `ahead`."""

    dropped: str
    ahead: str
    behind: str


@dataclass(frozen=True, kw_only=True)
class ChoicesResult:
    """The ranking at the current weights under every choice, the ones in use among them.

    `reversals` lists, by normalisation, the pairs that change their order when a third method is left out, at most
    1 000; `reversal_counts` counts them all.
    """

    methods: tuple[str, ...]
    variants: tuple[Variant, ...]
    reversals: Mapping[str, tuple[Reversal, ...]]
    reversal_counts: Mapping[str, int]
    labels: Labels = aside()


def choices(resolved: Resolved) -> ChoicesResult:
    """The ranking under every other choice, weights as they are."""
    data, labels = ranked(resolved), resolved.labels
    ids = data.methods
    if not ids:
        return ChoicesResult(methods=(), variants=(), reversals={}, reversal_counts={}, labels=labels)
    names = [u.name for m in resolved.panel.metrics if len(m.utilities) > 1 for u in m.utilities]
    rankings = variants(
        resolved.panel,
        resolved.w,
        data.rows,
        transform=resolved.selection.transform,
        transforms=list(dict.fromkeys(names)),
        aggregate=resolved.aggregate,
    )
    now = {("map", resolved.selection.transform), ("normalisation", "fixed"), ("averaging", resolved.aggregate)}
    turned = {n: reversals(data.utilities, data.w, n) for n in NORMALISATIONS}
    return ChoicesResult(
        methods=ids,
        variants=tuple(
            Variant(
                kind=v.kind,
                choice=v.choice,
                current=(v.kind, v.choice) in now,
                ranks={m: whole_number(r) for m, r in zip(ids, v.ranks, strict=True)},
                scores=by_id(ids, v.scores),
                tau=number(v.tau),
                swapped=tuple((ids[a], ids[b]) for a, b in v.swapped),
            )
            for v in rankings
        ),
        reversals={
            n: tuple(Reversal(dropped=ids[r.dropped], ahead=ids[r.a], behind=ids[r.b]) for r in all_[:MOST_REVERSALS])
            for n, all_ in turned.items()
        },
        reversal_counts={n: len(all_) for n, all_ in turned.items()},
        labels=labels,
    )


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
