"""What is each method by each metric alone? Mean, spread, side of the target, rank, utility, and
what is missing."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from components.contest import Contender
from components.format import factor as as_factor
from components.format import finite, whole_number
from components.results.ranking import Ranking
from components.stats.panel import Floats
from components.stats.ranking.utility import Side
from components.table import Column, Direction
from data.registry import Metric

SIDES: dict[Side, str] = {
    "under": "under-forgotten",
    "over": "over-forgotten",
    "below": "below its target",
    "above": "above its target",
    "both": "below its target on some benchmarks, above on others",
    "at": "at its target",
}
"""What each side of a target means."""
FACTOR = (
    "over seeds, from the mean up and down by this factor: one standard deviation of the logarithm"
)


def columns(result: Ranking) -> list[Column[Contender]]:
    """Everything by one metric after the other."""
    return [
        c for k, metric in enumerate(result.panel.metrics) for c in _of_metric(result, k, metric)
    ]


def _of_metric(result: Ranking, k: int, metric: Metric) -> list[Column[Contender]]:
    """Everything by one metric: mean, spread, side of its target, rank, utility and
    contribution."""
    column, own, label = Column[Contender], metric.id, metric.label
    listed = own in {m.id for m in result.metrics}
    spreads, seeds = result.sd
    where = (
        "on the benchmark shown"
        if len(result.panel.benchmarks) == 1
        else "over the benchmarks shown"
    )
    better: Direction | None = (
        None if metric.targeted else "higher" if metric.direction == "higher" else "lower"
    )

    log = metric.scale == "log"

    def factor(row: Contender) -> str | None:
        deviation = of(spreads)(row)
        return None if deviation is None else as_factor(deviation)

    def of(values: Floats) -> Callable[[Contender], float | None]:
        return lambda row: None if row.shown_index is None else finite(values[row.shown_index, k])

    def contribution(row: Contender) -> float | None:
        return (
            None
            if row.rank is None or row.shown_index is None
            else finite(result.contest.contributions[row.shown_index, k])
        )

    def side(row: Contender) -> Side | None:
        return None if row.shown_index is None else result.sides[row.shown_index][k] or None

    return [
        column(
            f"means.{own}",
            of(result.means),
            f"{label} {metric.arrow}",
            kind="number",
            better=better,
            spread=f"sd.{own}",
            log=log,
            place="print" if listed else "file",
            help=f"{metric.name}: {'geometric mean' if log else 'mean'} {where}; {metric.better}",
        ),
        column(
            f"sd.{own}",
            of(spreads),
            f"± {label}",
            kind="number",
            place="file" if log else "screen",
            help=f"standard deviation over seeds{', of the base-10 logarithm' if log else ''}",
        ),
        *(
            [column(f"factor.{own}", factor, f"×/÷ {label}", place="screen only", help=FACTOR)]
            if log
            else []
        ),
        column(f"sd_seeds.{own}", of(seeds), place="file", kind="number"),
        *(
            [
                column(f"sides.{own}", side, place="file"),
                column(
                    f"side.{own}",
                    lambda r: SIDES.get(side(r) or ""),
                    f"{label}: side",
                    place="screen only",
                ),
            ]
            if metric.targeted
            else []
        ),
        column(
            f"metric_ranks.{own}",
            lambda r: whole_number(result.metric_ranks[r.registry_index, k]),
            f"{label} rank",
            kind="count",
            help=f"rank by {metric.name} alone",
        ),
        column(f"utilities.{own}", of(result.contest.utilities), kind="number", place="file"),
        column(f"contributions.{own}", contribution, kind="number", place="file"),
    ]


def gaps(result: Ranking) -> list[Column[Contender]]:
    """The benchmarks where values are missing, by metric."""
    return [
        Column[Contender](
            f"{name}.{metric}", partial(_where, of, metric), kind="benchmark", place="file"
        )
        for name, of, lacks in zip(
            ("missing", "partial"), (result.missing, result.partial), result.panel.gaps, strict=True
        )
        for metric, some in zip(
            result.panel.metric_ids, np.asarray(lacks.any(axis=(0, 1))), strict=True
        )
        if some
    ]


def _where(
    of: Callable[[Contender], Mapping[str, tuple[str, ...]]], metric: str, row: Contender
) -> tuple[str, ...]:
    return of(row).get(metric, ())
