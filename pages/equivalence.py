"""Distributional equivalence: does an unlearned model answer as one that never saw the forgotten data?"""

import streamlit as st

from components.figures.equivalence import equivalence_forest, forest_height, prompt_dots
from components.figures.equivalence_metrics import j_slopes, j_taus, slopes_height, taus_height
from components.parts import equivalence_tables as frames
from components.parts import equivalence_words as words
from components.parts.equivalence import panel_with_answers
from components.widgets import cached, equivalence
from components.widgets.glossary import terms
from components.widgets.page import figure, mode, notes, page, section, sentence
from components.widgets.selection import filters

page("Distributional equivalence", "Does an unlearned model answer as one that never saw the forgotten data?")
view = filters("suite", "panel", "benchmarks", "seeds", "methods", start=panel_with_answers)
part = cached.part("equivalence_prompts", view.selection)
ids = [m.id for m in view.tables.scores]

if part["reason"]:
    equivalence.elsewhere(view, part, "equivalence")
else:
    sentence(words.lead(view, part), words.farther(part))
    notes(words.at_floor(part), words.runs_sentence(part), words.bounds_sentence(view, part), *words.trust(part))
    figure(
        equivalence_forest(part["models"], part["floor"], part["ceiling"], mode()),
        name="forest",
        title="J of each model between floor and ceiling",
        how=words.HOW_FOREST,
        table=frames.models_table(part["models"]),
        view=view,
        height=forest_height(len(part["models"])),
    )

if part["metrics"]:
    section("Would the other metrics choose the same method?", "The order by J beside the order by each other metric.")
    sentence(words.metrics_sentence(part))
    row = equivalence.chosen_row(view, part["metrics"])
    slopes, taus = st.columns(2, gap="medium")
    with slopes:
        sentence(words.metric_sentence(row))
        figure(
            j_slopes(row, [r["method"] for r in part["models"] if r["farther"]], mode()),
            name="slopes",
            title=f"Order of the methods by J and by {row['label']}",
            how=words.HOW_SLOPES,
            table=frames.ranks_table(row),
            view=view,
            height=slopes_height(row),
        )
    with taus:
        figure(
            j_taus(part["metrics"], [words.tau_label(r) for r in part["metrics"]], ids, mode()),
            name="taus",
            title="τ of every other metric with J",
            how=words.HOW_TAUS,
            table=frames.metrics_table(part["metrics"]),
            view=view,
            height=taus_height(len(part["metrics"])),
        )

if part["models"]:
    section("Prompt by prompt")
    model = equivalence.chosen_model(view, part["models"])
    others = [r for r in (part["ceiling"], part["floor"]) if r and r["method"] != model["method"]]
    sentence(words.prompt_sentence(part, model))
    figure(
        prompt_dots(model, others, mode()),
        name="prompts",
        title=f"J of {model['label']} prompt by prompt",
        how=words.HOW_PROMPTS,
        table=frames.prompts_table(view, model, others),
        view=view,
        height=420,
        tools=True,
    )

equivalence.own_answers()
section("Which J this is")
sentence(part["normalisation"])
terms("fade", "fade_floor", "answer_balance", "bootstrap_interval", "tau_b", "permutation_p", "p_min")
