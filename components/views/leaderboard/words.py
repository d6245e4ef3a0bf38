"""What the leaderboard says in words. Every sentence is computed from the rows it describes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from components.resolved import Resolved
from components.stats.ranking.dominance import MARGIN
from components.text import counted, joined
from components.views.leaderboard.dethrone import Dethrone, dethrone

NAMED = 4
"""Methods that cannot lead are named one by one up to this number, and counted beyond it."""
MOVED = 5e-7
"""A weight that moves by less is not named: it would not show at six decimals."""


def sentences(resolved: Resolved, head: dict[str, Any], rows: Sequence[dict[str, Any]]) -> list[str]:
    """Everything the leaderboard says, in reading order; `head` is the summary, `rows` the leaderboard of the view."""
    nearest = dethrone(resolved, ("l1",))["l1"]
    said = [
        lead_sentence(resolved, rows),
        flip_sentence(resolved, nearest),
        *cannot_lead_sentences(resolved, rows),
        constant_sentence(resolved),
        little_say_sentence(resolved, head),
        protocol_sentence(resolved),
    ]
    return [s for s in said if s]


def lead_sentence(resolved: Resolved, rows: Sequence[dict[str, Any]]) -> str:
    """Who leads and by how much, or why nobody can be ranked."""
    ranked = [r for r in rows if r["rank"] is not None]
    if not rows:
        return "No run matches these filters."
    if not ranked:
        missing = [resolved.metric_label(m) for m in _unmeasured(resolved)]
        if not missing:
            return "Nothing is ranked: every method lacks some of the weighted metrics on the benchmarks shown."
        verb = "is weighted but was" if len(missing) == 1 else "are weighted but were"
        return f"Nothing is ranked: {joined(missing)} {verb} not measured for any method shown."
    first = [r for r in ranked if r["rank"] == 1]
    names = joined([r["label"] for r in first])
    if len(ranked) == 1:
        return f"{names} is the only method ranked, with UQS {first[0]['uqs']:.3f}; there is nothing to compare."
    if len(first) > 1:
        return f"{names} share the lead with UQS {first[0]['uqs']:.3f}."
    second = [r for r in ranked if r["rank"] == 2]
    gap = first[0]["uqs"] - second[0]["uqs"]
    others = joined([r["label"] for r in second])
    return f"{names} leads with UQS {first[0]['uqs']:.3f}, {_small(gap)} ahead of {others}."


def flip_sentence(resolved: Resolved, nearest: Dethrone) -> str:
    """How little weight must move before another method is first (smallest change in L1, half of it is moved)."""
    if len(resolved.ranked) < 2:
        return ""
    leader = resolved.method_label(nearest.leader or "")
    if nearest.distance is None:
        return f"No weights make another method catch {leader}: it is better than each of them on every metric."
    challenger = resolved.method_label(nearest.challenger or "")
    if nearest.distance == 0:
        return f"{leader} and {challenger} are level: any shift of weight that favours one of them decides."
    gives = [resolved.metric_label(m) for m, d in nearest.moved.items() if d is not None and d < -MOVED]
    takes = [resolved.metric_label(m) for m, d in nearest.moved.items() if d is not None and d > MOVED]
    return (
        f"Moving {_small((nearest.distance or 0.0) / 2)} of weight from {joined(gives)} to {joined(takes)} lets {challenger} "
        f"catch up; beyond that, {challenger} leads."
    )


def cannot_lead_sentences(resolved: Resolved, rows: Sequence[dict[str, Any]]) -> list[str]:
    """One sentence per group of methods that no weights can put first."""
    behind = [r for r in rows if r["rank"] is not None and len(resolved.ranked) > 1 and not r["potentially_optimal"]]
    beaten = sum(bool(r["dominated_by"]) for r in behind)
    if len(behind) > NAMED:
        return [
            f"{len(behind)} of {len(resolved.ranked)} methods cannot lead alone under any weights; {beaten} of them are "
            "dominated: another method is at least as good on every metric and better on one."
        ]
    said = []
    for row in behind:
        if row["dominated_by"]:
            better = joined([resolved.method_label(m) for m in row["dominated_by"][:3]])
            more = len(row["dominated_by"]) - 3
            others = f" and {counted(more, 'other method')}" if more > 0 else ""
            verb = "is" if len(row["dominated_by"]) == 1 else "are each"
            tail = " (at best it ties)" if abs(row["epsilon"]) <= MARGIN else ""
            said.append(
                f"{row['label']} cannot lead alone under any weights: {better}{others} {verb} at least as good on "
                f"every metric and better on one{tail}."
            )
        elif row["epsilon"] is not None and row["epsilon"] < -MARGIN:
            said.append(
                f"{row['label']} cannot lead under any weights, though no single method beats it on every metric."
            )
    return said


def constant_sentence(resolved: Resolved) -> str:
    """Which metrics rank nothing on which benchmark."""
    constant = resolved.panel.constant
    by_benchmarks: dict[tuple[str, ...], list[str]] = {}
    for k, metric in enumerate(resolved.panel.metrics):
        where = tuple(resolved.benchmark_label(b) for i, b in enumerate(resolved.panel.benchmarks) if constant[i, k])
        if where:
            by_benchmarks.setdefault(where, []).append(metric.label)
    parts = [
        f"{joined(metrics)} {'has' if len(metrics) == 1 else 'have'} one value for all methods on {joined(where)}"
        for where, metrics in by_benchmarks.items()
    ]
    return f"{'; '.join(parts)}: nothing is ranked by them there." if parts else ""


def little_say_sentence(resolved: Resolved, head: dict[str, Any]) -> str:
    """Which weights have hardly any effect, because the utility hardly varies under the map in use."""
    flat = head["hardly_any_effect"]
    if not flat:
        return ""
    names = joined([resolved.metric_label(m) for m in flat])
    one = len(flat) == 1
    start = f"The weight of {names} has" if one else f"The weights of {names} have"
    its = "its utility varies" if one else "their utilities vary"
    widest = max(head["utility_ranges"][m] or 0.0 for m in flat)
    return (
        f"{start} hardly any effect here: {its} by at most {widest:.3f} over the "
        f"{counted(len(resolved.ranked), 'method')} ranked."
    )


def protocol_sentence(resolved: Resolved) -> str:
    """What the published protocol changes on this page, when it is chosen."""
    if resolved.selection.protocol != "published":
        return ""
    overruled = " (mean of scores is not part of it)" if resolved.selection.aggregate != resolved.aggregate else ""
    return (
        f"Published protocol: metrics are averaged before they are mapped{overruled}, and ties in the rank under a "
        "single metric are broken by the order of the rows."
    )


def _unmeasured(resolved: Resolved) -> list[str]:
    """Weighted metrics without a usable value for any method shown."""
    nowhere = np.asarray(np.isnan(resolved.utilities).all(axis=0), dtype=bool)
    return [m for k, m in enumerate(resolved.panel.metric_ids) if resolved.w[k] > 0 and nowhere[k]]


def _small(x: float) -> str:
    """Three decimals, or what is needed to show that it is not 0."""
    return f"{x:.3f}" if x >= 0.0005 or x == 0 else f"{x:.1g}"


def said_first(resolved: Resolved) -> list[str]:
    return report_sentences(resolved)[:2]


def report_sentences(resolved: Resolved) -> list[str]:
    from components.plain import plain
    from components.summary import summary
    from components.views.leaderboard.result import leaderboard

    return sentences(resolved, plain(summary(resolved)), plain(leaderboard(resolved)))
