"""What do the weights count more than once?"""

from operator import itemgetter

from components.answers.record import Answer, Part, Said
from components.format import verb
from components.resolved import Resolved
from components.stats.ranking.weights import doubled
from components.table import Column, Table, table
from components.words import MAX_LISTED, Labels

WholeAndPart = tuple[str, str]
"""A derived metric and a part of it that both have weight: the part counts more than once."""


def compute(view: Resolved) -> tuple[WholeAndPart, ...]:
    """Return what these weights count more than once."""
    return doubled(view.panel.metrics, view.contest.weights)


def say(result: tuple[WholeAndPart, ...], names: Labels) -> Said:
    parts_of_wholes: dict[tuple[str, ...], list[str]] = {}
    for metric in names.metrics:
        wholes = tuple(whole for whole, part in result if part == metric)
        if wholes:
            parts_of_wholes.setdefault(wholes, []).append(metric)
    return Said([_sentence(names, wholes, parts) for wholes, parts in parts_of_wholes.items()])


def _sentence(names: Labels, wholes: tuple[str, ...], parts: list[str]) -> str:
    listed_parts = names.listed_metrics(parts)
    if len(parts) > MAX_LISTED:
        listed_parts = f"{len(parts)} metrics"
    times = "twice" if len(wholes) == 1 else f"{len(wholes) + 1} times"
    how = verb(len(parts), "by itself and as a part", "by themselves and as parts")
    listed_wholes = names.listed_metrics(wholes)
    return f"These weights count {listed_parts} {times}: {how} of {listed_wholes}."


def doubled_table(result: tuple[WholeAndPart, ...], names: Labels) -> Table[WholeAndPart]:
    """One row per derived metric and part of it that both have weight."""
    return table(
        result,
        Column("whole", itemgetter(0), kind="metric", place="screen"),
        Column("part", itemgetter(1), kind="metric", place="screen"),
    )


DOUBLED = Answer(
    "doubled",
    compute,
    say,
    Part("doubled", "Metrics that count more than once", doubled_table),
    key="doubled",
)
