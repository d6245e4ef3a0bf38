"""What do the weights count more than once?"""

from components.answers.record import Answer, Part, Said
from components.resolved import Resolved
from components.stats.ranking import weights
from components.table import Column, table
from components.words import LISTED, Labels

Doubled = tuple[tuple[str, str], ...]
"""Derived metrics and a part of theirs that both have weight: the part counts more than once."""


def compute(view: Resolved) -> Doubled:
    """What these weights count more than once."""
    return weights.doubled(view.panel.metrics, view.w)


def say(result: Doubled, names: Labels) -> Said:
    wholes: dict[str, list[str]] = {}
    for whole, part in result:
        wholes.setdefault(part, []).append(whole)
    alike: dict[tuple[str, ...], list[str]] = {}
    for metric in (m for m in names.metrics if m in wholes):
        alike.setdefault(tuple(wholes[metric]), []).append(metric)
    lines = []
    for own, parts in alike.items():
        one = len(parts) == 1
        listed = names.listed_metrics(parts) if len(parts) <= LISTED else f"{len(parts)} metrics"
        times = "twice" if len(own) == 1 else f"{len(own) + 1} times"
        themselves = "by itself and as a part" if one else "by themselves and as parts"
        lines.append(
            f"These weights count {listed} {times}: {themselves} of {names.listed_metrics(own)}."
        )
    return Said(lines)


COLUMNS = (
    Column[tuple[str, str]]("whole", lambda pair: pair[0], kind="metric"),
    Column[tuple[str, str]]("part", lambda pair: pair[1], kind="metric"),
)
DOUBLED = Answer(
    "doubled",
    compute,
    say,
    Part(
        "doubled", "Metrics that count more than once", lambda result, names: table(COLUMNS, result)
    ),
    key="doubled",
)
