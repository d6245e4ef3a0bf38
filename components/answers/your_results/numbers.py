"""What stands in a reader's table, as given, and what of it was not used and where?"""

from collections.abc import Mapping
from dataclasses import dataclass

from components.format import MARK
from components.intake.grades import Unused
from components.intake.grid import Grid
from components.intake.suite import Runs
from components.intake.uses import IGNORE
from components.intake.uses import METHOD as METHOD_COLUMN

MAX_LINES = 60
MAX_COLUMNS = 30
Links = Mapping[int, Mapping[str, tuple[str, str]]]
"""By run and column: the value as studies print it, and what is known of it."""


@dataclass(frozen=True)
class GivenCell:
    """A cell as it was given, the address of what is known of it, and why it was not used."""

    text: str
    link: str = ""
    unused: str = ""


@dataclass(frozen=True)
class GivenLine:
    """A row of the table: where it stands, the name it has, and its cells."""

    place: str
    name: str
    cells: tuple[GivenCell, ...]


@dataclass(frozen=True)
class Given:
    """The columns that are used, their lines, how many lines more there are, and what was not
    used."""

    heads: tuple[str, ...]
    lines: tuple[GivenLine, ...]
    n_more: int
    unused: tuple[str, ...]


def given(grid: Grid, runs: Runs, links: Links) -> Given:
    """Return a table as it was given, with what of it was not used."""
    used_columns = []
    for column in grid.columns:
        if column.use not in (METHOD_COLUMN, IGNORE):
            used_columns.append(column.name)
    heads = tuple(used_columns[:MAX_COLUMNS])
    every_unused = (*grid.unused, *runs.unused)
    reasons = _reasons(every_unused)
    link_of_row = {row: links.get(run_index, {}) for run_index, row in enumerate(runs.rows)}
    places = grid.facts.sheet.places
    mine = set(grid.mine)
    lines = []
    for row_index, place in enumerate(places[:MAX_LINES]):
        link_of_column = link_of_row.get(row_index, {})
        name = grid.facts.names[row_index]
        reason_of_line = reasons.get((place, name), "")
        cells = []
        for head in heads:
            _, link = link_of_column.get(head, ("", ""))
            reason = reasons.get((place, head)) or reason_of_line
            cells.append(GivenCell(grid.facts.cells[head][row_index], link, reason))
        marked_name = f"{name}{MARK}" if name in mine else name
        lines.append(GivenLine(place, marked_name, tuple(cells)))
    listed = tuple(dict.fromkeys(map(str, every_unused)))
    return Given(heads, tuple(lines), max(0, len(places) - MAX_LINES), listed)


def _reasons(every_unused: tuple[Unused, ...]) -> dict[tuple[str, str], str]:
    """Return why cells were not used, by line and column; the name of a row is its whole line."""
    reasons = {}
    for unused in every_unused:
        reasons[unused.line, unused.column] = unused.reason
    return reasons
