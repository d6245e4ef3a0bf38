"""Distributional equivalence: does an unlearned model answer as one that never saw the forgotten data?"""

import streamlit as st

from components.views import EQUIVALENCE
from components.views.equivalence import screen as equivalence
from components.views.equivalence import tables as frames
from components.views.equivalence import words
from components.views.equivalence.figures.metrics import j_slopes, j_taus, slopes_height, taus_height
from components.views.equivalence.figures.models import equivalence_forest, forest_height, prompt_dots
from components.views.equivalence.result import panel_with_answers
from components.widgets import cached
from components.widgets.glossary import terms
from components.widgets.page import figure, mode, notes, page, section, sentence
from components.widgets.selection import filters

page(EQUIVALENCE)
resolved = filters("suite", "panel", "benchmarks", "seeds", "methods", start=panel_with_answers)
part = cached.part("equivalence_prompts", resolved.selection)
ids = [m.id for m in resolved.tables.scores]

if part["reason"]:
    equivalence.elsewhere(resolved, part, "equivalence")
else:
    sentence(words.lead(resolved, part), words.farther(part))
    notes(words.at_floor(part), words.runs_sentence(part), words.bounds_sentence(resolved, part), *words.trust(part))
    figure(
        equivalence_forest(part["models"], part["floor"], part["ceiling"], mode()),
        name="forest",
        title="J of each model between floor and ceiling",
        how=words.HOW_FOREST,
        table=frames.models_table(part["models"]),
        resolved=resolved,
        height=forest_height(len(part["models"])),
    )

if part["metrics"]:
    section("Would the other metrics choose the same method?", "The order by J beside the order by each other metric.")
    sentence(words.metrics_sentence(part))
    row = equivalence.chosen_row(resolved, part["metrics"])
    slopes, taus = st.columns(2, gap="medium")
    with slopes:
        sentence(words.metric_sentence(row))
        figure(
            j_slopes(row, [r["method"] for r in part["models"] if r["farther"]], mode()),
            name="slopes",
            title=f"Order of the methods by J and by {row['label']}",
            how=words.HOW_SLOPES,
            table=frames.ranks_table(row),
            resolved=resolved,
            height=slopes_height(row),
        )
    with taus:
        figure(
            j_taus(part["metrics"], [words.tau_label(r) for r in part["metrics"]], ids, mode()),
            name="taus",
            title="τ of every other metric with J",
            how=words.HOW_TAUS,
            table=frames.metrics_table(part["metrics"]),
            resolved=resolved,
            height=taus_height(len(part["metrics"])),
        )

if part["models"]:
    section("Prompt by prompt")
    model = equivalence.chosen_model(resolved, part["models"])
    others = [r for r in (part["ceiling"], part["floor"]) if r and r["method"] != model["method"]]
    sentence(words.prompt_sentence(part, model))
    figure(
        prompt_dots(model, others, mode()),
        name="prompts",
        title=f"J of {model['label']} prompt by prompt",
        how=words.HOW_PROMPTS,
        table=frames.prompts_table(resolved, model, others),
        resolved=resolved,
        height=420,
        tools=True,
    )

equivalence.own_answers()
section("Which J this is")
sentence(part["normalisation"])
terms("fade", "fade_floor", "answer_balance", "bootstrap_interval", "tau_b", "permutation_p", "p_min")
