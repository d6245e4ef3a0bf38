"""Which value is possible? The limit that follows from each retrained model whose AUC a suite
states."""

from collections.abc import Sequence
from dataclasses import dataclass

from components import name_pages
from components.answers.check.known_values import KnownValues
from components.format import joined, number
from components.stats.audits.sanity import limit_from_auc
from data.known_metrics import known_metrics
from data.registry import REFERENCE, Tables


@dataclass(frozen=True)
class Limit:
    """The highest value that is possible with the retrained model of a study, whose AUC it
    states."""

    source: str
    auc: float
    highest: float


def has_limit(address: str) -> bool:
    """Return whether the highest value of a metric follows from the AUC of the retrained model."""
    return any(metric.id == address and metric.limit == "auc" for metric in known_metrics())


def limit_of(tables: Tables, reported: KnownValues) -> Limit | None:
    """Return the limit of a metric with the retrained model of a suite.

    None if the metric has no such limit, or the suite does not state the AUC on the model and split
    asked."""
    address = reported.asked["metric"]
    if not has_limit(address):
        return None
    aucs_of_claims = []
    for metric in tables.scores:
        if metric.parts and name_pages.address("metrics", tables, metric.id) == address:
            aucs_of_claims.append(metric.parts[0])
    if not aucs_of_claims:
        return None
    retrained = [method.id for method in tables.methods if method.role == REFERENCE]
    panels = [panel.id for panel in tables.panels if panel.base_model == reported.asked["model"]]
    is_asked = tables.runs["benchmark"] == reported.asked["split"]
    is_asked &= tables.runs["method"].isin(retrained) & tables.runs["panel"].isin(panels)
    values = tables.runs.loc[is_asked, aucs_of_claims[0]].dropna()
    if values.empty:
        return None
    auc = float(values.mean())
    return Limit(tables.suite.title, auc, limit_from_auc(auc))


def limits_sentence(limits: Sequence[Limit]) -> str:
    """Return what an AUC of 1 gives with each retrained model that is known, "" for none."""
    if not limits:
        return ""
    limit_texts = [
        f"{number(known_limit.highest, 1)} ({known_limit.source}, AUC {number(known_limit.auc)})"
        for known_limit in limits
    ]
    return f"The highest value possible depends on the retrained model: {joined(limit_texts)}."
