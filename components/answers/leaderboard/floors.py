"""Who is below a floor? What each floor asks for and who misses it."""

from components import floors
from components.answers.record import Answer, Part, Said
from components.results.below_floors import Below, compute, note
from components.stats.ranking.floors import FloorCheck
from components.table import Column, Table, table
from components.words import LISTED, Labels


def say(result: Below, names: Labels) -> Said:
    if not result.methods:
        return Said()
    few = list(result.missed.items()) if len(result.missed) <= LISTED else []
    lines = [f"{names.method(m)} {floors.miss_words(names, own[0])}." for m, own in few]
    verb = "keeps" if len(result.just_kept) == 1 else "keep"
    just = (
        f"{names.listed_methods(result.just_kept[:LISTED])} just {verb} the floor."
        if result.just_kept
        else ""
    )
    return Said([note(result, names), *lines, just], (), result.refused)


def floors_table(result: Below, names: Labels) -> Table[FloorCheck]:
    """One row per floor in use: what it asks for, and who misses it."""
    column = Column[FloorCheck]
    columns = (
        column("on", lambda s: s.floor.on, kind="metric", place="print"),
        column("value", lambda s: s.floor.value, "at least", kind="number", place="print"),
        column("of", lambda s: s.floor.share_of, "of the utility of", place="print"),
        column("benchmark", lambda s: s.floor.benchmark, kind="benchmark"),
        column(
            "missed_by", lambda s: _missing(result, s), "missed by", kind="method", place="print"
        ),
        column("not_asked_on", lambda s: tuple(s.refused), "not asked for on", kind="benchmark"),
        column("source", lambda s: s.floor.source),
    )
    return table(columns, result.floor_checks)


def _missing(result: Below, check: FloorCheck) -> tuple[str, ...]:
    return tuple(m for m, missed in zip(result.methods, check.missed, strict=True) if missed)


FLOORS = Answer(
    "floors",
    compute,
    say,
    Part("floors", "Floors", floors_table, when=lambda result: bool(result.floor_checks)),
    heading="Below the floor",
    key="floors",
    terms=("floor",),
)
