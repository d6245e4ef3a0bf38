"""Tables as print takes them: Markdown, LaTeX and HTML, the best of a column in bold."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from components import markup
from components.format import cleaned, factor, forge_text, latex_text, number, to_plain
from components.table import (
    BesideRow,
    BetterEnd,
    Column,
    Table,
    cell_text,
    filled,
    head,
    numeric,
)
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
_NO_WIDER_THAN_TEXT = r"\resizebox{\ifdim\width>\linewidth \linewidth\else\width\fi}{!}{%"
_POWER_OF_TEN = re.compile(r"e(-\d+)")


def markdown_table(table: Table[Any], labels: Labels, about: Mapping[str, str]) -> str:
    """Return a table as GitHub Markdown under its provenance, the best in bold, arrows for
    directions."""
    markdown_lines = []
    for fact_name, fact_text in about.items():
        # no text can end its comment
        harmless = cleaned(fact_text).replace("--", "- -").replace(">", "&gt;")
        markdown_lines.append(f"<!-- {fact_name}: {harmless} -->")
    if about:
        markdown_lines.append("")
    shown = table.drawn()
    headings, *rows = _printed_rows(shown, labels, _MARKDOWN)
    for row_cells in [headings, _sides(shown, "---:", "---"), *rows]:
        markdown_lines.append(f"| {' | '.join(row_cells)} |")
    return "\n".join(markdown_lines) + "\n"


def latex_table(table: Table[Any], labels: Labels, about: Mapping[str, str]) -> str:
    """Return a LaTeX table for the package booktabs, its provenance in comments.

    One with a caption floats, is made as narrow as the text where it is wider, and says in its
    caption what is the same in all rows.
    """
    shown = table.drawn()
    same_for_all: list[str] = []
    if table.caption is not None:
        shown, same_for_all = without_constant_columns(shown, labels)
    headings, *rows = [
        " & ".join(row_cells) + r" \\" for row_cells in _printed_rows(shown, labels, _LATEX)
    ]
    column_sides = "".join(_sides(shown, "r", "l"))
    comments = [f"% {fact_name}: {cleaned(fact_text)}" for fact_name, fact_text in about.items()]
    tabular = [
        rf"\begin{{tabular}}{{{column_sides}}}",
        r"\toprule",
        headings,
        r"\midrule",
        *rows,
        r"\bottomrule",
        r"\end{tabular}",
    ]
    if table.caption is None:
        latex_lines = [*comments, "% needs \\usepackage{booktabs}", *tabular]
    else:
        caption_text = latex_text(" ".join([table.caption.text, *same_for_all]))
        latex_lines = [
            *comments,
            "% needs \\usepackage{booktabs} and \\usepackage{graphicx}",
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{caption_text}}}",
            rf"\label{{{table.caption.label}}}",
            _NO_WIDER_THAN_TEXT,
            *tabular,
            "}",
            r"\end{table}",
        ]
    return "\n".join(latex_lines) + "\n"


def without_constant_columns(table: Table[Any], labels: Labels) -> tuple[Table[Any], list[str]]:
    """Return a table for print without the columns that say the same of all rows, and what they
    say, as one sentence; names stay, and so do columns where a row is empty."""
    columns = []
    facts = []
    printed = print_columns(table).columns
    own_rows = [row for row in table.rows if not isinstance(row, BesideRow)]
    for column in table.columns:
        texts = {cell_text(column, column.cell(row), labels) for row in own_rows}
        besides = {to_plain(column.cell(row)) for row in table.rows if isinstance(row, BesideRow)}
        is_constant = len(texts) == 1 and len(own_rows) > 1 and besides <= {None}
        is_empty = all(column.cell(row) in (None, "", ()) for row in own_rows)
        if column in printed and is_constant and not is_empty and column.kind != "method":
            facts.append(f"{head(column)}: {texts.pop()}")
        else:
            columns.append(column)
    sentences = [f"The same in all rows: {'; '.join(facts)}."] if facts else []
    return replace(table, columns=tuple(columns)), sentences


def html_table(title: str, table: Table[Any], labels: Labels) -> str:
    """Return a table as HTML, cut to what print has room for; the exact value of a number on
    hover."""
    printed = print_columns(table.drawn())
    rows = []
    for row in printed.rows:
        rows.append([_html_cell(column, column.cell(row), labels) for column in printed.columns])
    headings = [head(column) for column in printed.columns]
    numbers = [
        column_index for column_index, column in enumerate(printed.columns) if numeric(column)
    ]
    return markup.table(title, headings, rows, numbers)


def _html_cell(column: Column[Any], cell_value: Any, labels: Labels) -> str:
    html_text = markup.text(cell_text(column, cell_value, labels))
    plain_value = to_plain(cell_value)
    if isinstance(plain_value, float):
        return markup.tag("span", html_text, title=repr(plain_value))
    return html_text


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
        column_texts = [_printed_head(column, notation)]
        for row_index, row in enumerate(table.rows):
            spread = column_by_id[column.spread].cell(row) if column.spread else None
            is_best = row_index in best_rows
            column_texts.append(
                _printed_cell(column, column.cell(row), spread, labels, notation, is_best)
            )
        columns.append(column_texts)
    return list(zip(*columns, strict=True)) or [()]


def _printed_head(column: Column[Any], notation: Notation) -> str:
    heading = head(column)
    if column.better is None or heading.endswith(("↓", "↑")):
        return notation.escape(heading)
    return notation.escape(heading) + notation.arrows[column.better]


def _printed_cell(
    column: Column[Any],
    cell_value: Any,
    spread: Any,
    labels: Labels,
    notation: Notation,
    is_best: bool,
) -> str:
    printed_text = cell_text(column, cell_value, labels)
    if to_plain(cell_value) is None or to_plain(spread) is None:
        escape = notation.number if numeric(column) else notation.escape
        printed_text = escape(printed_text)
        return notation.bold.format(printed_text) if is_best else printed_text
    around = factor(spread) if column.log else cell_text(column, spread, labels)
    if notation is _LATEX:
        printed_text = _as_formula(printed_text)
        around = _as_formula(around)
    joined = notation.bold_joined if is_best else notation.joined
    return joined.format(printed_text, notation.spread_signs[column.log], around)


def _as_formula(text: str) -> str:
    """Return a number inside a LaTeX formula: a hyphen is the minus sign, powers of ten raised."""
    return _POWER_OF_TEN.sub(r"{\\times}10^{\1}", text.replace("−", "-"))


def _best_rows(column: Column[Any], rows: tuple[Any, ...]) -> set[int]:
    """Return the indices of the best value as printed, so that what looks equal is bold; rows that
    stand beside a table are never best.

    Empty if all are equal.
    """
    value_of = column.cell if column.judged is None else column.judged
    is_lower_better = column.judged is None and column.better == "lower"
    if column.judged is None and column.better is None:
        return set()
    digits = 6 if column.digits is None else column.digits
    printed_by_row = {}
    for row_index, row in enumerate(rows):
        plain_value = None if isinstance(row, BesideRow) else to_plain(value_of(row))
        if isinstance(plain_value, (int, float)):
            printed = number(float(plain_value), digits).replace("−", "-")
            printed_by_row[row_index] = float(printed)
    printed_values = set(printed_by_row.values())
    if len(printed_values) < 2:
        return set()
    best_value = min(printed_values) if is_lower_better else max(printed_values)
    return {
        row_index for row_index, plain_value in printed_by_row.items() if plain_value == best_value
    }
