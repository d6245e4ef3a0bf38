"""The leaderboard: who ranks where, how sure that is, and what it is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from components.answers.stability.inferred import Inferred, inferred
from components.errors import NotEnoughData
from components.labels import Labels
from components.plain import aside, by_id, number, where_known, whole, whole_number
from components.resolved import Resolved, reads
from components.stats.memo import memoised
from components.stats.panel import Bools, Floats, in_units
from components.stats.ranking import weights
from components.stats.ranking.grids import grid_values
from components.stats.ranking.rank_intervals import RankIntervals, rank_intervals
from components.stats.ranking.ranks import column_ranks
from components.stats.ranking.utility import Side, aligned_means, method_means, method_sd, target_sides
from components.summary import Summary, summary
from components.views.leaderboard.dethrone import Dethrone, dethrone
from components.views.leaderboard.method_rows import (
    Checkpoints,
    certain,
    certainty,
    checkpoints,
    method_rows,
)
from data.registry import Metric

NO_RANK = "not ranked"


@dataclass(frozen=True, kw_only=True)
class LeaderboardRow:
    """One method, or one checkpoint of a method; mappings are by metric id.

    `uqs`, the ranks, `p_first` (share of the resamplings in which it is first; `p_first_rederived` with the weights
    derived again in each), `contributions` (weight × utility), `epsilon` (the largest lead that any weights give)
    and `potentially_optimal` (whether some weights put it first alone) are None without a rank. `rank_low` and
    `rank_high` bound 95 % of the ranks under resampling; `rank_interval_reason` says why a row has no such bounds and
    no `p_first`. `dominated_by` are ids of methods. `sd` is over seeds and
    rests on `sd_seeds` of them. `sides` says on which side of its target a metric lies (`target_sides`); metrics
    without a target are not among them. `metric_ranks` are the ranks under each metric alone. `missing` names the
    benchmarks without any value of the method, `partial` those with some of its seeds only. `fragile_lead` marks the
    one first rank where another method catches up when 0.05 of weight moves, or less.

    Where rows are methods, `checkpoints` says how many of the method's have a rank; its numbers are those of
    `best_checkpoint`, or None with the `reason`, `runs` those of all its checkpoints, and `metric_ranks` the ranks
    of the best or median checkpoint under each metric alone.
    """

    method: str
    label: str
    uqs: float | None
    rank: int | None
    rank_low: int | None = None
    rank_high: int | None = None
    rank_interval_reason: str = NO_RANK
    p_first: float | None = None
    p_first_rederived: float | None = None
    fragile_lead: bool = False
    dominated_by: tuple[str, ...] | None = ()
    potentially_optimal: bool | None = None
    epsilon: float | None = None
    means: Mapping[str, float | None]
    sd: Mapping[str, float | None]
    sd_seeds: Mapping[str, float | None]
    sides: Mapping[str, Side]
    utilities: Mapping[str, float | None]
    contributions: Mapping[str, float | None]
    metric_ranks: Mapping[str, float | None]
    runs: int
    missing: Mapping[str, tuple[str, ...]]
    partial: Mapping[str, tuple[str, ...]]
    checkpoints: int | None = where_known()
    best_checkpoint: str | None = where_known()
    best_label: str | None = aside(None)
    reason: str = where_known("")

    @property
    def opens(self) -> str | None:
        """The method or checkpoint whose runs the row shows; None where it is a method without a best checkpoint."""
        return self.method if self.checkpoints is None else self.best_checkpoint


@dataclass(frozen=True, kw_only=True)
class Doubled:
    """A derived metric and a part of it that both have weight: the part counts more than once. Metrics by id."""

    whole: str
    part: str


@dataclass(frozen=True, kw_only=True)
class LeaderboardResult:
    """`rows`: ranked methods first by rank, ties and methods without a rank in registry order.

    `dethrone` is the smallest change of the weights, in L1, that takes the lead away. `averaging_overruled` says
    that the averaging chosen is not part of the protocol chosen. `checkpoints` is None where rows are checkpoints.
    `inferred` says which ranks are not shown to differ. `parts` are the metrics that each is derived from, by id,
    parts of parts included.
    """

    rows: tuple[LeaderboardRow, ...] = whole()
    labels: Labels = aside()
    summary: Summary = aside()
    metrics: tuple[Metric, ...] = aside()
    parts: Mapping[str, tuple[str, ...]] = aside()
    dethrone: Dethrone = aside()
    doubled: tuple[Doubled, ...] = aside()
    averaging_overruled: bool = aside()
    checkpoints: Checkpoints | None = aside()
    inferred: Inferred = aside()

    @property
    def ranked(self) -> tuple[LeaderboardRow, ...]:
        """The rows that have a rank."""
        return tuple(r for r in self.rows if r.rank is not None)

    @property
    def no_intervals(self) -> str:
        """Why no row has a rank interval; empty where some have one, and where nothing is ranked."""
        reasons = {r.rank_interval_reason for r in self.ranked}
        return reasons.pop() if len(reasons) == 1 else ""

    @property
    def utilities(self) -> Sequence[Mapping[str, float | None]]:
        """The utilities by metric id of what is scored: the rows, or the checkpoints behind them."""
        return [r.utilities for r in self.rows] if self.checkpoints is None else self.checkpoints.utilities

    def row(self, run_id: str) -> LeaderboardRow | None:
        """The row that shows the runs of a method or checkpoint; None when none does."""
        return next((r for r in self.rows if r.opens == run_id), None)


@dataclass(frozen=True, kw_only=True)
class PresetWeights:
    """A preset of the suite; `weights` are by metric id, None where the selection cannot carry its rule: `reason` says
    why. `groups` are the shares of forgetting, privacy and utility where the preset is one by purpose, else empty.
    """

    name: str
    label: str
    weights: Mapping[str, float] | None
    groups: Mapping[str, float] = field(default_factory=dict)
    reason: str = ""


@reads(rows=True, without=("radius",))
def leaderboard(resolved: Resolved) -> LeaderboardResult:
    """The leaderboard of a view. Raises LeaderboardError (weights that this selection cannot carry)."""
    return memoised(resolved, "leaderboard", lambda: _leaderboard(resolved))


def _leaderboard(resolved: Resolved) -> LeaderboardResult:
    means, (sd, sd_seeds) = in_units(method_means(resolved.panel), resolved.panel.metrics), method_sd(resolved.panel)
    tables = _Tables(means, sd, sd_seeds, target_sides(resolved.panel), metric_ranks(resolved), resolved.panel.gaps)
    places, grids = {int(m): i for i, m in enumerate(resolved.ranked)}, resolved.grids
    sure = certainty(resolved, intervals_of(resolved)) if places else None
    own = [_row(resolved, tables, m, m in places) for m in range(len(resolved.panel.methods))]
    rows = own
    if grids is not None:
        values = grid_values(aligned_means(resolved.panel), resolved.families.values(), grids.rule)
        rows = method_rows(resolved, grids, own, metric_ranks(resolved, values), sure)
    elif sure is not None:
        rows = [certain(row, places[m], sure) if m in places else row for m, row in enumerate(own)]
    nearest = dethrone(resolved, ("l1",))["l1"]
    first = [r for r in rows if r.rank == 1]
    if nearest.fragile and len(first) == 1:
        rows = [replace(r, fragile_lead=r is first[0]) for r in rows]
    return LeaderboardResult(
        rows=tuple(sorted(rows, key=lambda r: (r.rank is None, r.rank or 0))),
        labels=resolved.row_labels,
        summary=summary(resolved),
        metrics=resolved.listed_metrics,
        parts=weights.all_parts(resolved.panel.metrics),
        dethrone=nearest,
        doubled=tuple(Doubled(whole=w, part=p) for w, p in weights.doubled(resolved.panel.metrics, resolved.w)),
        averaging_overruled=resolved.selection.aggregate != resolved.aggregate,
        checkpoints=checkpoints(resolved, own),
        inferred=resolved.of(inferred),
    )


@reads(weights=False)
def presets(resolved: Resolved) -> tuple[PresetWeights, ...]:
    """Every preset of the suite with the weights it gives for this selection."""
    return tuple(_preset(resolved, p) for p in weights.presets(resolved.tables))


def intervals_of(resolved: Resolved) -> RankIntervals:
    """The rank intervals of the ranked rows of a view."""
    return rank_intervals(
        resolved.panel,
        resolved.w,
        resolved.ranked,
        transform=resolved.selection.transform,
        aggregate=resolved.aggregate,
        rng=resolved.selection.rng,
        grids=resolved.grids,
    )


def metric_ranks(resolved: Resolved, aligned: Floats | None = None) -> Floats:
    """(M, K) rank under each single metric: ties share the best rank, or follow row order as published.

    `aligned` (M, K) are values of which higher is better, by default the means of the methods.
    """
    means = aligned_means(resolved.panel) if aligned is None else aligned
    if resolved.selection.protocol != "published":
        return column_ranks(means)
    return column_ranks(means, resolved.panel.row_places if aligned is None else np.arange(len(means)))


def _preset(resolved: Resolved, preset: weights.Preset) -> PresetWeights:
    try:
        w = weights.preset_weights(preset.name, resolved.tables, resolved.panel, resolved.reference)
    except NotEnoughData as error:
        return PresetWeights(name=preset.name, label=preset.label, weights=None, reason=str(error))
    groups: dict[str, float] = {}
    if preset.name in weights.PURPOSES:
        own = [(m.group, share) for m, share in zip(resolved.panel.metrics, w.tolist(), strict=True) if share]
        groups = {g: sum(share for of, share in own if of == g) for g in weights.GROUPS if g in dict(own)}
    by_metric = dict(zip(resolved.panel.metric_ids, w.tolist(), strict=True))
    return PresetWeights(name=preset.name, label=preset.label, weights=by_metric, groups=groups)


@dataclass(frozen=True)
class _Tables:
    """(M, K) each: what is measured of all methods, ranked or not; `gaps` (B, M, K) as in `Panel.gaps`."""

    means: Floats
    sd: Floats
    sd_seeds: Floats
    sides: tuple[tuple[Side, ...], ...]
    ranks: Floats
    gaps: tuple[Bools, Bools]


def _row(resolved: Resolved, tables: _Tables, m: int, ranked: bool) -> LeaderboardRow:
    """Row `m` of the panel, without what only ranked ones have."""
    ids, method = resolved.panel.metric_ids, resolved.panel.methods[m]
    missing, partial = (_where(resolved, gaps[:, m]) for gaps in tables.gaps)
    return LeaderboardRow(
        method=method,
        label=resolved.labels.method(method),
        uqs=number(resolved.scores[m]),
        rank=whole_number(resolved.ranks[m]),
        means=by_id(ids, tables.means[m]),
        sd=by_id(ids, tables.sd[m]),
        sd_seeds=by_id(ids, tables.sd_seeds[m]),
        sides={metric: side for metric, side in zip(ids, tables.sides[m], strict=True) if side},
        utilities=by_id(ids, resolved.utilities[m]),
        contributions=by_id(ids, resolved.contributions[m]) if ranked else dict.fromkeys(ids),
        metric_ranks=by_id(ids, tables.ranks[m]),
        runs=int(resolved.panel.runs[:, m].sum()),
        missing=missing,
        partial=partial,
    )


def _where(resolved: Resolved, gaps: Bools) -> dict[str, tuple[str, ...]]:
    """The benchmarks of the gaps (B, K), by metric id."""
    ids, benchmarks = resolved.panel.metric_ids, resolved.panel.benchmarks
    return {
        metric: tuple(benchmarks[b] for b in np.flatnonzero(gaps[:, k]))
        for k, metric in enumerate(ids)
        if gaps[:, k].any()
    }
