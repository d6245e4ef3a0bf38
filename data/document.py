"""Writes what columns.py, names.py, known_metrics.py, replications.py and thresholds.py describe
into data/README.md.

`python -m data.document` does it. A list is between `<!-- columns of NAME -->` and `<!-- end -->`.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from data.cell_rules import expected_in
from data.claims import STATISTICS
from data.columns import SUITE_KEYS, TABLES, ColumnSchema
from data.known_metrics import TABLE
from data.names import NAMES
from data.openings import OPENINGS
from data.replications import COLUMNS
from data.thresholds import TABLE as THRESHOLDS

ALONE = {schema.name: schema for schema in (TABLE, OPENINGS, THRESHOLDS)}
"""Tables that belong to no suite."""
README = Path(__file__).with_name("README.md")
_LIST = re.compile(r"(?<=<!-- columns of )(\S+)( -->\n).*?(?=<!-- end -->)", re.DOTALL)


def documented(document_text: str) -> str:
    """Return a text with every list of columns as the code describes it now."""
    return _LIST.sub(
        lambda list_match: f"{list_match[1]}{list_match[2]}{_list(list_match[1])}", document_text
    )


def _list(list_name: str) -> str:
    if list_name == "suite.toml":
        meaning_of_keys = [(f"`{key}`", meaning) for key, meaning in SUITE_KEYS.items()]
        return _table(("key", "holds"), meaning_of_keys)
    rows = []
    if list_name == "statistics":
        for statistic_id, statistic in STATISTICS.items():
            rows.append(
                (f"`{statistic_id}`", statistic.label, "|".join(statistic.subject) or "empty")
            )
        return _table(("statistic", "what it is", "subject"), rows)
    for column in _columns(list_name):
        rows.append((f"`{column.name}`", column.help, _values(column)))
    if list_name == "runs":
        values = "a number within the metric's bounds, or empty"
        rows.append(("one per metric", "the value of that metric", values))
    return _table(("column", "holds", "values"), rows)


def _columns(table_name: str) -> Iterable[ColumnSchema]:
    if table_name == "replications":
        return COLUMNS
    if table_name == "names":
        return dict.fromkeys((*NAMES["methods"].columns, *NAMES["metrics"].columns))
    return {**TABLES, **ALONE}[table_name].columns


def _values(column: ColumnSchema) -> str:
    values = expected_in(column)
    if column.kind == "text" and not column.required:
        values += ", or empty"
    if column.default is not None:
        default = f"`{column.default}`" if column.default else "empty"
        values += f"; without the column {default}"
    return values


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    table_lines = [f"| {' | '.join(headings)} |", f"|{'---|' * len(headings)}"]
    for row in rows:
        escaped_cells = [cell.replace("|", "&#124;") for cell in row]
        table_lines.append(f"| {' | '.join(escaped_cells)} |")
    return "\n".join(table_lines) + "\n"


if __name__ == "__main__":
    README.write_text(documented(README.read_text(encoding="utf-8")), encoding="utf-8")
