"""What the head of the agreement page says in words. Every sentence is computed from the part it describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from components.resolved import Resolved
from components.text import counted, joined, number, p_value
from components.views.agreement.pairs import LATER

Part = Mapping[str, Any]
PROTOCOLS = {"published": "As published", "tie-aware": "Tie-aware"}
SMALL = 0.05
"""The level below which a p is called small; nothing is decided by it."""


def moves(row: Part) -> bool:
    """Whether row order changes a τ."""
    return row["row_order_min"] is not None and row["row_order_max"] - row["row_order_min"] > 1e-12


def ranks_methods(part: Part) -> bool:
    """Whether methods are compared block by block, not pooled runs."""
    return str(part["scope"]).partition(":")[0] in ("blocks", "benchmark")


def comparable(part: Part) -> bool:
    """Whether there are two metrics and two methods with a run to compare."""
    return bool(part["blocks"]) and len(part["metrics"]) > 1 and part["n_methods"] > 1


def lead(resolved: Resolved, part: Part) -> list[str]:
    """The head of the page: why nothing can be said, or what ties and row order make of the agreement."""
    if not part["blocks"]:
        return ["No run matches these filters."]
    if len(part["metrics"]) < 2:
        return ["One metric only: there is nothing to compare."]
    if part["n_methods"] < 2:
        return ["One method only: there is no order to agree on."]
    return [
        two_methods_sentence(part),
        cannot_rank_sentence(resolved, part),
        row_order_sentence(resolved, part),
        extremes_sentence(resolved, part),
    ]


def qualifications(resolved: Resolved, part: Part) -> list[str]:
    """What qualifies the head of the page, one statement each."""
    if not comparable(part):
        return []
    return [undefined_sentence(resolved, part), evidence_sentence(resolved, part), mean_sentence(part)]


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
    return f"{said}; the smallest p in reach is {p_value(min(reach))}."


def cannot_rank_sentence(resolved: Resolved, part: Part) -> str:
    """Which metrics rank nothing in how many blocks."""
    if not ranks_methods(part):
        return ""
    flat: dict[int, list[str]] = {}
    for metric, n in zip(part["metrics"], part["blocks_constant"], strict=True):
        if n:
            flat.setdefault(n, []).append(resolved.metric_label(metric))
    if not flat:
        return ""
    groups = [(joined(named(names, 4)), n) for n, names in sorted(flat.items(), reverse=True)]
    first, n = groups[0]
    verb = "gives" if len(flat[n]) == 1 else "give"
    rest = "".join(f", {names} in {n}" for names, n in groups[1:])
    blocks = counted(len(part["blocks"]), "block")
    return f"{first} {verb} all methods one value in {n} of {blocks}{rest}: no ranking there."


def row_order_sentence(resolved: Resolved, part: Part) -> str:
    """How many published values could have another sign, and the one that row order moves most."""
    rows = [r for r in part["protocols"]["published"]["pairs"] if r["row_order_min"] is not None]
    moving = [r for r in rows if moves(r)]
    if not moving:
        return ""
    signs = [r for r in rows if r["row_order_min"] < -1e-12 and r["row_order_max"] > 1e-12]
    widest = max(moving, key=lambda r: (r in signs, round(r["row_order_max"] - r["row_order_min"], 12)))
    least = "" if widest["row_orders_exact"] else "at least "
    change = f", {len(signs)} of them {'changes' if len(signs) == 1 else 'change'} sign" if signs else ""
    return (
        f"The published protocol breaks ties by the order of the input rows: {least}{len(moving)} of "
        f"{counted(len(rows), 'pair')} with a value depend on it{change}. {pair_name(resolved, widest)} is "
        f"{number(widest['tau'])} in the order given and runs {least}from {number(widest['row_order_min'])} to "
        f"{number(widest['row_order_max'])} over "
        f"{'the orders' if widest['row_orders_exact'] else 'other orders'}."
    )


def extremes_sentence(resolved: Resolved, part: Part) -> str:
    """Which pairs agree most and least once ties count as ties."""
    rows = [r for r in part["protocols"]["tie-aware"]["pairs"] if r["tau"] is not None]
    if len(rows) < 2:
        return ""
    most, least = max(rows, key=lambda r: r["tau"]), min(rows, key=lambda r: r["tau"])
    if most["tau"] - least["tau"] < 1e-12:
        return f"Tie-aware, all {len(rows)} pairs with a value have τ {number(most['tau'])}."
    told = [f"{pair_name(resolved, r)} {number(r['tau'])} ({where(part, r)})" for r in (most, least)]
    return f"Tie-aware, the highest τ is {told[0]}, the lowest {told[1]}."


def undefined_sentence(resolved: Resolved, part: Part) -> str:
    """Which pairs have no tie-aware τ at all, and how many of them have a published one all the same."""
    rows = part["protocols"]["tie-aware"]["pairs"]
    lost = [r for r in rows if r["tau"] is None]
    if not lost:
        return ""
    if len(lost) == len(rows):
        said = "Tie-aware, no pair of metrics has a τ"
    elif len(lost) > 4:
        said = f"Tie-aware, {len(lost)} of {counted(len(rows), 'pair')} have no τ"
    else:
        names = joined([pair_name(resolved, r) for r in lost])
        said = f"Tie-aware, {names} {'has' if len(lost) == 1 else 'have'} no τ"
    theirs = {(r["x"], r["y"]): r["tau"] for r in part["protocols"]["published"]["pairs"]}
    decided = sum(theirs[r["x"], r["y"]] is not None for r in lost)
    if not decided or not ranks_methods(part):
        return f"{said}."
    return f"{said}; row order alone gives {decided} of them a published value."


def evidence_sentence(resolved: Resolved, part: Part) -> str:
    """How small the tie-aware p-values are, and how small they could be."""
    rows = [r for r in part["protocols"]["tie-aware"]["pairs"] if r["tau"] is not None]
    tested = [r for r in rows if r["p"] is not None]
    if not tested:
        reasons = {r["p_reason"] for r in rows}
        if reasons == {LATER}:
            return (
                f"{counted(len(rows), 'pair')} of {part['n_methods']} methods are too many to test at once: p, "
                f"interval and row-order range are computed for the pair that is open."
            )
        return f"{_sentence(reasons.pop())}" if len(reasons) == 1 else ""
    smallest = min(tested, key=lambda r: (r["p"], r["p_holm"]))
    small = [r for r in tested if r["p_holm"] <= SMALL]
    found = (
        f"{len(small)} of {counted(len(tested), 'pair')} {'stays' if len(small) == 1 else 'stay'} at or below {SMALL} "
        f"after Holm's correction"
        if small
        else f"no pair stays at or below {SMALL} after Holm's correction over {counted(len(tested), 'pair')}"
    )
    start = f"Tie-aware, the smallest p is {p_value(smallest['p'])} ({pair_name(resolved, smallest)}) and {found}"
    if smallest["p_min"] is None:
        return f"{start}; these p are asymptotic and take seeds as independent."
    stuck = [r for r in tested if r["p_min"] is not None and r["p_min"] > SMALL]
    if not stuck:
        return f"{start}."
    many = "none" if len(stuck) == len(tested) else f"{len(tested) - len(stuck)} of {len(tested)}"
    return f"{start}; {many} could reach {SMALL} at all, so few are the arrangements of the methods."


def _sentence(reason: str) -> str:
    return f"{reason[0].upper()}{reason[1:]}."


def mean_sentence(part: Part) -> str:
    """Mean pairwise τ of this selection, by both protocols, each with its rule."""
    published, ours = (part["protocols"][p] for p in PROTOCOLS)
    said = f"Mean τ over pairs: {number(published['mean_tau'])} as published ({published['mean_tau_rule']})"
    known = sum(r["tau"] is not None for r in ours["pairs"])
    return f"{said}, {number(ours['mean_tau'])} tie-aware ({known} of {counted(len(ours['pairs']), 'pair')} shown)."


def where(part: Part, row: Part) -> str:
    """What a τ rests on: so many blocks, or pairs of runs."""
    if ranks_methods(part):
        return f"{row['blocks_defined']} of {counted(row['blocks'], 'block')}"
    return f"{row['pairs']} pairs of runs"


def pair_name(resolved: Resolved, row: Part) -> str:
    """The two metrics of a row."""
    return f"{resolved.metric_label(row['x'])}–{resolved.metric_label(row['y'])}"


def named(items: Sequence[Any], most: int) -> list[Any]:
    """The first items; when some are left out the last one says how many, if the items are words."""
    kept = list(items[:most])
    more = len(items) - most
    return [*kept, f"{more} more"] if more > 0 and isinstance(items[0], str) else kept
