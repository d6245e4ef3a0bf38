"""By which metrics does the ranking last? Both orders by each metric alone, and who leads by it."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.answers.record import Answer, Part, Said
from components.format import finite, number
from components.results.before_and_after import BeforeAndAfter, before_and_after
from components.table import Column, Table, count_column, number_column, table
from components.words import Labels


@dataclass(frozen=True)
class MetricOrders:
    """One metric: τ-b between its orders before and after over `n_compared` candidates, and its
    leaders among those with ranks."""

    metric: str
    weight: float
    n_compared: int
    tau: float | None
    leaders_before: tuple[str, ...]
    leaders_after: tuple[str, ...]


def by_metric(result: BeforeAndAfter) -> list[MetricOrders]:
    """Return every metric in registry order."""
    orders = []
    metric_taus = result.survival.metric_taus
    n_compared = result.survival.metric_n
    for metric_index, metric in enumerate(result.weights):
        before = {model.method: model.before.utilities[metric] for model in result.compared}
        value_after = {model.method: model.after.utilities[metric] for model in result.compared}
        orders.append(
            MetricOrders(
                metric=metric,
                weight=result.weights[metric],
                n_compared=int(n_compared[metric_index]),
                tau=finite(metric_taus[metric_index]),
                leaders_before=_highest(before),
                leaders_after=_highest(value_after),
            )
        )
    return orders


def _highest(value_of_method: Mapping[str, float | None]) -> tuple[str, ...]:
    """The methods with the highest value; () if none has a value."""
    values = [utility for utility in value_of_method.values() if utility is not None]
    highest = max(values, default=np.nan)
    return tuple(method for method, utility in value_of_method.items() if utility == highest)


def say(result: BeforeAndAfter, labels: Labels) -> Said:
    metrics_of_tau: dict[float, list[str]] = {}
    for orders in by_metric(result):
        if orders.tau is not None and orders.n_compared > 2:
            metrics_of_tau.setdefault(orders.tau, []).append(orders.metric)
    sentences = []
    if result.families:
        sentences.append("Checkpoints of one method are not independent, so there is no p.")
    if len(metrics_of_tau) < 2:
        return Said(notes=sentences)
    lowest = min(metrics_of_tau)
    highest = max(metrics_of_tau)
    return Said(
        [
            f"The order by {labels.listed_metrics(metrics_of_tau[highest])} changes least (τ"
            f" {number(highest)}), by {labels.listed_metrics(metrics_of_tau[lowest])} most (τ"
            f" {number(lowest)})."
        ],
        sentences,
    )


def metrics_table(result: BeforeAndAfter, labels: Labels) -> Table[MetricOrders]:
    return table(
        by_metric(result),
        Column("metric", kind="metric"),
        number_column("weight", head="weight here", digits=2, place="screen"),
        count_column("n", "n_compared", f"{result.noun}s"),
        number_column("tau", head="τ-b before, after", help="empty: one value on a side"),
        Column("leaders_before", head="best before", kind="method", place="screen"),
        Column("leaders_after", head="best after", kind="method", place="screen"),
    )


def facts(result: BeforeAndAfter) -> Mapping[str, object]:
    """Return the perturbation with its protocol, the weights, and both sides of the score."""
    return {
        "perturbation": result.perturbation,
        "trained_on": result.trained_on,
        "steps": result.steps,
        "compared": len(result.compared),
        "weights": result.weights,
        "tau": result.survival.tau,
        "leaders_before": result.leaders_before,
        "unmeasured": result.unmeasured,
        "leaders_unmeasured": result.leaders_unmeasured,
        "leaders_after": result.leaders_after,
    }


METRICS = Answer(
    "survival",
    before_and_after,
    say,
    Part(
        "survival_metrics",
        "The order by each metric, before and after",
        metrics_table,
        shown="open",
    ),
    heading="Metric by metric",
    key="survival",
    facts=facts,
)
