"""What only the screen has of the page Compare: the box for methods, and the panels with links."""

from dataclasses import replace

import streamlit as st

from components.answers.compare.metrics import METRICS
from components.answers.compare.pairs import FEWEST, Compared, Pair, compute, offered, shared_most
from components.answers.compare.verdicts import ELSEWHERE, VERDICTS, differ_most, side_text, verdict_text
from components.answers.record import Absent
from components.choice_text import MOST_COMPARED
from components.markup import tag, text
from components.pages import COMPARE, LEADERBOARD, STABILITY
from components.resolved import Resolved
from components.selection import default_selection
from components.served import Served
from components.text import joined, shortened
from components.widgets import address, notices
from components.widgets.answer import answer
from components.widgets.names import anchor, line, linked_table, short
from components.widgets.plan import plan_address
from components.widgets.selection import link
from data.registry import Tables

_KEY = "compared"
SHOWN = 9
"""Pairs that are offered before anything is chosen."""


def compare(served: Served) -> None:
    """The box for the methods, then what is found for them; names that no suite ranks are named and left out."""
    known, chosen = offered(served), served.selection.methods
    unknown = [shortened(m) for m in chosen if m not in known]
    if unknown:
        notices.notice("warning", f"No suite ranks a method called {joined(unknown)}.")
    st.session_state[_KEY] = [m for m in chosen if m in known]
    st.multiselect(
        f"Methods, {FEWEST} to {MOST_COMPARED}",
        list(known),
        format_func=lambda m: shortened(known.get(m, m)),
        max_selections=MOST_COMPARED,
        placeholder="choose or type",
        width=640,
        key=_KEY,
        on_change=_choose,
    )
    view = served.choosing(methods=tuple(st.session_state[_KEY]))
    answer(VERDICTS, view, verdict=True)
    if not view.selection.methods:
        often = [(known[a], known[b], f"{COMPARE.path}?methods={a},{b}") for a, b in shared_most(served, SHOWN)]
        line("Most panels have: ", {href: f"{a} and {b}" for a, b, href in often})
    if not isinstance(view.of(compute), Absent):
        panels(view)
        answer(METRICS, view)


def _choose() -> None:
    chosen = st.session_state[_KEY]
    address.write({"methods": ",".join(chosen)} if chosen else {})


def panels(served: Served) -> None:
    """A row for each pair and panel: who is ahead in both scopes, scores, where they differ, and links.

    Of several methods the decided pairs come first.
    """
    result = served.of(compute)
    assert isinstance(result, Compared)
    suites, several = {t.suite.id: t for t in served.suites}, len(result.methods) > FEWEST
    heads = ["Panel", *(["Pair"] if several else []), "Verdict", "Apart", ELSEWHERE.capitalize(), "Scores"]
    linked_table(
        f"{joined(list(result.methods.values()))}, panel by panel",
        [*heads, "Differ most in", "See it"],
        [
            _row(p, result, suites[p.suite], several)
            for p in sorted(result.pairs, key=lambda p: several and not p.decided)
        ],
    )


def _row(pair: Pair, result: Compared, tables: Tables, several: bool) -> list[str]:
    a, b = (shortened(result.methods[m], 24) for m in (pair.a, pair.b))
    view = Resolved(tables, replace(default_selection(tables), panel=pair.panel))
    verdict = short(verdict_text(pair.seeds, a, b))
    own = (pair.side_a.id, pair.side_b.id)
    board = anchor("leaderboard", link(view, LEADERBOARD.path))
    duel = [] if tables.families else [anchor("head to head", link(view, STABILITY.path, versus=own, show="pair"))]
    open_ = pair.side_a.score is not None and pair.side_b.score is not None and not tables.families
    cannot = open_ and "cannot tell" in (pair.seeds.verdict, pair.benchmarks.verdict)
    plan = [anchor("plan", plan_address(view, own))] if cannot else []
    return [
        text(f"{pair.panel_label} · {pair.suite_label}"),
        *([short(f"{a}, {b}")] if several else []),
        tag("strong", verdict) if pair.decided else verdict,
        text(pair.seeds.why),
        text(verdict_text(pair.benchmarks, a, b)),
        tag("br").join(short(side_text(name, side)) for name, side in ((a, pair.side_a), (b, pair.side_b))),
        text(differ_most(pair)),
        tag("span", " · ".join([board, *duel, *plan]), class_="short"),
    ]
