"""How little weight has to move before another method leads?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from components.format import by_id, finite, where_known
from components.resolved import Resolved
from components.stats.ranking.best_of_grids import grid_dethroning, leading_alone
from components.stats.ranking.flipping import NORMS

FRAGILE = 0.05
"""A lead that falls when so much weight moves, or less, is fragile."""


@dataclass(frozen=True, kw_only=True)
class Dethrone:
    """The smallest change of the weights at which another method catches the leader, in one norm.

    `moved` and `weights` cover the metrics every ranked method has; the others keep weight 0.
    `applied` are the nearest weights of four digits at which the challenger leads alone, in L1.
    `distance` is None, with the `reason`, if no weights do it or fewer than two methods are ranked.
    """

    leader: str | None = where_known()
    distance: float | None = None
    challenger: str | None = None
    weights: Mapping[str, float | None]
    moved: Mapping[str, float | None]
    applied: Mapping[str, float | None] | None = where_known()
    reason: str = where_known("")

    @property
    def share(self) -> float | None:
        """The weight that moves from some metrics to others: half of the distance in L1."""
        return None if self.distance is None else self.distance / 2

    @property
    def fragile(self) -> bool:
        """Whether so little weight takes the lead away that a reader should know before naming a
        winner."""
        return self.share is not None and self.share <= FRAGILE


def dethrone(resolved: Resolved, norms: Iterable[str] = NORMS) -> dict[str, Dethrone]:
    """Return the smallest change that takes the lead away, by norm."""
    if len(resolved.row_ranks) < 2:
        return {
            n: Dethrone(weights={}, moved={}, reason="fewer than two methods are ranked")
            for n in norms
        }
    return {norm: _in_norm(resolved, norm) for norm in norms}


def _in_norm(resolved: Resolved, norm: str) -> Dethrone:
    ids = [resolved.panel.metric_ids[k] for k in resolved.in_play]
    utilities, w = (
        resolved.utilities[resolved.ranked][:, resolved.in_play],
        resolved.w[resolved.in_play],
    )
    change, grids = grid_dethroning(utilities, w, norm, resolved.grids), resolved.grids
    names = (
        [resolved.panel.methods[m] for m in resolved.ranked] if grids is None else list(grids.names)
    )
    leader = names[change.leader]
    if change.challenger is None:
        return Dethrone(
            leader=leader,
            weights={},
            moved={},
            reason="no weights make another method catch the leader",
        )
    applied = (
        leading_alone(utilities, w, change.challenger, change.flip.weights, grids)
        if norm == "l1"
        else None
    )
    return Dethrone(
        leader=leader,
        distance=finite(change.flip.distance),
        challenger=names[change.challenger],
        weights=by_id(ids, change.flip.weights),
        moved=by_id(ids, change.flip.moved),
        applied=None if applied is None else by_id(ids, applied),
    )
