"""What does each weight decide, and which metrics with weight hardly separate the ranked methods?

One rule for all pages. The board and the Metric page say that a metric hardly separates; Trust says
of a supported one that it is flat here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from components import name_pages, suite_ids
from components.format import at_most, joined, percent
from components.resolved import Resolved
from components.results.absent import Absent
from components.results.trust import trust
from components.selection import default_selection
from components.served import Served
from components.stats.panel import Floats, nanmean
from components.stats.ranking.dominance import HARDLY, EffectiveWeights, effective_weights
from components.stats.ranking.utility import method_utilities
from components.stats.ranking.weights import PURPOSES, group_shares, presets
from data.registry import GROUP_WORDS, Group, Metric

NEAR = 0.01
"""How near to the original model counts as not moved, of a mapped value from 0 to 1."""
POINTS = 0.10
"""A weight and what it decides differ if they are farther apart than this, or than `FEW_POINTS` and
by a larger factor than `FACTOR`."""
FEW_POINTS = 0.03
FACTOR = 1.5
HALF = 0.5
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Flat:
    """A metric with weight that hardly separates the ranked rows.

    decides         its effective weight
    n_near, n_rows  how many of the ranked rows have nearly the original model's mapped value; 0 of
                    n without an original
    """

    metric: Metric
    decides: float
    n_near: int
    n_rows: int

    def reason(self) -> str:
        """Return why it is said: how many rows have not moved, else how little it decides."""
        if self.n_near >= HALF * self.n_rows:
            of_rows = f"{self.n_near} of {self.n_rows} methods"
            return f"{of_rows} lie within {NEAR} of the original model"
        return f"its weight decides less than {percent(HARDLY)}"

    def sentence(self, where: str = "", supported: bool = False) -> str:
        """Return that the metric hardly separates in the place that `where` names; of one that the
        evidence supports, that it is flat there."""
        finding = "is supported elsewhere and flat" if supported else "hardly separates"
        return f"{self.metric.label} {finding}{where}: {self.reason()}."


@dataclass(frozen=True, eq=False)
class WeightShares:
    """What the weights of a selection decide among its ranked rows.

    weights    by metric, and `group_weights` by group of metrics
    effective  weights times the range of the mapped values over the rows, by metric in the same
               order
    flat       the metrics with weight that hardly separate, supported by evidence or not
    """

    metrics: tuple[Metric, ...]
    weights: Floats
    effective: EffectiveWeights
    flat: tuple[Flat, ...]

    @cached_property
    def decides(self) -> Mapping[str, float]:
        """The share of each metric in what decides, sum 1; {} if no weighted metric varies."""
        if np.isnan(self.effective.values).any():
            return {}
        metric_ids = [metric.id for metric in self.metrics]
        return dict(zip(metric_ids, self.effective.values.tolist(), strict=True))

    @cached_property
    def group_decides(self) -> Mapping[Group, float]:
        """The share of each group of metrics, groups without any left out; {} if no weighted metric
        varies."""
        return group_shares(self.metrics, self.effective.values) if self.decides else {}

    @cached_property
    def group_weights(self) -> Mapping[Group, float]:
        """The weight of each group of metrics, groups without any left out."""
        return group_shares(self.metrics, self.weights)

    @cached_property
    def beside(self) -> dict[str, str]:
        """What to write beside a weight, by metric, where it differs from what it decides: decides
        30 %."""
        texts = {}
        for metric, weight in zip(self.metrics, self.weights.tolist(), strict=True):
            share = self.decides.get(metric.id, weight)
            if differs(weight, share):
                texts[metric.id] = f"decides {percent(share)}"
        return texts


def differs(weight: float, share: float) -> bool:
    """Return whether a weight and the share that it decides differ enough to be told."""
    distance = abs(share - weight)
    is_multiple = max(weight, share) > FACTOR * min(weight, share)
    return distance > POINTS or (is_multiple and distance > FEW_POINTS)


def weight_shares(view: Resolved) -> WeightShares:
    """Return what the weights of a selection decide. Raises LeaderboardError if they do not fit
    it."""
    contest = view.contest
    effective = effective_weights(contest.utilities[contest.shown], contest.weights)
    return WeightShares(
        metrics=contest.panel.metrics,
        weights=contest.weights,
        effective=effective,
        flat=tuple(_flat(view, effective)),
    )


def _flat(view: Resolved, effective: EffectiveWeights) -> list[Flat]:
    contest = view.contest
    n_rows = len(contest.row_ids)
    if n_rows < 2:
        return []
    distances = abs(contest.utilities[contest.shown] - _original(view))
    n_near = (distances <= NEAR + _ROUNDING).sum(axis=0).tolist()
    usual_share = 1 / np.count_nonzero(contest.weights)
    flat = []
    for metric_index in np.flatnonzero(contest.weights):
        share = float(effective.values[metric_index])
        has_not_moved = n_near[metric_index] >= HALF * n_rows and share < usual_share
        if effective.hardly[metric_index] or has_not_moved:
            metric = contest.panel.metrics[metric_index]
            flat.append(Flat(metric, share, n_near[metric_index], n_rows))
    return flat


def _original(view: Resolved) -> Floats:
    """(K,) the mapped values of the original model, on average if there are several; NaN where none
    was measured on the benchmarks shown."""
    panel = view.unranked
    if panel.benchmarks != view.panel.benchmarks:
        return np.full(len(panel.metrics), np.nan)
    is_original = [view.role(model) == "original" for model in panel.methods]
    utilities = method_utilities(panel, view.selection.transform, view.contest.aggregate)
    return nanmean(utilities[is_original], axis=0)


def hardly_separates(view: Resolved) -> tuple[Flat, ...]:
    """Return the metrics with weight that hardly separate, without those that the evidence of all
    suites supports: of these only Trust says that they are flat here."""
    flat = view.of(weight_shares).flat
    if not flat:
        return ()
    supported = _supported(view)
    return tuple(row for row in flat if row.metric.id not in supported)


def _supported(view: Resolved) -> set[str]:
    """The metrics of a suite that Trust calls supported."""
    evidence = view.of(trust)
    if isinstance(evidence, Absent):
        return set()
    verdicts = {row.address: row.verdict for row in evidence.rows}
    supported = set()
    for metric, name_entry in name_pages.entries("metrics", view.tables).items():
        if verdicts.get(name_entry.address) == "supported":
            supported.add(metric)
    return supported


def note(rows: Iterable[Flat]) -> str:
    """Return which metrics hardly separate, "" if all do."""
    listed = tuple(rows)
    if len(listed) < 2:
        return "".join(row.sentence() for row in listed)
    labels = joined(at_most(3, [row.metric.label for row in listed]))
    return (
        f"{labels} hardly separate: most methods are nearly alike there, or as the original model."
    )


def first_group_note(view: Resolved) -> str:
    """Return what the group decides that a preset puts first, if that is less than half; else
    ""."""
    preset_name = view.selection.weights
    if not isinstance(preset_name, str):
        return ""
    first = PURPOSES.get(preset_name, "")
    shares = view.of(weight_shares)
    decided = shares.group_decides.get(first, 0.0)
    if not first or not shares.decides or decided >= HALF:
        return ""
    label = next(preset.label for preset in presets(view.tables) if preset.name == preset_name)
    weight = percent(shares.group_weights[first])
    return (
        f"{label} gives {GROUP_WORDS[first]} {weight} of the weight; it decides {percent(decided)}."
    )


def everywhere(served: Served, address: str, supported: bool) -> list[str]:
    """Return in which panels the metric at an address is flat under the default weights;
    `supported` says what the evidence of all suites says of it."""
    sentences = []
    for tables in served.suites:
        name_of_metric = name_pages.entries("metrics", tables)
        metrics = {
            metric for metric, name_entry in name_of_metric.items() if name_entry.address == address
        }
        if metrics.isdisjoint(suite_ids.ranking_metrics(tables)):
            continue
        for panel in tables.panels:
            where_text = f" in {tables.suite.title}"
            if len(tables.panels) > 1:
                where_text += f", {panel.label}"
            selection = replace(default_selection(tables), panel=panel.id)
            for row in served.of_suite(weight_shares, selection).flat:
                if row.metric.id in metrics:
                    sentences.append(row.sentence(where_text, supported))
    return sentences
