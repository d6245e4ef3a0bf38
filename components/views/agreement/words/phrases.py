"""Phrases that several texts of the agreement page share."""

from __future__ import annotations

from components.labels import Labels
from components.stats.agreement.tau import PUBLISHED, TIE_AWARE
from components.text import counted, number
from components.views.agreement.pairs import PairTau
from components.views.agreement.result import AgreementResult

TITLES = {PUBLISHED: "As published", TIE_AWARE: "Tie-aware"}
"""What the protocols are called."""


def pair_name(labels: Labels, x: str, y: str) -> str:
    """Two metrics in one word."""
    return f"{labels.metric(x)}–{labels.metric(y)}"


def basis(result: AgreementResult, row: PairTau) -> str:
    """What a τ rests on: so many blocks, or pairs of runs."""
    if result.ranks_methods:
        return f"{row.blocks_defined} of {counted(row.blocks, 'block')}"
    return f"{row.pairs} pairs of runs"


def row_order_range(row: PairTau, start: str = "") -> str:
    """The range of τ over orders of the rows, with "at least" where not all orders were tried."""
    least = "" if row.row_orders_exact else "at least "
    return f"{least}{start}{number(row.row_order_min)} to {number(row.row_order_max)}"


def tie_rule(protocol: str) -> str:
    """How ranks treat ties under a protocol."""
    return "ties by row order" if protocol == PUBLISHED else "ties share their mean rank"
