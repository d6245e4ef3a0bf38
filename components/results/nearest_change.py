"""How little weight has to move before another method leads?"""

from collections.abc import Mapping
from dataclasses import dataclass

from components.format import by_id, finite, where_known
from components.resolved import Resolved
from components.stats.ranking.best_of_grids import grid_dethroning, leading_alone

FRAGILE = 0.05
"""A lead that falls when so much weight moves, or less, is fragile."""


@dataclass(frozen=True, kw_only=True)
class NearestChange:
    """The smallest change of the weights, in L1, at which another method catches the leader.

    leader      one that leads now
    distance    sum of absolute changes; None, with the `reason`, if no weights do it or fewer than
                two methods are ranked
    challenger  the method that catches the leader at the `weights`
    moved       what each metric gains; `weights` and `moved` cover the metrics that every ranked
                method has, the others keep weight 0
    applied     nearest weights of four digits at which the challenger leads alone
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
        """The weight that moves from some metrics to others: half of the distance."""
        return None if self.distance is None else self.distance / 2

    @property
    def fragile(self) -> bool:
        """Whether so little weight takes the lead away that a reader should know before naming a
        winner."""
        return self.share is not None and self.share <= FRAGILE


def nearest_change(view: Resolved) -> NearestChange:
    """Return the smallest change that takes the lead away."""
    if len(view.row_ranks) < 2:
        return NearestChange(weights={}, moved={}, reason="fewer than two methods are ranked")
    grids = view.grids
    utilities = view.utilities[view.ranked][:, view.in_play]
    weights = view.w[view.in_play]
    metric_ids = [view.panel.metric_ids[metric_index] for metric_index in view.in_play]
    if grids is None:
        names = [view.panel.methods[method_index] for method_index in view.ranked]
    else:
        names = list(grids.names)
    change = grid_dethroning(utilities, weights, grids)
    leader = names[change.leader]
    if change.challenger is None:
        reason = "no weights make another method catch the leader"
        return NearestChange(leader=leader, weights={}, moved={}, reason=reason)
    applied = leading_alone(utilities, weights, change.challenger, change.flip.weights, grids)
    return NearestChange(
        leader=leader,
        distance=finite(change.flip.distance),
        challenger=names[change.challenger],
        weights=by_id(metric_ids, change.flip.weights),
        moved=by_id(metric_ids, change.flip.moved),
        applied=None if applied is None else by_id(metric_ids, applied),
    )
