"""Tables as text for papers and issues: Markdown and LaTeX, 3 decimals, the best in bold, arrows for directions.

`spreads` names, by column, the column of its standard deviations: both are printed as one, 0.611 ± 0.020.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pandas as pd

from components.exports.files import cell_text, is_numeric, is_undefined
from components.text import cleaned, latex_text, markdown_text, p_value

Direction = Literal["lower", "higher"]


@dataclass(frozen=True)
class _Form:
    """How cells are written: names, numbers, what is bold, a number with its spread (a bold one too), and arrows."""

    name: Callable[[str], str]
    number: Callable[[str], str]
    bold: str
    spread: str
    bold_spread: str
    arrows: Mapping[Direction, str]


_MARKDOWN = _Form(markdown_text, str, "**{}**", "{} ± {}", "**{}** ± {}", {"lower": " ↓", "higher": " ↑"})
_LATEX = _Form(
    latex_text,
    latex_text,
    r"\textbf{{{}}}",
    r"${}\pm{}$",
    r"$\mathbf{{{}}}\pm{}$",
    {"lower": r" $\downarrow$", "higher": r" $\uparrow$"},
)


def markdown_table(
    table: pd.DataFrame,
    about: Mapping[str, str],
    best: Mapping[str, Direction] | None = None,
    spreads: Mapping[str, str] | None = None,
) -> str:
    """A table as GitHub Markdown under its provenance; `best` tells by column which value is set in bold."""
    lines = [f"<!-- {name}: {_comment(text)} -->" for name, text in about.items()]
    columns = _columns(table, best or {}, spreads or {}, _MARKDOWN)
    heads = [head for head, _, _ in columns]
    sides = ["---:" if numeric else "---" for _, numeric, _ in columns]
    rows = zip(*(cells for _, _, cells in columns), strict=True)
    return (
        "\n".join([*lines, *([""] if lines else []), *(f"| {' | '.join(r)} |" for r in [heads, sides, *rows])]) + "\n"
    )


def latex_table(
    table: pd.DataFrame,
    about: Mapping[str, str],
    best: Mapping[str, Direction] | None = None,
    spreads: Mapping[str, str] | None = None,
    caption: str = "",
) -> str:
    """A table for the package booktabs, its provenance in comments; `best` tells by column what is set in bold.

    With `caption` it floats.
    """
    lines = [f"% {name}: {cleaned(text)}" for name, text in about.items()]
    columns = _columns(table, best or {}, spreads or {}, _LATEX)
    sides = "".join("r" if numeric else "l" for _, numeric, _ in columns)
    rows = [" & ".join(r) + r" \\" for r in zip(*(cells for _, _, cells in columns), strict=True)]
    before = [r"\begin{table}[t]", r"\centering", rf"\caption{{{latex_text(caption)}}}"] if caption else []
    return (
        "\n".join(
            [
                *lines,
                "% needs \\usepackage{booktabs}",
                *before,
                rf"\begin{{tabular}}{{{sides}}}",
                r"\toprule",
                " & ".join(head for head, _, _ in columns) + r" \\",
                r"\midrule",
                *rows,
                r"\bottomrule",
                r"\end{tabular}",
                *([r"\end{table}"] if caption else []),
            ]
        )
        + "\n"
    )


def _columns(
    table: pd.DataFrame, best: Mapping[str, Direction], spreads: Mapping[str, str], form: _Form
) -> list[tuple[str, bool, list[str]]]:
    """Of each column printed the head, whether it holds numbers, and the cells, the best in bold.

    Standard deviations go into the columns they belong to.
    """
    columns = []
    for i, name in enumerate(str(c) for c in table.columns):
        if name in spreads.values():
            continue
        values = list(table.iloc[:, i])
        marked = _best(values, best.get(name))
        told = p_value if name.split(" ")[0] == "p" else cell_text
        around = list(table[spreads[name]]) if name in spreads else [None] * len(values)
        texts = []
        for at, (value, spread) in enumerate(zip(values, around, strict=True)):
            if is_undefined(value) or is_undefined(spread):
                text = form.name(value) if isinstance(value, str) else form.number(told(value))
                texts.append(form.bold.format(text) if at in marked else text)
            else:
                # inside a formula a hyphen is the minus sign
                both = [told(v) if form is _MARKDOWN else told(v).replace("−", "-") for v in (value, spread)]
                texts.append((form.bold_spread if at in marked else form.spread).format(*both))
        # the arrow of a column whose name does not have it yet
        arrow = form.arrows[best[name]] if name in best and not name.endswith(("↓", "↑")) else ""
        columns.append((form.name(name) + arrow, is_numeric(table.iloc[:, i]), texts))
    return columns


def _best(values: list[Any], direction: Direction | None) -> set[int]:
    """The places of the best value as printed: what looks equal is equally bold. None when all are equal."""
    known = {i: round(float(v), 3) for i, v in enumerate(values) if isinstance(v, (int, float)) and not is_undefined(v)}
    if direction is None or len(set(known.values())) < 2:
        return set()
    top = (min if direction == "lower" else max)(known.values())
    return {i for i, v in known.items() if v == top}


def _comment(text: str) -> str:
    """Text that cannot end a comment."""
    return cleaned(text).replace("--", "- -").replace(">", "&gt;")
