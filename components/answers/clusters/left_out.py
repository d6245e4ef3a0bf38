"""Which metrics cannot be clustered, and why?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.format import joined
from components.stats.agreement.tau import TIE_AWARE, Agreement
from components.stats.panel import Panel
from components.words import Labels


@dataclass(frozen=True)
class Unclusterable:
    """A metric that is left out, and why."""

    metric: str
    reason: str


def unclusterable(panel: Panel, agreed: Agreement, index: tuple[int, ...]) -> tuple[Unclusterable, ...]:
    """The metrics left out, in registry order; `index` are the places of the others."""
    return tuple(
        Unclusterable(m.id, _left_out(panel, agreed, index, i)) for i, m in enumerate(panel.metrics) if i not in index
    )


def _left_out(panel: Panel, agreed: Agreement, index: tuple[int, ...], i: int) -> str:
    measured = [~np.isnan(b.values[:, i]) for b in agreed.blocks]
    blocks = sum(bool(m.any()) for m in measured)
    if not blocks:
        return "not measured in these runs"
    if max(int(m.sum()) for m in measured) < 2:
        return "measured for one method at most in every block, so it orders nothing"
    if np.isnan(agreed.block_tau[:, i, i]).all():
        if agreed.protocol == TIE_AWARE:
            return f"one value for all methods in every block where it was measured ({blocks} of {len(measured)})"
        return "a value is missing in every block"
    partners = [panel.metrics[j].label for j in index if np.isnan(agreed.tau[i, j])]
    if partners:
        return f"no τ with {joined(partners)}: no block in which both rank the methods"
    return "no other metric is left to compare it with"


def why_none(panel: Panel) -> str:
    """Why no metric at all can be clustered."""
    if not panel.n_runs:
        return "No run matches these filters."
    if len(panel.metrics) < 2:
        return "The suite has one metric: clusters need at least two."
    if len(panel.methods) < 2:
        return "One method is selected: metrics agree or disagree about the order of methods, which needs two."
    return "No two metrics have a τ with each other on these runs."


def unclusterable_sentence(left_out: Sequence[Unclusterable], names: Labels) -> str:
    """Which metrics are left out, and why."""
    if not left_out:
        return ""
    return f"Not clusterable here: {'; '.join(f'{names.metric(m.metric)} ({m.reason})' for m in left_out)}."
