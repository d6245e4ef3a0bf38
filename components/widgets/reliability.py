"""What only the screen has of the page Trust: the table of metrics, and weights that can be taken along."""

from collections.abc import Mapping, Sequence
from html import escape

import streamlit as st

from components.answers.record import Absent
from components.answers.reliability import rules as weight_rules
from components.answers.reliability import threshold as reliable
from components.answers.reliability.rules import Outcome, WeightRule, ranking_text
from components.answers.reliability.trust import SHORT, TrustRow, trust, trust_lead, trust_table
from components.answers.trust.words import MARKS, QUESTION_TEXTS, TRUST_READING, in_short, rests_on
from components.labels import Labels, in_full
from components.markup import table, tag, text
from components.plotting.theme import Mode, metric_colours
from components.resolved import Resolved
from components.text import cleaned, counted, joined, number, shortened
from components.widgets import cached
from components.widgets.names import anchor, page_of
from components.widgets.page import answer, mode, notes
from components.widgets.selection import bound, change
from components.widgets.tables import data

LEADERBOARD = "../pages/leaderboard.py"
MOST_RANKED = 4
_TAKE = "Use these weights"
_TAKEN = "_weights_taken"
_LOWEST = -1.0


def leave() -> None:
    """Go to the leaderboard once weights were taken; a callback cannot, before the run knows the pages."""
    if st.session_state.pop(_TAKEN, False):
        st.switch_page(LEADERBOARD)


def rules(view: Resolved) -> None:
    """One card per rule: small bars, the ranking that follows, a button; rules of one metric alone when opened."""
    every = view.of(weight_rules.compute).rules
    alone = [r for r in every if r.preset.startswith("only-")]
    _cards(view, [r for r in every if r not in alone], "weight_rules")
    with st.expander(
        f"One metric alone: {counted(len(alone), 'rule')}", key="single_rules", on_change="rerun"
    ) as folded:
        if folded.open:
            _cards(view, alone, "weight_rules_alone")


def _cards(view: Resolved, rules: Sequence[WeightRule], key: str) -> None:
    with st.container(horizontal=True, gap="small", key=key):
        for rule in rules:
            with st.container(border=True, width=300, height="stretch", key=f"rule_{rule.preset}", gap="xsmall"):
                head = tag("p", tag("strong", text(rule.label))), tag("p", text(rule.description), class_="quiet")
                if rule.outcome is None:
                    _card(*head, tag("p", text(rule.reason)))
                    continue
                _card(*head, *_outcome(rule.outcome, view.labels, f"weights of the rule {rule.label}"))
                st.button(
                    _TAKE,
                    key=f"use_{rule.preset}",
                    help=f"{_TAKE}: {rule.label}",
                    on_click=_take,
                    args=(rule.preset, rule.transform),
                )


def threshold(view: Resolved) -> None:
    """The slider below which metrics are left out, the weights that are left, their ranking, and the button."""
    tied = bound("minimum", _LOWEST if view.selection.minimum is None else view.selection.minimum)
    tied["on_change"], tied["args"] = _commit_minimum, ()
    st.slider("Use only metrics whose ρ is at least", _LOWEST, 1.0, step=0.05, format="%.2f", width=420, **tied)
    result = view.of(reliable.compute)
    if isinstance(result, Absent) or result.outcome is None:
        return
    with st.container(border=True, width=420, key="rule_minimum", gap="xsmall"):
        _card(*_outcome(result.outcome, view.labels, "weights of the metrics used"))
        if result.choice is not None:
            st.button(_TAKE, key="use_minimum", on_click=_take, args=(result.choice,))


def _card(*parts: str) -> None:
    """One element, since a page has many cards."""
    st.html(tag("div", *parts, class_="weights"))


def _outcome(outcome: Outcome, labels: Labels, title: str) -> tuple[str, str]:
    """The weights as bars and the ranking that follows, as markup."""
    order = (
        ranking_text(labels, outcome.ranking, MOST_RANKED) or "nothing is ranked: some weighted metric was not measured"
    )
    same = {True: "Same order as now: ", False: "Another order: ", None: ""}[outcome.same]
    return bars_html(outcome.weights, labels, title, mode()), tag("p", text(f"{same}{order}"))


def _take(weights: str | tuple[tuple[str, float], ...], transform: str | None = None) -> None:
    """Choose these weights, with their utility map where they come with one."""
    change(weights=weights, **({} if transform is None else {"transform": transform}))
    st.session_state[_TAKEN] = True


def _commit_minimum() -> None:
    value = float(st.session_state["choice_minimum"])
    change(minimum=None if value <= _LOWEST else value)


def trusted(view: Resolved) -> None:
    """A line per metric, the worst and the best first: verdict and reason, and the evidence when it is opened.

    Metrics that nothing here tests are behind one line, where others do not.
    """
    leave()
    result = cached.across(trust, view.tables.suite.id)
    answer(*trust_lead(result, view.tables.suite.title))
    tested, rest = ([_line(r, result.suite) for r in result.rows if r.tested == t] for t in (True, False))
    if tested and rest:
        names = [cleaned(r.label) for r in result.rows if not r.tested]
        some = tag("span", f"{counted(len(rest), 'metric')} that nothing here tests")
        rest = [tag("details", tag("summary", some, tag("span", text(joined(names)), class_="names")), *rest)]
    st.html(tag("div", *tested, *rest, class_="trust"))
    title = "Which metrics can be trusted"
    data(lambda: trust_table(result), view.labels, name="trust", title=title, view=view)
    notes(TRUST_READING)


def _line(row: TrustRow, own: str) -> str:
    """One metric as markup; what rests on other suites names them."""
    name, because = in_full(row.label, row.name), in_short(row.findings, own)
    rest = name.removeprefix(row.label).removeprefix(" · ")
    head = f"{tag('strong', text(row.label))}{' · ' if rest else ''}{text(rest)}"
    line = tag("summary", tag("span", head), tag("span", text(SHORT[row.verdict])), tag("span", text(because)))
    found = sorted(row.findings, key=lambda f: f.side == "neither")
    cells = [
        [
            text(MARKS[f.side]),
            text(QUESTION_TEXTS[f.question]),
            text(f.state),
            text(" · ".join(filter(None, (f.suite_label, f.panel_label)))),
            text(rests_on(f)),
        ]
        for f in found
    ]
    more = tag("p", anchor(f"More about {row.label}", page_of("metrics", row.address)))
    evidence = table(f"Evidence on {row.label}", ("Trust", "Question", "Answer", "Where", "It rests on"), cells)
    return tag("details", line, tag("div", evidence if cells else "", more, class_="linked"))


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
