"""Random weights on the screen: long work shows its progress and can be cancelled."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from components.resolved import Resolved
from components.selection import Selection, default_selection
from components.text import thousands
from components.views.stability.result.nearby import CurveResult, curve
from components.views.stability.result.weightings import WeightingsResult, weightings
from components.widgets import cached
from components.widgets.selection import change

LONG = 4_000_000
"""Draws × methods from which the work shows its progress and can be cancelled: about a second."""


def random_weightings(resolved: Resolved) -> WeightingsResult:
    """What random weights do to the ranking. Long work shows a bar and a button that goes back to the usual draws."""
    long = resolved.selection.draws * len(resolved.panel.methods) >= LONG
    return cached.of(weightings, _any_radius(resolved), run=_with_progress if long else None)


def radius_curve(resolved: Resolved) -> CurveResult:
    """Stability over the radius: the same wherever the slider stands."""
    return cached.of(curve, _any_radius(resolved))


def _any_radius(resolved: Resolved) -> Selection:
    return replace(resolved.selection, radius=default_selection(resolved.tables).radius)


def _with_progress(resolved: Resolved) -> WeightingsResult:
    place = st.empty()
    with place.container(horizontal=True, vertical_alignment="center", key="stability_progress"):
        text = f"{thousands(resolved.selection.draws)} random weightings of {len(resolved.panel.methods)} methods"
        bar = st.progress(0.0, text)
        st.button("Cancel", key="stability_cancel", on_click=change, kwargs={"draws": Selection.draws})

    def told(share: float) -> None:
        bar.progress(min(1.0, share), text)

    result = weightings(resolved, told)
    place.empty()
    return result
