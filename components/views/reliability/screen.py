"""The chosen metric of the reliability page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from components.resolved import Resolved
from components.text import shortened
from components.widgets.selection import bound


def chosen_metric(resolved: Resolved, rows: Sequence[Mapping[str, Any]]) -> str:
    """Draw the choice of a metric, tied to the address, and give back its id; the one with the highest ρ at first."""
    known = [r for r in rows if r["rho"] is not None]
    default = max(known, key=lambda r: r["rho"])["metric"] if known else resolved.panel.metric_ids[0]
    metric = resolved.selection.metric or default
    labels = {m.id: f"{m.label}, {m.name}" if m.name != m.label else m.label for m in resolved.panel.metrics}
    st.selectbox(
        "Metric",
        list(labels),
        format_func=lambda m: shortened(labels.get(m, m), 60),
        width=320,
        **bound("metric", metric),
    )
    return metric
