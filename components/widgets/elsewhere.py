"""Where something is shown that this view has not: links to other panels."""

from collections.abc import Sequence

import streamlit as st

from components.answers.calibration import controls
from components.resolved import Resolved
from components.text import shortened
from components.widgets.selection import link


def panels_elsewhere(view: Resolved, path: str, panels: Sequence[str]) -> None:
    """Links to the panels of the suite where a page has something to show."""
    for panel in panels:
        if panel != view.selection.panel:
            label = shortened(view.labels.panels[panel])
            st.markdown(f"[Show {label}]({link(view, path, panel=panel)})")


def controls_elsewhere(view: Resolved) -> None:
    """The panels that have controls, where this one has neither controls nor pools."""
    result = view.of(controls.compute)
    if result.reason and not result.truth.rows:
        panels_elsewhere(view, "calibration", result.panels)
