"""Distributional equivalence: does an unlearned model answer as one that never saw the forgotten data?"""

import streamlit as st

from components.views import EQUIVALENCE
from components.views.equivalence import screen, tables, words
from components.views.equivalence.figures import equivalence_forest, j_slopes, j_taus, prompt_dots
from components.views.equivalence.result import equivalence_prompts, panel_with_answers
from components.widgets import cached
from components.widgets.glossary import terms
from components.widgets.names import named
from components.widgets.page import answer, below, figure, mode, notes, page, section, sentence
from components.widgets.selection import filters

page(EQUIVALENCE)
resolved = filters("suite", "panel", "benchmarks", "seeds", "methods", start=panel_with_answers)
result = cached.of(equivalence_prompts, resolved.selection)

if result.reason:
    screen.elsewhere(resolved, EQUIVALENCE, result.reason, result.panels)
else:
    answer(*words.lead(result))
    figure(
        equivalence_forest(result, mode()),
        name="forest",
        title="J of each model between floor and ceiling",
        reading=words.FOREST_READING,
        table=tables.models_table(result),
        resolved=resolved,
    )
    named("methods", resolved.tables, [m.method for m in result.models])
    sentence(words.farther(result))
    notes(
        words.basis(result),
        words.at_floor(result),
        words.runs_sentence(result),
        words.bounds_sentence(result),
        *words.trust(result),
    )


def rest() -> None:
    """What stands below the models."""
    if result.metrics:
        section(
            "Would the other metrics choose the same method?", "The order by J beside the order by each other metric."
        )
        sentence(words.metrics_sentence(result))
        metric = screen.chosen_metric(resolved, result)
        slopes, taus = st.columns(2, gap="medium")
        with slopes:
            sentence(words.metric_sentence(metric))
            figure(
                j_slopes(result, metric, mode()),
                name="slopes",
                title=f"Order of the methods by J and by {metric.label}",
                reading=words.SLOPES_READING,
                table=tables.ranks_table(metric),
                resolved=resolved,
            )
        with taus:
            figure(
                j_taus(result, mode()),
                name="taus",
                title="τ of every other metric with J",
                reading=words.TAUS_READING,
                table=tables.metrics_table(result),
                resolved=resolved,
            )
        named("metrics", resolved.tables, [m.metric for m in result.metrics])

    if result.models:
        section("Prompt by prompt")
        model = screen.chosen_model(resolved, result)
        sentence(words.prompt_sentence(result, model))
        figure(
            prompt_dots(result, model, mode()),
            name="prompts",
            title=f"J of {model.label} prompt by prompt",
            reading=words.PROMPTS_READING,
            table=tables.prompts_table(result, model),
            resolved=resolved,
            tools=True,
        )

    screen.brought_answers()
    section("Which J this is")
    sentence(result.normalisation)
    terms("fade", "fade_floor", "answer_balance", "bootstrap_interval", "tau_b", "permutation_p", "p_min")


below(rest)
