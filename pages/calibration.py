"""Calibration: does a metric recognise a genuine retrain, where the right answer is known?"""

import streamlit as st

from components.controls import panel_with_controls
from components.views import CALIBRATION
from components.views.calibration import tables as frames
from components.views.calibration import words
from components.views.calibration.figures import modality_lines, retrain_places, rho_dots, rows_height, separation_dots
from components.views.equivalence import screen as equivalence
from components.widgets import cached
from components.widgets.glossary import terms
from components.widgets.page import figure, mode, notes, page, section, sentence
from components.widgets.selection import filters

page(CALIBRATION)
resolved = filters("suite", "panel", "benchmarks", "seeds", start=panel_with_controls)
part = cached.part("calibration", resolved.selection)
rows, ids = part["metrics"], [m.id for m in resolved.tables.scores]
benchmarks = {b.id: b.label for b in resolved.tables.benchmarks}
here = {b: benchmarks[b] for b in resolved.panel.benchmarks}

if part["reason"]:
    equivalence.elsewhere(resolved, part, "calibration")
else:
    sentence(words.lead(resolved, part), words.alarms(part))
    notes(words.outranked(part), words.resolution_sentence(resolved, part))
    separation, places = st.columns(2, gap="medium")
    with separation:
        section("Knowledge present or absent")
        figure(
            separation_dots(rows, [words.alarm_text(r) for r in rows], ids, mode()),
            name="separation",
            title="AUC of each metric between original and retrained models",
            how=words.HOW_SEPARATION,
            table=frames.separation_table(resolved, rows),
            resolved=resolved,
            height=rows_height(len(rows)),
        )
    with places:
        section("Where the genuine retrain stands")
        figure(
            retrain_places(rows, [words.place_text(r) for r in rows], ids, mode()),
            name="places",
            title="Place of the genuine retrain among all candidates",
            how=words.HOW_PLACES,
            table=frames.places_table(rows),
            resolved=resolved,
            height=rows_height(len(rows)),
        )
    section("Does it follow the oracle within benchmarks?")
    sentence(words.rho_sentence(part))
    figure(
        rho_dots(rows, [words.rho_label(r) for r in rows], here, ids, mode()),
        name="rho",
        title="ρ of each metric with closeness to the retrained ensemble",
        how=words.HOW_RHO,
        table=frames.rho_table(resolved, rows),
        resolved=resolved,
        height=rows_height(len(rows)),
    )
    section("Multimodal against unimodal, on the same images")
    sentence(words.modality_sentence(resolved, part["modality"]))

if part["modality"]:
    figure(
        modality_lines(part["modality"], benchmarks, mode()),
        name="modality",
        title="Mean τ between metrics on the same images",
        how=words.HOW_MODALITY,
        table=frames.modality_table(resolved, part["modality"]),
        resolved=resolved,
        height=420,
    )

terms("canary", "false_alarm", "auc", "rho_within", "permutation_p", "p_min", "resolution", "kendall_tau")
