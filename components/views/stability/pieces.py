"""Further pieces of the stability page, each computed when it is opened: who can lead, other choices, seeds, rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from components.errors import NotEnoughData
from components.plain import by_id, number, whole_number
from components.resolved import Resolved
from components.stats.ranking.dominance import dominance, potential_optimality
from components.stats.ranking.ranks import competition_ranks, rounded
from components.stats.stability.acceptability import acceptability, uniform_weights
from components.stats.stability.aggregation import borda, copeland, kemeny, mean_reciprocal_rank, topsis
from components.stats.stability.seed_noise import seed_noise
from components.stats.stability.sensitivity import NORMALISATIONS, reversals, variants
from components.views.leaderboard.result import intervals_of
from components.views.stability.result import ranked

CENTRAL_DRAWS = 10_000
"""Weightings from which the central weights behind the confidence factors are taken."""
MOST_REVERSALS = 1_000
"""Reversals listed per normalisation; all are counted."""
RULES = {
    "borda": borda,
    "copeland": copeland,
    "mean_reciprocal_rank": mean_reciprocal_rank,
    "topsis": topsis,
}


def who_can_lead(resolved: Resolved) -> list[dict[str, Any]]:
    """One row per ranked method, by current score: whether any weights put it first, and which suit it best.

    `epsilon` is the largest lead any weights give it (below 0: the smallest deficit; None for a single method),
    `best_weights` the weights that give it.
    """
    data = ranked(resolved)
    if not data.methods:
        return []
    optimal, beaten = potential_optimality(data.utilities), dominance(data.utilities)
    return [
        {
            "method": method,
            "verdict": optimal.verdict[i],
            "dominated_by": [data.methods[j] for j in np.flatnonzero(beaten[:, i])],
            "epsilon": number(optimal.epsilon[i]),
            "best_weights": by_id(data.metrics, optimal.weights[i]),
        }
        for i, method in enumerate(data.methods)
    ]


def other_choices(resolved: Resolved) -> dict[str, Any]:
    """The ranking under every other map, normalisation, order of averaging, and with one thing left out.

    Weights stay as they are. `reversals` lists, by normalisation, the pairs that change their order when a third
    method is left out, at most 1 000; `reversal_counts` counts them all.
    """
    data = ranked(resolved)
    if not data.methods:
        return {"methods": [], "variants": [], "reversals": {}, "reversal_counts": {}}
    rows = [resolved.panel.method(m) for m in data.methods]
    names = [u.name for m in resolved.panel.metrics if len(m.utilities) > 1 for u in m.utilities]
    found = variants(
        resolved.panel,
        resolved.w,
        rows,
        transform=resolved.selection.transform,
        transforms=list(dict.fromkeys(names)),
        aggregate=resolved.aggregate,
    )
    now = {("map", resolved.selection.transform), ("normalisation", "fixed"), ("averaging", resolved.aggregate)}
    turned = {n: reversals(data.utilities, data.w, n) for n in NORMALISATIONS}
    return {
        "methods": list(data.methods),
        "variants": [
            {
                "kind": v.kind,
                "choice": v.choice,
                "current": (v.kind, v.choice) in now,
                "ranks": {m: whole_number(r) for m, r in zip(data.methods, v.ranks, strict=True)},
                "scores": by_id(data.methods, v.scores),
                "tau": number(v.tau),
                "swapped": [[data.methods[a], data.methods[b]] for a, b in v.swapped],
            }
            for v in found
        ],
        "reversals": {
            n: [
                {"dropped": data.methods[r.dropped], "ahead": data.methods[r.a], "behind": data.methods[r.b]}
                for r in listed[:MOST_REVERSALS]
            ]
            for n, listed in turned.items()
        },
        "reversal_counts": {n: len(listed) for n, listed in turned.items()},
    }


def seeds(resolved: Resolved) -> dict[str, Any]:
    """Ranks when every cell is one of its seeds, the confidence factor, and the interval over benchmarks and seeds.

    `reason` says why there is no seed noise here.
    """
    data = ranked(resolved)
    if not data.methods:
        return {"methods": [], "reason": "no method is ranked"}
    rows = [resolved.panel.method(m) for m in data.methods]
    whole_interval = intervals_of(resolved)
    place = {resolved.panel.methods[r]: i for i, r in enumerate(resolved.ranked)}
    smaa = acceptability(
        data.utilities, uniform_weights(resolved.selection.draws, len(data.metrics), resolved.selection.rng)
    )
    ranks = competition_ranks(rounded(data.scores))
    try:
        noise = seed_noise(
            resolved.panel,
            data.w,
            smaa.central,
            rows,
            resolved.in_play,
            transform=resolved.selection.transform,
            aggregate=resolved.aggregate,
            rng=resolved.selection.rng,
        )
    except NotEnoughData as error:
        return {"methods": [], "reason": str(error)}
    return {
        "reason": "",
        "draws": noise.draws,
        "fewest_seeds": noise.seeds[0],
        "most_seeds": noise.seeds[1],
        "benchmarks": whole_interval.benchmarks,
        "interval_draws": whole_interval.draws - whole_interval.dropped,
        "methods": [
            {
                "method": m,
                "rank": int(ranks[i]),
                "low": int(noise.low[i]),
                "high": int(noise.high[i]),
                "p_first": float(noise.p_first[i]),
                "confidence": number(noise.confidence[i]),
                "rank_low": whole_number(whole_interval.low[place[m]]) or None,
                "rank_high": whole_number(whole_interval.high[place[m]]) or None,
            }
            for i, m in enumerate(data.methods)
        ],
    }


def other_rules(resolved: Resolved) -> dict[str, Any]:
    """Borda, Copeland, mean reciprocal rank and TOPSIS scores beside UQS, each with ranks, and Kemeny's orders.

    Every metric votes with its current weight.
    """
    data = ranked(resolved)
    if not data.methods:
        return {"methods": [], "rules": {}, "kemeny": None}
    scores = {"uqs": data.scores} | {n: rule(data.utilities, data.w) for n, rule in RULES.items()}
    best = kemeny(data.utilities, data.w)
    return {
        "methods": list(data.methods),
        "rules": {
            n: {
                "scores": by_id(data.methods, s),
                "ranks": {m: int(r) or None for m, r in zip(data.methods, competition_ranks(s), strict=True)},
            }
            for n, s in scores.items()
        },
        "kemeny": {
            "orders": [[data.methods[i] for i in order] for order in best.orders],
            "count": best.count,
            "exact": best.exact,
            "cost": best.cost,
            "bound": best.bound,
        },
    }
