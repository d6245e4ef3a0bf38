"""Weights as small bars with their numbers, in HTML."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from components.labels import Labels
from components.plotting.theme import Mode, metric_colours
from components.text import cleaned, counted, number, shortened

MOST_BARS = 10


def bars_html(weights: Mapping[str, float], labels: Labels, title: str, mode: Mode) -> str:
    """A table of one bar per metric with its weight, names as text; of many metrics the heaviest and the rest's sum."""
    hues = metric_colours(list(weights), mode)
    drawn = weights
    if len(weights) > MOST_BARS:
        heaviest = sorted((m for m, w in weights.items() if w > 0), key=lambda m: -weights[m])[:MOST_BARS]
        drawn = {m: w for m, w in weights.items() if m in heaviest}
    rows = [_bar(labels.metric(m), w, hues[m]) for m, w in drawn.items()]
    if len(drawn) < len(weights):
        rest = sum(w for m, w in weights.items() if m not in drawn)
        rows.append(_bar(counted(len(weights) - len(drawn), "other"), rest, ""))
    return (
        f'<table aria-label="{escape(cleaned(title), quote=True)}" style="width:100%;border-collapse:collapse;'
        f'font-size:.875rem;font-variant-numeric:tabular-nums">{"".join(rows)}</table>'
    )


def _bar(name: str, w: float, colour: str) -> str:
    """One row; a sum over several metrics has no colour and no bar."""
    bar = f'<div style="height:.7rem;width:{100 * w:.2f}%;background:{colour}"></div>' if colour else ""
    return (
        '<tr><th scope="row" style="text-align:left;font-weight:400;padding:0 .5rem 0 0;white-space:nowrap">'
        f"{escape(shortened(name, 14))}</th>"
        f'<td style="width:100%;padding:0">{bar}</td>'
        f'<td style="text-align:right;padding:0 0 0 .5rem">{number(w)}</td></tr>'
    )
