"""What was selected, how much data that is, and the weights: the head of every report."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.format import by_id
from components.resolved import Resolved
from components.results.weight_shares import weight_shares
from components.stats.ranking.utility import formula


@dataclass(frozen=True)
class Summary:
    """The head of a report. Mappings are by metric id.

    incomplete, below_floor  candidates without rank
    effective_weights        weight × range of the utility over the ranked rows, sum 1
    flat                     metrics with weight that hardly separate the ranked rows
    floored                  how many values of a metric on a log scale lie below its lower bound
                             and count as the bound
    constant_on              the benchmarks on which a metric is constant
    """

    suite: str
    panel: str
    protocol: str
    transform: str
    aggregate: str
    data_version: str
    n_runs: int
    n_cells: int
    benchmarks: tuple[str, ...]
    seeds: tuple[int, ...]
    methods: tuple[str, ...]
    incomplete: tuple[str, ...]
    below_floor: tuple[str, ...]
    weights: Mapping[str, float | None]
    effective_weights: Mapping[str, float | None]
    utility_ranges: Mapping[str, float | None]
    flat: tuple[str, ...]
    utility_maps: Mapping[str, str]
    aim: str
    floored: Mapping[str, int]
    constant_on: Mapping[str, tuple[str, ...]]


def summary(view: Resolved) -> Summary:
    """Return the summary of a selection. Raises LeaderboardError if the weights do not fit the
    selection."""
    contest = view.contest
    selection = view.selection
    panel = contest.panel
    metric_ids = panel.metric_ids
    shares = view.of(weight_shares)
    incomplete = np.flatnonzero(~contest.is_complete)
    below_floor = np.flatnonzero(contest.is_below_floor)
    return Summary(
        suite=view.tables.suite.id,
        panel=selection.panel,
        protocol=selection.protocol,
        transform=selection.transform,
        aggregate=contest.aggregate,
        data_version=view.tables.data_version,
        n_runs=panel.n_runs,
        n_cells=panel.n_cells,
        benchmarks=tuple(panel.benchmarks),
        seeds=tuple(map(int, panel.seeds)),
        methods=panel.methods,
        incomplete=tuple(panel.methods[index] for index in incomplete),
        below_floor=tuple(panel.methods[index] for index in below_floor),
        weights=by_id(metric_ids, contest.weights),
        effective_weights=by_id(metric_ids, shares.effective.values),
        utility_ranges=by_id(metric_ids, shares.effective.ranges),
        flat=tuple(row.metric.id for row in shares.flat),
        utility_maps={metric.id: formula(metric, selection.transform) for metric in panel.metrics},
        aim=selection.aim,
        floored={metric_ids[i]: int(panel.floored[i]) for i in np.flatnonzero(panel.floored)},
        constant_on={metric: panel.constant_on(i) for i, metric in enumerate(metric_ids)},
    )
