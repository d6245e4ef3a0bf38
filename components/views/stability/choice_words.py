"""What the stability page says of other choices, seeds and rules, each computed from the piece it describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from components.resolved import Resolved
from components.text import counted, joined, number, thousands
from components.views.stability.more_words import NAMED, names
from components.views.stability.words import method, percent

Part = Mapping[str, Any]

HOW_SEEDS = (
    "Circle: the rank now. Thick: 95 % of the ranks when every cell shows one of its seeds. Thin: 95 % of the ranks "
    "when benchmarks and seeds are drawn again."
)
RULES_NOTE = (
    "Borda: methods beaten on average. Copeland: duels won. Kemeny: the order that contradicts the fewest metrics, "
    "pair by pair. Mean reciprocal rank (MRR): rewards first places. These four see ranks only; TOPSIS and UQS see "
    "distances."
)
RULES = {
    "uqs": "UQS",
    "borda": "Borda",
    "copeland": "Copeland",
    "mean_reciprocal_rank": "mean reciprocal rank",
    "topsis": "TOPSIS",
}
KINDS = {
    "map": "Utility map",
    "normalisation": "Normalisation",
    "averaging": "Averaging",
    "benchmark": "Without benchmark",
    "seed": "Without seed",
    "method": "Without method",
}


def choices_sentences(resolved: Resolved, found: Part) -> list[str]:
    """How many other choices change the leader or the order, and what each normalisation reverses."""
    other = [v for v in found["variants"] if not v["current"] and v["kind"] != "method"]
    if len(found["methods"]) < 2 or not other:
        return []
    now = next((v for v in found["variants"] if v["current"]), other[0])
    first = {m for m, r in now["ranks"].items() if r == 1}
    moved = [v for v in other if {m for m, r in v["ranks"].items() if r == 1} != first]
    turned = [v for v in other if v["swapped"]]
    said = [
        f"Of {counted(len(other), 'other choice')} of map, normalisation, averaging and data, {len(moved) or 'none'} "
        f"{'change' if len(moved) > 1 else 'changes'} who leads and {len(turned) or 'none'} "
        f"{'reverse' if len(turned) > 1 else 'reverses'} a pair."
    ]
    counts = found["reversal_counts"]
    named = [
        f"{n} reverses {counted(counts[n], 'pair')} ({_reversal(resolved, found['reversals'][n][0])})"
        for n in ("min-max", "rank")
        if counts[n]
    ]
    if named:
        said.append(
            f"When one method is left out, {joined(named)}; with the fixed utilities in use here no order can change."
        )
    elif len(found["methods"]) > 2:
        said.append("Leaving out any one method changes the order of the others under no normalisation.")
    return said


def _reversal(resolved: Resolved, r: Mapping[str, str]) -> str:
    return f"without {method(resolved, r['dropped'])}, {method(resolved, r['behind'])} passes {method(resolved, r['ahead'])}"


def seeds_sentences(resolved: Resolved, found: Part) -> list[str]:
    """What seeds alone can change, and how sure each method's own weights make its lead."""
    if found["reason"]:
        return [f"There is no seed noise to show: {found['reason']}."]
    rows = found["methods"]
    loose = [r["method"] for r in rows if r["low"] != r["high"]]
    seeds = counted(found["most_seeds"], "seed")
    if found["fewest_seeds"] != found["most_seeds"]:
        seeds = f"{found['fewest_seeds']} to {found['most_seeds']} seeds"
    effect = f"moves the rank of {names(resolved, loose)}" if loose else "moves no rank"
    said = [
        f"Every cell has {seeds}. Showing one of them at a time, {thousands(found['draws'])} times, {effect} (95 % of "
        "the draws)."
    ]
    known = [r for r in rows if r["confidence"] is not None]
    what = "first under its own central weights, whatever the seeds"
    if len(known) > NAMED:
        least = min(known, key=lambda r: r["confidence"])
        said.append(
            f"The lowest of {len(known)} confidence factors ({what}) is {method(resolved, least['method'])}'s, "
            f"{percent(least['confidence'])}."
        )
    elif known:
        each = [f"{method(resolved, r['method'])} {percent(r['confidence'])}" for r in known]
        said.append(f"Confidence factor ({what}): {joined(each)}.")
    return said


def rules_sentences(resolved: Resolved, found: Part) -> list[str]:
    """Which rule puts whom first, and what Kemeny's order costs."""
    if len(found["methods"]) < 2:
        return []
    first: dict[str, list[str]] = {}
    for rule, result in found["rules"].items():
        leaders = [m for m, r in result["ranks"].items() if r == 1]
        if leaders:
            first.setdefault(names(resolved, leaders), []).append(RULES[rule])
    firsts = "; ".join(f"{joined(rules)}: {who}" for who, rules in first.items())
    return [
        f"First by rule, every metric voting with its weight – {firsts}.",
        kemeny_sentence(resolved, found["kemeny"]),
    ]


def kemeny_sentence(resolved: Resolved, kemeny: Part) -> str:
    """Kemeny's orders, how many there are, and how many votes they contradict."""
    order = " › ".join(method(resolved, m) for m in kemeny["orders"][0][:8])
    order += " › …" if len(kemeny["orders"][0]) > 8 else ""
    cost = f"{number(kemeny['cost'])} pair votes contradicted"
    if not kemeny["exact"]:
        bound = number(kemeny["bound"])
        return f"Kemeny (searched, not proven best): {order}; {cost}, and no order contradicts fewer than {bound}."
    if kemeny["count"] is None or kemeny["count"] == 1:
        only = "the only optimum" if kemeny["count"] == 1 else "the least possible"
        return f"Kemeny's order: {order}; {cost}, {only}."
    listed = "all" if len(kemeny["orders"]) == kemeny["count"] else str(len(kemeny["orders"]))
    return (
        f"Kemeny has {thousands(kemeny['count'])} orders that contradict as few votes ({cost}), {listed} listed in the "
        f"table: {order} is one."
    )
