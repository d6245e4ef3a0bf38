"""Whether the attacks keep their order under the judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from components.plain import number
from components.stats.audits.inversion_ranks import AttackRanks, attack_ranks
from components.views.inversion.comparison import AttackRow, Comparison


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """τ-b of the orders of the attacks under the two, mean over the `defined` of the `private_sets` that have one.

    `p` relabels attacks within each private set, `p_min` is the smallest possible. Without a τ `reason` says why.
    """

    tau: float | None
    p: float | None
    p_min: float | None
    p_kind: str
    reason: str
    concordant: int
    discordant: int
    ties_standard: int
    ties_judge: int
    defined: int
    private_sets: int
    attacks: int


def ranked(
    comparisons: Mapping[tuple[str, str], Comparison], private_sets: Sequence[str], attacks: Sequence[str], seed: int
) -> tuple[Ranking, tuple[AttackRow, ...]]:
    """The orders compared, and each comparison with its ranks; `comparisons` by private set and attack."""
    accuracies = {pair: (_or_nan(c.accuracy_standard), _or_nan(c.accuracy_judge)) for pair, c in comparisons.items()}
    orders = attack_ranks(accuracies, private_sets, attacks, seed)
    rows = tuple(_row(private_set, attack, c, orders) for (private_set, attack), c in comparisons.items())
    ranking = Ranking(
        tau=number(orders.tau),
        p=orders.p.p,
        p_min=orders.p.p_min,
        p_kind=orders.p.kind,
        reason=orders.p.reason,
        concordant=orders.concordant,
        discordant=orders.discordant,
        ties_standard=orders.ties_standard,
        ties_judge=orders.ties_judge,
        defined=orders.defined,
        private_sets=orders.blocks,
        attacks=len({attack for _, attack in comparisons}),
    )
    return ranking, rows


def _row(private_set: str, attack: str, comparison: Comparison, orders: AttackRanks) -> AttackRow:
    standard, judge = (rank or None for rank in orders.ranks[private_set, attack])
    return AttackRow(
        private_set=private_set, attack=attack, rank_standard=standard, rank_judge=judge, **vars(comparison)
    )


def _or_nan(value: float | None) -> float:
    return np.nan if value is None else value
