"""The picture of a soak: memory, answers and what went wrong, over the minutes of the run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import plotly.graph_objects as go
from playwright.sync_api import sync_playwright
from plotly.offline import get_plotlyjs
from plotly.subplots import make_subplots

from tests.browsers import installed

SIZE = {"width": 960, "height": 620}
KINDS = {
    "right": "#0072B2",
    "attack refused": "#56B4E9",
    "told to come back": "#999999",
    "cut by a kill": "#E69F00",
    "wrong": "#D55E00",
}
"""Answers by what became of them, with their colours."""
DRAW = "figure => Plotly.newPlot('out', figure.data, figure.layout).then(p => Plotly.toImage(p, {format: 'svg'}))"


def figure(found: dict[str, Any]) -> go.Figure:
    """Memory above, answers beneath, with a line at each kill."""
    step = found["seconds_of_a_point"] / 60
    total = found["answers"]
    checked = sum(n for kind, n in total.items() if kind != "cut by a kill")
    wrong = total.get("wrong", 0)
    title = f"{checked:,} answers in {found['minutes']:g} minutes with {found['kills']} kills: {wrong} wrong or failed"
    drawn = make_subplots(2, 1, shared_xaxes=True, vertical_spacing=0.08, row_heights=[0.4, 0.6])
    memory = found["memory_by_point_mib"]
    minutes = [step * (i + 1) for i in range(max(len(memory), len(found["answers_by_point"])))]
    drawn.add_scatter(x=minutes, y=memory, mode="lines", line={"color": "#009E73"}, showlegend=False, row=1, col=1)
    for kind, colour in KINDS.items():
        counts = [point.get(kind, 0) for point in found["answers_by_point"]]
        name = f"{kind} ({total.get(kind, 0):,})"
        drawn.add_bar(x=minutes, y=counts, name=name, marker={"color": colour, "line": {"width": 0}}, row=2, col=1)
    for at in found["kills_at_s"]:
        drawn.add_vline(x=at / 60, line={"color": "#444444", "width": 1, "dash": "dot"})
    drawn.update_yaxes(title="Memory (MiB)", rangemode="tozero", row=1, col=1)
    drawn.update_yaxes(title=f"Answers in {found['seconds_of_a_point']:g} s", row=2, col=1)
    drawn.update_xaxes(title="Minutes; dotted: kill -9 and a new start", row=2, col=1)
    drawn.update_layout(
        **SIZE,
        title={"text": title, "font": {"size": 16}},
        barmode="stack",
        bargap=0,
        template="plotly_white",
        legend={"orientation": "h", "y": -0.16},
    )
    return drawn


def draw(found: dict[str, Any], out: Path) -> None:
    """Write the picture as SVG, drawn by the browser that is installed."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=installed(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=SIZE)
        page.set_content("<!doctype html><div id='out'></div>")
        page.add_script_tag(content=get_plotlyjs())
        address = page.evaluate(DRAW, json.loads(figure(found).to_json()))
        browser.close()
    out.write_text(unquote(address.partition(",")[2]), encoding="utf-8")
