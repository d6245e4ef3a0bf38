"""What the benchmarks can separate, among the subjects of the stability page."""

from __future__ import annotations

import streamlit as st

from components.resolved import Resolved
from components.views.separable.figures import HEIGHT, power_lines
from components.views.separable.result import pair_planned, power_curve, separable
from components.views.separable.tables import pairs_frame, power_frame
from components.views.separable.words import POWER_READING, lead, notes, pair_sentence
from components.views.stability.result.weightings import WeightingsResult
from components.views.stability.screen.tabs import distinct
from components.widgets import cached
from components.widgets.page import figure, mode, sentence, shown
from components.widgets.page import notes as notes_of

TITLE = "Pairs of methods, and what would separate them"


def draw_separable(resolved: Resolved, anywhere: WeightingsResult) -> None:
    """Which ranks are separable, every pair, and the power to separate one of them."""
    result = cached.of(separable, resolved.selection)
    for text in lead(result):
        sentence(text)
    if not result.pairs:
        return
    words = {"what is not given": st.column_config.TextColumn()}
    shown(pairs_frame(result), name="separable", title=TITLE, resolved=resolved, columns=words)
    notes_of(*notes(result))
    pair = pair_planned(resolved)
    if resolved.grids is None and pair is not None and len(result.methods) > 2:
        labels = result.labels
        distinct("versus", ("Separate", "from"), {m: labels.method(m) for m in result.methods}, pair)
    curve = cached.of(power_curve, resolved.selection)
    if curve is None:
        return
    if pair != result.methods[:2]:  # of the first two it stands above
        sentence(pair_sentence(curve))
    if curve.lines:
        figure(
            power_lines(curve, mode()),
            name="power",
            title="Chance to separate the two over the number of benchmarks",
            reading=POWER_READING,
            table=power_frame(curve),
            resolved=resolved,
            height=HEIGHT,
        )
