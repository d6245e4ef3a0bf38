"""The pair of metrics that is open on the agreement page: chosen by a click on a cell or by two boxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pandas as pd
import streamlit as st

from components.resolved import Resolved
from components.text import markdown_text, shortened
from components.views.agreement.pair import PairResult
from components.widgets.selection import change

_BOXES = ("pair_first", "pair_second")


def boxes(resolved: Resolved, pair: PairResult) -> None:
    """The two boxes that choose the metrics of the pair."""
    labels = {m.id: f"{m.label}, {m.name}" if m.name != m.label else m.label for m in resolved.panel.metrics}
    metrics = (pair.x, pair.y)
    with st.container(horizontal=True, gap="small", key="pair_boxes"):
        for side, (key, metric) in enumerate(zip(_BOXES, metrics, strict=True)):
            if st.session_state.get(key) != metric:
                st.session_state[key] = metric
            st.selectbox(
                ("First metric", "Second metric")[side],
                list(labels),
                format_func=lambda m: shortened(labels.get(m, m), 60),
                width=320,
                key=key,
                on_change=_choose,
                args=(side, metrics),
            )


def statements(table: pd.DataFrame) -> None:
    """A small table of words that wraps on narrow screens."""
    words = table.map(markdown_text).rename(columns=markdown_text)
    st.table(words.set_index(words.columns[0]), border="horizontal")


def opens_pair(name: str) -> Callable[[], None]:
    """The answer of the figure `name` to a click: the pair of the cell is opened."""
    return partial(_clicked, f"chart_{name}")


def _choose(side: int, pair: tuple[str, str]) -> None:
    """The metric of the other box swaps the two, so that a pair always has two metrics."""
    chosen = str(st.session_state[_BOXES[side]])
    other = pair[1 - side] if chosen != pair[1 - side] else pair[side]
    change(pair=(chosen, other) if side == 0 else (other, chosen))


def _clicked(key: str) -> None:
    points: Sequence[Mapping[str, Sequence[object]]] = st.session_state[key]["selection"]["points"]
    cells = [p["customdata"] for p in points if p.get("customdata")]
    if cells:
        change(pair=tuple(str(m) for m in cells[0][:2]))
