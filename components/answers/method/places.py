"""The places of every method in one panel: by score, under each metric alone, by grids of checkpoints."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from components.answers.leaderboard import floors, references, tries
from components.answers.leaderboard.floors import misses
from components.answers.leaderboard.ranking import metric_ranks
from components.answers.leaderboard.references import References
from components.plain import by_id, number
from components.resolved import Resolved
from components.stats.panel import in_units
from components.stats.ranking.ranks import competition_ranks
from components.stats.ranking.utility import method_means


@dataclass(frozen=True, kw_only=True)
class MetricColumn:
    """One metric measured in a panel: ranks and means by method id; `weighted` says whether it is part of the score."""

    metric: str
    label: str
    arrow: str
    weighted: bool
    ranks: Mapping[str, int]
    means: Mapping[str, float | None]


@dataclass(frozen=True, kw_only=True)
class Grid:
    """One method with several checkpoints, and its rank among families by its best and by its median checkpoint."""

    row: tries.Grid
    best_rank: int
    median_rank: int
    checkpoints: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Places:
    """A panel under the suite's default weights; mappings are by method id, only of those that have a rank.

    `missing` holds by method the labels of weighted metrics not measured on some benchmark, `below` what a method below
    a floor misses, in words.
    """

    ranks: Mapping[str, int]
    scores: Mapping[str, float]
    metrics: tuple[MetricColumn, ...]
    grids: Mapping[str, Grid]
    references: References
    missing: Mapping[str, tuple[str, ...]]
    below: Mapping[str, str]


def places(resolved: Resolved) -> Places:
    """All methods of a panel, ranked as on the leaderboard."""
    panel, single = resolved.panel, metric_ranks(resolved)
    means = in_units(method_means(panel), panel.metrics)
    ranked, below = [int(i) for i in resolved.ranked], resolved.of(floors.compute)
    return Places(
        ranks={panel.methods[i]: int(resolved.ranks[i]) for i in ranked},
        scores={panel.methods[i]: float(resolved.scores[i]) for i in ranked},
        metrics=tuple(
            MetricColumn(
                metric=metric.id,
                label=metric.label,
                arrow=metric.arrow,
                weighted=bool(resolved.w[k] > 0),
                ranks={m: int(r) for m, r in zip(panel.methods, single[:, k], strict=True) if not np.isnan(r)},
                means=by_id(panel.methods, means[:, k]),
            )
            for k, metric in enumerate(panel.metrics)
            if not np.isnan(single[:, k]).all()
        ),
        grids=_grids(resolved),
        references=resolved.of(references.compute),
        missing={
            m: tuple(
                metric.label
                for k, metric in enumerate(panel.metrics)
                if resolved.w[k] > 0 and number(resolved.utilities[i, k]) is None
            )
            for i, m in enumerate(panel.methods)
            if i not in ranked
        },
        below={m: misses(below, resolved.labels, m) for m in below.missed},
    )


def _grids(resolved: Resolved) -> dict[str, Grid]:
    rows = resolved.of(tries.compute).rows
    best, median = (_ranked([float(reduce(r.scores)) for r in rows]) for reduce in (np.max, np.median))
    of = {m.id: m.family for m in resolved.tables.methods}
    ranked = [resolved.panel.methods[i] for i in resolved.ranked]
    return {
        row.family: Grid(
            row=row,
            best_rank=best[i],
            median_rank=median[i],
            checkpoints=tuple(m for m in ranked if of[m] == row.family),
        )
        for i, row in enumerate(rows)
    }


def _ranked(values: Sequence[float]) -> list[int]:
    return [int(r) for r in competition_ranks(np.array(values))] if values else []
