"""How fine is each metric? The smallest step a metric can take where it is a proportion of samples."""

from components.answers.record import Answer, Part, Said
from components.labels import Labels
from components.resolved import Resolved, reads
from components.stats.agreement.resolution import Resolution, resolution
from components.table import Column, Table, table
from components.text import at_most, counted, joined


@reads(weights=False)
def compute(view: Resolved) -> tuple[Resolution, ...]:
    """The resolution of each metric on each benchmark."""
    return resolution(view.panel, view.samples)


def sentence(rows: tuple[Resolution, ...], names: Labels) -> str:
    """Where all methods lie within a few steps of each other."""
    places = [
        f"{names.metric(r.metric)} on {names.benchmark(r.benchmark)} "
        f"({counted(r.spread_in_steps, 'step')} of 1/{r.samples})"
        for r in rows
        if r.spread_in_steps is not None and 0 < r.spread_in_steps <= 2
    ]
    return f"All runs lie within two samples of each other for {joined(at_most(4, places))}." if places else ""


def resolution_table(rows: tuple[Resolution, ...], names: Labels) -> Table[Resolution]:
    """One row per metric and benchmark: the smallest step and how many of them the runs span."""
    column = Column[Resolution]
    columns = (
        column("metric", lambda r: r.metric, kind="metric", place="print"),
        column("benchmark", lambda r: r.benchmark, kind="benchmark", place="print"),
        column(
            "smallest",
            lambda r: f"1/{r.samples}" if r.samples else None,
            "smallest step",
            why="basis",
            place="screen only",
        ),
        column("samples", lambda r: r.samples, kind="count", why="basis", place="file"),
        column("step", lambda r: r.step, kind="number", why="basis", place="print"),
        column("different_values", lambda r: r.different_values, "different values", kind="count"),
        column("runs", lambda r: r.runs, kind="count"),
        column("spread", lambda r: r.spread, "largest − smallest", kind="number"),
        column("spread_in_steps", lambda r: r.spread_in_steps, "in steps", kind="count", place="print"),
        column("basis", lambda r: r.basis),
    )
    return table(columns, rows)


RESOLUTION = Answer(
    "resolution",
    compute,
    lambda rows, names: Said([sentence(rows, names)]),
    Part("resolution", "Resolution of each metric", resolution_table, when=bool),
    heading="How fine each metric is",
    question="The smallest step a metric can take where it is a proportion of samples.",
)
