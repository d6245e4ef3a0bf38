"""Stability: how much of the ranking survives other weights, other data and other choices."""

import streamlit as st

from components.figures.stability import local_curves, tau_histogram
from components.figures.stability_ranks import MOST_BARS, acceptability_bars, acceptability_map, bars_height
from components.parts import stability_tables as frames
from components.parts import stability_words as words
from components.parts.leaderboard_words import lead_sentence
from components.widgets import cached, stability
from components.widgets.glossary import terms
from components.widgets.page import figure, mode, notes, page, section, sentence
from components.widgets.selection import control, filters
from components.widgets.stability_views import DRAW, TERMS

page("Stability", "How much of this ranking survives other weights, other data and other choices?")
view = filters(
    "suite", "panel", "benchmarks", "seeds", "methods", "protocol", "transform", "aggregate", "weights", "draws"
)
part = stability.draws_part(view)
labels = {m: view.method_label(m) for m in view.panel.methods}

if len(part["methods"]) < 2:
    sentence(lead_sentence(view, cached.part("leaderboard", view.selection)))
    stability.offer(view)
sentence(*words.lead_sentences(view, part))

left, right = st.columns(2, gap="medium") if part["histogram"] else (None, st.container())
if left is not None:
    with left:
        section("Agreement with random weightings")
        figure(
            tau_histogram(part, mode()),
            name="taus",
            title="Agreement of the ranking with random weightings, beside its baseline",
            how=words.HOW_TAUS,
            table=frames.taus_table(part),
            view=view,
            height=bars_height(6),
        )
if len(part["methods"]) > 1:
    few = len(part["methods"]) <= MOST_BARS
    with right:
        section("Ranks under random weightings")
        figure(
            (acceptability_bars if few else acceptability_map)(part, labels, mode()),
            name="acceptability",
            title="How often each method takes each rank",
            how=words.HOW_BARS if few else words.HOW_RANKS_MAP,
            table=frames.acceptability_table(view, part),
            view=view,
            height=bars_height(6),
        )
    notes(
        words.other_draws_note(part),
        words.error_note(view, part),
        words.spread_note(part),
        words.in_play_note(view, part),
    )

if len(part["methods"]) > 1 and len(part["metrics"]) > 1:
    section("Near your weights")
    control(view, "radius")
    near = cached.part("stability_near", view.selection)
    curve = stability.curve_part(view)
    sentence(words.near_sentence(view, near, part))
    if curve["curve"]:
        figure(
            local_curves(part, near, curve, mode()),
            name="local",
            title="Stability over the expected change of the weights",
            how=words.HOW_CURVES,
            table=frames.curve_table(near, curve),
            view=view,
            height=360,
        )

if len(part["methods"]) > 1:
    section("Looking closer")
    shown, place = stability.further(view)
    with place:
        DRAW[shown](view, part)
    terms("tau_b", "baseline", "published_stability", "acceptability", "expected_rank", "radius", *TERMS[shown])
