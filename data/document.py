"""Writes what columns.py, names.py, known_metrics.py and replications.py describe into
data/README.md.

`python -m data.document` does it. A list is between `<!-- columns of NAME -->` and `<!-- end -->`.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from data.cell_rules import expected
from data.claims import STATISTICS
from data.columns import SUITE_KEYS, TABLES, ColumnSchema
from data.known_metrics import TABLE
from data.names import NAMES
from data.replications import COLUMNS

README = Path(__file__).with_name("README.md")
_LIST = re.compile(r"(?<=<!-- columns of )(\S+)( -->\n).*?(?=<!-- end -->)", re.DOTALL)


def documented(text: str) -> str:
    """Return a text with every list of columns as the code describes it now."""
    return _LIST.sub(lambda found: f"{found[1]}{found[2]}{_rows(found[1])}", text)


def _rows(name: str) -> str:
    if name == "suite.toml":
        return _table(("key", "holds"), [(f"`{key}`", text) for key, text in SUITE_KEYS.items()])
    if name == "statistics":
        rows = [(f"`{n}`", s.label, "|".join(s.subject) or "empty") for n, s in STATISTICS.items()]
        return _table(("statistic", "what it is", "subject"), rows)
    known = {**TABLES, TABLE.name: TABLE}
    further = {
        "replications": COLUMNS,
        "names": [c for table in NAMES.values() for c in table.columns],
    }
    columns = known[name].columns if name in known else further[name]
    rows = [(f"`{c.name}`", c.help, _values(c)) for c in dict.fromkeys(columns)]
    if name == "runs":
        rows.append(
            (
                "one per metric",
                "the value of that metric",
                "a number within the metric's bounds, or empty",
            )
        )
    return _table(("column", "holds", "values"), rows)


def _values(column: ColumnSchema) -> str:
    empty = ", or empty" if column.kind == "text" and not column.required else ""
    default = f"`{column.default}`" if column.default else "empty"
    left_out = "" if column.default is None else f"; without the column {default}"
    return f"{expected(column)}{empty}{left_out}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    cells = [[cell.replace("|", "&#124;") for cell in row] for row in rows]
    lines = [
        f"| {' | '.join(head)} |",
        f"|{'---|' * len(head)}",
        *(f"| {' | '.join(row)} |" for row in cells),
    ]
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    README.write_text(documented(README.read_text(encoding="utf-8")), encoding="utf-8")
