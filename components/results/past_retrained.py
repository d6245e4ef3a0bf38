"""Does a method leave less of what it should forget than a model retrained without it?"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from components.contest import Contender
from components.format import joined, number, verb
from components.resolved import Resolved
from components.stats.audits.past_retrained import PastTest, past_test
from components.stats.panel import Floats
from components.words import Labels
from data.registry import REFERENCE, Metric

PRINTED = "printed"
MAX_DIGITS = 3
"""Decimals of a sentence."""


@dataclass(frozen=True)
class Comparison:
    """A ranked row beside the retrained model by one metric of forgetting on one benchmark.

    retrained  the mean of the retrained models' values; `digits` are its printed decimals
    """

    method: str
    benchmark: str
    metric: Metric
    test: PastTest
    retrained: float
    digits: int

    @property
    def is_past(self) -> bool:
        """Whether the row leaves less than the retrained model."""
        return self.test.outcome == "past"

    @property
    def remoteness(self) -> float:
        """By what factor row and retrained model differ, for choosing an example."""
        smaller, larger = sorted((self.test.mean, self.retrained))
        return larger / smaller if smaller > 0 else float("inf")


@dataclass(frozen=True, eq=False)
class PastRetrained:
    """All comparisons of the ranked rows, by rank, benchmark and metric; of the `leader` the first
    line speaks, None without ranked rows.

    aims_at_reference  whether the metrics are scored by closeness to the retrained model already
    """

    comparisons: tuple[Comparison, ...]
    leader: str | None
    aims_at_reference: bool

    @property
    def is_tested(self) -> bool:
        """Whether some row has enough seeds to tell."""
        return any(comparison.test.outcome != "not tested" for comparison in self.comparisons)

    def of_leader(self) -> list[Comparison]:
        """Return the leader's comparisons on the benchmark on which it is past by most metrics; []
        if it is past by none."""
        most: list[Comparison] = []
        for comparisons in self.on_benchmarks(self.leader).values():
            if n_past(comparisons) > n_past(most):
                most = comparisons
        return most

    def on_benchmarks(self, method: str | None) -> dict[str, list[Comparison]]:
        """Return the comparisons of a row by benchmark."""
        on_benchmark: dict[str, list[Comparison]] = {}
        for comparison in self.comparisons:
            if comparison.method == method:
                on_benchmark.setdefault(comparison.benchmark, []).append(comparison)
        return on_benchmark


def n_past(comparisons: Sequence[Comparison]) -> int:
    """Return on how many of the comparisons a row is past the retrained model."""
    return sum(comparison.is_past for comparison in comparisons)


def compute(view: Resolved) -> PastRetrained:
    """Compare each ranked row with the retrained model of the panel, by the metrics of forgetting
    that may aim at it or be printed, parts of others in place of what is derived from them."""
    comparisons: list[Comparison] = []
    metrics = _metrics(view)
    for contender in view.contest.contenders:
        if contender.rank is not None and metrics:
            comparisons += _comparisons(view, contender, metrics)
    leaders = view.contest.leaders
    return PastRetrained(
        comparisons=tuple(comparisons),
        leader=leaders[0] if leaders else None,
        aims_at_reference=view.selection.aim == REFERENCE,
    )


def _metrics(view: Resolved) -> list[Metric]:
    """The metrics of forgetting as they are printed, not as a selection aims them."""
    metrics = []
    for metric in view.tables.scores:
        may_aim = PRINTED in metric.aims and REFERENCE in metric.aims
        is_plain = not metric.targeted and not metric.parts and metric.scale == "linear"
        is_ranking = metric.role == "score" and metric.group == "forgetting"
        if may_aim and is_plain and is_ranking:
            metrics.append(metric)
    return metrics


def _comparisons(
    view: Resolved, contender: Contender, metrics: Sequence[Metric]
) -> list[Comparison]:
    """Those of one row, where both it and the retrained model were measured."""
    values_of_cell: dict[tuple[str, Metric], tuple[Floats, Floats]] = {}
    for benchmark_index, benchmark in enumerate(view.panel.benchmarks):
        for metric in metrics:
            metric_index = view.panel.metric(metric.id)
            values = view.panel.values[benchmark_index, :, contender.shown_index, metric_index]
            values = values[~np.isnan(values)]
            retrained_values = _retrained_values(view, benchmark, metric)
            if values.size and retrained_values.size:
                values_of_cell[benchmark, metric] = (values, retrained_values)
    comparisons = []
    for (benchmark, metric), (values, retrained_values) in values_of_cell.items():
        retrained = float(retrained_values.mean())
        digits = _digits(view, metric)
        half_digit = 0.5 * 10.0**-digits
        test = past_test(values, retrained, metric.sign, half_digit, len(values_of_cell))
        comparisons.append(Comparison(contender.method, benchmark, metric, test, retrained, digits))
    return comparisons


def _retrained_values(view: Resolved, benchmark: str, metric: Metric) -> Floats:
    """The values of the retrained models on a benchmark; none if they were not measured there."""
    if benchmark not in view.unranked.benchmarks:
        return np.array([])
    on_benchmark = _of_retrained(view, metric)[view.unranked.benchmark(benchmark)]
    return np.asarray(on_benchmark[~np.isnan(on_benchmark)])


def _of_retrained(view: Resolved, metric: Metric) -> Floats:
    """(B, S, m) the values of the retrained models by a metric."""
    models = view.unranked
    is_retrained = [view.role(model) == REFERENCE for model in models.methods]
    return models.values[:, :, is_retrained, models.metric(metric.id)]


def _digits(view: Resolved, metric: Metric) -> int:
    """The decimals with which the retrained models' values are printed."""
    digits = 0
    values = _of_retrained(view, metric)
    for value in values[~np.isnan(values)].tolist():
        exponent = Decimal(repr(value)).as_tuple().exponent
        assert isinstance(exponent, int)
        digits = max(digits, -exponent)
    return digits


def leader_line(result: PastRetrained, labels: Labels) -> str:
    """Return on how many metrics of forgetting the leader leaves less than the retrained model; ""
    if on none."""
    comparisons = result.of_leader()
    n_of_leader = n_past(comparisons)
    if not n_of_leader:
        return ""
    metrics = f"forgetting {verb(len(comparisons), 'metric', 'metrics')}"
    how_many = f"{n_of_leader} of {len(comparisons)}"
    if 1 < n_of_leader == len(comparisons):
        how_many = f"all {n_of_leader}"
    first = comparisons[0]
    return (
        f"{labels.method(first.method)} leaves less than the retrained model on"
        f" {how_many} {metrics} of {labels.benchmark(first.benchmark)}"
        f" ({_example(comparisons)}): it removes more than retraining would."
    )


def row_note(result: PastRetrained, method: str, labels: Labels) -> str:
    """Return on how many metrics of each benchmark a row leaves less than the retrained model, with
    an example of the first one that has most; "" if on none."""
    most: list[Comparison] = []
    counts: list[str] = []
    for benchmark, comparisons in result.on_benchmarks(method).items():
        n_of_row = n_past(comparisons)
        if n_of_row:
            metrics = "" if counts else f"{verb(len(comparisons), 'metric', 'metrics')} "
            where = labels.benchmark(benchmark)
            counts.append(f"{n_of_row} of {len(comparisons)} {metrics}of {where}")
            if n_of_row > n_past(most):
                most = comparisons
    if not counts:
        return ""
    return f"past the retrained model on {joined(counts)} ({_example(most)})"


def _example(comparisons: Sequence[Comparison]) -> str:
    """The value that is farthest past the retrained model's: Prob f 0.004 against 0.116."""
    past = [comparison for comparison in comparisons if comparison.is_past]
    farthest = max(past, key=lambda comparison: comparison.remoteness)
    digits = min(farthest.digits, MAX_DIGITS)
    mean = number(farthest.test.mean, digits)
    return f"{farthest.metric.label} {mean} against {number(farthest.retrained, digits)}"
