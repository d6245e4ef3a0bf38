"""How to read the figures of the agreement page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from components.resolved import Resolved
from components.views.agreement.figures.heat_map import ROOMY, WRITTEN
from components.views.agreement.figures.slopes import legend_line
from components.views.agreement.words import moves, named, ranks_methods

Part = Mapping[str, Any]
HOW = {
    "published": (
        "As the paper counts: ties are broken by the order of the input rows; a block is one benchmark and one seed."
    ),
    "tie-aware": "Ties count as ties (τ-b), higher is better everywhere; hatched pairs have no τ.",
}
HOW_POOLED = {
    "published": "The values as they are: directions are not aligned, so that τ of metrics of opposite direction swaps "
    "its sign.",
    "tie-aware": "Higher is better everywhere, ties count as ties (τ-b); hatched pairs have no τ.",
}
BARS = (
    "The thick bar in a cell runs from the smallest to the largest τ that other orders of the same rows give, on a "
    "line from −1 to +1; the long tick is the value, the short one 0."
)
SCALE = "Blue agrees, orange contradicts, on one scale from −1 to +1. Click a cell to open its pair."
CLUSTERED = "Neighbours agree: the metrics are ordered by cluster. Hover for the numbers."
HOW_SCATTER = (
    "Both axes run from worse to better, so that agreement rises to the right; a larger mark is several runs with the "
    "same values. τ_b in the legend: each benchmark alone (mean over its blocks), and all runs pooled, "
    "which also compares runs of different benchmarks."
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
    count, rows = len(part["metrics"]), part["protocols"][protocol]["pairs"]
    said = [(HOW if ranks_methods(part) else HOW_POOLED)[protocol]]
    if count <= WRITTEN and any(moves(r) for r in rows):
        said.append(BARS)
    fewer = [r for r in rows if r["blocks_defined"] < r["blocks"]]
    if count <= ROOMY and fewer:
        example = max(fewer, key=lambda r: r["blocks_defined"])
        said.append(f"“{example['blocks_defined']} of {example['blocks']}”: in so many blocks the pair has a τ.")
    return " ".join([*said, SCALE, *([CLUSTERED] if count > WRITTEN else [])])


def slopes_how(part: Part, detail: Part, methods: Mapping[str, str]) -> str:
    """How to read the slope lines, with the methods behind the numbers."""
    ties = "ties by row order" if part["protocol"] == "published" else "ties share their mean rank"
    return (
        f"Each line is a method, from its rank by the first metric to its rank by the second, 1 on top; {ties}. "
        f"Crossing lines are discordant pairs; grey panels have no τ. {legend_line(detail, methods)}"
    )


def profile_how(resolved: Resolved, part: Part) -> str:
    """How to read the bump chart, with the blocks that entered."""
    profile = part["rank_profile"]
    ties = "ties by row order" if part["protocol"] == "published" else "ties share their mean rank"
    short = [
        f"{resolved.metric_label(m)} {n}"
        for m, n in zip(profile["metrics"], profile["blocks_ranked"], strict=True)
        if n < profile["blocks"]
    ]
    fewer = f" Blocks that rank: {', '.join(named(short, 6))}, of {profile['blocks']}." if short else ""
    spread = "" if len(profile["methods"]) > 12 else " Thin lines: from the best to the worst rank over blocks."
    return f"Mean rank of each method by each metric, 1 is best; {ties}.{spread}{fewer}"
