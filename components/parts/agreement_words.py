"""What the agreement page says in words. Every sentence is computed from the part it describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from components.figures.agreement_slopes import legend_line
from components.text import counted, joined, number
from components.view import View
from data.registry import Metric

Part = Mapping[str, Any]
PROTOCOLS = {"published": "As published", "tie-aware": "Tie-aware"}
SMALL = 0.05
"""The level below which a p is called small; nothing is decided by it."""

HOW = {
    "published": (
        "As the paper counts: ties are broken by the order of the input rows; a block is one benchmark and one seed. The "
        "thick bar in a cell runs from the smallest to the largest τ that other orders of the same rows give, on a line "
        "from −1 to +1; the long tick is the value, the short one 0. Blue agrees, orange contradicts. Click a cell to "
        "open its pair."
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
HOW_SCATTER = (
    "Both axes run from worse to better, so that agreement rises to the right; a larger mark is several runs with the "
    "same values. τ_b in the legend: each benchmark alone "
    "(mean over its blocks), and all runs pooled, which also compares runs of different benchmarks."
)
HOW_CONCORDANCE = (
    "W compares the orders that all metrics of a benchmark give to its methods, on means over seeds, with correction "
    "for ties. Its p is asymptotic (χ²) and rough for few methods."
)
HOW_MODALITY = (
    "One mark per panel, hollow where two methods leave only −1 and +1. “published” pools all runs and leaves "
    "directions as they are; the other rules align them. All runs of each panel enter, whatever is filtered above."
)


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


def mean_sentence(part: Part) -> str:
    """Mean pairwise τ of this selection, by both protocols, each with its rule."""
    published, ours = (part["protocols"][p] for p in PROTOCOLS)
    said = f"Mean τ over pairs: {number(published['mean_tau'])} as published ({published['mean_tau_rule']})"
    known = sum(r["tau"] is not None for r in ours["pairs"])
    return f"{said}, {number(ours['mean_tau'])} tie-aware ({known} of {counted(len(ours['pairs']), 'pair')} shown)."


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
    groups = [(joined(_named(names, 4)), n) for n, names in sorted(flat.items(), reverse=True)]
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
        f"{counted(len(rows), 'pair')} with a value depend on it{change}. {_pair(view, widest)} is {number(widest['tau'])} in the "
        f"order given and runs {least}from {number(widest['row_order_min'])} to {number(widest['row_order_max'])} over "
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
    names = joined([_pair(view, r) for r in lost])
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
    start = f"Tie-aware, the smallest p is {p_text(smallest['p'])} ({_pair(view, smallest)}) and {found}"
    if smallest["p_min"] is None:
        return f"{start}; these p are asymptotic and take seeds as independent."
    stuck = [r for r in tested if r["p_min"] is not None and r["p_min"] > SMALL]
    if not stuck:
        return f"{start}."
    many = "none" if len(stuck) == len(tested) else f"{len(tested) - len(stuck)} of {len(tested)}"
    return f"{start}; {many} could reach {SMALL} at all, so few are the arrangements of the methods."


def opened_sentence(view: View, part: Part, detail: Part) -> str:
    """Both values of the pair that is open, and why it is open when nobody chose it."""
    ours, theirs = detail["protocols"]["tie-aware"], detail["protocols"]["published"]
    why = ""
    if (
        not view.selection.pair
        and None not in (ours["tau"], theirs["tau"])
        and abs(ours["tau"] - theirs["tau"]) > 1e-12
    ):
        why = "The two protocols differ most on this pair. "
    if not ranks_methods(part):
        raw = f" (directions as they are: {number(theirs['tau'])})" if theirs["tau"] is not None else ""
        value = f"τ_b {number(ours['tau'])}{raw}" if ours["tau"] is not None else f"no τ: {ours['tau_reason']}"
        return f"{why}Over {counted(part['n_runs'], 'run')}, aligned: {value}."
    published = f"As published: {number(theirs['tau'])}" if theirs["tau"] is not None else "As published: no τ"
    if theirs["tau"] is None:
        published += f" ({theirs['tau_reason']})"
    elif theirs["row_order_min"] is not None and theirs["row_order_max"] - theirs["row_order_min"] > 1e-12:
        least = "" if theirs["row_orders_exact"] else "at least "
        span = f"{number(theirs['row_order_min'])} to {number(theirs['row_order_max'])}"
        published += f", {least}from {span} with the order of rows"
    aware = (
        f"tie-aware: {number(ours['tau'])}, from {ours['blocks_defined']} of {counted(ours['blocks'], 'block')}"
        if ours["tau"] is not None
        else f"tie-aware: no τ ({ours['tau_reason']})"
    )
    return f"{why}{published}; {aware}."


def pooling_sentence(view: View, detail: Part) -> str:
    """What pooling does to the sign of the pair that is open."""
    pooled = detail["pooled"]["tau"]
    own = [
        (view.benchmark_label(b["benchmark"]), b["within_blocks"]["tau"])
        for b in detail["by_benchmark"]
        if b["within_blocks"]["tau"] is not None
    ]
    if pooled is None or not detail["runs"]:
        return "No τ over the pooled runs."
    if len(detail["by_benchmark"]) < 2:
        return (
            "" if not own else f"One benchmark only: nothing is pooled across benchmarks ({number(own[0][1])} within)."
        )
    silent = [view.benchmark_label(b["benchmark"]) for b in detail["by_benchmark"] if b["within_blocks"]["tau"] is None]
    start = f"Pooled over {counted(len(detail['by_benchmark']), 'benchmark')} τ_b is {number(pooled)}"
    if not own:
        return f"{start}, but within no single benchmark is there any τ: all of it comes from differences between them."
    within = joined([f"{number(tau)} within {name}" for name, tau in _named(own, 4)])
    against = [tau for _, tau in own if tau * pooled < 0]
    turn = ""
    if len(against) == len(own):
        turn = " Pooling reverses the sign."
    elif against:
        turn = f" Pooling has the opposite sign of {len(against)} of {len(own)}."
    rest = f"; {joined(_named(silent, 4))} {'has' if len(silent) == 1 else 'have'} none" if silent else ""
    return f"{start}; it is {within}{rest}.{turn}"


def slopes_title(view: View, detail: Part) -> str:
    """The name of the slope lines."""
    return f"Ranks by {view.metric_label(detail['x'])} and by {view.metric_label(detail['y'])}, block by block"


def slopes_how(part: Part, detail: Part, methods: Mapping[str, str]) -> str:
    """How to read the slope lines, with the methods behind the numbers."""
    ties = "ties by row order" if part["protocol"] == "published" else "ties share their mean rank"
    return (
        f"Each line is a method, from its rank by the first metric to its rank by the second, 1 on top; {ties}. "
        f"Crossing lines are discordant pairs; grey panels have no τ. {legend_line(detail, methods)}"
    )


def runs_title(view: View, detail: Part) -> str:
    """The name of the scatter."""
    return f"{view.metric_label(detail['y'])} against {view.metric_label(detail['x'])}, all runs"


def both_metrics(view: View, detail: Part) -> tuple[Metric, Metric]:
    """The two metrics of the pair that is open."""
    first, second = (view.panel.metrics[view.panel.metric(detail[side])] for side in ("x", "y"))
    return first, second


def profile_sentence(view: View, part: Part) -> str:
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
        f"{view.method_label(method)} moves most: mean rank {low[0]:.2f} by {view.metric_label(low[1])}, "
        f"{high[0]:.2f} by {view.metric_label(high[1])}."
    )


def profile_how(view: View, part: Part) -> str:
    """How to read the bump chart, with the blocks that entered."""
    profile = part["rank_profile"]
    ties = "ties by row order" if part["protocol"] == "published" else "ties share their mean rank"
    short = [
        f"{view.metric_label(m)} {n}"
        for m, n in zip(profile["metrics"], profile["blocks_ranked"], strict=True)
        if n < profile["blocks"]
    ]
    fewer = f" Blocks that rank: {', '.join(_named(short, 6))}, of {profile['blocks']}." if short else ""
    spread = "" if len(profile["methods"]) > 12 else " Thin lines: from the best to the worst rank over blocks."
    return f"Mean rank of each method by each metric, 1 is best; {ties}.{spread}{fewer}"


def concordance_sentence(view: View, part: Part) -> str:
    """The range of W, and where it is undefined."""
    known = [r for r in part["concordance"] if r["w"] is not None]
    lost = [view.benchmark_label(r["benchmark"]) for r in part["concordance"] if r["w"] is None]
    told = joined([f"{number(r['w'])} on {view.benchmark_label(r['benchmark'])}" for r in known[:6]])
    more = f" and {len(known) - 6} more" if len(known) > 6 else ""
    start = f"Kendall's W is {told}{more}." if known else ""
    rest = f"Kendall's W is undefined on {joined(_named(lost, 4))}." if lost else ""
    return f"{start} {rest}".strip()


def modality_sentence(view: View, part: Part) -> str:
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
    left_out = [p.label for p in view.tables.panels if p.id not in {r["panel"] for r in rows}]
    without = f" {joined(left_out)}, with fewer than three methods, left out." if left_out else ""
    missing = [
        f"{view.metric_label(m)} in {n} of {r['runs']} runs of {_panel(view, r['panel'])}"
        for r in rows
        if r["rule"] == rows[0]["rule"]
        for m, n in r["missing"].items()
    ]
    gaps_said = f" Missing: {joined(_named(missing, 4))}." if missing else ""
    return f"Mean τ, unimodal minus multimodal: {told}.{without}{gaps_said}"


def resolution_sentence(view: View, part: Part) -> str:
    """Where all methods lie within a few steps of each other."""
    coarse = [r for r in part["resolution"] if r["spread_in_steps"] is not None and 0 < r["spread_in_steps"] <= 2]
    if not coarse:
        return ""
    told = [
        f"{view.metric_label(r['metric'])} on {view.benchmark_label(r['benchmark'])} "
        f"({counted(r['spread_in_steps'], 'step')} of 1/{r['samples']})"
        for r in coarse
    ]
    return f"All runs lie within two samples of each other for {joined(_named(told, 4))}."


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


def _pair(view: View, row: Part) -> str:
    return f"{view.metric_label(row['x'])}–{view.metric_label(row['y'])}"


def _panel(view: View, panel_id: str) -> str:
    return next((p.label for p in view.tables.panels if p.id == panel_id), panel_id)


def _named(items: Sequence[Any], most: int) -> list[Any]:
    """The first items; when some are left out the last one says how many, if the items are words."""
    kept = list(items[:most])
    more = len(items) - most
    return [*kept, f"{more} more"] if more > 0 and isinstance(items[0], str) else kept
