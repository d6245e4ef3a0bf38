"""What the browser may send of the weights that a user sets in it."""

from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

ONE = 1_000_000
"""Weights travel with six decimals: they are counted in millionths."""

Chosen: TypeAlias = str | tuple[tuple[str, float], ...]
"""Weights as a selection holds them: a preset's name, or those above 0 by metric, of six decimals,
that sum to 1."""
Commit: TypeAlias = tuple[int, Chosen]
"""Its number, and the weights that were set."""


def read_commit(
    sent_value: object, metric_ids: Collection[str], presets: Collection[str]
) -> Commit | None:
    """Return what a browser sent; None if that is no commit.

    A commit has a number `seq` and either `preset`, a name, or `weights`, numbers from 0 to 1 by
    metric that sum to 1. Whether it fits the suite is checked where every choice is."""
    match sent_value:
        case {"seq": int(seq), "preset": str(preset)} if preset in presets:
            return seq, preset
        case {"seq": int(seq), "weights": dict(values)} if _are_shares(values, metric_ids):
            weights = []
            total_millionths = 0
            for metric_id in metric_ids:
                millionths = round(values.get(metric_id, 0) * ONE)
                total_millionths += millionths
                if millionths:
                    weights.append((metric_id, millionths / ONE))
            if total_millionths == ONE:
                return seq, tuple(weights)
    return None


def _are_shares(values: Mapping[str, Any], metric_ids: Collection[str]) -> bool:
    """Return whether all names are metrics, and all values numbers from 0 to 1, no booleans."""
    for metric_id, value in values.items():
        is_number = type(value) in (int, float)
        if metric_id not in metric_ids or not is_number or not 0 <= value <= 1:
            return False
    return True
