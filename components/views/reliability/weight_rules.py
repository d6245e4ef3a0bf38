"""From reliability to weights: what every rule gives, and the ranking that follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from components.errors import NotEnoughData
from components.labels import Labels
from components.plain import number, whole_number
from components.resolved import Resolved
from components.stats.ranking.weights import Preset, presets
from components.views.reliability.result import ReliabilityResult

DECIMALS = 6
"""Weights travel in links with this many decimals."""


@dataclass(frozen=True, kw_only=True)
class RankedMethod:
    """One method; `rank` (ties share the best) and `uqs` are None where it is not ranked."""

    method: str
    label: str
    rank: int | None
    uqs: float | None


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """Weights by metric id, and the methods selected by rank, ties and unranked ones in row order.

    `same` says whether the ranking equals the one at the weights chosen now, None when either ranks nothing.
    """

    weights: Mapping[str, float]
    ranking: tuple[RankedMethod, ...]
    same: bool | None


@dataclass(frozen=True, kw_only=True)
class WeightRule:
    """One preset of the suite.

    `transform` is the utility map the preset comes with, None where it leaves the choice to the reader. `reason` says
    why a rule has no `outcome` here.
    """

    preset: str
    label: str
    description: str
    transform: str | None
    outcome: Outcome | None
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class WeightRules:
    """Every preset the suite offers, in its order; `metrics` are the ids of the score metrics."""

    rules: tuple[WeightRule, ...]
    metrics: tuple[str, ...]
    labels: Labels


@dataclass(frozen=True, kw_only=True)
class Threshold:
    """The weights chosen, with every metric whose ρ lies below `minimum` (or is undefined) set to 0.

    `dropped` names the metrics set to 0. `outcome` is None when no weight is left; `choice` is the selection's form
    of the weights, None when nothing changes.
    """

    minimum: float | None
    dropped: tuple[str, ...]
    outcome: Outcome | None
    choice: tuple[tuple[str, float], ...] | None
    labels: Labels


def weight_rules(resolved: Resolved) -> WeightRules:
    """What every preset gives for the methods selected."""
    return WeightRules(
        rules=tuple(_rule(resolved, p) for p in presets(resolved.tables)),
        metrics=resolved.panel.metric_ids,
        labels=resolved.labels,
    )


def _rule(resolved: Resolved, preset: Preset) -> WeightRule:
    transform = _own_map(resolved, preset.name)
    chosen = replace(resolved.selection, weights=preset.name, transform=transform or resolved.selection.transform)
    rule = WeightRule(
        preset=preset.name, label=preset.label, description=preset.description, transform=transform, outcome=None
    )
    try:
        return replace(rule, outcome=_outcome(Resolved(resolved.tables, chosen), resolved))
    except NotEnoughData as error:
        return replace(rule, reason=str(error))


def threshold(resolved: Resolved, reliabilities: ReliabilityResult) -> Threshold:
    """What is left at the weights chosen when only the metrics at or above the selection's minimum are used."""
    minimum, ids = resolved.selection.minimum, resolved.panel.metric_ids
    enough = [r.metric for r in reliabilities.rows if minimum is None or (r.rho is not None and r.rho >= minimum)]
    outcome, choice = None, None
    left = np.array([w if i in enough else 0.0 for i, w in zip(ids, resolved.w, strict=True)])
    if np.array_equal(left, resolved.w):
        outcome = _outcome(resolved, resolved)
    elif left.sum() > 0:
        rounded = ((i, round(float(w), DECIMALS)) for i, w in zip(ids, left / left.sum(), strict=True))
        choice = tuple((i, w) for i, w in rounded if w > 0)
        outcome = _outcome(Resolved(resolved.tables, replace(resolved.selection, weights=choice)), resolved)
    return Threshold(
        minimum=minimum,
        dropped=tuple(i for i in ids if i not in enough),
        outcome=outcome,
        choice=choice,
        labels=resolved.labels,
    )


def _outcome(other: Resolved, now: Resolved) -> Outcome:
    order = np.argsort(np.where(np.isnan(other.ranks), np.inf, other.ranks), kind="stable")
    ranking = tuple(
        RankedMethod(
            method=other.panel.methods[m],
            label=other.labels.method(other.panel.methods[m]),
            rank=whole_number(other.ranks[m]),
            uqs=number(other.scores[m]),
        )
        for m in order
    )
    ranked = other.ranked.size and now.ranked.size
    return Outcome(
        weights={i: float(w) for i, w in zip(other.panel.metric_ids, other.w, strict=True)},
        ranking=ranking,
        same=bool(np.array_equal(other.ranks, now.ranks, equal_nan=True)) if ranked else None,
    )


def _own_map(resolved: Resolved, preset: str) -> str | None:
    """The utility map that a preset of the suite's own table names."""
    table = resolved.tables.extras.get("weights")
    if table is None or "transform" not in table or preset not in set(table["preset"]):
        return None
    name = str(table.loc[table["preset"] == preset, "transform"].iloc[0])
    return name if name in ("reciprocal", "exponential") else None
