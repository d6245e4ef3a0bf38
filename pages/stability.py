"""Stability: how much of the ranking survives other weights, other data and other choices."""

import streamlit as st

from components.views import STABILITY
from components.views.leaderboard.result import leaderboard
from components.views.leaderboard.words import lead_sentence
from components.views.stability.figures.acceptability import (
    HEAD_HEIGHT,
    MOST_BARS,
    acceptability_bars,
    acceptability_map,
)
from components.views.stability.figures.weightings import local_curves, tau_histogram
from components.views.stability.result.nearby import nearby
from components.views.stability.screen.samples import draw_samples_alone
from components.views.stability.screen.subjects import draw, tabs, terms_of
from components.views.stability.screen.weightings import radius_curve, random_weightings
from components.views.stability.tables import acceptability_table, curve_table, taus_table
from components.views.stability.words import weightings as words
from components.widgets import cached
from components.widgets.glossary import terms
from components.widgets.names import named
from components.widgets.page import answer, below, figure, mode, notes, page, section, sentence
from components.widgets.selection import control, filters

page(STABILITY)
resolved = filters(
    "suite",
    "panel",
    "benchmarks",
    "seeds",
    "methods",
    "rows",
    "protocol",
    "transform",
    "aggregate",
    "weights",
    "draws",
)
result = random_weightings(resolved)

if len(result.methods) < 2:
    sentence(lead_sentence(cached.of(leaderboard, resolved.selection)))
answer(*words.lead(result))

left, right = st.columns(2, gap="medium") if result.histogram else (None, st.container())
if left is not None:
    with left:
        section("Agreement with random weightings")
        figure(
            tau_histogram(result, mode()),
            name="taus",
            title="Agreement of the ranking with random weightings, beside its baseline",
            reading=words.TAUS_READING,
            table=taus_table(result),
            resolved=resolved,
        )
if len(result.methods) > 1:
    few = len(result.methods) <= MOST_BARS
    with right:
        section("Ranks under random weightings")
        figure(
            acceptability_bars(result, mode()) if few else acceptability_map(result, mode(), HEAD_HEIGHT),
            name="acceptability",
            title="How often each method takes each rank",
            reading=words.BARS_READING if few else words.RANKS_READING,
            table=acceptability_table(result),
            resolved=resolved,
        )
    notes(*words.notes(result))


def rest() -> None:
    """What stands below the two figures."""
    named("methods", resolved.tables, result.methods)

    if len(result.methods) > 1 and len(result.metrics) > 1:
        section("Near your weights")
        control(resolved, "radius")
        chosen, curve = cached.of(nearby, resolved.selection), radius_curve(resolved)
        sentence(words.nearby_sentence(chosen, result))
        if curve.curve:
            figure(
                local_curves(chosen, curve, result, mode()),
                name="local",
                title="Stability over the expected change of the weights",
                reading=words.CURVES_READING,
                table=curve_table(chosen, curve),
                resolved=resolved,
            )

    if len(result.methods) > 1:
        section("Looking closer")
        subject, place = tabs(resolved)
        with place:
            draw(subject, resolved, result)
        terms(
            "tau_b",
            "baseline",
            "published_stability",
            "acceptability",
            "expected_rank",
            "radius",
            *terms_of(subject, resolved),
        )
    else:
        draw_samples_alone(resolved)


below(rest)
