"""From reliability to weights: what every rule gives, and the ranking that follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from components.errors import NotEnoughData
from components.plain import by_id, number, whole_number
from components.resolved import Resolved
from components.stats.ranking.weights import presets

DECIMALS = 6
"""Weights travel in links with this many decimals."""


def weight_rules(resolved: Resolved) -> list[dict[str, Any]]:
    """One row per preset the suite offers: its weights and its ranking of the methods selected.

    `transform` is the utility map the preset comes with, None where it leaves the choice to the reader. `same` says
    whether the ranking equals the one at the weights chosen now, None when either ranks nothing. `reason` says why a
    rule gives no weights here.
    """
    rows = []
    for preset in presets(resolved.tables):
        transform = _own_map(resolved, preset.name)
        chosen = replace(resolved.selection, weights=preset.name, transform=transform or resolved.selection.transform)
        row = {"preset": preset.name, "label": preset.label, "description": preset.description, "transform": transform}
        try:
            rows.append({**row, **_outcome(Resolved(resolved.tables, chosen), resolved), "reason": ""})
        except NotEnoughData as error:
            rows.append({**row, "weights": None, "ranking": [], "same": None, "reason": str(error)})
    return rows


def above(resolved: Resolved, reliabilities: Sequence[dict[str, Any]], minimum: float | None) -> dict[str, Any]:
    """The weights chosen, with every metric whose ρ lies below `minimum` (or is undefined) set to 0.

    `weights` is None when no weight is left; `dropped` names the metrics set to 0 and `kept` the others.
    `choice` is the selection's form of these weights, None when nothing changes.
    """
    ids = resolved.panel.metric_ids
    rho = {r["metric"]: r["rho"] for r in reliabilities}
    kept = [i for i in ids if minimum is None or (rho[i] is not None and rho[i] >= minimum)]
    dropped = [i for i in ids if i not in kept]
    left = np.array([w if i in kept else 0.0 for i, w in zip(ids, resolved.w, strict=True)])
    if np.array_equal(left, resolved.w):
        return {**_outcome(resolved, resolved), "kept": kept, "dropped": dropped, "choice": None}
    if not left.sum() > 0:
        return {"weights": None, "ranking": [], "same": None, "kept": kept, "dropped": dropped, "choice": None}
    choice = tuple((i, round(float(w), DECIMALS)) for i, w in zip(ids, left / left.sum(), strict=True))
    choice = tuple((i, w) for i, w in choice if w > 0)
    found = _outcome(Resolved(resolved.tables, replace(resolved.selection, weights=choice)), resolved)
    return {**found, "kept": kept, "dropped": dropped, "choice": choice}


def _outcome(other: Resolved, now: Resolved) -> dict[str, Any]:
    """Weights and ranking of a view, the methods by rank, ties and unranked ones in row order."""
    order = np.argsort(np.where(np.isnan(other.ranks), np.inf, other.ranks), kind="stable")
    ranking = [
        {
            "method": other.panel.methods[m],
            "label": other.method_label(other.panel.methods[m]),
            "rank": whole_number(other.ranks[m]),
            "uqs": number(other.scores[m]),
        }
        for m in order
    ]
    ranked = other.ranked.size and now.ranked.size
    same = bool(np.array_equal(other.ranks, now.ranks, equal_nan=True)) if ranked else None
    return {"weights": by_id(other.panel.metric_ids, other.w), "ranking": ranking, "same": same}


def _own_map(resolved: Resolved, preset: str) -> str | None:
    """The utility map that a preset of the suite's own table names."""
    table = resolved.tables.extras.get("weights")
    if table is None or "transform" not in table or preset not in set(table["preset"]):
        return None
    name = str(table.loc[table["preset"] == preset, "transform"].iloc[0])
    return name if name in ("reciprocal", "exponential") else None
