"""What is each method by each metric alone? Mean, spread, side of the target, rank, utility, and
what is missing."""

from collections.abc import Callable
from functools import partial

import numpy as np

from components.contest import Contender
from components.format import factor, finite, whole_number
from components.results.ranking import Ranking
from components.stats.panel import Bools, Floats
from components.stats.ranking.utility import Side
from components.table import BetterEnd, Column, Medium, count_column, number_column
from data.registry import Metric

MEANING_OF_SIDE: dict[Side, str] = {
    "under": "under-forgotten",
    "over": "over-forgotten",
    "below": "below its target",
    "above": "above its target",
    "both": "below its target on some benchmarks, above on others",
    "at": "at its target",
}
FACTOR_HELP = (
    "over seeds, from the mean up and down by this factor: one standard deviation of the logarithm"
)


def columns(result: Ranking) -> list[Column[Contender]]:
    """Return everything by one metric after the other."""
    columns = []
    for metric_index, metric in enumerate(result.panel.metrics):
        columns += _columns_of_metric(result, metric_index, metric)
    return columns


def _columns_of_metric(
    result: Ranking, metric_index: int, metric: Metric
) -> list[Column[Contender]]:
    """Mean, spread, side of the target, rank, utility and contribution by one metric."""

    def of_shown(values: Floats) -> Callable[[Contender], float | None]:
        """The value (M, K) of the candidate that a row shows."""

        def cell(row: Contender) -> float | None:
            if row.shown_index is None:
                return None
            return finite(values[row.shown_index, metric_index])

        return cell

    def contribution(row: Contender) -> float | None:
        if row.rank is None:
            return None
        return of_shown(result.contest.contributions)(row)

    def rank(row: Contender) -> int | None:
        return whole_number(result.metric_ranks[row.registry_index, metric_index])

    return [
        _mean_column(result, metric, of_shown(result.means), of_shown(result.contest.utilities)),
        *_spread_columns(metric, of_shown(result.sd[0])),
        number_column(f"sd_seeds.{metric.id}", of_shown(result.sd[1]), place="file"),
        *_side_columns(result, metric_index, metric),
        count_column(
            f"metric_ranks.{metric.id}",
            rank,
            f"{metric.label} rank",
            help=f"rank by {metric.name} alone",
            place="screen",
        ),
        number_column(f"utilities.{metric.id}", of_shown(result.contest.utilities), place="file"),
        number_column(f"contributions.{metric.id}", contribution, place="file"),
    ]


def _mean_column(
    result: Ranking,
    metric: Metric,
    mean: Callable[[Contender], float | None],
    utility: Callable[[Contender], float | None],
) -> Column[Contender]:
    better: BetterEnd | None = "lower"
    if metric.targeted:
        better = None
    elif metric.direction == "higher":
        better = "higher"
    place: Medium = "print" if metric in result.metrics else "file"
    kind_of_mean = "geometric mean" if metric.scale == "log" else "mean"
    where = "over the benchmarks shown"
    if len(result.panel.benchmarks) == 1:
        where = "on the benchmark shown"
    return number_column(
        f"means.{metric.id}",
        mean,
        f"{metric.label} {metric.arrow}",
        better=better,
        judged=utility if metric.targeted else None,
        spread=f"sd.{metric.id}",
        log=metric.scale == "log",
        place=place,
        help=f"{metric.name}: {kind_of_mean} {where}; {metric.better}",
    )


def _spread_columns(
    metric: Metric, deviation: Callable[[Contender], float | None]
) -> list[Column[Contender]]:
    """The standard deviation over seeds; of a metric on a log scale also as a factor."""
    head = f"± {metric.label}"
    help_text = "standard deviation over seeds"
    if metric.scale != "log":
        return [number_column(f"sd.{metric.id}", deviation, head, help=help_text, place="screen")]

    def spread_factor(row: Contender) -> str | None:
        logarithm = deviation(row)
        return None if logarithm is None else factor(logarithm)

    return [
        number_column(
            f"sd.{metric.id}",
            deviation,
            head,
            place="file",
            help=f"{help_text}, of the base-10 logarithm",
        ),
        Column(
            f"factor.{metric.id}",
            spread_factor,
            f"×/÷ {metric.label}",
            place="screen only",
            help=FACTOR_HELP,
        ),
    ]


def _side_columns(result: Ranking, metric_index: int, metric: Metric) -> list[Column[Contender]]:
    """On which side of its target a metric lies; [] for a metric without one."""
    if not metric.targeted:
        return []

    def side(row: Contender) -> Side | None:
        if row.shown_index is None:
            return None
        return result.sides[row.shown_index][metric_index] or None

    def meaning(row: Contender) -> str | None:
        return MEANING_OF_SIDE.get(side(row) or "")

    return [
        Column(f"sides.{metric.id}", side, place="file"),
        Column(f"side.{metric.id}", meaning, f"{metric.label}: side", place="screen only"),
    ]


def gap_columns(result: Ranking) -> list[Column[Contender]]:
    """Return the benchmarks without any value, then those with values of some seeds only, by metric
    that has some."""
    without_value, without_some = result.panel.gaps
    return [
        *_gap_columns("missing", result, without_value, result.missing),
        *_gap_columns("partial", result, without_some, result.partial),
    ]


def _gap_columns(
    name: str,
    result: Ranking,
    has_gap: Bools,
    benchmarks_by_metric: Callable[[Contender], dict[str, tuple[str, ...]]],
) -> list[Column[Contender]]:
    def benchmarks(metric: str, row: Contender) -> tuple[str, ...]:
        return benchmarks_by_metric(row).get(metric, ())

    columns = []
    for metric_index in np.flatnonzero(has_gap.any(axis=(0, 1))):
        metric = result.panel.metric_ids[metric_index]
        cell = partial(benchmarks, metric)
        columns.append(Column[Contender](f"{name}.{metric}", cell, kind="benchmark", place="file"))
    return columns
