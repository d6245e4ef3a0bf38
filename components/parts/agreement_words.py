"""What the head of the agreement page says in words. Every sentence is computed from the part it describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from components.text import counted, joined, number
from components.view import View

Part = Mapping[str, Any]
PROTOCOLS = {"published": "As published", "tie-aware": "Tie-aware"}
SMALL = 0.05
"""The level below which a p is called small; nothing is decided by it."""
HOW = {
    "published": (
        "As the paper counts: ties are broken by the order of the input rows; a block is one benchmark and one seed. "
        "The thick bar in a cell runs from the smallest to the largest τ that other orders of the same rows give, on a "
        "line from −1 to +1; the long tick is the value, the short one 0. Blue agrees, orange contradicts. Click a "
        "cell to open its pair."
    ),
    "tie-aware": (
        "Ties count as ties (τ-b, higher is better everywhere). “3 of 9” says in how many blocks the pair has a τ; "
        "hatched pairs have none. Same order and same scale, from −1 to +1. Click a cell to open its pair."
    ),
}
HOW_POOLED = {
    "published": "The values as they are: directions are not aligned, so that two metrics of opposite direction swap "
    "sign. Blue rises together, orange in opposite directions. Click a cell to open its pair.",
    "tie-aware": "Higher is better everywhere, ties count as ties (τ-b). Hatched pairs have no τ. Same order and same "
    "scale, from −1 to +1. Click a cell to open its pair.",
}


def how_map(part: Part, protocol: str) -> str:
    """How to read the heat map of a protocol in the scope shown."""
    return (HOW if ranks_methods(part) else HOW_POOLED)[protocol]


def ranks_methods(part: Part) -> bool:
    """Whether methods are compared block by block, not pooled runs."""
    return str(part["scope"]).partition(":")[0] in ("blocks", "benchmark")


def comparable(part: Part) -> bool:
    """Whether there are two metrics and two methods with a run to compare."""
    return bool(part["blocks"]) and len(part["metrics"]) > 1 and part["n_methods"] > 1


def lead(view: View, part: Part) -> list[str]:
    """The head of the page: why nothing can be said, or what ties and row order make of the agreement."""
    if not part["blocks"]:
        return ["No run matches these filters."]
    if len(part["metrics"]) < 2:
        return ["One metric only: there is nothing to compare."]
    if part["n_methods"] < 2:
        return ["One method only: there is no order to agree on."]
    return [two_methods_sentence(part), cannot_rank_sentence(view, part), row_order_sentence(view, part)]


def qualifications(view: View, part: Part) -> list[str]:
    """What qualifies the head of the page, one statement each."""
    if not comparable(part):
        return []
    return [undefined_sentence(view, part), evidence_sentence(view, part), mean_sentence(part)]


def two_methods_sentence(part: Part) -> str:
    """What two methods can tell."""
    if part["n_methods"] != 2 or not ranks_methods(part):
        return ""
    said = "With two methods τ can only be −1 or +1 in a block"
    reach = [r["p_min"] for r in part["protocols"]["tie-aware"]["pairs"] if r["p_min"] is not None]
    if not reach:
        return f"{said}."
    if min(reach) > SMALL:
        return f"{said}; it carries no evidence: the smallest p in reach is {number(min(reach))}."
    return f"{said}; the smallest p in reach is {p_text(min(reach))}."


def cannot_rank_sentence(view: View, part: Part) -> str:
    """Which metrics rank nothing in how many blocks."""
    if not ranks_methods(part):
        return ""
    flat: dict[int, list[str]] = {}
    for metric, n in zip(part["metrics"], part["blocks_constant"], strict=True):
        if n:
            flat.setdefault(n, []).append(view.metric_label(metric))
    if not flat:
        return ""
    groups = [(joined(named(names, 4)), n) for n, names in sorted(flat.items(), reverse=True)]
    first, n = groups[0]
    verb = "gives" if len(flat[n]) == 1 else "give"
    rest = "".join(f", {names} in {n}" for names, n in groups[1:])
    blocks = counted(len(part["blocks"]), "block")
    return f"{first} {verb} all methods one value in {n} of {blocks}{rest}: no ranking there."


def row_order_sentence(view: View, part: Part) -> str:
    """How many published values could have another sign, and the one that row order moves most."""
    rows = [r for r in part["protocols"]["published"]["pairs"] if r["row_order_min"] is not None]
    moving = [r for r in rows if r["row_order_max"] - r["row_order_min"] > 1e-12]
    if not moving:
        return ""
    signs = [r for r in rows if r["row_order_min"] < -1e-12 and r["row_order_max"] > 1e-12]
    widest = max(moving, key=lambda r: (r in signs, round(r["row_order_max"] - r["row_order_min"], 12)))
    least = "" if widest["row_orders_exact"] else "at least "
    change = f", {len(signs)} of them change sign" if signs else ""
    return (
        f"The published protocol breaks ties by the order of the input rows: {least}{len(moving)} of "
        f"{counted(len(rows), 'pair')} with a value depend on it{change}. {pair_name(view, widest)} is "
        f"{number(widest['tau'])} in the order given and runs {least}from {number(widest['row_order_min'])} to "
        f"{number(widest['row_order_max'])} over "
        f"{'the orders' if widest['row_orders_exact'] else 'other orders'}."
    )


def undefined_sentence(view: View, part: Part) -> str:
    """Which pairs have no tie-aware τ at all."""
    rows = part["protocols"]["tie-aware"]["pairs"]
    lost = [r for r in rows if r["tau"] is None]
    if not lost:
        return ""
    if len(lost) == len(rows):
        return "Counted without row order no pair of metrics has a τ."
    if len(lost) > 4:
        return f"Counted without row order {len(lost)} of {counted(len(rows), 'pair')} have no τ."
    names = joined([pair_name(view, r) for r in lost])
    return f"Counted without row order {names} {'has' if len(lost) == 1 else 'have'} no τ."


def evidence_sentence(view: View, part: Part) -> str:
    """How small the tie-aware p-values are, and how small they could be."""
    rows = [r for r in part["protocols"]["tie-aware"]["pairs"] if r["tau"] is not None]
    tested = [r for r in rows if r["p"] is not None]
    if not tested:
        reasons = {r["p_reason"] for r in rows}
        return f"No p: {reasons.pop()}." if len(reasons) == 1 else ""
    smallest = min(tested, key=lambda r: (r["p"], r["p_holm"]))
    small = [r for r in tested if r["p_holm"] <= SMALL]
    found = (
        f"{len(small)} of {counted(len(tested), 'pair')} {'stays' if len(small) == 1 else 'stay'} at or below {SMALL} "
        f"after Holm's correction"
        if small
        else f"no pair stays at or below {SMALL} after Holm's correction over {counted(len(tested), 'pair')}"
    )
    start = f"Tie-aware, the smallest p is {p_text(smallest['p'])} ({pair_name(view, smallest)}) and {found}"
    if smallest["p_min"] is None:
        return f"{start}; these p are asymptotic and take seeds as independent."
    stuck = [r for r in tested if r["p_min"] is not None and r["p_min"] > SMALL]
    if not stuck:
        return f"{start}."
    many = "none" if len(stuck) == len(tested) else f"{len(tested) - len(stuck)} of {len(tested)}"
    return f"{start}; {many} could reach {SMALL} at all, so few are the arrangements of the methods."


def mean_sentence(part: Part) -> str:
    """Mean pairwise τ of this selection, by both protocols, each with its rule."""
    published, ours = (part["protocols"][p] for p in PROTOCOLS)
    said = f"Mean τ over pairs: {number(published['mean_tau'])} as published ({published['mean_tau_rule']})"
    known = sum(r["tau"] is not None for r in ours["pairs"])
    return f"{said}, {number(ours['mean_tau'])} tie-aware ({known} of {counted(len(ours['pairs']), 'pair')} shown)."


def where(part: Part, row: Part) -> str:
    """In what a τ is defined: so many blocks, or pairs of runs."""
    if ranks_methods(part):
        return f"τ in {row['blocks_defined']} of {counted(row['blocks'], 'block')}"
    return f"{row['pairs']} pairs of runs"


def p_text(p: float | None) -> str:
    """A p with three decimals, more when it is smaller than that shows."""
    if p is None:
        return number(None)
    return number(p) if p >= 0.0005 else f"{p:.1g}"


def pair_name(view: View, row: Part) -> str:
    """The two metrics of a row."""
    return f"{view.metric_label(row['x'])}–{view.metric_label(row['y'])}"


def named(items: Sequence[Any], most: int) -> list[Any]:
    """The first items; when some are left out the last one says how many, if the items are words."""
    kept = list(items[:most])
    more = len(items) - most
    return [*kept, f"{more} more"] if more > 0 and isinstance(items[0], str) else kept
