"""Which limits do others ask for? The published thresholds: who asks for how much of what."""

from components.answers.record import Answer, Part, Said
from components.served import Served
from components.table import Column, Link, Table, table
from components.words import Labels
from data.thresholds import COMPARISONS, Threshold, thresholds

NO_UNIT = ("share", "p")
"""Units that are numbers as they stand."""
SIGN_OF_UNIT = {"percent": "%"}


def compute(served: Served) -> tuple[Threshold, ...]:
    """Return the published thresholds, those in force first."""
    superseded = [threshold for threshold in thresholds() if threshold.status == "superseded"]
    in_force = [threshold for threshold in thresholds() if threshold not in superseded]
    return (*in_force, *superseded)


def asked_for(threshold: Threshold) -> str:
    """Return a limit in words: at least 80 % of the model before unlearning."""
    limit = threshold.threshold.replace("-", "−")
    words = [COMPARISONS[threshold.comparison], limit]
    if threshold.unit not in NO_UNIT:
        words.append(SIGN_OF_UNIT.get(threshold.unit, threshold.unit))
    return " ".join(words)


def thresholds_table(listed: tuple[Threshold, ...], labels: Labels) -> Table[Threshold]:
    """Return one row per limit, as its source states it."""

    def source_of(threshold: Threshold) -> Link:
        return Link(url=threshold.url)

    return table(
        listed,
        Column("id", place="file"),
        Column("benchmark", head="who asks", link=source_of),
        Column("asked", asked_for, "how much"),
        Column("metric", head="of what"),
        Column("relative_to", head="against"),
        Column("consequence", head="what follows"),
        Column("status"),
        Column("source", place="file"),
        Column("comparison", place="file"),
        Column("threshold", place="file"),
        Column("unit", place="file"),
        Column("url", place="file"),
        Column("note"),
    )


def say(listed: tuple[Threshold, ...], labels: Labels) -> Said:
    return Said(["As each source states it; none holds for another benchmark."])


THRESHOLDS = Answer(
    "thresholds",
    compute,
    say,
    Part("thresholds", "Published thresholds", thresholds_table, shown="open"),
    heading="Which thresholds others use",
)
