"""Published against recomputed: every printed figure of a suite with its verdict, computed from the tables."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from components.plain import number
from components.resolved import Resolved
from components.stats.audits.claims import Claim, Study, claims, matches, outcome
from components.stats.audits.claims_counterparts import counterpart
from components.stats.audits.claims_recipes import recompute
from components.stats.proportions import wilson
from components.text import number as digits
from data.claims import STATISTICS

SHOWN = 6
"""Most decimals shown of a number that was printed with more; all of them are compared."""


def reproduction(resolved: Resolved) -> list[dict[str, Any]]:
    """One row per claim, in the order of the table, whatever is filtered: claims are about whole panels.

    `matches` says whether the recomputed number is the printed one at the printed decimals (None when there is
    none); `outcome` is the verdict, which for a superseded claim stays "superseded". `tie_aware` answers the same
    question without deciding ties by row order or pooling benchmarks; `tie_aware_is` names that figure.
    `page` and `choices` lead to the view that shows the number. `printed_text` and `recomputed_text` have the decimals
    that were printed, at most 6.
    """
    study = Study(resolved.tables, resolved.selection.rng)
    return [_row(resolved, study, claim) for claim in claims(resolved.tables)]


def _row(resolved: Resolved, study: Study, claim: Claim) -> dict[str, Any]:
    found, other = recompute(study, claim), counterpart(study, claim)
    verdict = outcome(claim, found.value)
    matched = None if math.isnan(found.value) else matches(found.value, claim.printed, claim.decimals)
    page, choices = where_shown(claim)
    kind = STATISTICS.get(claim.statistic)
    return {
        "claim": claim.id,
        "where": claim.where,
        "url": claim.url,
        "status": claim.status,
        "statistic": claim.statistic,
        "statistic_label": kind.label if kind else claim.statistic,
        "protocol": claim.protocol,
        "panel": claim.panel,
        "subject": "|".join(claim.subject),
        "about": _about(resolved, claim),
        "printed": claim.printed,
        "decimals": claim.decimals,
        "recomputed": number(found.value),
        "note": found.note,
        "printed_text": printed_text(claim.printed, claim.decimals),
        "recomputed_text": printed_text(number(found.value), claim.decimals),
        "matches": matched,
        "outcome": verdict,
        "verdict": verdict_text(verdict, matched),
        "tie_aware": None if other is None else number(other.value),
        "tie_aware_is": "" if other is None else other.label,
        "tie_aware_note": "" if other is None else other.note,
        "sentence": claim.sentence,
        "page": page,
        "choices": choices,
    }


def _about(resolved: Resolved, claim: Claim) -> str:
    """What a claim is about, in labels: FA and RA on MMUBench, LLaVA-1.5-7B."""
    tables = resolved.tables
    labels = {p.id: p.label for p in tables.panels}
    labels |= {b.id: b.label for b in tables.benchmarks}
    labels |= {m.id: m.label for m in tables.methods}
    labels |= {m.id: m.label for m in tables.metrics}
    subject = " · ".join(labels.get(part, part) for part in claim.subject)
    return ", ".join(text for text in (subject, labels.get(claim.panel, claim.panel)) if text)


def where_shown(claim: Claim) -> tuple[str, dict[str, Any]]:
    """The page whose view shows a claim's number, and the choices that lead there; page "" is the leaderboard."""
    panel = {"panel": claim.panel} if claim.panel else {}
    pair = {"pair": claim.subject[:2]} if len(claim.subject) >= 2 else {}
    match claim.statistic:
        case "kendall_tau_published" | "kendall_p_published":
            return "agreement", {**panel, **pair, "protocol": "published"}
        case "mean_pairwise_tau_published":
            return "agreement", {**panel, "protocol": "published", "scope": "pooled"}
        case "mean_pairwise_tau_difference":
            return "agreement", {"panel": claim.subject[0], "protocol": "published", "scope": "pooled"}
        case "tau_b_pooled_aligned":
            return "agreement", {**panel, **pair, "scope": "pooled"}
        case "tau_b_benchmark" | "tau_b_benchmark_p_asymptotic":
            return "agreement", {**panel, **pair, "scope": f"runs:{claim.subject[2]}"}
        case "spearman_rho" | "spearman_p":
            return "reliability", {**panel, "metric": claim.subject[0]}
        case "stability_mean_tau" | "stability_sd_tau":
            return "stability", {**panel, "protocol": "published"}
        case "weight_published":
            return "", {**panel, "weights": "published"}
        case "uqs_published":
            return "", {**panel, "weights": "published", "transform": "reciprocal", "method": claim.subject[0]}
        case _:  # a count: the rows of the panel, counted
            return "data", {**panel, "table": "runs", "find": claim.panel}


def recoverability(resolved: Resolved) -> list[dict[str, Any]]:
    """The pilot's rows with their shares and 95 % Wilson intervals; empty when the suite has no such table.

    `method` is empty where a row counts several methods together.
    """
    counts = resolved.tables.extras.get("recoverability")
    if counts is None:
        return []
    rows = []
    for row in counts.replace({np.nan: None}).to_dict("records"):
        share = wilson(int(row["any_evidence"]), int(row["directly_suppressed"]))
        method = row["method"] or ""
        rows.append(
            {
                "source": row["source"],
                "url": row["url"] or "",
                "method": method,
                "label": resolved.method_label(method) if method else "All together",
                "suppressed": int(row["directly_suppressed"]),
                "revealed": int(row["any_evidence"]),
                "share": number(share.share),
                "low": number(share.low),
                "high": number(share.high),
                "mean_score": number(row["mean_score"]),
                "note": row["note"] or "",
            }
        )
    return rows


def printed_text(value: float | None, decimals: int) -> str:
    """A number at the decimals a claim was printed with, at most 6 of them."""
    return digits(value, min(decimals, SHOWN))


def verdict_text(verdict: str, matched: bool | None) -> str:
    """The verdict in words; of a superseded claim they say what the tables make of it."""
    if verdict != "superseded":
        return verdict
    if matched is None:
        return "superseded, not recomputable"
    return "superseded, yet reproduced" if matched else "superseded, contradicted by the tables"
