"""Tables as text for papers and issues: Markdown and LaTeX, 3 decimals, the best in bold, arrows for directions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import pandas as pd

from components.exports.files import cell_text, is_numeric, is_undefined
from components.text import cleaned, latex_text, markdown_text, p_value

Direction = Literal["lower", "higher"]
Escapes = tuple[Callable[[str], str], Callable[[str], str]]


def markdown_table(table: pd.DataFrame, about: Mapping[str, str], best: Mapping[str, Direction] | None = None) -> str:
    """A table as GitHub Markdown under its provenance; `best` tells by column which value is set in bold."""
    best = best or {}
    lines = [f"<!-- {name}: {_comment(text)} -->" for name, text in about.items()]
    heads = [markdown_text(c) + _arrow(str(c), best, " ↓", " ↑") for c in table.columns]
    sides = ["---:" if is_numeric(table.iloc[:, i]) else "---" for i in range(len(heads))]
    rows = _cells(table, best, (markdown_text, str), "**{}**")
    return (
        "\n".join([*lines, *([""] if lines else []), *(f"| {' | '.join(r)} |" for r in [heads, sides, *rows])]) + "\n"
    )


def latex_table(table: pd.DataFrame, about: Mapping[str, str], best: Mapping[str, Direction] | None = None) -> str:
    """A table for the package booktabs, its provenance in comments; `best` tells by column what is set in bold."""
    best = best or {}
    lines = [f"% {name}: {cleaned(text)}" for name, text in about.items()]
    heads = [latex_text(c) + _arrow(str(c), best, r" $\downarrow$", r" $\uparrow$") for c in table.columns]
    sides = "".join("r" if is_numeric(table.iloc[:, i]) else "l" for i in range(len(heads)))
    rows = [" & ".join(r) + r" \\" for r in _cells(table, best, (latex_text, latex_text), r"\textbf{{{}}}")]
    return (
        "\n".join(
            [
                *lines,
                "% needs \\usepackage{booktabs}",
                rf"\begin{{tabular}}{{{sides}}}",
                r"\toprule",
                " & ".join(heads) + r" \\",
                r"\midrule",
                *rows,
                r"\bottomrule",
                r"\end{tabular}",
            ]
        )
        + "\n"
    )


def _cells(table: pd.DataFrame, best: Mapping[str, Direction], escapes: Escapes, bold: str) -> list[list[str]]:
    """The cells as text, escaped as `escapes` says for names and for numbers, the best of a column in bold."""
    columns = []
    for i, name in enumerate(table.columns):
        values = list(table.iloc[:, i])
        marked = _best(values, best.get(str(name)))
        told = p_value if str(name).split(" ")[0] == "p" else cell_text
        texts = [escapes[0](v) if isinstance(v, str) else escapes[1](told(v)) for v in values]
        columns.append([bold.format(t) if at in marked else t for at, t in enumerate(texts)])
    return [list(row) for row in zip(*columns, strict=True)]


def _best(values: list[Any], direction: Direction | None) -> set[int]:
    """The places of the best value as printed: what looks equal is equally bold. None when all are equal."""
    known = {i: round(float(v), 3) for i, v in enumerate(values) if isinstance(v, (int, float)) and not is_undefined(v)}
    if direction is None or len(set(known.values())) < 2:
        return set()
    top = (min if direction == "lower" else max)(known.values())
    return {i for i, v in known.items() if v == top}


def _arrow(column: str, best: Mapping[str, Direction], down: str, up: str) -> str:
    """The arrow of a column whose name does not have it yet."""
    if column not in best or column.endswith(("↓", "↑")):
        return ""
    return down if best[column] == "lower" else up


def _comment(text: str) -> str:
    """Text that cannot end a comment."""
    return cleaned(text).replace("--", "- -").replace(">", "&gt;")
