"""What was selected, how much data that is, and the weights: the head of every report."""

from collections.abc import Mapping
from dataclasses import dataclass

from components.format import by_id
from components.resolved import Resolved
from components.stats.ranking.dominance import effective_weights
from components.stats.ranking.utility import formula


@dataclass(frozen=True)
class Summary:
    """Mappings are by metric id; `incomplete` and `below_floor` are methods without rank,
    `constant_on` benchmark ids.

    `floored` counts the values of a metric on a log scale that lie below its lower bound and count
    as the bound."""

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
    hardly_any_effect: tuple[str, ...]
    utility_maps: Mapping[str, str]
    aim: str
    floored: Mapping[str, int]
    constant_on: Mapping[str, tuple[str, ...]]


def summary(resolved: Resolved) -> Summary:
    """The summary of a selection. Raises LeaderboardError where the weights do not fit the
    selection."""
    panel, chosen, contest = resolved.panel, resolved.selection, resolved.contest
    ids = panel.metric_ids
    effective = effective_weights(contest.utilities[contest.shown], contest.weights)
    return Summary(
        suite=resolved.tables.suite.id,
        panel=chosen.panel,
        protocol=chosen.protocol,
        transform=chosen.transform,
        aggregate=resolved.aggregate,
        data_version=resolved.tables.data_version,
        n_runs=panel.n_runs,
        n_cells=panel.n_cells,
        benchmarks=tuple(panel.benchmarks),
        seeds=tuple(int(s) for s in panel.seeds),
        methods=tuple(panel.methods),
        incomplete=tuple(m for m, c in zip(panel.methods, resolved.complete, strict=True) if not c),
        below_floor=tuple(m for m, b in zip(panel.methods, resolved.below, strict=True) if b),
        weights=by_id(ids, resolved.w),
        effective_weights=by_id(ids, effective.values),
        utility_ranges=by_id(ids, effective.ranges),
        hardly_any_effect=tuple(
            m for m, h in zip(ids, effective.hardly, strict=True) if h and len(contest.row_ids) > 1
        ),
        aim=chosen.aim,
        floored={m.id: int(n) for m, n in zip(panel.metrics, panel.floored, strict=True) if n},
        utility_maps={m.id: formula(m, chosen.transform) for m in panel.metrics},
        constant_on={m: panel.constant_on(k) for k, m in enumerate(ids)},
    )
