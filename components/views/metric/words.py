"""What the page of a metric says in words, from its result."""

from __future__ import annotations

from components.text import UNDEFINED, cleaned
from components.views.metric.result import Meaning, MetricResult
from components.views.trust import words


def lead(result: MetricResult) -> list[str]:
    """Whether the metric can be trusted, and how much that rests on."""
    label = cleaned(result.label)
    if all(m.role == "oracle" for m in result.meanings):
        return [f"{label} judges the other metrics; nothing here judges it."]
    return [*words.verdict(label, result.unsided), words.counts(result.unsided)]


def bounds(meaning: Meaning) -> str:
    """The range of values: "0 to 1", "0 and above", with the scale where it is not linear."""
    low, high = meaning.lower_bound, meaning.upper_bound
    if low is None and high is None:
        interval = UNDEFINED if meaning.pool else "unbounded"
    elif high is None:
        interval = f"{low:g} and above"
    elif low is None:
        interval = f"{high:g} and below"
    else:
        interval = f"{low:g} to {high:g}"
    return f"{interval}, log scale" if meaning.scale == "log" else interval


def relation(meaning: Meaning, label: str) -> str:
    """What a suite's metric is of the one at the address; empty where it is the same."""
    return "" if meaning.relation == "same" else f"{meaning.relation} of {cleaned(label)}"


def differs(meaning: Meaning, label: str) -> str:
    """How a suite's metric differs from the one at the address, in one cell."""
    return "; ".join(t for t in (relation(meaning, label), cleaned(meaning.note)) if t)
