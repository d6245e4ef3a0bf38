"""The choices of the page on distributional equivalence, and answers that a reader brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go
import streamlit as st

from components.errors import LeaderboardError
from components.exports.files import csv_text
from components.intake.equivalence import TEMPLATE
from components.intake.limits import MAX_BYTES
from components.plain import json_of
from components.plotting.theme import themed
from components.resolved import Resolved
from components.text import shortened
from components.views.equivalence import words
from components.views.equivalence.figures import equivalence_forest, prompt_dots
from components.views.equivalence.metrics import MetricOrder
from components.views.equivalence.models import ModelRow
from components.views.equivalence.own_answers import OwnAnswers, own_answers
from components.views.equivalence.result import EquivalenceResult
from components.views.equivalence.tables import models_table
from components.views.record import Page
from components.widgets import notices, tables
from components.widgets.exports import save_mark
from components.widgets.page import PLOT_CONFIG, mode, notes, section, sentence
from components.widgets.selection import bound, link

_OWN = "_own_answers"


def elsewhere(resolved: Resolved, page: Page, reason: str, panels: Sequence[str]) -> None:
    """Why nothing can be shown, and links to the panels where there is something."""
    notices.notice("info", reason)
    for panel in panels:
        if panel != resolved.selection.panel:
            label = shortened(resolved.labels.panels[panel])
            st.markdown(f"[Show {label}]({link(resolved, page.path, panel=panel)})")


def chosen_metric(resolved: Resolved, result: EquivalenceResult) -> MetricOrder:
    """Draw the choice of a metric beside J, tied to the address, and give its row; the one least like J at first."""
    rows = {r.metric: r for r in result.metrics}
    taus = {r.metric: r.tau for r in result.metrics if r.tau is not None}
    default = min(taus, key=lambda m: taus[m]) if taus else next(iter(rows))
    metric = resolved.selection.metric if resolved.selection.metric in rows else default
    _choice("metric", "Metric", {m: r.label for m, r in rows.items()}, metric)
    return rows[metric]


def chosen_model(resolved: Resolved, result: EquivalenceResult) -> ModelRow:
    """Draw the choice of a model, tied to the address, and give its row; the one closest by J at first."""
    rows = {r.method: r for r in result.models}
    method = resolved.selection.method if resolved.selection.method in rows else next(iter(rows))
    _choice("method", "Model", {m: r.label for m, r in rows.items()}, method)
    return rows[method]


def _choice(name: str, title: str, labels: Mapping[str, str], value: str) -> None:
    st.selectbox(
        title, list(labels), format_func=lambda i: shortened(labels.get(i, i)), width=320, **bound(name, value)
    )


def brought_answers() -> None:
    """Take a table of answers, say what is wrong with it or what it gives. It never leaves this session."""
    section("Your own answers", "J of your models, from answers drawn at temperature 1 and scored by both models.")
    notes(
        "One row per answer: prompt, generated_by (unlearned or reference), loglik_unlearned, loglik_reference in "
        "nats; if known also tokens, sample, method, benchmark, seed. A method named original serves as the ceiling, "
        "one named retrain as the floor. The same on the command line: "
        "python -m components.views.equivalence.command TABLE.",
        "Private to this session: not stored, not logged, not shown to anybody else, gone with the session.",
    )
    brought = st.file_uploader(
        "Answers as CSV, TSV, JSON, JSON Lines, Parquet or Excel", max_upload_size=MAX_BYTES // 2**20, key="answers"
    )
    st.download_button(
        "Template", TEMPLATE, "answers-template.csv", "text/csv", key="answers_template", on_click="ignore"
    )
    if brought is None:
        st.session_state.pop(_OWN, None)
        return
    try:
        _draw(_result(brought.file_id, brought.name, brought.getvalue()))
    except LeaderboardError as error:
        notices.notices("error", str(error).splitlines())


def _result(file_id: str, name: str, content: bytes) -> OwnAnswers:
    """What a file gives, computed once in this session."""
    held: tuple[str, OwnAnswers] | None = st.session_state.get(_OWN)
    if held is None or held[0] != file_id:
        with st.spinner("Reading …"):
            held = st.session_state[_OWN] = (file_id, own_answers(name, content))
    return held[1]


def _draw(result: OwnAnswers) -> None:
    notices.notices("info", result.notices)
    sentence(words.own_lead(result), words.farther(result))
    notes(words.runs_sentence(result), *words.trust(result))
    _figure(equivalence_forest(result, mode()), "own", "J of your models")
    table = models_table(result)
    tables.table(table, name="own", title="J of your models")
    with st.container(horizontal=True, gap="small", key="own_files"):
        st.download_button(
            "CSV", csv_text(table, {"about": "J of your models"}), "j.csv", "text/csv", key="own_csv", on_click="ignore"
        )
        st.download_button("JSON", json_of(result), "j.json", "application/json", key="own_json", on_click="ignore")
    _draw_prompts(result)


def _draw_prompts(result: OwnAnswers) -> None:
    """One model of the reader's prompt by prompt, beside the controls; the choice stays in the session."""
    rows = {r.method: r for r in result.models}
    name = st.selectbox("Your model, prompt by prompt", list(rows), format_func=shortened, key="own_model", width=320)
    sentence(words.prompt_sentence(result, rows[name]))
    _figure(prompt_dots(result, rows[name], mode()), "own_prompts", f"J of {shortened(name)} prompt by prompt")


def _figure(fig: go.Figure, name: str, title: str) -> None:
    """A figure of the reader's own answers, with its download mark: it rests on no suite."""
    with st.container(key=f"figure_{name}", gap="xsmall"):
        st.plotly_chart(themed(fig, mode()), theme=None, key=f"chart_{name}", config=PLOT_CONFIG, alt=title)
        save_mark(name, {"title": title, "file": name, "caption": title})
