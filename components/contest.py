"""Who competes, resolved once: rows and their checkpoints, utilities, floors, ranks, and what moves
them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TypeVar, cast

import numpy as np
import numpy.typing as npt

from components.format import by_id, finite, where_known
from components.panels import candidate_panel, reference_panel, unranked_panel
from components.selection import BEST, Selection, panel_tables
from components.stats.memo import memoised
from components.stats.panel import Bools, Floats, Panel
from components.stats.ranking.best_of_grids import (
    Ways,
    grid_dethroning,
    grid_dominance,
    grid_optimality,
    leading_alone,
    ways_to_lead,
)
from components.stats.ranking.dominance import PotentialOptimality
from components.stats.ranking.floors import FloorCheck, floor_check
from components.stats.ranking.grids import CheckpointGrids, grid_values
from components.stats.ranking.ranks import competition_ranks, rounded
from components.stats.ranking.scorer import Scorer
from components.stats.ranking.utility import method_utilities
from components.stats.ranking.weights import group_members, movable, normalised, preset_weights
from components.stats.stability.acceptability import Acceptability, acceptability, uniform_weights
from components.stats.stability.nearby import LocalStability, local_curve, local_stability
from components.stats.stability.perturbation import NO_TAUS, baseline_taus, global_taus
from components.stats.stability.ternary import WeightMap, weight_map
from data.registry import Floor, Group, Tables

FRAGILE = 0.05
"""A lead that falls when so much weight moves, or less, is fragile."""
T = TypeVar("T")
Indices = npt.NDArray[np.intp]


@dataclass(frozen=True, kw_only=True)
class Contender:
    """One row of the ranking.

    method            the id of a method, of a checkpoint, or of a method with several checkpoints
    registry_index    its index in registry order
    candidates        the indices in the panel of the checkpoints behind it, or of itself alone
    shown_index       the index in the panel of the candidate whose numbers it shows, None if no
                      checkpoint of several has a rank; `shown` is its id
    ranked_index      its index among the ranked rows; None, as `rank`, without a rank
    score             None if it is incomplete, or a method of several checkpoints without a rank
    is_below_floor    whether all its candidates are below a floor
    """

    method: str
    registry_index: int
    candidates: tuple[int, ...]
    shown_index: int | None
    shown: str | None
    ranked_index: int | None
    score: float | None
    rank: int | None
    is_below_floor: bool


@dataclass(frozen=True, kw_only=True)
class NearestChange:
    """The smallest change of the weights, in L1, after which another row catches the leader.

    leader      one of the rows that lead now
    distance    sum of absolute changes; None, with the `reason`, if no weights do it or fewer than
                two rows are ranked
    challenger  the row that catches the leader at the `weights`
    moved       what each metric gains; `moved` and `weights` are by metric in play
    applied     the nearest weights of four digits at which the challenger leads alone
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
    def is_fragile(self) -> bool:
        """Whether so little weight takes the lead away that nobody should name a winner without
        saying so."""
        return self.share is not None and self.share <= FRAGILE


@dataclass(frozen=True, eq=False)
class Contest:
    """The ranking of one selection of one suite.

    A candidate is a method or a checkpoint of the panel: M of them, by K metrics. A row is what is
    ranked: a candidate, or a method that stands by the best of its checkpoints at the current
    weights. n rows have a rank.
    """

    tables: Tables
    selection: Selection

    # ── candidates ──

    @cached_property
    def panel(self) -> Panel:
        """The runs of candidates selected, as one array."""
        return candidate_panel(self.tables, self.selection)

    @cached_property
    def weights(self) -> Floats:
        """(K,) weights, sum 1. Raises NotEnoughData if the preset does not fit the selection."""
        chosen = self.selection.weights
        if isinstance(chosen, str):
            reference = reference_panel(self.tables, self.selection.aim)
            return preset_weights(chosen, self.tables, self.panel, reference)
        return normalised(dict(chosen), self.panel.metric_ids)

    @cached_property
    def aggregate(self) -> str:
        """How runs are averaged: the published protocol always maps the means."""
        if self.selection.protocol == "published":
            return "score-of-means"
        return self.selection.aggregate

    @cached_property
    def utilities(self) -> Floats:
        """(M, K) utilities; NaN if a benchmark shown has no value at all."""
        transform = self.selection.transform
        return memoised(
            self.panel,
            ("utilities", transform, self.aggregate),
            lambda: method_utilities(self.panel, transform, self.aggregate),
        )

    @cached_property
    def contributions(self) -> Floats:
        """(M, K) weight × utility; 0 for a metric without weight even if it was not measured."""
        return np.where(self.weights > 0, self.weights * self.utilities, 0.0)

    @cached_property
    def scores(self) -> Floats:
        """(M,) UQS, NaN for incomplete candidates, rounded so that equal sums stay tied."""
        return rounded(self.contributions.sum(axis=1))

    @cached_property
    def is_complete(self) -> Bools:
        """(M,) whether a candidate has a value in every shown benchmark for every weighted
        metric."""
        return np.asarray(~np.isnan(self.utilities[:, self.weights > 0]).any(axis=1))

    @cached_property
    def is_eligible(self) -> Bools:
        """(M,) whether a candidate may be ranked: complete, and above every floor."""
        return self.is_complete & ~self.is_below_floor

    @cached_property
    def eligible(self) -> Indices:
        """Indices of the candidates that may be ranked, in registry order."""
        return np.flatnonzero(self.is_eligible)

    @cached_property
    def in_play(self) -> Indices:
        """Indices of the metrics between which weight can be moved: no parts without weight,
        measured of every eligible candidate."""
        can_have_weight = movable(self.tables, self.selection.panel, self.weights)
        is_measured = ~np.isnan(self.utilities[self.eligible]).any(axis=0)
        return np.flatnonzero(can_have_weight & is_measured)

    # ── floors ──

    @cached_property
    def floors(self) -> tuple[Floor, ...]:
        """What a candidate has to keep on the panel shown to be ranked."""
        chosen = self.selection.floors
        if not isinstance(chosen, str):
            return chosen
        return self.tables.floors.get(self.selection.panel, ()) if chosen == "suite" else ()

    def floor_check(self, floor: Floor) -> FloorCheck:
        """Return which candidates keep a floor, whether it is chosen or not."""
        transform = self.selection.transform

        def check() -> FloorCheck:
            divisor = self._models_with_role(floor.share_of) if floor.share_of else None
            return floor_check(self.panel, floor, self.serving(floor.subject), transform, divisor)

        return memoised(self.panel, ("floor_check", floor, transform), check)

    def _models_with_role(self, role: str) -> Panel:
        unranked = unranked_panel(self.tables, self.selection)
        role_of_method = {method.id: method.role for method in self.tables.methods}
        chosen = [i for i, method in enumerate(unranked.methods) if role_of_method[method] == role]
        return unranked.subset(methods=chosen)

    def serving(self, target: str) -> tuple[int, ...]:
        """Return the indices of the metrics that a floor is on: the metric it names, or those that
        serve a group here."""
        if target in self.panel.metric_ids:
            return (self.panel.metric_ids.index(target),)
        return group_members(self.tables, self.selection.panel, cast("Group", target))

    @cached_property
    def floor_checks(self) -> tuple[FloorCheck, ...]:
        """Which candidates keep each floor in use."""
        return tuple(self.floor_check(floor) for floor in self.floors)

    @cached_property
    def is_below_floor(self) -> Bools:
        """(M,) whether a candidate is below a floor, or was not measured where one holds."""
        is_below = np.zeros(len(self.panel.methods), dtype=bool)
        for check in self.floor_checks:
            is_below |= check.missed
        return is_below

    # ── rows ──

    @cached_property
    def ranks_best_checkpoints(self) -> bool:
        """Whether a row is a method by the best of its checkpoints."""
        return self.selection.rows == BEST and bool(self.tables.families)

    @cached_property
    def checkpoints(self) -> Mapping[str, Indices]:
        """The checkpoints of each method with several, as indices in the panel; methods without any
        are left out."""
        family_of_method = {method.id: method.family for method in self.tables.candidates}
        families = np.array([family_of_method[method] for method in self.panel.methods])
        checkpoints = {}
        for family in self.tables.families:
            indices = np.flatnonzero(families == family.id)
            if indices.size:
                checkpoints[family.id] = indices
        return checkpoints

    @cached_property
    def _grids(self) -> CheckpointGrids | None:
        """The ranked methods, with the places of their checkpoints among the eligible candidates;
        None if rows are candidates."""
        if not self.ranks_best_checkpoints:
            return None
        places_of_method = {}
        for method, checkpoints in self.checkpoints.items():
            places = np.flatnonzero(np.isin(self.eligible, checkpoints))
            if places.size:
                places_of_method[method] = places
        return CheckpointGrids(tuple(places_of_method), tuple(places_of_method.values()))

    @cached_property
    def row_ids(self) -> tuple[str, ...]:
        """The n ranked rows in registry order."""
        if self._grids is not None:
            return self._grids.names
        return tuple(self.panel.methods[i] for i in self.eligible)

    @cached_property
    def shown(self) -> Indices:
        """(n,) the candidate whose numbers each ranked row shows: the best, the first of equal
        ones, in registry order."""
        if self._grids is None:
            return self.eligible
        return self.eligible[self._grids.best(self.scores[self.eligible])]

    @cached_property
    def row_scores(self) -> Floats:
        """(n,) scores of the ranked rows, in registry order."""
        return self.scores[self.shown]

    @cached_property
    def row_ranks(self) -> Mapping[str, int]:
        """The competition rank of each ranked row (ties share the best rank), in registry order."""
        return dict(zip(self.row_ids, competition_ranks(self.row_scores).tolist(), strict=True))

    @cached_property
    def leaders(self) -> tuple[str, ...]:
        """The rows that share rank 1, in registry order."""
        return tuple(row for row, rank in self.row_ranks.items() if rank == 1)

    @cached_property
    def _order(self) -> Indices:
        """(n,) the ranked rows by score, as indices in registry order; ties keep that order."""
        return np.argsort(-self.row_scores, kind="stable")

    @cached_property
    def by_score(self) -> tuple[str, ...]:
        """The n ranked rows, best first, ties in registry order."""
        return tuple(self.row_ids[i] for i in self._order)

    @cached_property
    def has_choice(self) -> bool:
        """Whether some ranked row was chosen as the best of several checkpoints."""
        return self._grids is not None and max(map(len, self._grids.members), default=0) > 1

    @cached_property
    def n_rivals(self) -> int:
        """How many rows the panel has without any filter, ranked or not."""
        candidates = panel_tables(self.tables, self.panel.id).candidates
        if self.ranks_best_checkpoints:
            return len({method.family for method in candidates})
        return len(candidates)

    @cached_property
    def contenders(self) -> tuple[Contender, ...]:
        """All rows by rank, then those below a floor, then incomplete ones; ties in registry
        order."""
        members: Mapping[str, Sequence[int]] = {
            method: (index,) for index, method in enumerate(self.panel.methods)
        }
        if self.ranks_best_checkpoints:
            members = {row: indices.tolist() for row, indices in self.checkpoints.items()}
        index_of_row = {row: index for index, row in enumerate(self.row_ids)}
        shown = self.shown.tolist()
        scores = self.scores.tolist()
        is_below_floor = self.is_below_floor.tolist()
        contenders: list[Contender] = []
        for row, candidates in members.items():
            ranked_index = index_of_row.get(row)
            shown_index = candidates[0] if len(candidates) == 1 else None
            if ranked_index is not None:
                shown_index = shown[ranked_index]
            has_score = ranked_index is not None or not self.ranks_best_checkpoints
            contenders.append(
                Contender(
                    method=row,
                    registry_index=len(contenders),
                    candidates=tuple(candidates),
                    shown_index=shown_index,
                    shown=None if shown_index is None else self.panel.methods[shown_index],
                    ranked_index=ranked_index,
                    score=finite(scores[shown_index]) if has_score else None,
                    rank=self.row_ranks.get(row),
                    is_below_floor=all(is_below_floor[index] for index in candidates),
                )
            )
        return tuple(sorted(contenders, key=_board_order))

    def best_values(self, values: Floats) -> Floats:
        """Return (rows, K) the best of each row's candidates in each column of values (M, K), NaN
        left out; rows in registry order."""
        if not self.ranks_best_checkpoints:
            return values
        return grid_values(values, self.checkpoints.values())

    # ── other weights ──

    @cached_property
    def metric_ids(self) -> tuple[str, ...]:
        """The metrics in play, by id."""
        return tuple(self.panel.metric_ids[k] for k in self.in_play)

    @cached_property
    def weights_in_play(self) -> Floats:
        """(K,) the current weights of the metrics in play."""
        return self.weights[self.in_play]

    @cached_property
    def _utilities(self) -> Floats:
        """Utilities of the eligible candidates by the metrics in play."""
        return self.utilities[self.eligible][:, self.in_play]

    @cached_property
    def _scorer(self) -> Scorer:
        """The scores of the ranked rows, best first, at any weights of the metrics in play."""
        if self._grids is None:
            return Scorer(self._utilities[self._order])
        return Scorer(self._utilities, self._grids.ordered(self._order))

    def scores_at(self, weightings: Floats) -> Floats:
        """Return (N, n) scores of the ranked rows, in registry order, at weightings (N, K) of all
        metrics."""
        utilities = np.nan_to_num(self.utilities[self.eligible])
        return Scorer(utilities, self._grids).scores(weightings)

    def _same_at_all_weights(
        self, compute: Callable[[Floats, CheckpointGrids | None], T]
    ) -> T | None:
        """What follows from the utilities of the ranked rows alone; None without ranked rows."""
        if not self.eligible.size:
            return None
        key = (
            compute,
            self.ranks_best_checkpoints,
            self.selection.transform,
            self.aggregate,
            self.eligible.tobytes(),
            self.in_play.tobytes(),
        )
        return memoised(self.panel, key, lambda: compute(self._utilities, self._grids))

    @cached_property
    def dominance(self) -> Bools | None:
        """(n, n) whether a ranked row dominates another, in registry order; None without ranked
        rows."""
        return self._same_at_all_weights(grid_dominance)

    @cached_property
    def largest_leads(self) -> PotentialOptimality | None:
        """The largest lead that any weights give each ranked row, in registry order: below 0 for
        those that never lead; None without ranked rows."""
        return self._same_at_all_weights(grid_optimality)

    @cached_property
    def nearest_change(self) -> NearestChange:
        """The smallest change of the weights after which another row catches the leader."""
        if len(self.row_ids) < 2:
            return NearestChange(weights={}, moved={}, reason="fewer than two methods are ranked")
        utilities = self._utilities
        weights = self.weights_in_play
        change = grid_dethroning(utilities, weights, self._grids)
        leader = self.row_ids[change.leader]
        challenger = change.challenger
        if challenger is None:
            reason = "no weights make another method catch the leader"
            return NearestChange(leader=leader, weights={}, moved={}, reason=reason)
        point = change.flip.weights
        applied = leading_alone(utilities, weights, challenger, point, self._grids)
        return NearestChange(
            leader=leader,
            distance=finite(change.flip.distance),
            challenger=self.row_ids[challenger],
            weights=by_id(self.metric_ids, point),
            moved=by_id(self.metric_ids, change.flip.moved),
            applied=None if applied is None else by_id(self.metric_ids, applied),
        )

    @cached_property
    def _values_of_row(self) -> dict[str, frozenset[tuple[float, ...]]]:
        """The utilities of the candidates of each ranked row: equal ones score the same at all
        weights of the metrics in play."""
        values_of_row = {}
        for row_index, row in enumerate(self.row_ids):
            members = [row_index] if self._grids is None else self._grids.members[row_index]
            values = rounded(self._utilities[members]).tolist()
            values_of_row[row] = frozenset(map(tuple, values))
        return values_of_row

    @cached_property
    def twins_of_leader(self) -> tuple[str, ...]:
        """The ranked rows that score as the leader at all weights of the metrics in play."""
        leader = self.nearest_change.leader
        if leader is None:
            return ()
        values_of_row = self._values_of_row
        return tuple(
            row
            for row, values in values_of_row.items()
            if row != leader and values == values_of_row[leader]
        )

    @cached_property
    def has_one_order(self) -> bool:
        """Whether no weights of the metrics in play, all above 0, change a rank: of each two rows
        one dominates the other, or both score the same."""
        dominance = self.dominance
        if dominance is None:
            return True
        values = list(self._values_of_row.values())
        for first, second in combinations(range(len(values)), 2):
            is_decided = dominance[first, second] or dominance[second, first]
            if not is_decided and values[first] != values[second]:
                return False
        return True

    def ways_to_lead(self, ranked_indices: Iterable[int]) -> Ways:
        """Return the smallest change that makes each of some ranked rows lead, by its
        `ranked_index`."""
        return ways_to_lead(self._utilities, self.weights_in_play, ranked_indices, self._grids)

    # ── random weights ──

    @cached_property
    def random_weightings(self) -> Floats:
        """(draws, K) weights of the metrics in play, uniform on the simplex."""
        return uniform_weights(self.selection.draws, self.metric_ids, self.selection.rng)

    def acceptability(self) -> Acceptability:
        """Return how often each ranked row takes each rank under random weights, in the order of
        `by_score`."""
        return acceptability(self._scorer, self.random_weightings)

    def taus(self) -> Floats:
        """Return τ-b between the ranking and those under random weights; () with one metric."""
        if len(self.metric_ids) < 2:
            return NO_TAUS
        return global_taus(self._scorer, self.weights_in_play, self.random_weightings)

    def baseline_taus(self) -> Floats:
        """Return τ-b between pairs of rankings under random weights; () with one metric."""
        if len(self.metric_ids) < 2:
            return NO_TAUS
        return baseline_taus(self._scorer, self.random_weightings)

    def near(self, radius: float) -> LocalStability:
        """Return the order under weights that change by `radius` in L1 on average. Raises
        NotEnoughData if they cannot change that much."""
        chosen = self.selection
        return local_stability(
            self._scorer,
            self.weights_in_play,
            self.metric_ids,
            radius,
            chosen.draws,
            chosen.rng,
        )

    def near_curve(self, draws: int) -> tuple[LocalStability, ...]:
        """Return the order near the current weights over the radius; () if hardly any change is in
        reach."""
        return local_curve(
            self._scorer, self.weights_in_play, self.metric_ids, draws, self.selection.rng
        )

    def map_of_leads(self, inside: Floats) -> WeightMap:
        """Return which row leads at each split of the weight between three groups of metrics.

        `inside` (K, 3) are the weights of all metrics inside each group, sum 1; a metric of none
        keeps its weight. Indices of the result are into `by_score`. The groups have some weight.
        """
        is_grouped = inside.any(axis=1)
        shared_weight = self.weights[is_grouped].sum()
        utilities = np.nan_to_num(self.utilities[self.eligible])
        rest = utilities[:, ~is_grouped] @ self.weights[~is_grouped]
        corners = shared_weight * utilities @ inside + rest[:, None]
        group_weights = [self.weights[group > 0].sum() for group in inside.T]
        members = np.arange(len(corners))[:, None] if self._grids is None else self._grids.members
        row_of_candidate = np.empty(len(corners), dtype=np.intp)
        for place, row_index in enumerate(self._order):
            row_of_candidate[members[row_index]] = place
        return weight_map(corners, np.array(group_weights) / shared_weight, row_of_candidate)


def _board_order(contender: Contender) -> tuple[bool, int, bool]:
    return contender.rank is None, contender.rank or 0, not contender.is_below_floor
