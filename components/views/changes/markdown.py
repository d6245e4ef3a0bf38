"""A difference as Markdown: for a pull request, its check, and the command line."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from components.text import counted, forge_text
from components.views.changes.difference import Difference
from components.views.changes.tables import claims_table, ranks_table
from components.views.changes.words import SAME_CODE, SWAPPED_READING, came, claims, ranks

MOST_ROWS = 60
"""Most rows of a table; the rest is counted below it."""


def as_markdown(found: Difference, title: str) -> str:
    """The sentences as a list, then a table per panel of the ranks and one of the printed numbers."""
    lines = [f"### {forge_text(title)}", ""]
    lines += [f"- {forge_text(s)}" for s in (*came(found), *ranks(found), *claims(found))]
    if not found.new:
        lines += ["", f"{SAME_CODE} {SWAPPED_READING}"]
    for panel in found.panels:
        table = ranks_table([panel]).drop(columns=["panel", *(["before"] if found.new else [])])
        heads = {"after": "rank (95 % interval)"} if found.new else {}
        lines += _table(f"Ranks: {panel.label}", table.rename(columns=heads))
        if panel.reason:
            lines += ["", f"{forge_text(panel.label)}: nothing is ranked, since {forge_text(panel.reason)}."]
    return "\n".join([*lines, *_table("Printed numbers", claims_table(found))]) + "\n"


def _table(title: str, table: pd.DataFrame) -> list[str]:
    if table.empty:
        return []
    heads = [str(c) for c in table.columns]
    rows = [heads, ["---"] * len(heads), *table.head(MOST_ROWS).to_numpy().tolist()]
    more = len(table) - MOST_ROWS
    cut = ["", f"… and {counted(more, 'row')} more."] if more > 0 else []
    return ["", f"#### {forge_text(title)}", "", *(_row(r) for r in rows), *cut]


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(forge_text(c) for c in cells)} |"
