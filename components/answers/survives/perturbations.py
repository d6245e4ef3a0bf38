"""Does it depend on what is done to the model? The same comparison for everything that was done."""

import math

from components.answers.record import Absent, Answer, Part, Said
from components.answers.survives.sides import Sides, after, before, done, sides
from components.labels import Labels
from components.resolved import Resolved, reads
from components.table import Column, Table, table
from components.text import number


@reads(weights=False)
def compute(view: Resolved) -> tuple[Sides, ...] | Absent:
    """Both sides of every perturbation of the panel."""
    found = tuple(s for p in done(view) if not isinstance(s := sides(view, p), Absent) and s.compared)
    return found if len(found) > 1 else Absent("")


def say(found: tuple[Sides, ...], names: Labels) -> Said:
    """After which of them the order changes most."""
    taus = {s.label: s.found.tau for s in found if not math.isnan(s.found.tau)}
    if not taus:
        return Said(["None of them leaves two different scores on both sides to compare."])
    least = min(taus, key=lambda label: taus[label])
    if taus[least] >= 1:
        return Said(["None of them changes the order."])
    return Said([f"{least} changes the order most (τ-b {number(taus[least], 2)})."])


def perturbations_table(found: tuple[Sides, ...], names: Labels) -> Table[Sides]:
    """One row per perturbation."""
    column = Column[Sides]
    columns = (
        column("perturbation", lambda s: s.perturbation, place="file"),
        column("label", lambda s: s.label, "what was done", place="print"),
        column("n", lambda s: len(s.compared), "compared", kind="count", place="print"),
        column("metrics", lambda s: tuple(m.id for m in s.weighted), "by", kind="metric"),
        column("tau", lambda s: s.found.tau, "τ-b before, after", kind="number", place="print"),
        column("leaders_before", lambda s: s.leaders(before), "first before", kind="method", place="print"),
        column("leaders_after", lambda s: s.leaders(after), "first after", kind="method", place="print"),
        column("description", lambda s: s.description, "how"),
    )
    return table(columns, found)


PERTURBATIONS = Answer(
    "perturbations",
    compute,
    say,
    Part("perturbations", "Everything that was done", perturbations_table, open=True),
    heading="Everything that was done to these models",
    alone=True,
)
