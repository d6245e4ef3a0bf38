"""What the stability page says of leaders, ranks, the map and a pair, each computed from the piece it describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from components.resolved import Resolved
from components.stats.ranking.dominance import ALONE, NEVER, TIE
from components.stats.stability.head_to_head import AHEAD, DOMINATED, SURE, TIED
from components.text import counted, joined, number, shortened, thousands
from components.views.stability.words import method, percent

Part = Mapping[str, Any]
Rows = Sequence[Mapping[str, Any]]

MOVED = 5e-7
"""A weight that moves by less is not named: it would not show at six decimals."""
NAMED = 3
"""At most so many methods are named in a sentence; the table names all."""

HOW_CENTRAL = (
    "Each line runs through the average of the weightings that put a method first: what a reader who prefers it "
    "typically cares about. Methods first in fewer than 100 draws have none; at most eight are drawn."
)
HOW_RANKS = "How often each method (row) takes each rank (column) under random weightings. Rows and columns sum to 1."
HOW_WINNING = "How often the row scores higher than the column under random weightings, ties counting half."
HOW_MAP = (
    "Every point shares the weight of the three metrics differently, all on one metric at its corner; the other "
    "weights stay. Each part is named by its leader. Dot: your weights. Diamond: the nearest point (L2) where another "
    "method catches the leader."
)
HOW_PAIR = "What each metric adds to the lead: its weight times the difference of the two utilities."


def metric(resolved: Resolved, metric_id: str) -> str:
    """What a metric is called in a sentence: not longer than 40 letters."""
    return shortened(resolved.metric_label(metric_id))


def names(resolved: Resolved, methods: Sequence[str]) -> str:
    """Methods in running text, at most three of them by name."""
    shown = [method(resolved, m) for m in methods[:NAMED]]
    return joined([*shown, *([counted(len(methods) - NAMED, "other")] if len(methods) > NAMED else [])])


def leaders_sentences(resolved: Resolved, rows: Rows, part: Part) -> list[str]:
    """How many methods can lead under any weights, and which cannot and why."""
    by = {v: [r["method"] for r in rows if r["verdict"] == v] for v in (ALONE, TIE, NEVER)}
    if len(rows) < 2:
        return ["With one ranked method there is no lead to win."] if rows else []
    who = f": {names(resolved, by[ALONE])}" if by[ALONE] else ""
    said = [f"{len(by[ALONE])} of {len(rows)} methods can lead alone under some weights{who}."]
    unseen = [m for m in by[ALONE] if not part["rank_acceptability"][m][0]]
    if unseen:
        verb = "was" if len(unseen) == 1 else "were"
        said.append(
            f"{names(resolved, unseen)} {verb} first in none of {thousands(part['weightings'])} random weightings: the "
            "weights that do it are a tiny part of all."
        )
    if by[TIE]:
        said.append(f"{names(resolved, by[TIE])} can at best tie for the lead.")
    dominated = [r["method"] for r in rows if r["verdict"] == NEVER and r["dominated_by"]]
    mixed = [m for m in by[NEVER] if m not in dominated]
    if dominated:
        rest = "another method is" if len(dominated) == 1 else "for each, another method is"
        said.append(
            f"{names(resolved, dominated)} never leads: {rest} at least as good on every metric, better on one."
        )
    if mixed:
        said.append(f"{names(resolved, mixed)} never leads, though no single method beats it on every metric.")
    return said


def ranks_sentence(resolved: Resolved, part: Part) -> str:
    """Whose rank depends least and most on the weights."""
    methods = part["methods"]
    if len(methods) < 2:
        return ""
    top = {m: max(part["rank_acceptability"][m]) for m in methods}
    sure, open_ = max(methods, key=lambda m: top[m]), min(methods, key=lambda m: top[m])
    rank = {m: part["rank_acceptability"][m].index(top[m]) + 1 for m in (sure, open_)}
    if top[sure] == top[open_]:
        return "No rank depends on the weights more than another."
    return (
        f"The rank that depends least on the weights is {method(resolved, sure)}'s: rank {rank[sure]} in "
        f"{percent(top[sure])}. {method(resolved, open_)}'s depends most: no rank is more frequent than rank "
        f"{rank[open_]}, in {percent(top[open_])}."
    )


def map_sentences(resolved: Resolved, found: Part) -> list[str]:
    """Who leads on how much of the map, and where the nearest border runs."""
    if found["reason"]:
        return [f"There is no map here: {found['reason']}."]
    held = [f"{metric(resolved, m)} {number(w)}" for m, w in found["held"].items() if w]
    rest = f", the others held ({', '.join(held[:4])}{', …' if len(held) > 4 else ''})" if held else ""
    lead = joined(
        [f"{names(resolved, r['methods'])} on {percent(r['share'])}" for r in found["regions"][:NAMED]]
        + ([counted(len(found["regions"]) - NAMED, "other part")] if len(found["regions"]) > NAMED else [])
    )
    corners = joined([metric(resolved, m) for m in found["corners"]])
    said = [f"Sharing {number(found['mass'])} of weight between {corners}{rest}, the lead goes to {lead} of the map."]
    leader = method(resolved, found["leader"])
    if found["border"] is None:
        return [*said, f"No point of this map makes another method catch {leader}."]
    challenger = method(resolved, found["challenger"])
    if found["border"] == found["current"]:
        return [*said, f"{leader} and {challenger} are level at your weights."]
    at = joined([f"{metric(resolved, m)} {number(found['mass'] * s)}" for m, s in found["border"].items()])
    return [*said, f"The nearest border (in L2) is at {at}: there {challenger} catches {leader}."]


def pair_sentences(resolved: Resolved, pair: Part) -> list[str]:
    """The verdict on two methods, its shares, and the smallest change that swaps them."""
    if pair["reason"]:
        return [f"There is no pair to compare: {pair['reason']}."]
    a, b = method(resolved, pair["ahead"]), method(resolved, pair["behind"])
    return [_verdict(pair, a, b), _shares(pair, a), _swap(resolved, pair, a, b)]


def _verdict(pair: Part, a: str, b: str) -> str:
    gap = number(pair["gap"], 3 if pair["gap"] >= 0.0005 else 6)
    data = "there is only one block, so the data cannot be drawn again"
    if pair["resampled"] is not None:
        data = (
            f"it stays ahead in {percent(pair['resampled'])} of {thousands(pair['resampled_draws'])} draws of "
            f"{counted(pair['benchmarks'], 'benchmark')} and {'its' if pair['benchmarks'] == 1 else 'their'} seeds"
        )
    if pair["verdict"] == TIED:
        return f"Tied: {a} and {b} have the same UQS at these weights."
    if pair["verdict"] == DOMINATED:
        return f"Dominated: {a} is at least as good as {b} on every metric and better on one; {data}."
    if pair["verdict"] == AHEAD:
        return f"Ahead: {a} leads {b} by {gap}; {data}."
    asked = f" ({percent(SURE)} would be needed)" if pair["resampled"] is not None else ""
    return f"Too little data to tell {a} from {b}: {a} is {gap} ahead, but {data}{asked}."


def _shares(pair: Part, a: str) -> str:
    everywhere = f"{percent(pair['anywhere'])} of {thousands(pair['draws'])} random weightings"
    if pair["nearby"] is None:
        return f"{a} is ahead in {everywhere}. Near your weights: {pair['nearby_reason']}."
    return (
        f"{a} is ahead in {percent(pair['nearby'])} of perturbations (expected change {number(pair['radius'], 2)}) and "
        f"in {everywhere}."
    )


def _swap(resolved: Resolved, pair: Part, a: str, b: str) -> str:
    flips = pair["flips"]
    if flips["l1"]["distance"] is None:
        return f"No weights make {b} catch {a}: {a} is better on every metric."
    if flips["l1"]["distance"] == 0:
        return ""
    moved = flips["l1"]["moved"]
    gives = joined([metric(resolved, m) for m, d in moved.items() if d < -MOVED])
    takes = joined([metric(resolved, m) for m, d in moved.items() if d > MOVED])
    return (
        f"Moving {number(flips['l1']['shifted'])} of weight from {gives} to {takes} lets {b} catch {a}; beyond that "
        f"{b} passes. Smallest change: L1 {number(flips['l1']['distance'])}, L2 {number(flips['l2']['distance'])}, "
        f"L∞ {number(flips['linf']['distance'])}."
    )
