"""Tables and heat maps as plain HTML."""

from __future__ import annotations

from typing import Any

import pandas as pd

from components.exports.files import cell_text, is_numeric, is_undefined
from components.markup import table, tag, text
from components.plotting.theme import ink_on, tau_colour
from components.text import UNDEFINED, counted, number
from components.views.agreement.pairs import PairTau
from components.views.agreement.result import AgreementResult


def frame_table(title: str, frame: pd.DataFrame) -> str:
    """A frame as a table: numbers with three decimals, whole numbers as they are, the exact value on hover."""
    numeric = [i for i in range(len(frame.columns)) if is_numeric(frame.iloc[:, i])]
    rows = [[_cell(v) for v in row] for row in frame.itertuples(index=False, name=None)]
    return table(title, [str(c) for c in frame.columns], rows, numeric)


def heat_map(title: str, result: AgreementResult, protocol: str) -> str:
    """τ between metrics: rows and columns in registry order; what is undefined is hatched, with its count."""
    names = {m: text(result.labels.metric(m)) for m in result.metrics}
    pairs = {frozenset((p.x, p.y)): p for p in result.protocols[protocol].pairs}
    head = tag("tr", tag("td"), *(tag("th", name, scope="col") for name in names.values()))
    body = [
        tag("tr", tag("th", name, scope="row"), *(_tau(pairs.get(frozenset((x, y)))) for y in names))
        for x, name in names.items()
    ]
    inner = tag("table", tag("caption", text(title)), head, *body, class_="heat")
    return tag("div", inner, class_="wide", role="region", aria_label=title, tabindex="0")


def _tau(pair: PairTau | None) -> str:
    if pair is None:
        return tag("td", class_="self")
    blocks = f"{pair.blocks_defined} of {counted(pair.blocks, 'block')}"
    if pair.tau is None:
        return tag("td", UNDEFINED, tag("small", text(blocks)), class_="undefined", title=pair.tau_reason)
    colour = tau_colour(pair.tau)
    few = tag("small", text(blocks)) if pair.blocks_defined < pair.blocks else ""
    style = f"background: {colour}; color: {ink_on(colour)}"
    return tag("td", text(number(pair.tau)), few, style=style, title=repr(pair.tau))


def _cell(value: Any) -> str:
    content = text(cell_text(value))
    return tag("span", content, title=repr(value)) if isinstance(value, float) and not is_undefined(value) else content
