"""How little weight has to move before another method leads?"""

from collections.abc import Mapping
from dataclasses import dataclass

from components.format import by_id, finite, where_known
from components.resolved import Resolved

FRAGILE = 0.05
"""A lead that falls when so much weight moves, or less, is fragile."""


@dataclass(frozen=True, kw_only=True)
class Dethroning:
    """The smallest change of the weights, in L1, at which another row catches the leader.

    leader      one of the rows that lead now
    distance    sum of absolute changes; None, with the `reason`, if no weights do it or fewer than
                two rows are ranked
    challenger  the row that catches the leader at the `weights`
    moved       what each metric gains; `moved` and `weights` cover the metrics in play
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


def dethroning(view: Resolved) -> Dethroning:
    """Return the smallest change that takes the lead away."""
    contest = view.contest
    if len(contest.row_ids) < 2:
        return Dethroning(weights={}, moved={}, reason="fewer than two methods are ranked")
    change = contest.nearest_change()
    if change.challenger is None:
        reason = "no weights make another method catch the leader"
        return Dethroning(leader=change.leader, weights={}, moved={}, reason=reason)
    applied = change.applied
    return Dethroning(
        leader=change.leader,
        distance=finite(change.distance),
        challenger=change.challenger,
        weights=by_id(contest.metric_ids, change.weights),
        moved=by_id(contest.metric_ids, change.moved),
        applied=None if applied is None else by_id(contest.metric_ids, applied),
    )
