"""Where a table's methods can be compared: the panels of suites that fit it, the best first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from components.format import counted
from components.intake.grid import Grid, Place
from components.intake.known import in_suite
from components.intake.suite import known_place
from components.intake.uses import BENCHMARK, METRIC, MODEL
from data.read.lexicon import letters
from data.registry import Tables


@dataclass(frozen=True)
class Fit:
    """A panel of a suite, with one benchmark where the table names none, and how many metrics it
    shares."""

    place: Place
    label: str
    metrics: int


def fits(grid: Grid, suites: Sequence[Tables]) -> tuple[Fit, ...]:
    """Return the places that have half of the table's metrics or more, two at least, and what its
    rows name."""
    return tuple(
        sorted(
            (fit for suite in suites for fit in _of_suite(grid, suite)), key=lambda f: -f.metrics
        )
    )


def _of_suite(grid: Grid, suite: Tables) -> Iterator[Fit]:
    find, texts = grid.facts.known.names.find, grid.facts.texts
    metrics = [c for c in grid.columns if c.use == METRIC]
    own = [m.id for c in metrics if (m := in_suite(c.same or find(c.name)[0], suite)) is not None]
    sets = {known_place(suite, t) for c in grid.used(BENCHMARK) for t in texts(c.name)}
    models = [letters(t) for c in grid.used(MODEL) for t in texts(c.name)]
    for panel in suite.panels if len(own) > 1 else ():
        names = [*map(letters, (panel.id, panel.label, panel.base_model))]
        if not all(any(m in n or n in m for n in names) for m in models if m):
            continue
        runs = suite.runs_of(panel.id).groupby("benchmark", observed=True)[own].count()
        measured = {str(b): int(n) for b, n in (runs > 0).sum(axis=1).items()}
        for benchmark in [""] if sets else sorted(measured):
            shared = max(measured.get(b, 0) for b in sets or [benchmark])
            if shared > 1 and 2 * shared >= len(metrics):
                labels = [
                    b.label for b in suite.benchmarks if b.id == benchmark and len(measured) > 1
                ]
                label = " · ".join(
                    [suite.suite.title, *[panel.label] * (len(suite.panels) > 1), *labels]
                )
                label = f"{label}: {shared} of {counted(len(metrics), 'metric')}"
                yield Fit((suite.suite.id, panel.id, benchmark), label, int(shared))
