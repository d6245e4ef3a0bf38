"""What the stability page says first, in words. Every sentence is computed from the part it describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any

from components.resolved import Resolved
from components.text import counted, joined, number, shortened, thousands

Part = Mapping[str, Any]

NAMED = 3
"""At most so many methods are named in a sentence."""
ALIKE = 0.05
"""Two mean τ closer than this are said to be about the same."""

HOW_TAUS = (
    "Filled: how well the ranking under a random weighting agrees with yours (1 the same order, −1 reversed). Outline: "
    "how well two random weightings agree with each other. Only what differs from the outline says anything about "
    "your weights. Vertical lines are the means."
)
HOW_BARS = (
    "Each bar is all random weightings; its segments are the shares in which the method takes rank 1 (strongest "
    "colour), 2, and so on, ties split equally. A bar of one shade is a rank that hardly depends on the weights."
)
HOW_RANKS_MAP = "How often each method (row, best score on top) takes each rank (column); stronger is more often."
HOW_CURVES = (
    "From left to right the weights move farther from yours (expected sum of absolute changes; half of it changes "
    "hands). Shading is two standard errors. Metrics without weight stay without."
)


def percent(share: float | None) -> str:
    """A share in percent with one decimal; what is not quite 0 or 1 is not called so."""
    if share is None:
        return "–"
    if 0 < share < 0.0005:
        return "under 0.1 %"
    if 0.9995 <= share < 1:
        return "over 99.9 %"
    return f"{100 * share:.1f} %" if 0 < share < 1 else f"{100 * share:.0f} %"


def method(resolved: Resolved, method_id: str) -> str:
    """What a method is called in a sentence: not longer than 40 letters."""
    return shortened(resolved.method_label(method_id))


def lead_sentences(resolved: Resolved, part: Part) -> list[str]:
    """The head of the page: agreement with random weightings beside its baseline, and who leads how often."""
    return [s for s in (taus_sentence(resolved, part), leaders_sentence(resolved, part)) if s]


def taus_sentence(resolved: Resolved, part: Part) -> str:
    """How well random weightings agree with the ranking, and what two of them have in common anyway."""
    if part["mean_tau"] is None:
        if len(part["methods"]) < 2 and part["protocol"] != "published":
            return ""  # said by the leaderboard's own sentence
        return f"No agreement between rankings can be given: {part['tau_reason']}."
    figure = f"τ = {number(part['mean_tau'])} ± {number(part['sd_tau'])}"
    baseline = number(part["baseline_tau"])
    if part["protocol"] == "published":
        reference = resolved.tables.reference_panel.label
        start = (
            f"As published: {counted(part['draws'], 'random weighting')} agree with the published ranking at {figure} "
            f"on average ({reference}, published weights, reciprocal map, ties by row order); two random weightings "
            f"agree with each other at {baseline}."
        )
    else:
        start = (
            f"{thousands(part['draws'])} random weightings order the {len(part['methods'])} methods like yours at "
            f"{figure} on average; two random weightings agree with each other at {baseline}."
        )
    return f"{start} {_verdict(part)}"


def _verdict(part: Part) -> str:
    if part["baseline_tau"] is None:
        return ""
    difference = part["mean_tau"] - part["baseline_tau"]
    if abs(difference) <= ALIKE:
        return (
            f"That is about the same in size ({number(difference, sign=True)}): the figure describes these methods and "
            "metrics, hardly these weights."
        )
    word = "more" if difference > 0 else "less"
    return f"That is {number(abs(difference))} {word}: this order is {word} typical than that of a random weighting."


def leaders_sentence(resolved: Resolved, part: Part) -> str:
    """How often the current leader leads under random weightings, and who leads most often."""
    methods: Sequence[str] = part["methods"]
    if len(methods) < 2 or len(part["metrics"]) < 2 or part["own_baseline_tau"] is None:
        return ""
    first = {m: part["rank_acceptability"][m][0] for m in methods}
    best = max(methods, key=lambda m: first[m])
    leaders = _leaders(resolved, methods)
    others = "" if best in leaders else f"; {method(resolved, best)} leads most often, in {percent(first[best])}"
    if part["protocol"] == "published":
        share = joined([f"{method(resolved, m)} leads in {percent(first[m])}" for m in leaders[:NAMED]])
        return f"Tie-aware, over {thousands(part['weightings'])} weightings of this selection, {share}{others}."
    share = joined([f"{method(resolved, m)} leads in {percent(first[m])} of them" for m in leaders[:NAMED]])
    return f"{share}{others}."


def _leaders(resolved: Resolved, methods: Sequence[str]) -> list[str]:
    ranks = dict(zip(resolved.panel.methods, resolved.ranks, strict=True))
    return [m for m in methods if ranks[m] == 1]


def error_note(resolved: Resolved, part: Part) -> str:
    """How exact the shares are, what they were drawn with, and how many τ were undefined."""
    if not part["weightings"]:
        return ""
    mean = "" if part["se_tau"] is None else f", that of the mean τ {number(part['se_tau'])}"
    said = (
        f"Shares come from {thousands(part['weightings'])} weightings drawn uniformly (random seed "
        f"{resolved.selection.rng}); their standard error is at most {number(part['largest_se'])}{mean}."
    )
    if part["undefined"] and part["mean_tau"] is not None:
        said += f" {counted(part['undefined'], 'weighting')} tied all methods: τ is undefined there and left out."
    return said


def other_draws_note(part: Part) -> str:
    """What the published rule gives with the other numbers of draws that are in print."""
    figures = [
        f"{counted(o['draws'], 'random weighting')} at {number(o['mean_tau'])} ± {number(o['sd_tau'])}"
        for o in part["other_draws"]
    ]
    return f"Another figure in print counts other draws; by the same rule, {joined(figures)}." if figures else ""


def in_play_note(resolved: Resolved, part: Part) -> str:
    """Which metrics no weight is given to, because some ranked method lacks them."""
    out = [resolved.metric_label(m) for m in resolved.panel.metric_ids if m not in part["metrics"]]
    if not part["methods"] or not out:
        return ""
    return f"{joined(out)} gets no weight in any draw: not every ranked method has a value."


def near_sentence(resolved: Resolved, near: Part, part: Part) -> str:
    """What happens at the chosen radius around the current weights."""
    radius = number(near["radius"], 2)
    if near["reason"]:
        return f"Near these weights: {near['reason']}."
    leaders = _leaders(resolved, part["methods"])
    name = (
        method(resolved, leaders[0]) if len(leaders) == 1 else f"one of the {len(leaders)} methods that share the lead"
    )
    stays = f"{name} stays first in {percent(near['p_leader_stays'])} of {thousands(near['draws'])} draws"
    if near["mean_tau"] is None:
        order = "the order has no τ, as all methods are tied now"
    else:
        order = f"the order keeps τ = {number(near['mean_tau'])} on average"
    baseline = ""
    if part["own_baseline_tau"] is not None:
        baseline = f"; two random weightings agree at {number(part['own_baseline_tau'])}"
    return (
        f"When the weights change by {radius} in all on average (half of that changes hands), {stays} and {order}"
        f"{baseline}."
    )


def spread_note(part: Part) -> str:
    """Whether the mean τ and its baseline differ by more than chance in the draws; for the record of the figure."""
    if part["mean_tau"] is None or part["baseline_tau"] is None or not part["baseline_pairs"]:
        return ""
    error = hypot(part["se_tau"], part["baseline_sd"] / part["baseline_pairs"] ** 0.5)
    difference = part["mean_tau"] - part["baseline_tau"]
    return f"Difference from the baseline: {number(difference, sign=True)}, standard error about {number(error)}."
