"""Who is below a floor? What each floor asks for and who misses it."""

import numpy as np

from components import floors
from components.answers.record import Answer, Part, Said
from components.format import verb
from components.results.below_floors import Below, compute, note
from components.stats.ranking.floors import FloorCheck
from components.table import Column, Table, number_column, table
from components.words import MAX_LISTED, Labels


def say(result: Below, names: Labels) -> Said:
    if not result.methods:
        return Said()
    lines = [note(result, names)]
    if len(result.missed) <= MAX_LISTED:
        for method, misses in result.missed.items():
            lines.append(f"{names.method(method)} {floors.miss_words(names, misses[0])}.")
    if result.just_kept:
        keep = verb(len(result.just_kept), "keeps", "keep")
        lines.append(
            f"{names.listed_methods(result.just_kept[:MAX_LISTED])} just {keep} the floor."
        )
    return Said(lines, (), result.refused)


def floors_table(result: Below, names: Labels) -> Table[FloorCheck]:
    """One row per floor in use: what it asks for, and who misses it."""

    def missed_by(check: FloorCheck) -> tuple[str, ...]:
        return tuple(result.methods[index] for index in np.flatnonzero(check.missed))

    return table(
        result.floor_checks,
        Column("on", "floor.subject", kind="metric"),
        number_column("value", "floor.value", "at least"),
        Column("of", "floor.share_of", "of that of"),
        Column("benchmark", "floor.benchmark", kind="benchmark", place="screen"),
        Column("missed_by", missed_by, "missed by", kind="method"),
        Column(
            "not_asked_on",
            lambda check: tuple(check.refused),
            "not asked for on",
            kind="benchmark",
            place="screen",
        ),
        Column("source", "floor.source", place="screen"),
    )


FLOORS = Answer(
    "floors",
    compute,
    say,
    Part("floors", "Floors", floors_table, when=lambda result: bool(result.floor_checks)),
    heading="Below the floor",
    key="floors",
    terms=("floor",),
)
