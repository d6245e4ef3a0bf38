"""A page made of the scaffold alone, on a suite whose names try to be markup. Not part of the app."""

import dataclasses
from pathlib import Path

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.answers.record import Page
from components.text import figure_text
from components.widgets import address, cached, later, notices
from components.widgets.page import data, figure, footer, page, section, sentence
from components.widgets.selection import change, filters

HOSTILE = "<b>x</b> [a](javascript:1) **z** =1+1 :red[r] $e$ \u202eabc"

st.html(Path(__file__).resolve().parents[3] / "components" / "web" / "style.css")  # else in the start page
address.carry()
address.remember()
later.start_run("scaffold")

public = cached.tables("unified_unlearning")
own = dataclasses.replace(
    public,
    suite=dataclasses.replace(public.suite, id="own", title=HOSTILE, paper=HOSTILE, licence=HOSTILE, private=True),
    methods=tuple(dataclasses.replace(m, label=f"{m.label} {HOSTILE}") for m in public.methods),
    panels=tuple(dataclasses.replace(p, label=HOSTILE) for p in public.panels),
)
cached.keep_private([own])

page(Page("scaffold", f"Scaffold {HOSTILE}", HOSTILE, "About"))
resolved = filters("suite", "panel", "benchmarks", "seeds", "methods", "protocol", "scope", "transform", "weights", "k")
sentence(f"{resolved.panel.n_runs} runs.", HOSTILE)
notices.notice("warning", HOSTILE)
section(HOSTILE)
labels = [resolved.labels.method(m) for m in resolved.panel.methods]
table = pd.DataFrame(
    {"method": labels, "=score": resolved.scores, "minus": [-0.26, -1.0, float("nan"), 2.0][: len(labels)]}
)
bars = go.Figure(go.Bar(x=resolved.scores, y=[figure_text(x) for x in labels], orientation="h"), layout={"height": 260})
figure(bars, name="bars", title="Scores", reading="Longer is better.", table=table, resolved=resolved)
data(table, name="again", title=f"Again {HOSTILE}", resolved=resolved)
st.button("own weights", on_click=change, kwargs={"weights": (("FA", 0.25), ("RA", 0.75))})
footer()
