"""The choices of the page on distributional equivalence, and answers that a reader brings."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from components.errors import LeaderboardError
from components.exports import csv_text
from components.intake.equivalence import TEMPLATE
from components.intake.limits import MAX_BYTES
from components.plotting.theme import themed
from components.resolved import Resolved
from components.text import counted, number, shortened
from components.views.equivalence import words
from components.views.equivalence.command import ORIGINAL, RETRAIN, judged
from components.views.equivalence.figures.models import equivalence_forest, forest_height, prompt_dots
from components.views.equivalence.tables import models_table
from components.widgets import notices, tables
from components.widgets.page import PLOT_CONFIG, mode, notes, section, sentence
from components.widgets.selection import bound, link
from components.widgets.uploads import named_groups

_OWN = "_own_answers"


def elsewhere(resolved: Resolved, part: Mapping[str, Any], path: str) -> None:
    """Why nothing can be shown, and where there is something."""
    notices.notice("info", part["reason"])
    labels = {p.id: p.label for p in resolved.tables.panels}
    for panel in part["panels"]:
        if panel != resolved.selection.panel:
            st.markdown(f"[Show {shortened(labels[panel])}]({link(resolved, path, panel=panel)})")


def chosen_row(resolved: Resolved, rows: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Draw the choice of a metric beside J, tied to the address, and give back its row; the closest to J at first."""
    names = {r["metric"]: r["label"] for r in rows}
    known = [r for r in rows if r["tau"] is not None] or list(rows)
    default = min(known, key=lambda r: r["tau"] if r["tau"] is not None else 0.0)["metric"]
    metric = resolved.selection.metric if resolved.selection.metric in names else default
    st.selectbox(
        "Metric", list(names), format_func=lambda m: shortened(names.get(m, m)), width=320, **bound("metric", metric)
    )
    return next(r for r in rows if r["metric"] == metric)


def chosen_model(resolved: Resolved, rows: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Draw the choice of a model, tied to the address, and give back its row; the one closest by J at first."""
    names = {r["method"]: r["label"] for r in rows}
    method = resolved.selection.method if resolved.selection.method in names else next(iter(names))
    st.selectbox(
        "Model", list(names), format_func=lambda m: shortened(names.get(m, m)), width=320, **bound("method", method)
    )
    return next(r for r in rows if r["method"] == method)


def own_answers() -> None:
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
    named_groups()
    st.download_button(
        "Template", TEMPLATE, "answers-template.csv", "text/csv", key="answers_template", on_click="ignore"
    )
    if brought is None:
        st.session_state.pop(_OWN, None)
        return
    try:
        _shown(_result(brought.file_id, brought.name, brought.getvalue()))
    except LeaderboardError as error:
        notices.notices("error", str(error).splitlines())


def _result(file_id: str, name: str, content: bytes) -> dict[str, Any]:
    """What a file gives, computed once in this session."""
    held: tuple[str, dict[str, Any]] | None = st.session_state.get(_OWN)
    if held is None or held[0] != file_id:
        with st.spinner("Reading …"):
            held = st.session_state[_OWN] = (file_id, judged(name, content))
    return held[1]


def _shown(result: Mapping[str, Any]) -> None:
    rows, by_name = result["models"], {r["method"]: r for r in result["models"]}
    notes(*result["notices"])
    labelled = {"models": [{**r, "label": r["method"], "farther_in": None, "blocks": None} for r in rows]}
    first = rows[0]
    span = f", 95 % interval {number(first['low'])} to {number(first['high'])}" if first["low"] is not None else ""
    sentence(
        f"{counted(len(rows), 'model')}; J of {first['method']} is {number(first['j'])} nats per prompt{span}, "
        f"half of it {number(first['half'])}, per token {number(first['per_token'])}, over "
        f"{counted(first['prompts'], 'prompt')}.",
        words.farther(labelled),
    )
    notes(words.runs_sentence(labelled), *words.trust(labelled))
    st.plotly_chart(
        themed(
            equivalence_forest(rows, by_name.get(RETRAIN), by_name.get(ORIGINAL), mode()),
            mode(),
            forest_height(len(rows)),
        ),
        theme=None,
        key="chart_own",
        config=PLOT_CONFIG,
        alt="J of your models",
    )
    table = models_table(rows)
    tables.table(table, name="own", title="J of your models")
    with st.container(horizontal=True, gap="small", key="own_files"):
        st.download_button(
            "CSV", csv_text(table, {"about": "J of your models"}), "j.csv", "text/csv", key="own_csv", on_click="ignore"
        )
        whole = json.dumps(result, ensure_ascii=False, allow_nan=False, indent=1)
        st.download_button("JSON", whole, "j.json", "application/json", key="own_json", on_click="ignore")
    _own_prompts(rows)


def _own_prompts(rows: Sequence[Mapping[str, Any]]) -> None:
    """One model of the reader's prompt by prompt, beside the controls; the choice stays in the session."""
    by_name = {r["method"]: r for r in rows}
    name = st.selectbox(
        "Your model, prompt by prompt", list(by_name), format_func=shortened, key="own_model", width=320
    )
    row, controls = by_name[name], [by_name[c] for c in (ORIGINAL, RETRAIN) if c in by_name and c != name]
    ceiling = by_name.get(ORIGINAL)
    sentence(words.prompt_sentence({"ceiling": ceiling}, {**row, "label": name}))
    st.plotly_chart(
        themed(prompt_dots(row, controls, mode()), mode(), 420),
        theme=None,
        key="chart_own_prompts",
        config=PLOT_CONFIG,
        alt=f"J of {shortened(name)} prompt by prompt",
    )
