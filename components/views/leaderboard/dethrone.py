"""How far the weights are from putting another method first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from components.plain import by_id, number
from components.resolved import Resolved
from components.stats.ranking.flipping import NORMS, dethroning


def dethrone(resolved: Resolved, norms: Sequence[str] = NORMS) -> dict[str, Any]:
    """Per norm: the smallest change of the weights at which another method catches the leader.

    `moved` and `weights` cover the metrics every ranked method has; the others keep weight 0. With fewer than
    two ranked methods, or a leader that no weights can dethrone, the distance is None and `reason` says why.
    """
    ids = [resolved.panel.metric_ids[k] for k in resolved.in_play]
    if len(resolved.ranked) < 2:
        return {n: _none("fewer than two methods are ranked") for n in norms}
    utilities = resolved.utilities[resolved.ranked][:, resolved.in_play]
    found = {}
    for norm in norms:
        result = dethroning(utilities, resolved.w[resolved.in_play], norm)
        leader = resolved.panel.methods[resolved.ranked[result.leader]]
        if result.challenger is None:
            found[norm] = {"leader": leader, **_none("no weights make another method catch the leader")}
            continue
        found[norm] = {
            "leader": leader,
            "distance": number(result.flip.distance),
            "challenger": resolved.panel.methods[resolved.ranked[result.challenger]],
            "weights": by_id(ids, result.flip.weights),
            "moved": by_id(ids, result.flip.moved),
        }
    return found


def _none(reason: str) -> dict[str, Any]:
    return {"distance": None, "challenger": None, "weights": {}, "moved": {}, "reason": reason}
