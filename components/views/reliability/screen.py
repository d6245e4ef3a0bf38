"""The reliability page, piece by piece: the metric that is open, and weight rules that can be taken along."""

from __future__ import annotations

import streamlit as st

from components.labels import Labels, in_full
from components.markup import tag, text
from components.resolved import Resolved
from components.text import shortened
from components.views.reliability import words
from components.views.reliability.figures import bars_html
from components.views.reliability.result import ReliabilityResult
from components.views.reliability.trust import Aspect, TrustResult, TrustRow
from components.views.reliability.weight_rules import Outcome, Threshold, WeightRules
from components.views.reliability.words import ranking_text
from components.widgets.names import anchor, linked_table, page_of, short
from components.widgets.page import mode
from components.widgets.selection import bound, change

LEADERBOARD = "../pages/leaderboard.py"
MOST_RANKED = 8
_TAKE = "Use these weights"
_TAKEN = "_weights_taken"
_LOWEST = -1.0


def leave() -> None:
    """Go to the leaderboard once weights were taken; a callback cannot, before the run knows the pages."""
    if st.session_state.pop(_TAKEN, False):
        st.switch_page(LEADERBOARD)


def chosen_metric(resolved: Resolved, result: ReliabilityResult) -> str:
    """Draw the choice of a metric, tied to the address, and give back its id; the one with the highest ρ at first."""
    metric = resolved.selection.metric or (result.best or result.rows[0]).metric
    labels = {m.id: f"{m.label}, {m.name}" if m.name != m.label else m.label for m in resolved.panel.metrics}
    st.selectbox(
        "Metric",
        list(labels),
        format_func=lambda m: shortened(labels.get(m, m), 60),
        width=320,
        **bound("metric", metric),
    )
    return metric


def rules(result: WeightRules) -> None:
    """One card per rule, in the order of the presets: small bars, the ranking that follows, a button."""
    with st.container(horizontal=True, gap="small", key="weight_rules"):
        for rule in result.rules:
            with st.container(border=True, width=300, height="stretch", key=f"rule_{rule.preset}", gap="xsmall"):
                head = tag("p", tag("strong", text(rule.label))), tag("p", text(rule.description), class_="quiet")
                if rule.outcome is None:
                    _card(*head, tag("p", text(rule.reason)))
                    continue
                _card(*head, *_outcome(rule.outcome, result.labels, f"weights of the rule {rule.label}"))
                st.button(
                    _TAKE,
                    key=f"use_{rule.preset}",
                    help=f"{_TAKE}: {rule.label}",
                    on_click=_take,
                    args=(rule.preset, rule.transform),
                )


def minimum(resolved: Resolved) -> None:
    """The slider below which metrics are left out, tied to the address."""
    tied = bound("minimum", _LOWEST if resolved.selection.minimum is None else resolved.selection.minimum)
    tied["on_change"], tied["args"] = _commit_minimum, ()
    st.slider("Use only metrics whose ρ is at least", _LOWEST, 1.0, step=0.05, format="%.2f", width=420, **tied)


def remaining(result: Threshold) -> None:
    """The weights that are left above the slider, their ranking, and the button."""
    if result.outcome is None:
        return
    with st.container(border=True, width=420, key="rule_minimum", gap="xsmall"):
        _card(*_outcome(result.outcome, result.labels, "weights of the metrics used"))
        if result.choice is not None:
            st.button(_TAKE, key="use_minimum", on_click=_take, args=(result.choice,))


def _card(*parts: str) -> None:
    """One element, since a page has many cards."""
    st.html(tag("div", *parts, class_="weights"))


def _outcome(outcome: Outcome, labels: Labels, title: str) -> tuple[str, str]:
    """The weights as bars and the ranking that follows, as markup."""
    order = ranking_text(outcome.ranking, MOST_RANKED) or "nothing is ranked: some weighted metric was not measured"
    same = {True: "Same order as now: ", False: "Another order: ", None: ""}[outcome.same]
    return bars_html(outcome.weights, labels, title, mode()), tag("p", text(f"{same}{order}"))


def _take(weights: str | tuple[tuple[str, float], ...], transform: str | None = None) -> None:
    """Choose these weights, with their utility map where they come with one."""
    change(weights=weights, **({} if transform is None else {"transform": transform}))
    st.session_state[_TAKEN] = True


def _commit_minimum() -> None:
    value = float(st.session_state["choice_minimum"])
    change(minimum=None if value <= _LOWEST else value)


def trust_table(result: TrustResult) -> None:
    """A row per metric, the worst and the best first; each answer leads to what it rests on."""
    linked_table(
        "Which metrics can be trusted",
        ("Metric", "In short", *words.HEADS.values()),
        [
            [
                anchor(in_full(r.label, r.name), page_of("metrics", r.address)),
                short(words.SHORT[r.verdict]),
                *(_answered(a, r) for a in words.HEADS),
            ]
            for r in result.rows
        ],
    )


def _answered(aspect: Aspect, row: TrustRow) -> str:
    told = words.answer_text(aspect, row.answers[aspect])
    return text(told) if row.answers[aspect].state == "not measured" else anchor(told, page_of("metrics", row.address))
