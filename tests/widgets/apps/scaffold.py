"""A page made of the scaffold alone, on a suite whose names try to be markup. Not part of the app."""

import dataclasses
from pathlib import Path

import plotly.graph_objects as go
import streamlit as st

from components.answers.record import Answer, Page, Part, silent
from components.format import figure_text
from components.table import Column, table
from components.widgets import address, cached, later, notices
from components.widgets.answer import answer, start_run
from components.widgets.page import footer, page, section, sentence
from components.widgets.selection import change, head

HOSTILE = "<b>x</b> [a](javascript:1) **z** =1+1 :red[r] $e$ \u202eabc"

st.html(Path(__file__).resolve().parents[3] / "components" / "web" / "style.css")  # else in the start page
address.carry()
address.remember()
later.start_run("")

public = cached.tables("unified_unlearning")
own = dataclasses.replace(
    public,
    suite=dataclasses.replace(public.suite, id="own", title=HOSTILE, paper=HOSTILE, licence=HOSTILE, private=True),
    methods=tuple(dataclasses.replace(m, label=f"{m.label} {HOSTILE}") for m in public.methods),
    panels=tuple(dataclasses.replace(p, label=HOSTILE) for p in public.panels),
)
cached.keep_private([own])

FILTERS = ("suite", "panel", "benchmarks", "seeds", "methods", "protocol", "scope", "transform", "weights", "k")
record = Page("scaffold", f"Scaffold {HOSTILE}", HOSTILE, "Data", filters=FILTERS, state=("open",))
notices.start_run()
start_run()
page(record)
resolved = head(record)
sentence(f"{resolved.panel.n_runs} runs.", HOSTILE)
notices.notice("warning", HOSTILE)
section(HOSTILE)


def scores(view):
    return dict(zip(view.panel.methods, zip(view.scores, (-0.26, -1.0, None, 2.0), strict=False), strict=True))


def bars(result, look):
    names = [figure_text(look.names.method(m)) for m in result]
    return go.Figure(go.Bar(x=[s for s, _ in result.values()], y=names, orientation="h"), layout={"height": 260})


def listed(result, names):
    columns = (
        Column("method", lambda row: row[0], kind="method"),
        Column("=score", lambda row: row[1][0], kind="number"),
        Column("minus", lambda row: row[1][1], kind="number"),
    )
    return table(columns, result.items())


parts = [
    Part("bars", "Scores", listed, bars, reading="Longer is better."),
    Part("again", f"Again {HOSTILE}", listed),
]
answer(Answer("bars", scores, silent, parts), resolved)
st.button("own weights", key="own", on_click=change, kwargs={"weights": (("FA", 0.25), ("RA", 0.75))})
footer()
