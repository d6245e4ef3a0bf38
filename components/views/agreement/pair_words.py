"""What the agreement page says about the pair of metrics that is open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from components.resolved import Resolved
from components.text import counted, joined, number
from components.views.agreement.words import moves, named, ranks_methods
from data.registry import Metric

Part = Mapping[str, Any]


def opened_sentence(resolved: Resolved, part: Part, detail: Part) -> str:
    """Both values of the pair that is open, and why it is open when nobody chose it."""
    ours, theirs = detail["protocols"]["tie-aware"], detail["protocols"]["published"]
    differ = None not in (ours["tau"], theirs["tau"]) and abs(ours["tau"] - theirs["tau"]) > 1e-12
    why = "The two protocols differ most on this pair. " if differ and not resolved.selection.pair else ""
    if not ranks_methods(part):
        raw = f" (directions as they are: {number(theirs['tau'])})" if theirs["tau"] is not None else ""
        value = f"τ_b {number(ours['tau'])}{raw}" if ours["tau"] is not None else f"no τ: {ours['tau_reason']}"
        return f"{why}Over {counted(part['n_runs'], 'run')}, aligned: {value}."
    published = f"As published: {number(theirs['tau'])}" if theirs["tau"] is not None else "As published: no τ"
    if theirs["tau"] is None:
        published += f" ({theirs['tau_reason']})"
    elif moves(theirs):
        least = "" if theirs["row_orders_exact"] else "at least "
        span = f"{number(theirs['row_order_min'])} to {number(theirs['row_order_max'])}"
        published += f", {least}from {span} with the order of rows"
    aware = (
        f"tie-aware: {number(ours['tau'])}, from {ours['blocks_defined']} of {counted(ours['blocks'], 'block')}"
        if ours["tau"] is not None
        else f"tie-aware: no τ ({ours['tau_reason']})"
    )
    return f"{why}{published}; {aware}."


def pooling_sentence(resolved: Resolved, detail: Part) -> str:
    """What pooling does to the sign of the pair that is open."""
    pooled = detail["pooled"]["tau"]
    own = [
        (resolved.benchmark_label(b["benchmark"]), b["within_blocks"]["tau"])
        for b in detail["by_benchmark"]
        if b["within_blocks"]["tau"] is not None
    ]
    if pooled is None or not detail["runs"]:
        return "No τ over the pooled runs."
    if len(detail["by_benchmark"]) < 2:
        return (
            "" if not own else f"One benchmark only: nothing is pooled across benchmarks ({number(own[0][1])} within)."
        )
    silent = [
        resolved.benchmark_label(b["benchmark"]) for b in detail["by_benchmark"] if b["within_blocks"]["tau"] is None
    ]
    start = f"Pooled over {counted(len(detail['by_benchmark']), 'benchmark')} τ_b is {number(pooled)}"
    if not own:
        return f"{start}, but within no single benchmark is there any τ: all of it comes from differences between them."
    within = joined([f"{number(tau)} within {name}" for name, tau in named(own, 4)])
    against = [tau for _, tau in own if tau * pooled < 0]
    turn = ""
    if len(against) == len(own):
        turn = " Pooling reverses the sign."
    elif against:
        turn = f" Pooling has the opposite sign of {len(against)} of {len(own)}."
    rest = f"; {joined(named(silent, 4))} {'has' if len(silent) == 1 else 'have'} none" if silent else ""
    return f"{start}; it is {within}{rest}.{turn}"


def slopes_title(resolved: Resolved, detail: Part) -> str:
    """The name of the slope lines."""
    return f"Ranks by {resolved.metric_label(detail['x'])} and by {resolved.metric_label(detail['y'])}, block by block"


def runs_title(resolved: Resolved, detail: Part) -> str:
    """The name of the scatter."""
    return f"{resolved.metric_label(detail['y'])} against {resolved.metric_label(detail['x'])}, all runs"


def both_metrics(resolved: Resolved, detail: Part) -> tuple[Metric, Metric]:
    """The two metrics of the pair that is open."""
    first, second = (resolved.panel.metrics[resolved.panel.metric(detail[side])] for side in ("x", "y"))
    return first, second
