"""How many ranks change where metrics aim at the retrained model instead of the end that is printed as better."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from components.resolved import Resolved
from data.registry import REFERENCE


@dataclass(frozen=True, kw_only=True)
class Aims:
    """`offered` are the metrics that have both aims, by id; `aim` is the one chosen.

    `changed` counts the ranks that differ between the two aims under the current weights, of `ranked` methods; both
    are None where no metric offers the choice.
    """

    aim: str
    offered: tuple[str, ...]
    changed: int | None
    ranked: int | None


def aims(resolved: Resolved) -> Aims:
    """The ranks under both aims, at the same weights. Raises LeaderboardError (weights that cannot be carried)."""
    chosen = resolved.selection
    offered = tuple(m.id for m in resolved.tables.scores if REFERENCE in m.aims and not m.targeted)
    if not offered:
        return Aims(aim=chosen.aim, offered=(), changed=None, ranked=None)
    weights = tuple(zip(resolved.panel.metric_ids, resolved.w.tolist(), strict=True))
    both = [
        Resolved(resolved.tables, replace(chosen, aim=aim, weights=weights)).ranks for aim in ("printed", REFERENCE)
    ]
    one, other = np.nan_to_num(both)  # a method without a rank has 0
    return Aims(
        aim=chosen.aim,
        offered=offered,
        changed=int((one != other).sum()),
        ranked=int(((one > 0) | (other > 0)).sum()),
    )
