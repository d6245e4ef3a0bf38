"""The numbers behind the stability page as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from components.labels import Labels
from components.text import shortened
from components.views.stability.result.choices import ChoicesResult, RulesResult, Variant
from components.views.stability.result.duel import DuelResult
from components.views.stability.result.leaders import LeadersResult, Point, TernaryResult
from components.views.stability.result.nearby import CurvePoint, CurveResult, NearbyResult
from components.views.stability.result.samples import SamplesResult
from components.views.stability.result.seeds import SeedsResult
from components.views.stability.result.weightings import WeightingsResult
from components.views.stability.words.subjects import KINDS, RULES


def taus_table(result: WeightingsResult) -> pd.DataFrame:
    """One row per bar of the histogram."""
    return pd.DataFrame(
        [
            {"τ": b.tau, "share with the ranking": b.current, "share of the baseline": b.baseline}
            for b in result.histogram
        ]
    )


def acceptability_table(result: WeightingsResult) -> pd.DataFrame:
    """One row per method: expected rank with its standard error, then the share of each rank."""
    return pd.DataFrame(
        [
            {
                "method": result.labels.method(m),
                "expected rank": result.expected_rank[m],
                "SE": result.expected_rank_se[m],
                **{f"rank {r + 1}": s for r, s in enumerate(result.rank_acceptability[m])},
            }
            for m in result.methods
        ]
    )


def winning_table(result: WeightingsResult) -> pd.DataFrame:
    """One row per pair: how often the first scores higher than the second."""
    return pd.DataFrame(
        [
            {
                "method": result.labels.method(a),
                "against": result.labels.method(b),
                "share ahead": result.winning[a][b],
            }
            for i, a in enumerate(result.methods)
            for b in result.methods[i + 1 :]
        ]
    )


def central_table(result: WeightingsResult) -> pd.DataFrame:
    """One row per method with central weights, and the current ones."""
    labels, typical = result.labels, result.typical_weights
    who: list[tuple[str, float | None, Mapping[str, float]]] = [("your weights", None, result.weights)]
    who += [(labels.method(m), result.first_draws[m], typical[m]) for m in result.methods if m in typical]
    return pd.DataFrame(
        [
            {"method": name, "draws first": draws, **{labels.metric(k): v for k, v in weights.items()}}
            for name, draws, weights in who
        ]
    )


def curve_table(chosen: NearbyResult, result: CurveResult) -> pd.DataFrame:
    """One row per radius, the chosen one among them."""
    points: list[CurvePoint | NearbyResult] = [*result.curve]
    if chosen.p_leader_stays is not None:
        points.append(chosen)
    return pd.DataFrame(
        [
            {
                "expected change": p.radius,
                "P(leader stays)": p.p_leader_stays,
                "SE": p.se,
                "expected τ": p.mean_tau,
            }
            for p in sorted(points, key=lambda p: p.radius)
        ]
    )


MOST_WEIGHTS = 6
"""Weights named in a cell; the others are counted."""


def leaders_table(result: LeadersResult, anywhere: WeightingsResult) -> pd.DataFrame:
    """One row per method: whether and how often it leads, its largest lead, and the weights that suit it best."""
    return pd.DataFrame(
        [
            {
                "method": result.labels.method(r.method),
                "under some weights it": r.verdict,
                "first in": anywhere.rank_acceptability[r.method][0],
                "largest lead ε": r.epsilon,
                "dominated by": ", ".join(result.labels.method(m) for m in r.dominated_by),
                "weights that suit it best": _largest(result.labels, r.best_weights),
            }
            for r in result.rows
        ]
    )


def _largest(labels: Labels, weights: Mapping[str, float]) -> str:
    largest = sorted((m for m, w in weights.items() if w >= 0.0005), key=lambda m: -weights[m])
    weighted = ", ".join(f"{labels.metric(m)} {weights[m]:.3f}" for m in largest[:MOST_WEIGHTS])
    return weighted if len(largest) <= MOST_WEIGHTS else f"{weighted} and {len(largest) - MOST_WEIGHTS} more"


Row = tuple[str, Sequence[str], float | None, Point]


def ternary_table(result: TernaryResult) -> pd.DataFrame:
    """One row per corner of each part of the map, then the points drawn; weights, not shares."""
    labels = result.labels
    rows: list[Row] = [("corner of its part", r.methods, r.share, p) for r in result.regions for p in r.polygon]
    rows.append(("your weights", [result.leader], None, result.current))
    if result.border is not None and result.challenger is not None:
        rows.append(("nearest border", [result.leader, result.challenger], None, result.border))
    return pd.DataFrame(
        [
            {
                "what": what,
                "method": ", ".join(labels.method(m) for m in who),
                "share of the map": share,
                **{labels.metric(m): result.mass * s for m, s in point.items()},
            }
            for what, who, share, point in rows
        ]
    )


def duel_table(result: DuelResult) -> pd.DataFrame:
    """One row per metric: difference of utilities, weighted, and the smallest changes that let the other catch up."""
    return pd.DataFrame(
        [
            {
                "metric": result.labels.metric(m),
                "difference of utilities": difference,
                "weighted": result.weighted[m],
                "move in L1": result.flips["l1"].moved.get(m),
                "move in L2": result.flips["l2"].moved.get(m),
                "move in L∞": result.flips["linf"].moved.get(m),
            }
            for m, difference in result.margins.items()
        ]
    )


LONGEST = 200
"""Letters of a sample's name that a page shows."""


def samples_table(rows: pd.DataFrame, result: SamplesResult, longest: int | None = LONGEST) -> pd.DataFrame:
    """One row per sample; `longest` cuts names, for the screen."""
    labels = result.labels
    names = rows["sample"] if longest is None else rows["sample"].map(lambda name: shortened(name, longest))
    told = {
        "benchmark": rows["benchmark"].map(labels.benchmark),
        "sample": names.astype("str"),
        **_values(rows, result),
        "difference": rows["difference"],
    }
    return pd.DataFrame(told)


def differences_table(result: SamplesResult) -> pd.DataFrame:
    """The points of the curve."""
    return pd.DataFrame({"rank": result.ranks, "difference": result.values})


def _values(rows: pd.DataFrame, result: SamplesResult) -> dict[str, pd.Series]:
    """The values of the two under their labels, which may be the same."""
    first, second = result.labels.method(result.a), result.labels.method(result.b)
    return {first: rows["a"], second if second != first else f"{second} (2)": rows["b"]}


MOST_COLUMNS = 12
"""Methods beyond which ranks have no columns of their own."""


def choices_table(result: ChoicesResult) -> pd.DataFrame:
    """One row per other choice: who leads, τ with the current ranking, and which pairs turned round."""
    labels = result.labels
    frame = pd.DataFrame(
        [
            {
                "choice": f"{KINDS[v.kind]}: {_choice(labels, v)}" + (" (now)" if v.current else ""),
                "leads": _first(labels, v),
                "what changed": _changes(labels, v),
                "τ with now": v.tau,
                "pairs reversed": len(v.swapped),
            }
            for v in result.variants
        ]
    )
    ranks = {
        labels.method(m): pd.array([v.ranks[m] for v in result.variants], dtype="Int64")
        for m in (result.methods if len(result.methods) <= MOST_COLUMNS else ())
    }
    return frame.assign(**ranks)


def reversals_table(result: ChoicesResult) -> pd.DataFrame:
    """One row per reversal: which normalisation, who is left out, and which pair turns round."""
    name = result.labels.method
    return pd.DataFrame(
        [
            [normalisation, name(r.dropped), name(r.ahead), name(r.behind)]
            for normalisation, rows in result.reversals.items()
            for r in rows
        ],
        columns=["normalisation", "without", "was ahead", "passes it"],
    )


def _changes(labels: Labels, variant: Variant, most: int = 4) -> str:
    """The reversed pairs in words, at most four; who is left out or unranked."""
    parts = [f"{labels.method(b)} passes {labels.method(a)}" for a, b in variant.swapped[:most]]
    if len(variant.swapped) > most:
        parts.append(f"{len(variant.swapped) - most} more")
    if variant.kind != "method":
        parts += [f"{labels.method(m)} unranked" for m, r in variant.ranks.items() if r is None]
    return "; ".join(parts) or ("" if variant.current else "nothing")


def _first(labels: Labels, variant: Variant) -> str:
    leaders = [labels.method(m) for m in variant.first]
    return ", ".join(leaders) if len(leaders) <= 3 else f"{', '.join(leaders[:3])} and {len(leaders) - 3} more"


def _choice(labels: Labels, variant: Variant) -> str:
    if variant.kind == "benchmark":
        return labels.benchmark(variant.choice)
    return labels.method(variant.choice) if variant.kind == "method" else variant.choice


def seeds_table(result: SeedsResult) -> pd.DataFrame:
    """One row per method: its rank, its ranks over seeds and over benchmarks and seeds, and its confidence factor."""
    return pd.DataFrame(
        [
            {
                "method": result.labels.method(r.method),
                "rank": r.rank,
                "over seeds": f"{r.low}–{r.high}",
                "first over seeds": r.p_first,
                "confidence factor": r.confidence,
                "over benchmarks and seeds": f"{r.rank_low}–{r.rank_high}" if r.rank_low else result.interval_reason,
            }
            for r in result.methods
        ]
    )


HEADS = {**RULES, "mean_reciprocal_rank": "MRR"}


def rules_table(result: RulesResult) -> pd.DataFrame:
    """One row per method: rank and score under each rule."""
    columns: dict[str, list[object]] = {"method": [result.labels.method(m) for m in result.methods]}
    for rule, scored in result.rules.items():
        columns[f"{HEADS[rule]} rank"] = [scored.ranks[m] for m in result.methods]
        columns[f"{HEADS[rule]} score"] = [scored.scores[m] for m in result.methods]
    return pd.DataFrame(columns)


def kemeny_table(result: RulesResult) -> pd.DataFrame:
    """One row per optimal order, best method first."""
    orders = result.kemeny.orders if result.kemeny else ()
    return pd.DataFrame([{"order": " › ".join(result.labels.method(m) for m in order)} for order in orders])
