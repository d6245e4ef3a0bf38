"""A difference as Markdown: for a pull request, its check, and the command line."""

from collections.abc import Mapping, Sequence
from typing import Any

from components.answers.changes.difference import Difference
from components.answers.changes.words import SAME_CODE, SWAPPED_READING, came, claims, claims_table, ranks, ranks_table
from components.formats import head
from components.table import Table
from components.text import counted, forge_text

_BEFORE_AND_AFTER = {"method": "method", "before": "before", "after": "after"}
MOST_ROWS = 60
"""Most rows of a table; the rest is counted below it."""


def as_markdown(found: Difference, title: str) -> str:
    """The sentences as a list, then a table per panel of the ranks and one of the printed numbers."""
    lines = [f"### {forge_text(title)}", ""]
    lines += [f"- {forge_text(s)}" for s in (*came(found), *ranks(found), *claims(found))]
    if not found.new:
        lines += ["", f"{SAME_CODE} {SWAPPED_READING}"]
    for panel in found.panels:
        shown = {"method": "method", "after": "rank (95 % interval)"} if found.new else _BEFORE_AND_AFTER
        lines += _table(f"Ranks: {panel.label}", ranks_table([panel]), shown)
        if panel.reason:
            lines += ["", f"{forge_text(panel.label)}: nothing is ranked, since {forge_text(panel.reason)}."]
    return "\n".join([*lines, *_table("Printed numbers", claims_table(found))]) + "\n"


def _table(title: str, listed: Table[Any], heads: Mapping[str, str] | None = None) -> list[str]:
    """A table with the columns in `heads`, or all."""
    if not listed.rows:
        return []
    columns = [c for c in listed.columns if heads is None or c.id in heads]
    names = [heads[c.id] if heads else head(c) for c in columns]
    rows = [[c.of(row) for c in columns] for row in listed.rows[:MOST_ROWS]]
    more = len(listed) - MOST_ROWS
    cut = ["", f"… and {counted(more, 'row')} more."] if more > 0 else []
    return ["", f"#### {forge_text(title)}", "", *(_row(r) for r in [names, ["---"] * len(names), *rows]), *cut]


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(forge_text(c) for c in cells)} |"
