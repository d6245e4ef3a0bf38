"""The numbers behind each view of the stability page as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from components.parts.stability_more_words import KINDS, RULES
from components.view import View

MOST_COLUMNS = 12
"""Methods beyond which ranks have no columns of their own."""
MOST_WEIGHTS = 6
SHORT = {**RULES, "mean_reciprocal_rank": "MRR"}

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


def acceptability_table(view: View, part: Part) -> pd.DataFrame:
    """One row per method: expected rank with its standard error, then the share of each rank."""
    return pd.DataFrame(
        [
            {
                "method": view.method_label(m),
                "expected rank": part["expected_rank"][m],
                "SE": part["expected_rank_se"][m],
                **{f"rank {r + 1}": s for r, s in enumerate(part["rank_acceptability"][m])},
            }
            for m in part["methods"]
        ]
    )


def winning_table(view: View, part: Part) -> pd.DataFrame:
    """One row per pair: how often the first scores higher than the second."""
    methods = part["methods"]
    return pd.DataFrame(
        [
            {
                "method": view.method_label(a),
                "against": view.method_label(b),
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


def leaders_table(view: View, rows: Rows, part: Part) -> pd.DataFrame:
    """One row per method: whether and how often it leads, its largest lead, and the weights that suit it best."""
    return pd.DataFrame(
        [
            {
                "method": view.method_label(r["method"]),
                "under some weights it": r["verdict"],
                "first in": part["rank_acceptability"][r["method"]][0],
                "largest lead ε": r["epsilon"],
                "dominated by": ", ".join(view.method_label(m) for m in r["dominated_by"]),
                "weights that suit it best": _weights(view, r["best_weights"]),
            }
            for r in rows
        ]
    )


def central_table(view: View, part: Part) -> pd.DataFrame:
    """One row per method with central weights, and the current ones."""
    rows = [{"method": "your weights", "draws first": None, **_named(view, view.w)}]
    rows += [
        {
            "method": view.method_label(m),
            "draws first": part["first_draws"][m],
            **{view.metric_label(k): v for k, v in w.items()},
        }
        for m, w in part["central_weights"].items()
        if w is not None
    ]
    return pd.DataFrame(rows)


def map_table(view: View, found: Part) -> pd.DataFrame:
    """One row per corner of each part of the map, then the points drawn; weights, not shares."""
    mass = found["mass"]

    def row(what: str, who: Sequence[str], share: float | None, point: Mapping[str, float]) -> dict[str, Any]:
        return {
            "what": what,
            "method": ", ".join(view.method_label(m) for m in who),
            "share of the map": share,
            **{view.metric_label(m): mass * s for m, s in point.items()},
        }

    rows = [row("corner of its part", r["methods"], r["share"], p) for r in found["regions"] for p in r["polygon"]]
    rows.append(row("your weights", [found["leader"]], None, found["current"]))
    if found["border"] is not None:
        rows.append(row("nearest border", [found["leader"], found["challenger"]], None, found["border"]))
    return pd.DataFrame(rows)


def pair_table(view: View, pair: Part) -> pd.DataFrame:
    """One row per metric: difference of utilities, weighted, and the smallest changes that let the other catch up."""
    moved = {n: f["moved"] for n, f in pair["flips"].items()}
    return pd.DataFrame(
        [
            {
                "metric": view.metric_label(m),
                "difference of utilities": d,
                "weighted": pair["weighted"][m],
                "move in L1": moved["l1"].get(m),
                "move in L2": moved["l2"].get(m),
                "move in L∞": moved["linf"].get(m),
            }
            for m, d in pair["margins"].items()
        ]
    )


def choices_table(view: View, found: Part) -> pd.DataFrame:
    """One row per other choice: who leads, τ with the current ranking, and which pairs turned round."""
    methods = found["methods"]
    frame = pd.DataFrame(
        [
            {
                "choice": f"{KINDS[v['kind']]}: {_choice(view, v)}" + (" (now)" if v["current"] else ""),
                "leads": _first(view, v),
                "what changed": changes(view, v),
                "τ with now": v["tau"],
                "pairs reversed": len(v["swapped"]),
            }
            for v in found["variants"]
        ]
    )
    ranks = {
        view.method_label(m): pd.array([v["ranks"][m] for v in found["variants"]], dtype="Int64")
        for m in (methods if len(methods) <= MOST_COLUMNS else ())
    }
    return frame.assign(**ranks)


def changes(view: View, variant: Mapping[str, Any], most: int = 4) -> str:
    """The reversed pairs in words, at most four; who is left out or unranked."""
    said = [f"{view.method_label(b)} passes {view.method_label(a)}" for a, b in variant["swapped"][:most]]
    if len(variant["swapped"]) > most:
        said.append(f"{len(variant['swapped']) - most} more")
    if variant["kind"] != "method":
        said += [f"{view.method_label(m)} unranked" for m, r in variant["ranks"].items() if r is None]
    return "; ".join(said) or ("" if variant["current"] else "nothing")


def reversals_table(view: View, found: Part) -> pd.DataFrame:
    """One row per reversal: which normalisation, who is left out, and which pair turns round."""
    columns = ["normalisation", "without", "was ahead", "passes it"]
    return pd.DataFrame(
        [
            [n, *(view.method_label(r[k]) for k in ("dropped", "ahead", "behind"))]
            for n, rows in found["reversals"].items()
            for r in rows
        ],
        columns=columns,
    )


def seeds_table(view: View, found: Part) -> pd.DataFrame:
    """One row per method: its rank, its ranks over seeds and over benchmarks and seeds, and its confidence factor."""
    return pd.DataFrame(
        [
            {
                "method": view.method_label(r["method"]),
                "rank": r["rank"],
                "over seeds": f"{r['low']}–{r['high']}",
                "first over seeds": r["p_first"],
                "confidence factor": r["confidence"],
                "over benchmarks and seeds": "–" if r["rank_low"] is None else f"{r['rank_low']}–{r['rank_high']}",
            }
            for r in found["methods"]
        ]
    )


def rules_table(view: View, found: Part) -> pd.DataFrame:
    """One row per method: rank and score under each rule."""
    rows = []
    for m in found["methods"]:
        row: dict[str, Any] = {"method": view.method_label(m)}
        for rule, result in found["rules"].items():
            row[f"{SHORT[rule]} rank"] = result["ranks"][m]
            row[f"{SHORT[rule]} score"] = result["scores"][m]
        rows.append(row)
    return pd.DataFrame(rows)


def kemeny_table(view: View, found: Part) -> pd.DataFrame:
    """One row per optimal order, best method first."""
    return pd.DataFrame(
        [{"order": " › ".join(view.method_label(m) for m in order)} for order in found["kemeny"]["orders"]]
    )


def _first(view: View, variant: Mapping[str, Any]) -> str:
    leaders = [view.method_label(m) for m, r in variant["ranks"].items() if r == 1]
    return ", ".join(leaders) if len(leaders) <= 3 else f"{', '.join(leaders[:3])} and {len(leaders) - 3} more"


def _choice(view: View, variant: Mapping[str, Any]) -> str:
    if variant["kind"] == "benchmark":
        return view.benchmark_label(variant["choice"])
    return view.method_label(variant["choice"]) if variant["kind"] == "method" else str(variant["choice"])


def _named(view: View, values: Any) -> dict[str, float]:
    return {view.metric_label(m): float(v) for m, v in zip(view.panel.metric_ids, values, strict=True)}


def _weights(view: View, weights: Mapping[str, float]) -> str:
    largest = sorted((m for m, w in weights.items() if w >= 0.0005), key=lambda m: -weights[m])
    said = ", ".join(f"{view.metric_label(m)} {weights[m]:.3f}" for m in largest[:MOST_WEIGHTS])
    return said if len(largest) <= MOST_WEIGHTS else f"{said} and {len(largest) - MOST_WEIGHTS} more"
