"""The leaderboard: who ranks where, how sure that is, and what it is made of."""

from __future__ import annotations

from typing import Any

import numpy as np

from components.errors import NotEnoughData
from components.parts.plain import by_id, number, whole
from components.stats.dominance import ALONE, dominance, effective_weights, potential_optimality
from components.stats.intervals import RankIntervals, rank_intervals
from components.stats.kept import kept
from components.stats.panel import Floats
from components.stats.ranking import competition_ranks, ordinal_ranks
from components.stats.utility import formula, method_means, method_sd
from components.stats.weights import preset_weights, presets
from components.view import View


def summary(view: View) -> dict[str, Any]:
    """What was selected, how much data that is, and the weights: the head of every report."""
    ids = view.panel.metric_ids
    effective = effective_weights(view.utilities[view.ranked], view.w)
    return {
        "suite": view.tables.suite.id,
        "panel": view.selection.panel,
        "protocol": view.selection.protocol,
        "transform": view.selection.transform,
        "aggregate": view.aggregate,
        "data_version": view.tables.data_version,
        "n_runs": view.panel.n_runs,
        "n_cells": view.panel.n_cells,
        "benchmarks": list(view.panel.benchmarks),
        "seeds": list(view.panel.seeds),
        "methods": list(view.panel.methods),
        "incomplete": [m for m, c in zip(view.panel.methods, view.complete, strict=True) if not c],
        "weights": by_id(ids, view.w),
        "effective_weights": by_id(ids, effective.values),
        "utility_ranges": by_id(ids, effective.ranges),
        "hardly_any_effect": [m for m, h in zip(ids, effective.hardly, strict=True) if h and len(view.ranked) > 1],
        "utility_maps": {m.id: formula(m, view.selection.transform) for m in view.panel.metrics},
        "constant_on": {
            m: [b for b, c in zip(view.panel.benchmarks, view.panel.constant[:, k], strict=True) if c]
            for k, m in enumerate(ids)
        },
    }


def leaderboard(view: View) -> list[dict[str, Any]]:
    """One row per method, ranked ones first by rank, ties and incomplete ones in row order.

    Undefined numbers of an incomplete method are None; `missing` says which benchmarks lack a weighted metric
    altogether, `partial` which cells rest on some of the seeds only.
    """
    panel, ids = view.panel, view.panel.metric_ids
    means, (sd, sd_seeds) = method_means(panel), method_sd(panel)
    single = _single_metric_ranks(view, means)
    ranked = _ranked_columns(view)
    nothing = dict.fromkeys(next(iter(ranked.values()), _EMPTY))
    rows = []
    for m, method in enumerate(panel.methods):
        gaps, thin = _gaps(view, m)
        rows.append(
            {
                "method": method,
                "label": view.method_label(method),
                "uqs": number(view.scores[m]),
                "rank": whole(view.ranks[m]),
                **ranked.get(m, {**nothing, "dominated_by": []}),
                "means": by_id(ids, means[m]),
                "sd": by_id(ids, sd[m]),
                "sd_seeds": by_id(ids, sd_seeds[m]),
                "utilities": by_id(ids, view.utilities[m]),
                "contributions": by_id(ids, view.contributions[m]) if m in ranked else dict.fromkeys(ids),
                "metric_ranks": by_id(ids, single[m]),
                "runs": int(panel.present[:, :, m].sum()),
                "missing": gaps,
                "partial": thin,
            }
        )
    return sorted(rows, key=lambda r: (r["rank"] is None, r["rank"] or 0))


_EMPTY = ("rank_low", "rank_high", "p_first", "p_first_rederived", "dominated_by", "potentially_optimal", "epsilon")


def _ranked_columns(view: View) -> dict[int, dict[str, Any]]:
    """What only a ranked method has, by its index in the panel."""
    if not view.ranked.size:
        return {}
    utilities = view.utilities[view.ranked][:, view.in_play]
    beaten = dominance(utilities)
    key = ("optimality", view.selection.transform, view.aggregate, view.ranked.tobytes(), view.in_play.tobytes())
    optimal = kept(view.panel, key, lambda: potential_optimality(utilities))
    intervals = intervals_of(view)
    rederived = intervals.p_first_rederived
    columns = {}
    for i, m in enumerate(view.ranked):
        columns[int(m)] = {
            "rank_low": whole(intervals.low[i]) or None,
            "rank_high": whole(intervals.high[i]) or None,
            "p_first": number(intervals.p_first[i]),
            "p_first_rederived": None if rederived is None else number(rederived[i]),
            "dominated_by": [view.panel.methods[view.ranked[j]] for j in np.flatnonzero(beaten[:, i])],
            "potentially_optimal": optimal.verdict[i] == ALONE,
            "epsilon": number(optimal.epsilon[i]),
        }
    return columns


def intervals_of(view: View) -> RankIntervals:
    """The rank intervals of the ranked methods of a view."""
    return rank_intervals(
        view.panel,
        view.w,
        view.ranked,
        transform=view.selection.transform,
        aggregate=view.aggregate,
        rng=view.selection.rng,
    )


def _single_metric_ranks(view: View, means: Floats) -> Floats:
    """(M, K) rank under each single metric: ties share the best rank, or follow row order as published."""
    ranks = np.full(means.shape, np.nan)
    rank = ordinal_ranks if view.selection.protocol == "published" else competition_ranks
    for k, sign in enumerate(view.panel.signs):
        known = np.flatnonzero(~np.isnan(means[:, k]))
        ranks[known, k] = rank(sign * means[known, k])
    return ranks


def _gaps(view: View, m: int) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """By metric id: benchmarks without any value of this method, and benchmarks with some of its seeds only."""
    known = np.asarray(~np.isnan(view.panel.values[:, :, m]), dtype=bool)
    ran = np.asarray(view.panel.present.any(axis=2), dtype=bool)
    gaps: dict[str, list[str]] = {}
    thin: dict[str, list[str]] = {}
    for k, metric in enumerate(view.panel.metric_ids):
        for b, benchmark in enumerate(view.panel.benchmarks):
            n = int(known[b, :, k].sum())
            if n == 0:
                gaps.setdefault(metric, []).append(benchmark)
            elif n < ran[b].sum():
                thin.setdefault(metric, []).append(benchmark)
    return gaps, thin


def preset_table(view: View) -> list[dict[str, Any]]:
    """Every preset of the suite with its weights in registry order, None where the selection cannot carry its rule."""
    found = []
    for preset in presets(view.tables):
        try:
            w: list[float] | None = preset_weights(preset.name, view.tables, view.panel, view.reference).tolist()
        except NotEnoughData:
            w = None
        found.append({"name": preset.name, "label": preset.label, "description": preset.description, "weights": w})
    return found
