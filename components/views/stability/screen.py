"""The stability page on screen: long work with its progress, the further views, and what can be opened in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.plain import plain
from components.resolved import Resolved
from components.selection import SHOWN, Selection, default_selection, numbers_only
from components.text import shortened, thousands
from components.views.stability.result import everywhere
from components.widgets import cached
from components.widgets.selection import change

LONG = 4_000_000
"""Draws × methods from which the work shows its progress and can be cancelled: about a second."""
_MOST = 16
_HELD = "_private_stability"
_TABS = "stability_further"

VIEWS = dict(
    zip(
        SHOWN,
        (
            "Who can lead",
            "Ranks and duels",
            "Map of weights",
            "Head to head",
            "Other choices",
            "Seeds",
            "Other rules",
        ),
        strict=True,
    )
)
"""The further views by the name they have in the address."""


def draws_part(resolved: Resolved) -> Mapping[str, Any]:
    """What random weights do to the ranking. Long work shows a bar and a button that goes back to the usual draws."""
    key = _without_radius(resolved)
    if key.draws * len(resolved.panel.methods) < LONG:
        found: Mapping[str, Any] = cached.part("stability_everywhere", key)
        return found
    held = st.session_state.setdefault(_HELD, {}) if resolved.tables.suite.private else _shared()
    name = (resolved.tables.data_version, key)
    if name not in held:
        held[name] = _computed(Resolved(resolved.tables, key))
        while len(held) > _MOST:
            held.pop(next(iter(held)))
    kept: Mapping[str, Any] = held[name]
    return kept


def offer(resolved: Resolved) -> None:
    """A button that shares the weights among the metrics that were measured, where the others leave nobody ranked."""
    measured = ~np.isnan(resolved.utilities).all(axis=0)
    if resolved.ranked.size or not measured.any():
        return
    kept = np.where(measured, resolved.w, 0.0)
    shared = kept if kept.sum() > 0 else measured.astype(float)
    weights = tuple(
        (m, round(float(w), 6)) for m, w in zip(resolved.panel.metric_ids, shared / shared.sum(), strict=True) if w > 0
    )
    st.button("Weigh only what was measured", key="stability_offer", on_click=change, kwargs={"weights": weights})


def curve_part(resolved: Resolved) -> Mapping[str, Any]:
    """Stability over the radius: the same wherever the slider stands."""
    found: Mapping[str, Any] = cached.part("stability_curve", _without_radius(resolved))
    return found


def further(resolved: Resolved) -> tuple[str, DeltaGenerator]:
    """The row of further views: the name of the open one, and the place to draw it in."""
    open_ = resolved.selection.show or _usual(resolved.selection)
    st.session_state[_TABS] = VIEWS[open_]
    tabs = st.tabs(list(VIEWS.values()), key=_TABS, on_change=_opened, args=(_usual(resolved.selection),))
    return open_, tabs[list(VIEWS).index(open_)]


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
                on_change=_swapped,
                args=(choice, keys, tuple(chosen), i),
                width=240,
            )


def _without_radius(resolved: Resolved) -> Selection:
    return replace(numbers_only(resolved.selection, resolved.tables), radius=default_selection(resolved.tables).radius)


def _usual(selection: Selection) -> str:
    """The view that is open when the address does not say: the one whose choice it names, else the first."""
    return "pair" if selection.versus else "map" if selection.corners else SHOWN[0]


def _opened(usual: str) -> None:
    names = {label: name for name, label in VIEWS.items()}
    name = names[st.session_state[_TABS]]
    change(show="" if name == usual else name)


def _swapped(choice: str, keys: Sequence[str], before: tuple[str, ...], changed: int) -> None:
    now = [st.session_state[key] for key in keys]
    for i, value in enumerate(now):
        if i != changed and value == now[changed]:
            now[i] = before[changed]
    change(**{choice: tuple(now)})


def _computed(resolved: Resolved) -> Any:
    place = st.empty()
    with place.container(horizontal=True, vertical_alignment="center", key="stability_progress"):
        text = f"{thousands(resolved.selection.draws)} random weightings of {len(resolved.panel.methods)} methods"
        bar = st.progress(0.0, text)
        st.button("Cancel", key="stability_cancel", on_click=change, kwargs={"draws": Selection.draws})
    found = plain(everywhere(resolved, lambda share: _told(bar, share, text)))
    place.empty()
    return found


def _told(bar: DeltaGenerator, share: float, text: str) -> None:
    bar.progress(min(1.0, share), text)


@st.cache_resource(show_spinner=False)
def _shared() -> dict[Any, Any]:
    """Long results of public suites, by data version and selection; never changed once they are held."""
    return {}
