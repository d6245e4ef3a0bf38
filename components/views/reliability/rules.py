"""Weight rules side by side: small bars, the ranking that follows, and a button that takes the weights along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import streamlit as st

from components.plotting.theme import metric_colours
from components.resolved import Resolved
from components.text import cleaned, counted, markdown_text, number, shortened
from components.views.reliability.tables import ranking_text
from components.widgets.page import mode
from components.widgets.selection import bound, change

LEADERBOARD = "../pages/leaderboard.py"
MOST_RANKED = 8
MOST_BARS = 10
_LOWEST = -1.0


def rules(resolved: Resolved, found: Sequence[Mapping[str, Any]]) -> None:
    """One card per rule, in the order of the presets."""
    with st.container(horizontal=True, gap="small", key="weight_rules"):
        for rule in found:
            with st.container(border=True, width=300, height="stretch", key=f"rule_{rule['preset']}", gap="xsmall"):
                st.markdown(f"**{markdown_text(rule['label'])}**")
                st.caption(markdown_text(rule["description"]))
                if rule["weights"] is None:
                    st.markdown(markdown_text(rule["reason"]))
                    continue
                _outcome(resolved, rule, f"weights of the rule {rule['label']}")
                chosen = {"weights": rule["preset"]}
                if rule["transform"]:
                    chosen["transform"] = rule["transform"]
                _take(f"use_{rule['preset']}", f"Use these weights: {rule['label']}", chosen)


def minimum(resolved: Resolved) -> None:
    """The slider below which metrics are left out, tied to the address."""
    tied = bound("minimum", _LOWEST if resolved.selection.minimum is None else resolved.selection.minimum)
    tied["on_change"], tied["args"] = _commit_minimum, ()
    st.slider("Use only metrics whose ρ is at least", _LOWEST, 1.0, step=0.05, format="%.2f", width=420, **tied)


def remaining(resolved: Resolved, found: Mapping[str, Any]) -> None:
    """The weights that are left above the slider, their ranking, and the button."""
    if found["weights"] is None:
        return
    with st.container(border=True, width=420, key="rule_minimum", gap="xsmall"):
        _outcome(resolved, found, "weights of the metrics used")
        if found["choice"] is not None:
            _take("use_minimum", "Use these weights", {"weights": tuple(found["choice"])})


def _outcome(resolved: Resolved, found: Mapping[str, Any], title: str) -> None:
    st.html(bars_html(resolved, found["weights"], title))
    order = ranking_text(found["ranking"], MOST_RANKED) or "nothing is ranked: some weighted metric was not measured"
    same = {True: "Same order as now: ", False: "Another order: ", None: ""}[found["same"]]
    st.markdown(f"{same}{markdown_text(order)}")


def bars_html(resolved: Resolved, weights: Mapping[str, float], title: str) -> str:
    """A table of one bar per metric with its weight, names as text; of many metrics the heaviest and the rest's sum."""
    hues = metric_colours(resolved.panel.metric_ids, mode())
    shown = dict(weights)
    if len(weights) > MOST_BARS:
        heaviest = sorted((m for m, w in weights.items() if w > 0), key=lambda m: -weights[m])[:MOST_BARS]
        shown = {m: w for m, w in weights.items() if m in heaviest}
    rows = [_bar(resolved.metric_label(m), w, hues[m]) for m, w in shown.items()]
    if len(shown) < len(weights):
        rest = sum(w for m, w in weights.items() if m not in shown)
        rows.append(_bar(counted(len(weights) - len(shown), "other"), rest, ""))
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


def _take(key: str, label: str, chosen: dict[str, Any]) -> None:
    """A button that changes the choices and goes to the leaderboard."""
    if st.button("Use these weights", key=key, help=label if label != "Use these weights" else None):
        change(**chosen)
        st.switch_page(LEADERBOARD)


def _commit_minimum() -> None:
    value = float(st.session_state["choice_minimum"])
    change(minimum=None if value <= _LOWEST else value)
