"""Tables as print takes them: Markdown, LaTeX and HTML, the best of a column in bold."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from components import markup
from components.format import cleaned, factor, forge_text, latex_text, number, to_plain
from components.table import BetterEnd, Column, Table, cell_text, filled, head, numeric
from components.words import Labels


@dataclass(frozen=True)
class Notation:
    """How a language writes cells.

    escape        any text
    number        a number
    bold          around a cell
    joined        a number, a sign and the spread; `bold_joined` for the best number
    spread_signs  before a standard deviation, by whether it is one of logarithms
    arrows        behind a head, by the better end
    """

    escape: Callable[[str], str]
    number: Callable[[str], str]
    bold: str
    joined: str
    bold_joined: str
    spread_signs: Mapping[bool, str]
    arrows: Mapping[BetterEnd, str]


_MARKDOWN = Notation(
    escape=forge_text,
    number=str,
    bold="**{}**",
    joined="{} {} {}",
    bold_joined="**{}** {} {}",
    spread_signs={False: "±", True: "×/÷"},
    arrows={"lower": " ↓", "higher": " ↑"},
)
_LATEX = Notation(
    escape=latex_text,
    number=latex_text,
    bold=r"\textbf{{{}}}",
    joined="${}{}{}$",
    bold_joined=r"$\mathbf{{{}}}{}{}$",
    spread_signs={False: r"\pm", True: r"\,{}^{\times}_{\div}\,"},
    arrows={"lower": r" $\downarrow$", "higher": r" $\uparrow$"},
)
_POWER_OF_TEN = re.compile(r"e(-\d+)")


def markdown_table(table: Table[Any], labels: Labels, about: Mapping[str, str]) -> str:
    """Return a table as GitHub Markdown under its provenance, the best in bold, arrows for
    directions."""
    lines = []
    for name, text in about.items():
        # no text can end its comment
        harmless = cleaned(text).replace("--", "- -").replace(">", "&gt;")
        lines.append(f"<!-- {name}: {harmless} -->")
    if about:
        lines.append("")
    heads, *rows = _printed_rows(table, labels, _MARKDOWN)
    for cells in [heads, _sides(table, "---:", "---"), *rows]:
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def latex_table(table: Table[Any], labels: Labels, about: Mapping[str, str]) -> str:
    """Return a LaTeX table for the package booktabs, its provenance in comments."""
    heads, *rows = [" & ".join(c) + r" \\" for c in _printed_rows(table, labels, _LATEX)]
    sides = "".join(_sides(table, "r", "l"))
    lines = [
        *(f"% {name}: {cleaned(text)}" for name, text in about.items()),
        "% needs \\usepackage{booktabs}",
        rf"\begin{{tabular}}{{{sides}}}",
        r"\toprule",
        heads,
        r"\midrule",
        *rows,
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def html_table(title: str, table: Table[Any], labels: Labels) -> str:
    """Return a table as HTML, cut to what print has room for; the exact value of a number on
    hover."""
    printed = print_columns(table)
    rows = []
    for row in printed.rows:
        rows.append([_html_cell(column, column.cell(row), labels) for column in printed.columns])
    heads = [head(column) for column in printed.columns]
    numbers = [index for index, column in enumerate(printed.columns) if numeric(column)]
    return markup.table(title, heads, rows, numbers)


def _html_cell(column: Column[Any], cell: Any, labels: Labels) -> str:
    text = markup.text(cell_text(column, cell, labels))
    value = to_plain(cell)
    if isinstance(value, float):
        return markup.tag("span", text, title=repr(value))
    return text


def print_columns(table: Table[Any]) -> Table[Any]:
    """Return a table cut to the columns for print that hold something; if it has none, to those of
    the screen."""
    columns = table.at("print").columns or table.at("screen").columns
    return Table(filled(table.rows, columns), table.rows)


def _sides(table: Table[Any], of_numbers: str, of_text: str) -> list[str]:
    columns = print_columns(table).columns
    return [of_numbers if numeric(column) else of_text for column in columns]


def _printed_rows(table: Table[Any], labels: Labels, notation: Notation) -> list[tuple[str, ...]]:
    """Return the heads, then the cells of each row, the best in bold."""
    column_by_id = {column.id: column for column in table.columns}
    columns = []
    for column in print_columns(table).columns:
        best_rows = _best_rows(column, table.rows)
        texts = [_printed_head(column, notation)]
        for row_index, row in enumerate(table.rows):
            spread = column_by_id[column.spread].cell(row) if column.spread else None
            is_best = row_index in best_rows
            texts.append(_printed_cell(column, column.cell(row), spread, labels, notation, is_best))
        columns.append(texts)
    return list(zip(*columns, strict=True)) or [()]


def _printed_head(column: Column[Any], notation: Notation) -> str:
    title = head(column)
    if column.better is None or title.endswith(("↓", "↑")):
        return notation.escape(title)
    return notation.escape(title) + notation.arrows[column.better]


def _printed_cell(
    column: Column[Any],
    cell: Any,
    spread: Any,
    labels: Labels,
    notation: Notation,
    is_best: bool,
) -> str:
    text = cell_text(column, cell, labels)
    if to_plain(cell) is None or to_plain(spread) is None:
        escape = notation.number if numeric(column) else notation.escape
        text = escape(text)
        return notation.bold.format(text) if is_best else text
    around = factor(spread) if column.log else cell_text(column, spread, labels)
    if notation is _LATEX:
        text = _as_formula(text)
        around = _as_formula(around)
    joined = notation.bold_joined if is_best else notation.joined
    return joined.format(text, notation.spread_signs[column.log], around)


def _as_formula(text: str) -> str:
    """Return a number inside a LaTeX formula: a hyphen is the minus sign, powers of ten raised."""
    return _POWER_OF_TEN.sub(r"{\\times}10^{\1}", text.replace("−", "-"))


def _best_rows(column: Column[Any], rows: tuple[Any, ...]) -> set[int]:
    """Return the indices of the best value as printed, so that what looks equal is bold.

    Empty if all are equal.
    """
    if column.better is None:
        return set()
    digits = 6 if column.digits is None else column.digits
    printed_by_row = {}
    for row_index, row in enumerate(rows):
        value = to_plain(column.cell(row))
        if isinstance(value, (int, float)):
            printed = number(float(value), digits).replace("−", "-")
            printed_by_row[row_index] = float(printed)
    printed_values = set(printed_by_row.values())
    if len(printed_values) < 2:
        return set()
    best = min(printed_values) if column.better == "lower" else max(printed_values)
    return {row_index for row_index, value in printed_by_row.items() if value == best}
