"""What the agreement page says about ranks, concordance, panels and resolution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from components.resolved import Resolved
from components.text import counted, joined, number
from components.views.agreement.words import named

Part = Mapping[str, Any]


def profile_sentence(resolved: Resolved, part: Part) -> str:
    """Which methods change places most between metrics."""
    profile = part["rank_profile"]
    spans = []
    for method, means in zip(profile["methods"], profile["mean"], strict=True):
        known = [(r, m) for r, m in zip(means, profile["metrics"], strict=True) if r is not None]
        if len(known) > 1:
            low, high = min(known, key=lambda k: k[0]), max(known, key=lambda k: k[0])
            spans.append((round(high[0] - low[0], 12), method, low, high))
    if not spans:
        return "No method is ranked by two metrics."
    _, method, low, high = max(spans, key=lambda s: s[0])
    if high[0] == low[0]:
        return "Every method has one and the same mean rank under all metrics that rank it."
    return (
        f"{resolved.method_label(method)} moves most: mean rank {low[0]:.2f} by {resolved.metric_label(low[1])}, "
        f"{high[0]:.2f} by {resolved.metric_label(high[1])}."
    )


def concordance_sentence(resolved: Resolved, part: Part) -> str:
    """The range of W, and where it is undefined."""
    known = [r for r in part["concordance"] if r["w"] is not None]
    lost = [resolved.benchmark_label(r["benchmark"]) for r in part["concordance"] if r["w"] is None]
    told = joined([f"{number(r['w'])} on {resolved.benchmark_label(r['benchmark'])}" for r in known[:6]])
    more = f" and {len(known) - 6} more" if len(known) > 6 else ""
    start = f"Kendall's W is {told}{more}." if known else ""
    rest = f"Kendall's W is undefined on {joined(named(lost, 4))}." if lost else ""
    return f"{start} {rest}".strip()


def modality_sentence(resolved: Resolved, part: Part) -> str:
    """Unimodal minus multimodal under each counting rule, over panels with at least three methods."""
    rows = [r for r in part["modality"] if r["methods"] > 2 and r["mean_tau"] is not None]
    gaps = {}
    for rule in dict.fromkeys(r["rule"] for r in rows):
        of_rule = [r for r in rows if r["rule"] == rule]
        by = {s: [r["mean_tau"] for r in of_rule if r["setting"] == s] for s in ("multimodal", "unimodal")}
        if all(by.values()):
            gaps[rule] = sum(by["unimodal"]) / len(by["unimodal"]) - sum(by["multimodal"]) / len(by["multimodal"])
    if not gaps:
        return "This suite has no two panels of different settings with three methods each: there is no gap to show."
    told = joined([f"{number(g, sign=True)} ({rule})" for rule, g in gaps.items()])
    left_out = [p.label for p in resolved.tables.panels if p.id not in {r["panel"] for r in rows}]
    without = f" {joined(left_out)}, with fewer than three methods, left out." if left_out else ""
    missing = [
        f"{resolved.metric_label(m)} in {n} of {r['runs']} runs of {_panel(resolved, r['panel'])}"
        for r in rows
        if r["rule"] == rows[0]["rule"]
        for m, n in r["missing"].items()
    ]
    gaps_said = f" Missing: {joined(named(missing, 4))}." if missing else ""
    return f"Mean τ, unimodal minus multimodal: {told}.{without}{gaps_said}"


def resolution_sentence(resolved: Resolved, part: Part) -> str:
    """Where all methods lie within a few steps of each other."""
    coarse = [r for r in part["resolution"] if r["spread_in_steps"] is not None and 0 < r["spread_in_steps"] <= 2]
    if not coarse:
        return ""
    told = [
        f"{resolved.metric_label(r['metric'])} on {resolved.benchmark_label(r['benchmark'])} "
        f"({counted(r['spread_in_steps'], 'step')} of 1/{r['samples']})"
        for r in coarse
    ]
    return f"All runs lie within two samples of each other for {joined(named(told, 4))}."


def _panel(resolved: Resolved, panel_id: str) -> str:
    return next((p.label for p in resolved.tables.panels if p.id == panel_id), panel_id)
