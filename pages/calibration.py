"""Calibration: does a metric recognise a genuine retrain, where the right answer is known?"""

import streamlit as st

from components.controls import panel_with_controls
from components.views import CALIBRATION
from components.views.calibration import tables, words
from components.views.calibration.figures import modality_lines, retrain_places, rho_dots, rows_height, separation_dots
from components.views.calibration.result import calibration
from components.views.equivalence.screen import elsewhere
from components.widgets import cached
from components.widgets.glossary import terms
from components.widgets.page import figure, mode, notes, page, section, sentence
from components.widgets.selection import filters

page(CALIBRATION)
resolved = filters("suite", "panel", "benchmarks", "seeds", start=panel_with_controls)
result = cached.of(calibration, resolved.selection)
height = rows_height(len(result.metrics))

if result.reason:
    elsewhere(resolved, CALIBRATION, result.reason, result.panels)
else:
    sentence(*words.lead(result), words.alarms(result))
    notes(words.outranked(result), words.resolution_sentence(result))
    separation, places = st.columns(2, gap="medium")
    with separation:
        section("Knowledge present or absent")
        figure(
            separation_dots(result, mode()),
            name="separation",
            title="AUC of each metric between original and retrained models",
            how=words.HOW_SEPARATION,
            table=tables.separation_table(result),
            resolved=resolved,
            height=height,
        )
    with places:
        section("Where the genuine retrain stands")
        figure(
            retrain_places(result, mode()),
            name="places",
            title="Place of the genuine retrain among all candidates",
            how=words.HOW_PLACES,
            table=tables.places_table(result),
            resolved=resolved,
            height=height,
        )
    section("Does it follow the oracle within benchmarks?")
    sentence(words.rho_sentence(result))
    figure(
        rho_dots(result, mode()),
        name="rho",
        title="ρ of each metric with closeness to the retrained ensemble",
        how=words.HOW_RHO,
        table=tables.rho_table(result),
        resolved=resolved,
        height=height,
    )
    section("Multimodal against unimodal, on the same images")
    sentence(words.modality_sentence(result))

if result.modality:
    figure(
        modality_lines(result, mode()),
        name="modality",
        title="Mean τ between metrics on the same images",
        how=words.HOW_MODALITY,
        table=tables.modality_table(result),
        resolved=resolved,
        height=420,
    )

terms("canary", "false_alarm", "auc", "rho_within", "permutation_p", "p_min", "resolution", "kendall_tau")
