"""Stability: how much of the ranking survives other weights, other data and other choices."""

import streamlit as st

from components.views import STABILITY
from components.views.leaderboard.result import leaderboard
from components.views.leaderboard.words import lead_sentence
from components.views.stability import screen as stability
from components.views.stability import tables as frames
from components.views.stability import words
from components.views.stability.figures.ranks import MOST_BARS, acceptability_bars, acceptability_map, bars_height
from components.views.stability.figures.taus import local_curves, tau_histogram
from components.views.stability.further import DRAW, TERMS
from components.widgets import cached
from components.widgets.glossary import terms
from components.widgets.page import figure, mode, notes, page, section, sentence
from components.widgets.selection import control, filters

page(STABILITY)
resolved = filters(
    "suite", "panel", "benchmarks", "seeds", "methods", "protocol", "transform", "aggregate", "weights", "draws"
)
part = stability.draws_part(resolved)
labels = {m: resolved.method_label(m) for m in resolved.panel.methods}

if len(part["methods"]) < 2:
    sentence(lead_sentence(cached.of(leaderboard, resolved.selection)))
    stability.offer(resolved)
sentence(*words.lead_sentences(resolved, part))

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
            resolved=resolved,
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
            table=frames.acceptability_table(resolved, part),
            resolved=resolved,
            height=bars_height(6),
        )
    notes(
        words.other_draws_note(part),
        words.error_note(resolved, part),
        words.spread_note(part),
        words.in_play_note(resolved, part),
    )

if len(part["methods"]) > 1 and len(part["metrics"]) > 1:
    section("Near your weights")
    control(resolved, "radius")
    near = cached.part("stability_near", resolved.selection)
    curve = stability.curve_part(resolved)
    sentence(words.near_sentence(resolved, near, part))
    if curve["curve"]:
        figure(
            local_curves(part, near, curve, mode()),
            name="local",
            title="Stability over the expected change of the weights",
            how=words.HOW_CURVES,
            table=frames.curve_table(near, curve),
            resolved=resolved,
            height=360,
        )

if len(part["methods"]) > 1:
    section("Looking closer")
    shown, place = stability.further(resolved)
    with place:
        DRAW[shown](resolved, part)
    terms("tau_b", "baseline", "published_stability", "acceptability", "expected_rank", "radius", *TERMS[shown])
