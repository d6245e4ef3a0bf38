"""What comes of a table without a word of the reader: columns, rows and the rank, as texts."""

from dataclasses import replace
from pathlib import Path

from components.answers.your_results.standing import Standing, choices, sentences, standing
from components.choices.query import parse
from components.intake.grid import Grid, Work, grid
from components.intake.known import known
from components.intake.suite import Runs, ids_of, own_suite, runs_of
from components.resolved import Resolved
from data.errors import LeaderboardError
from data.read.files import here
from data.registry import Tables
from tests.released import NAMES, built_in

KNOWN = known([built_in(name) for name in NAMES])
TABLES = Path(__file__).parent / "tables"


def read(path: Path) -> Work:
    """A table as it was brought."""
    return Work(replace(here([(path.name, path.read_bytes())]), name=path.name))


def suite_of(work: Work) -> tuple[Grid, Runs, Tables | None]:
    """The grid of a work, its runs, and the suite that they make, None without a metric."""
    understood = grid(work, KNOWN, None)
    runs = runs_of(understood)
    scored = [m for m in runs.metrics.values() if m["group"] != "cost" and m["role"] == "score"]
    return understood, runs, own_suite(understood, runs) if runs.keys and scored else None


def ranked(understood: Grid, runs: Runs, suite: Tables) -> Standing:
    """Where the methods stand, on what all of them have."""
    ids = ids_of(understood, runs)
    mine = [method for n, method in ids.items() if runs.variants.get(n, n) in understood.mine]
    view = Resolved(suite, replace(parse(choices(suite, ""), suite)[0], rows="checkpoints"))
    return standing(view, mine or list(ids.values()))


def outcome(path: Path) -> dict[str, str]:
    """What is proposed, what every column and row is, and the verdict once all is accepted."""
    try:
        understood, runs, suite = suite_of(read(path))
    except LeaderboardError as refused:
        return {"proposed": "", "columns": "", "rows": "", "verdict": f"refused: {refused}"}
    columns = []
    for column in understood.columns:
        words = [column.use]
        if column.use == "metric":
            words = [column.better, column.same, column.unit]
        columns.append(f"{column.name}: {' '.join(filter(None, words))}")
    rows = [f"{name}: {role.value}" for name, role in understood.roles.items()]
    line = sentences(ranked(understood, runs, suite))[0] if suite else "nothing can be ranked"
    return {
        "proposed": str(len(understood.proposals)),
        "columns": "; ".join(columns),
        "rows": "; ".join(rows) if len(rows) < 13 else f"{len(rows)} rows",
        "verdict": line,
    }
