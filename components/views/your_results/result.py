"""What a table of results can carry, put together from the parts that every page shows. It has no rule of its own."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from components.resolved import Resolved
from components.stats.reliability.spearman import spearman_pooled

Part = Mapping[str, Any]
ALIKE = 0.9
"""Metrics whose τ is at least this order the methods nearly alike: two of them count one opinion twice."""
AGAINST, FEWEST = -0.5, 8
"""A metric whose ρ with closeness to the oracle is at most this, over so many runs, may be declared turned round."""
SIGNIFICANT = 0.05
LEAST_P = 1e-300
"""Smaller ones are not told apart."""


def audit(
    resolved: Resolved,
    rows: Sequence[Part],
    agreement: Part,
    everywhere: Part,
    yours: Collection[str] = (),
) -> dict[str, Any]:
    """The audit of a view from its parts (leaderboard, agreement, stability_everywhere) and the pooled ρ.

    `yours` are ids of methods to mark. `p_min` is the smallest p that the design can reach over the pairs of metrics
    (tie-aware), `p_min_holm` the same as the first step of Holm's correction leaves it; `p_min_rule` says where it
    comes from. `share_first` is the share of random weightings under which a method leads, ties split.
    """
    panel = resolved.panel
    pairs = agreement["protocols"]["tie-aware"]["pairs"]
    known = np.asarray(~np.isnan(panel.values).all(axis=1))
    ran = np.asarray(panel.present.any(axis=1))
    there = known[ran]
    pooled = spearman_pooled(panel)
    return {
        "runs": panel.n_runs,
        "methods": len(panel.methods),
        "benchmarks": len(panel.benchmarks),
        "seeds": len(panel.seeds),
        "blocks": len(panel.blocks),
        "cells": panel.n_cells,
        "metrics": len(panel.metrics),
        "oracle_runs": 0 if panel.oracle is None else int((~np.isnan(panel.oracle)).sum()),
        "missing_values": int(there.size - there.sum()),
        "values": int(there.size),
        "holes": int(ran.size - ran.sum()),
        **_reach(resolved, pairs),
        "constant": _constant(resolved),
        "agree": _ordered(pairs, 1),
        "against": _ordered(pairs, -1),
        "alike": [_pair(r) for r in pairs if r["tau"] is not None and r["tau"] >= ALIKE],
        "dominated": [{"method": r["method"], "by": list(r["dominated_by"])} for r in rows if r["dominated_by"]],
        "turned": [
            {"metric": m, "rho": float(rho), "n": int(n)}
            for m, rho, n in zip(panel.metric_ids, pooled.rho, pooled.n, strict=True)
            if rho <= AGAINST and n >= FEWEST
        ],
        "standings": _standings(rows, everywhere, yours),
        "weightings": everywhere["weightings"],
        "largest_se": everywhere["largest_se"],
    }


def _reach(resolved: Resolved, pairs: Sequence[Part]) -> dict[str, Any]:
    """The smallest p in reach, before and after correction over the pairs that have a τ."""
    tested = [r for r in pairs if r["tau"] is not None]
    reach = [r["p_min"] for r in tested if r["p_min"] is not None]
    rule = "the permutations of these values"
    smallest = min(reach, default=None)
    if smallest is None and tested:
        # where every p is left for later: without ties, all methods of each benchmark relabelled
        orders = sum(math.lgamma(n + 1) for n in resolved.panel.present.any(axis=1).sum(axis=1) if n > 1)
        smallest = max(2.0 * math.exp(-orders), LEAST_P)
        rule = "the number of methods, without ties"
    return {
        "pairs": len(pairs),
        "pairs_defined": len(tested),
        "p_min": smallest,
        "p_min_holm": None if smallest is None else min(1.0, smallest * len(tested)),
        "p_min_rule": rule,
        "significant": sum(r["p_holm"] is not None and r["p_holm"] <= SIGNIFICANT for r in tested),
        "p_known": sum(r["p_holm"] is not None for r in tested),
    }


def _constant(resolved: Resolved) -> list[dict[str, Any]]:
    """Metrics with one value for all methods, and where."""
    found = []
    for k, metric in enumerate(resolved.panel.metrics):
        where = [b for b, c in zip(resolved.panel.benchmarks, resolved.panel.constant[:, k], strict=True) if c]
        if where:
            found.append(
                {"metric": metric.id, "benchmarks": where, "everywhere": len(where) == len(resolved.panel.benchmarks)}
            )
    return found


def _ordered(pairs: Sequence[Part], sign: int, most: int = 3) -> list[dict[str, Any]]:
    """The pairs that agree (sign 1) or contradict each other (sign −1) most, none of the other sign."""
    known = [r for r in pairs if r["tau"] is not None and sign * r["tau"] > 0]
    return [_pair(r) for r in sorted(known, key=lambda r: -sign * r["tau"])[:most]]


def _pair(row: Part) -> dict[str, Any]:
    return {name: row[name] for name in ("x", "y", "tau", "p_holm", "blocks_defined", "blocks")}


def _standings(rows: Sequence[Part], everywhere: Part, yours: Collection[str]) -> list[dict[str, Any]]:
    shares = everywhere["rank_acceptability"]
    return [
        {
            "method": r["method"],
            "label": r["label"],
            "yours": r["method"] in yours,
            "uqs": r["uqs"],
            "rank": r["rank"],
            "rank_low": r["rank_low"],
            "rank_high": r["rank_high"],
            "share_first": shares[r["method"]][0] if r["method"] in shares else None,
            "potentially_optimal": r["potentially_optimal"],
            "missing": r["missing"],
            "runs": r["runs"],
        }
        for r in rows
    ]
