"""What only the screen has of the page Equivalence: other panels, and answers that a reader brings."""

import plotly.graph_objects as go
import streamlit as st

from components.answers.equivalence.distance import compute
from components.answers.equivalence.forest import forest
from components.answers.equivalence.models import NORMALISATION, farther, models_table, runs_sentence, trust
from components.answers.equivalence.own_answers import OwnAnswers, content, own_answers, own_lead
from components.answers.equivalence.prompts import prompt_dots, prompt_sentence
from components.errors import LeaderboardError
from components.formats import csv_text
from components.intake.equivalence import TEMPLATE
from components.intake.limits import MAX_BYTES
from components.plain import json_of
from components.plotting.theme import themed
from components.resolved import Resolved
from components.text import shortened
from components.widgets import notices, tables
from components.widgets.elsewhere import panels_elsewhere
from components.widgets.exports import save_mark
from components.widgets.page import PLOT_CONFIG, mode, notes, section, sentence
from components.widgets.selection import resolved

_OWN = "_own_answers"


def answers_elsewhere(view: Resolved) -> None:
    """The panels that have drawn answers, where this one has none."""
    result = view.of(compute)
    if result.reason:
        panels_elsewhere(view, "equivalence", result.panels)


def brought_answers(view: Resolved) -> None:
    """Take a table of answers, say what is wrong with it or what it gives. It never leaves this session."""
    section("Your own answers", "J of your models, from answers drawn at temperature 1 and scored by both models.")
    notes(
        "One row per answer: prompt, generated_by (unlearned or reference), loglik_unlearned, loglik_reference in "
        "nats; if known also tokens, sample, method, benchmark, seed. A method named original serves as the ceiling, "
        "one named retrain as the floor. The same on the command line: "
        "python -m components.answers.equivalence.command TABLE.",
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


def which_j(view: Resolved) -> None:
    """Which normalisation of J this is."""
    section("Which J this is")
    sentence(NORMALISATION)


def _result(file_id: str, name: str, brought: bytes) -> OwnAnswers:
    """What a file gives, computed once in this session."""
    known: tuple[str, OwnAnswers] | None = st.session_state.get(_OWN)
    if known is None or known[0] != file_id:
        with st.spinner("Reading …"):
            known = st.session_state[_OWN] = (file_id, own_answers(name, brought))
    return known[1]


def _draw(result: OwnAnswers) -> None:
    notices.notices("info", result.notices)
    sentence(own_lead(result), farther(result))
    notes(runs_sentence(result), *trust(result))
    _figure(forest(result, mode()), "own", "J of your models")
    listed = models_table(result.models)
    tables.draw_table(listed, resolved().labels, name="own", title="J of your models")
    with st.container(horizontal=True, gap="small", key="own_files"):
        st.download_button(
            "CSV",
            csv_text(listed, {"about": "J of your models"}),
            "j.csv",
            "text/csv",
            key="own_csv",
            on_click="ignore",
        )
        st.download_button(
            "JSON", json_of(content(result)), "j.json", "application/json", key="own_json", on_click="ignore"
        )
    _draw_prompts(result)


def _draw_prompts(result: OwnAnswers) -> None:
    """One model of the reader's prompt by prompt, beside the controls; the choice stays in the session."""
    rows = {r.method: r for r in result.models}
    name = st.selectbox("Your model, prompt by prompt", list(rows), format_func=shortened, key="own_model", width=320)
    sentence(prompt_sentence(result, rows[name]))
    _figure(prompt_dots(result, rows[name], mode()), "own_prompts", f"J of {shortened(name)} prompt by prompt")


def _figure(fig: go.Figure, name: str, title: str) -> None:
    """A figure of the reader's own answers, with its download mark: it rests on no suite."""
    with st.container(key=f"figure_{name}", gap="xsmall"):
        st.plotly_chart(themed(fig, mode()), theme=None, key=f"chart_{name}", config=PLOT_CONFIG, alt=title)
        save_mark(name, {"title": title, "file": name, "caption": title})
