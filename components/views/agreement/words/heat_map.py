"""How to read the heat maps of the agreement page."""

from __future__ import annotations

from components.stats.agreement.tau import PUBLISHED
from components.views.agreement.figures.heat_map import ROOMY, WRITTEN
from components.views.agreement.result import AgreementResult

BY_ROW_ORDER = (
    "As the paper counts: ties are broken by the order of the input rows; a block is one benchmark and one seed."
)
AS_THEY_ARE = (
    "The values as they are: directions are not aligned, so that τ of metrics of opposite direction swaps its sign."
)
TIES_AS_TIES = "Ties count as ties (τ-b), higher is better everywhere; hatched pairs have no τ."
BARS = (
    "The thick bar in a cell runs from the smallest to the largest τ that other orders of the same rows give, on a "
    "line from −1 to +1; the long tick is the value, the short one 0."
)
SCALE = "Blue agrees, orange contradicts, on one scale from −1 to +1. Click a cell to open its pair."
CLUSTERED = "Neighbours agree: the metrics are ordered by cluster. Hover for the numbers."


def map_reading(result: AgreementResult, protocol: str) -> str:
    """How to read the heat map of a protocol in the scope selected."""
    count, rows = len(result.metrics), result.protocols[protocol].pairs
    published = BY_ROW_ORDER if result.ranks_methods else AS_THEY_ARE
    lines = [published if protocol == PUBLISHED else TIES_AS_TIES]
    if count <= WRITTEN and any(r.row_order_width for r in rows):
        lines.append(BARS)
    fewer = [r for r in rows if r.blocks_defined < r.blocks]
    if count <= ROOMY and fewer:
        example = max(fewer, key=lambda r: r.blocks_defined)
        lines.append(f"“{example.blocks_defined} of {example.blocks}”: in so many blocks the pair has a τ.")
    return " ".join([*lines, SCALE, *([CLUSTERED] if count > WRITTEN else [])])
