"""The leaderboard: who ranks where, how sure that is, and what it is made of."""

from __future__ import annotations

from typing import Any

import numpy as np

from components.errors import NotEnoughData
from components.plain import by_id, number, whole_number
from components.resolved import Resolved
from components.stats.memo import memoised
from components.stats.panel import Floats
from components.stats.ranking.dominance import ALONE, dominance, potential_optimality
from components.stats.ranking.rank_intervals import RankIntervals, rank_intervals
from components.stats.ranking.ranks import competition_ranks, ordinal_ranks
from components.stats.ranking.utility import method_means, method_sd
from components.stats.ranking.weights import preset_weights, presets


def leaderboard(resolved: Resolved) -> list[dict[str, Any]]:
    """One row per method, ranked ones first by rank, ties and incomplete ones in row order.

    Undefined numbers of an incomplete method are None; `missing` says which benchmarks lack a weighted metric
    altogether, `partial` which cells rest on some of the seeds only.
    """
    panel, ids = resolved.panel, resolved.panel.metric_ids
    means, (sd, sd_seeds) = method_means(panel), method_sd(panel)
    single = _single_metric_ranks(resolved, means)
    ranked = _ranked_columns(resolved)
    nothing = dict.fromkeys(next(iter(ranked.values()), _EMPTY))
    rows = []
    for m, method in enumerate(panel.methods):
        gaps, thin = _gaps(resolved, m)
        rows.append(
            {
                "method": method,
                "label": resolved.method_label(method),
                "uqs": number(resolved.scores[m]),
                "rank": whole_number(resolved.ranks[m]),
                **ranked.get(m, {**nothing, "dominated_by": []}),
                "means": by_id(ids, means[m]),
                "sd": by_id(ids, sd[m]),
                "sd_seeds": by_id(ids, sd_seeds[m]),
                "utilities": by_id(ids, resolved.utilities[m]),
                "contributions": by_id(ids, resolved.contributions[m]) if m in ranked else dict.fromkeys(ids),
                "metric_ranks": by_id(ids, single[m]),
                "runs": int(panel.present[:, :, m].sum()),
                "missing": gaps,
                "partial": thin,
            }
        )
    return sorted(rows, key=lambda r: (r["rank"] is None, r["rank"] or 0))


_EMPTY = ("rank_low", "rank_high", "p_first", "p_first_rederived", "dominated_by", "potentially_optimal", "epsilon")


def _ranked_columns(resolved: Resolved) -> dict[int, dict[str, Any]]:
    """What only a ranked method has, by its index in the panel."""
    if not resolved.ranked.size:
        return {}
    utilities = resolved.utilities[resolved.ranked][:, resolved.in_play]
    beaten = dominance(utilities)
    key = (
        "optimality",
        resolved.selection.transform,
        resolved.aggregate,
        resolved.ranked.tobytes(),
        resolved.in_play.tobytes(),
    )
    optimal = memoised(resolved.panel, key, lambda: potential_optimality(utilities))
    intervals = intervals_of(resolved)
    rederived = intervals.p_first_rederived
    columns = {}
    for i, m in enumerate(resolved.ranked):
        columns[int(m)] = {
            "rank_low": whole_number(intervals.low[i]) or None,
            "rank_high": whole_number(intervals.high[i]) or None,
            "p_first": number(intervals.p_first[i]),
            "p_first_rederived": None if rederived is None else number(rederived[i]),
            "dominated_by": [resolved.panel.methods[resolved.ranked[j]] for j in np.flatnonzero(beaten[:, i])],
            "potentially_optimal": optimal.verdict[i] == ALONE,
            "epsilon": number(optimal.epsilon[i]),
        }
    return columns


def intervals_of(resolved: Resolved) -> RankIntervals:
    """The rank intervals of the ranked methods of a view."""
    return rank_intervals(
        resolved.panel,
        resolved.w,
        resolved.ranked,
        transform=resolved.selection.transform,
        aggregate=resolved.aggregate,
        rng=resolved.selection.rng,
    )


def _single_metric_ranks(resolved: Resolved, means: Floats) -> Floats:
    """(M, K) rank under each single metric: ties share the best rank, or follow row order as published."""
    ranks = np.full(means.shape, np.nan)
    rank = ordinal_ranks if resolved.selection.protocol == "published" else competition_ranks
    for k, sign in enumerate(resolved.panel.signs):
        known = np.flatnonzero(~np.isnan(means[:, k]))
        ranks[known, k] = rank(sign * means[known, k])
    return ranks


def _gaps(resolved: Resolved, m: int) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """By metric id: benchmarks without any value of this method, and benchmarks with some of its seeds only."""
    known = np.asarray(~np.isnan(resolved.panel.values[:, :, m]), dtype=bool)
    ran = np.asarray(resolved.panel.present.any(axis=2), dtype=bool)
    gaps: dict[str, list[str]] = {}
    thin: dict[str, list[str]] = {}
    for k, metric in enumerate(resolved.panel.metric_ids):
        for b, benchmark in enumerate(resolved.panel.benchmarks):
            n = int(known[b, :, k].sum())
            if n == 0:
                gaps.setdefault(metric, []).append(benchmark)
            elif n < ran[b].sum():
                thin.setdefault(metric, []).append(benchmark)
    return gaps, thin


def preset_table(resolved: Resolved) -> list[dict[str, Any]]:
    """Every preset of the suite with its weights in registry order, None where the selection cannot carry its rule."""
    found = []
    for preset in presets(resolved.tables):
        try:
            w: list[float] | None = preset_weights(
                preset.name, resolved.tables, resolved.panel, resolved.reference
            ).tolist()
        except NotEnoughData:
            w = None
        found.append({"name": preset.name, "label": preset.label, "description": preset.description, "weights": w})
    return found
