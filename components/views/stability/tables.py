"""The numbers behind each view of the stability page as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from components.resolved import Resolved

MOST_WEIGHTS = 6

Part = Mapping[str, Any]
Rows = Sequence[Mapping[str, Any]]


def taus_table(part: Part) -> pd.DataFrame:
    """One row per bar of the histogram."""
    return pd.DataFrame(
        [
            {"τ": b["tau"], "share with the ranking": b["current"], "share of the baseline": b["baseline"]}
            for b in part["histogram"]
        ]
    )


def acceptability_table(resolved: Resolved, part: Part) -> pd.DataFrame:
    """One row per method: expected rank with its standard error, then the share of each rank."""
    return pd.DataFrame(
        [
            {
                "method": resolved.method_label(m),
                "expected rank": part["expected_rank"][m],
                "SE": part["expected_rank_se"][m],
                **{f"rank {r + 1}": s for r, s in enumerate(part["rank_acceptability"][m])},
            }
            for m in part["methods"]
        ]
    )


def winning_table(resolved: Resolved, part: Part) -> pd.DataFrame:
    """One row per pair: how often the first scores higher than the second."""
    methods = part["methods"]
    return pd.DataFrame(
        [
            {
                "method": resolved.method_label(a),
                "against": resolved.method_label(b),
                "share ahead": part["winning"][a][b],
            }
            for i, a in enumerate(methods)
            for b in methods[i + 1 :]
        ]
    )


def curve_table(near: Part, curve: Part) -> pd.DataFrame:
    """One row per radius, the chosen one among them."""
    points = [*curve["curve"], *([] if near["p_leader_stays"] is None else [near])]
    return pd.DataFrame(
        [
            {
                "expected change": p["radius"],
                "P(leader stays)": p["p_leader_stays"],
                "SE": p["se"],
                "expected τ": p["mean_tau"],
            }
            for p in sorted(points, key=lambda p: p["radius"])
        ]
    )


def leaders_table(resolved: Resolved, rows: Rows, part: Part) -> pd.DataFrame:
    """One row per method: whether and how often it leads, its largest lead, and the weights that suit it best."""
    return pd.DataFrame(
        [
            {
                "method": resolved.method_label(r["method"]),
                "under some weights it": r["verdict"],
                "first in": part["rank_acceptability"][r["method"]][0],
                "largest lead ε": r["epsilon"],
                "dominated by": ", ".join(resolved.method_label(m) for m in r["dominated_by"]),
                "weights that suit it best": _weights(resolved, r["best_weights"]),
            }
            for r in rows
        ]
    )


def central_table(resolved: Resolved, part: Part) -> pd.DataFrame:
    """One row per method with central weights, and the current ones."""
    rows = [{"method": "your weights", "draws first": None, **_named(resolved, resolved.w)}]
    rows += [
        {
            "method": resolved.method_label(m),
            "draws first": part["first_draws"][m],
            **{resolved.metric_label(k): v for k, v in w.items()},
        }
        for m, w in part["central_weights"].items()
        if w is not None
    ]
    return pd.DataFrame(rows)


def map_table(resolved: Resolved, found: Part) -> pd.DataFrame:
    """One row per corner of each part of the map, then the points drawn; weights, not shares."""
    mass = found["mass"]

    def row(what: str, who: Sequence[str], share: float | None, point: Mapping[str, float]) -> dict[str, Any]:
        return {
            "what": what,
            "method": ", ".join(resolved.method_label(m) for m in who),
            "share of the map": share,
            **{resolved.metric_label(m): mass * s for m, s in point.items()},
        }

    rows = [row("corner of its part", r["methods"], r["share"], p) for r in found["regions"] for p in r["polygon"]]
    rows.append(row("your weights", [found["leader"]], None, found["current"]))
    if found["border"] is not None:
        rows.append(row("nearest border", [found["leader"], found["challenger"]], None, found["border"]))
    return pd.DataFrame(rows)


def pair_table(resolved: Resolved, pair: Part) -> pd.DataFrame:
    """One row per metric: difference of utilities, weighted, and the smallest changes that let the other catch up."""
    moved = {n: f["moved"] for n, f in pair["flips"].items()}
    return pd.DataFrame(
        [
            {
                "metric": resolved.metric_label(m),
                "difference of utilities": d,
                "weighted": pair["weighted"][m],
                "move in L1": moved["l1"].get(m),
                "move in L2": moved["l2"].get(m),
                "move in L∞": moved["linf"].get(m),
            }
            for m, d in pair["margins"].items()
        ]
    )


def _named(resolved: Resolved, values: Any) -> dict[str, float]:
    return {resolved.metric_label(m): float(v) for m, v in zip(resolved.panel.metric_ids, values, strict=True)}


def _weights(resolved: Resolved, weights: Mapping[str, float]) -> str:
    largest = sorted((m for m, w in weights.items() if w >= 0.0005), key=lambda m: -weights[m])
    said = ", ".join(f"{resolved.metric_label(m)} {weights[m]:.3f}" for m in largest[:MOST_WEIGHTS])
    return said if len(largest) <= MOST_WEIGHTS else f"{said} and {len(largest) - MOST_WEIGHTS} more"
