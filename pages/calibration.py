"""Calibration: does a metric recognise a genuine retrain, where the right answer is known?"""

import streamlit as st

from components.figures.calibration import modality_lines, retrain_places, rho_dots, rows_height, separation_dots
from components.parts import calibration_tables as frames
from components.parts import calibration_words as words
from components.parts.controls import panel_with_controls
from components.widgets import cached, equivalence
from components.widgets.glossary import terms
from components.widgets.page import figure, mode, notes, page, section, sentence
from components.widgets.selection import filters

page("Metric calibration", "Does a metric recognise a genuine retrain, where the right answer is known?")
view = filters("suite", "panel", "benchmarks", "seeds", start=panel_with_controls)
part = cached.part("calibration", view.selection)
rows, ids = part["metrics"], [m.id for m in view.tables.scores]
benchmarks = {b.id: b.label for b in view.tables.benchmarks}
here = {b: benchmarks[b] for b in view.panel.benchmarks}

if part["reason"]:
    equivalence.elsewhere(view, part, "calibration")
else:
    sentence(words.lead(view, part), words.alarms(part))
    notes(words.outranked(part), words.resolution_sentence(view, part))
    separation, places = st.columns(2, gap="medium")
    with separation:
        section("Knowledge present or absent")
        figure(
            separation_dots(rows, [words.alarm_text(r) for r in rows], ids, mode()),
            name="separation",
            title="AUC of each metric between original and retrained models",
            how=words.HOW_SEPARATION,
            table=frames.separation_table(view, rows),
            view=view,
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
            view=view,
            height=rows_height(len(rows)),
        )
    section("Does it follow the oracle within benchmarks?")
    sentence(words.rho_sentence(part))
    figure(
        rho_dots(rows, [words.rho_label(r) for r in rows], here, ids, mode()),
        name="rho",
        title="ρ of each metric with closeness to the retrained ensemble",
        how=words.HOW_RHO,
        table=frames.rho_table(view, rows),
        view=view,
        height=rows_height(len(rows)),
    )
    section("Multimodal against unimodal, on the same images")
    sentence(words.modality_sentence(view, part["modality"]))

if part["modality"]:
    figure(
        modality_lines(part["modality"], benchmarks, mode()),
        name="modality",
        title="Mean τ between metrics on the same images",
        how=words.HOW_MODALITY,
        table=frames.modality_table(view, part["modality"]),
        view=view,
        height=420,
    )

terms("canary", "false_alarm", "auc", "rho_within", "permutation_p", "p_min", "resolution", "kendall_tau")
