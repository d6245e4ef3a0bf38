"""The row of subjects of the stability page, one open at a time, and the boxes that choose what it compares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.resolved import Resolved
from components.selection import SUBJECTS, Selection
from components.text import shortened
from components.widgets.selection import change

_TABS = "stability_further"

TITLES = dict(
    zip(
        SUBJECTS,
        (
            "Who can lead",
            "Ranks and duels",
            "What these benchmarks can separate",
            "Map of weights",
            "Head to head",
            "Other choices",
            "Seeds",
            "Other rules",
        ),
        strict=True,
    )
)
"""The subjects by the name they have in the address."""


def tabs(resolved: Resolved) -> tuple[str, DeltaGenerator]:
    """Draw the row: the name of the subject that is open, and the place to draw it in."""
    usual = _usual(resolved.selection)
    name = resolved.selection.show or usual
    st.session_state[_TABS] = TITLES[name]
    row = st.tabs(list(TITLES.values()), key=_TABS, on_change=_change_tab, args=(usual,))
    return name, row[list(TITLES).index(name)]


def distinct(choice: str, titles: Sequence[str], options: Mapping[str, str], chosen: Sequence[str]) -> None:
    """One box per title, each another of the options; choosing what another box has swaps the two.

    `choice` is the name of the choice in the address, `options` maps ids to labels.
    """
    keys = [f"{choice}_{i}" for i in range(len(titles))]
    for key, value in zip(keys, chosen, strict=True):
        st.session_state[key] = value
    with st.container(horizontal=True, gap="small", key=f"boxes_{choice}"):
        for i, (key, title) in enumerate(zip(keys, titles, strict=True)):
            st.selectbox(
                title,
                list(options),
                key=key,
                format_func=lambda o: shortened(options.get(o, o)),
                on_change=_change_box,
                args=(choice, keys, tuple(chosen), i),
                width=240,
            )


def _usual(selection: Selection) -> str:
    """What is open when the address does not say: the subject whose choice it names, else the first."""
    return "pair" if selection.versus else "map" if selection.corners else SUBJECTS[0]


def _change_tab(usual: str) -> None:
    names = {title: name for name, title in TITLES.items()}
    name = names[st.session_state[_TABS]]
    change(show="" if name == usual else name)


def _change_box(choice: str, keys: Sequence[str], before: tuple[str, ...], changed: int) -> None:
    now = [st.session_state[key] for key in keys]
    for i, value in enumerate(now):
        if i != changed and value == now[changed]:
            now[i] = before[changed]
    change(**{choice: tuple(now)})
