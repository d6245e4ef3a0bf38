"""Calibration: does a metric recognise a genuine retrain, where the right answer is known?"""

import streamlit as st

from components.views import CALIBRATION
from components.views.calibration import tables, words
from components.views.calibration.figures import (
    modality_lines,
    pool_strips,
    retrain_places,
    rho_dots,
    separation_dots,
    truth_areas,
)
from components.views.calibration.result import calibration, panel_judged
from components.views.equivalence.screen import elsewhere
from components.widgets import cached
from components.widgets.glossary import terms
from components.widgets.names import named
from components.widgets.page import answer, below, figure, mode, notes, page, section, sentence
from components.widgets.selection import filters

page(CALIBRATION)
resolved = filters("suite", "panel", "benchmarks", "seeds", start=panel_judged)
result = cached.of(calibration, resolved.selection)

truth = result.truth

if result.reason and not truth.rows:
    elsewhere(resolved, CALIBRATION, result.reason, result.panels)
if not result.reason:
    answer(*words.lead(result))
    separation, places = st.columns(2, gap="medium")
    with separation:
        section("Knowledge present or absent")
        figure(
            separation_dots(result, mode()),
            name="separation",
            title="AUC of each metric between original and retrained models",
            reading=words.SEPARATION_READING,
            table=tables.separation_table(result),
            resolved=resolved,
        )
    with places:
        section("Where the genuine retrain stands")
        figure(
            retrain_places(result, mode()),
            name="places",
            title="Place of the genuine retrain among methods and controls",
            reading=words.PLACES_READING,
            table=tables.places_table(result),
            resolved=resolved,
        )


def rest() -> None:
    """What stands below the two figures."""
    if not result.reason:
        named("metrics", resolved.tables, [r.metric for r in result.metrics])
        notes(
            words.perfect_sentence(result),
            words.alarm_rule(result),
            words.outranked(result),
            words.resolution_sentence(result),
        )
        section("Does it follow the oracle within benchmarks?")
        sentence(words.rho_sentence(result))
        figure(
            rho_dots(result, mode()),
            name="rho",
            title="ρ of each metric with closeness to the retrained ensemble",
            reading=words.RHO_READING,
            table=tables.rho_table(result),
            resolved=resolved,
        )
        section("Multimodal against unimodal, on the same images")
        sentence(words.modality_sentence(result))
    if result.modality:
        figure(
            modality_lines(result, mode()),
            name="modality",
            title="Mean τ between metrics on the same images",
            reading=words.MODALITY_READING,
            table=tables.modality_table(result),
            resolved=resolved,
        )

    if truth.rows:
        if not result.reason:
            section(
                "Models whose knowledge is known", "Some were trained on what is to be forgotten, some never saw it."
            )
        (answer if result.reason else sentence)(*words.truth_lead(truth))
        notes(
            words.truth_rests(truth),
            words.truth_interval(truth),
            words.truth_printed(truth),
            words.truth_reference(truth),
        )
        areas, pools = st.columns(2, gap="medium")
        with areas:
            figure(
                truth_areas(truth, mode()),
                name="ground_truth",
                title="AUC of each metric between models that know and models that never did",
                reading=words.TRUTH_READING,
                table=tables.truth_table(truth),
                resolved=resolved,
            )
        with pools:
            figure(
                pool_strips(truth, mode()),
                name="pools",
                title="Values of the models of both pools under each metric",
                reading=words.POOLS_READING,
                table=tables.pools_table(truth),
                resolved=resolved,
            )
        named("metrics", resolved.tables, [r.metric for r in truth.rows])

    if truth.rows and result.reason:
        terms("auc")
    else:
        terms("canary", "false_alarm", "auc", "rho_within", "permutation_p", "p_min", "resolution", "kendall_tau")


if result.reason:
    rest()  # models whose knowledge is known are then the first screen
else:
    below(rest)
