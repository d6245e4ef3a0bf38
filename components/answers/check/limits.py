"""Which PrivLeak is possible? The limit that follows from each retrained model whose AUC a suite
states."""

from collections.abc import Sequence
from dataclasses import dataclass

from components import words
from components.answers.check.known_values import Known
from components.format import joined, number
from components.stats.audits.sanity import privleak_limit
from data.registry import REFERENCE, Tables

PRIVLEAK = "privleak"
"""The address of the metric whose limit follows from an AUC of the retrained model, its part."""


@dataclass(frozen=True)
class Limit:
    """The highest PrivLeak that is possible with the retrained model of a study, whose AUC it
    states."""

    source: str
    auc: float
    highest: float


def limits_of(tables: Tables, asked: Known) -> list[Limit]:
    """The limit of PrivLeak with the retrained model of a suite that states the AUC from which it
    is derived."""
    if asked.asked["metric"] != PRIVLEAK:
        return []
    metric = next(
        (
            m
            for m in tables.scores
            if words.address("metrics", tables, m.id) == PRIVLEAK and m.parts
        ),
        None,
    )
    retrained = [m.id for m in tables.methods if m.role == REFERENCE]
    if metric is None or not retrained:
        return []
    models = {p.id: p.base_model for p in tables.panels}
    runs = tables.runs[
        tables.runs["method"].isin(retrained) & (tables.runs["benchmark"] == asked.asked["split"])
    ]
    aucs = runs.loc[runs["panel"].map(models) == asked.asked["model"], metric.parts[0]].dropna()
    if aucs.empty:
        return []
    auc = float(aucs.mean())
    return [Limit(tables.suite.title, auc, privleak_limit(auc))]


def limits_sentence(limits: Sequence[Limit]) -> str:
    """What an AUC of 1 gives with each retrained model that is known."""
    values = [
        f"{number(limit.highest, 1)} ({limit.source}, AUC {number(limit.auc)})" for limit in limits
    ]
    return (
        f"The highest value possible depends on the retrained model: {joined(values)}."
        if values
        else ""
    )
