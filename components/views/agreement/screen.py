"""The pair of metrics that is open on the agreement page: chosen by a click on a cell or by two boxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pandas as pd
import streamlit as st

from components.resolved import Resolved
from components.text import markdown_text, shortened
from components.views.agreement.pair import PairResult
from components.widgets.selection import change, distinct


def boxes(resolved: Resolved, pair: PairResult) -> None:
    """The two boxes that choose the metrics of the pair."""
    labels = {m.id: f"{m.label}, {m.name}" if m.name != m.label else m.label for m in resolved.panel.metrics}
    names = {m: shortened(label, 60) for m, label in labels.items()}
    distinct("pair", ("First metric", "Second metric"), names, (pair.x, pair.y), width=320)


def statements(table: pd.DataFrame) -> None:
    """A small table of words that wraps on narrow screens."""
    words = table.map(markdown_text).rename(columns=markdown_text)
    st.table(words.set_index(words.columns[0]), border="horizontal")


def opens_pair(name: str) -> Callable[[], None]:
    """The answer of the figure `name` to a click: the pair of the cell is opened."""
    return partial(_clicked, f"chart_{name}")


def _clicked(key: str) -> None:
    points: Sequence[Mapping[str, Sequence[object]]] = st.session_state[key]["selection"]["points"]
    cells = [p["customdata"] for p in points if p.get("customdata")]
    if cells:
        change(pair=tuple(str(m) for m in cells[0][:2]))
