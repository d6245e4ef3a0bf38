"""The suite made of the table: held for this session, audited in words, and shown on every page."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from components.controls import panel_with_controls
from components.intake.suite_rows import MARK
from components.intake.suites import RELEASED
from components.intake.work import Work
from components.resolved import Resolved
from components.selection import ROWS, Selection, default_selection, parse
from components.stats.ranking.weights import preset_weights, presets
from components.text import counted, joined, shortened
from components.views import CHANGES, DATA, PAGES
from components.views.agreement.result import agreement
from components.views.changes.difference import difference
from components.views.equivalence.result import panel_with_answers
from components.views.inversion.result import panel_with_inversion
from components.views.leaderboard.result import leaderboard
from components.views.record import Page
from components.views.stability.result.weightings import weightings
from components.views.your_results import words
from components.views.your_results.result import audit as audit_of
from components.views.your_results.screen import state
from components.views.your_results.tables import compared_table, standings_table
from components.widgets import address, cached, notices
from components.widgets.page import notes, section, sentence, shown
from data.problems import SuiteProblems
from data.registry import Tables

SAME = 5e-7


NEEDS = {
    "calibration": panel_with_controls,
    "equivalence": panel_with_answers,
    "inversion": panel_with_inversion,
}
"""The pages that need more than runs of metrics: each with the panel it can show, none where a suite lacks that."""


def suite(work: Work) -> Resolved | None:
    """The suite of a table without problems, private to this session, in the view that the address asks for."""
    state.share()
    made = state.made(work) if state.ready(work) else None
    if isinstance(made, SuiteProblems):
        notices.notices("error", [p.message for p in made.problems])
    if not isinstance(made, Tables):
        return None
    _into_address(work, made)
    selection, _ = parse(address.read(), made)
    return Resolved(made, selection)


def _into_address(work: Work, made: Tables) -> None:
    """Let every page that is opened from here show this suite; choices already in the address stay."""
    query = address.read()
    if query.get("suite") == made.suite.id:
        return
    query = {**query, "suite": made.suite.id}
    default = default_selection(made)
    if work.adding and work.panel != default.panel:
        query.setdefault("panel", work.panel)
    if _weights_moved(made, default):
        query.setdefault("weights", RELEASED)
    address.write(query)
    address.remember()


def _weights_moved(made: Tables, default: Selection) -> bool:
    """Whether the added runs change what the suite weighs by default."""
    if RELEASED not in {p.name for p in presets(made)}:
        return False
    resolved = Resolved(made, default)
    before = preset_weights(RELEASED, made, resolved.panel, resolved.reference)
    return bool(abs(before - resolved.w).max() > SAME)


def audit(resolved: Resolved) -> None:
    """Step four: what these results can carry, in words."""
    section("4 · Audit", "What so many runs can show, and where your methods stand.")
    chosen = replace(resolved.selection, rows=ROWS[0])
    with st.spinner("Computing …"):
        result = audit_of(
            resolved,
            cached.of(leaderboard, chosen),
            cached.of(agreement, chosen),
            cached.of(weightings, chosen),
            yours(resolved),
        )
    for standing in words.standing_sentences(result):
        sentence(standing)
    sentence(words.size_sentence(result), words.reach_sentence(result))
    notes(_basis(resolved), *words.caution_sentences(result))
    title = "Rank, interval and share of weightings under which a method leads"
    shown(standings_table(result), name="audit", title=title, resolved=resolved)


def compare(resolved: Resolved) -> None:
    """The open table beside another one of this session, when there is one that can be ranked."""
    names, open_one = state.names(), state.opened()
    others = {k: t for k, t in state.tables().items() if t is not open_one and state.suite_id(t.work)}
    if not others or open_one is None:
        return
    chosen = st.selectbox(
        "Compare with",
        list(others),
        index=None,
        format_func=lambda k: names.get(k, ""),
        placeholder="another of your tables",
        key=f"compare_{open_one.key}",
        width=480,
    )
    other = state.made(others[chosen].work) if chosen else None
    if not chosen or not isinstance(other, Tables):
        return
    with st.spinner("Computing …"):
        compared = difference(other, resolved.tables)
    here, there = names[open_one.key], names[chosen]
    sentence(*words.compared_sentences(compared, here, there))
    notes(words.COMPARED_READING)
    table = compared_table(compared, here, there)
    if len(table):
        shown(table, name="compared", title=f"Ranks in {here} and in {there}", resolved=resolved)


def yours(resolved: Resolved) -> set[str]:
    """The methods that were added by the reader; none in a suite of its own."""
    return {m.id for m in resolved.tables.methods if m.label.endswith(MARK)}


def _basis(resolved: Resolved) -> str:
    chosen = resolved.selection
    labels = {p.name: p.label for p in presets(resolved.tables)}
    weights = labels.get(chosen.weights, chosen.weights) if isinstance(chosen.weights, str) else "your own"
    others = " Other choices of the address apply too." if chosen.benchmarks or chosen.seeds or chosen.methods else ""
    return f"Panel {shortened(resolved.info.label)}, weights: {weights}.{others}"


def everywhere(resolved: Resolved) -> None:
    """Step five: the same suite on every page."""
    section("5 · On every page")
    mine = [m.label for m in resolved.tables.methods if m.id in yours(resolved)]
    if mine:
        names = joined([*mine[:4], f"{len(mine) - 4} more"] if len(mine) > 4 else mine)
        verb = "stand" if len(mine) > 1 else "stands"
        sentence(f"{names} now {verb} among the methods of every page, marked “yours”.")
    else:
        n = counted(len(resolved.tables.methods), "method")
        sentence(f"Every page can now show {shortened(resolved.tables.suite.title, 60)} with its {n}.")
    if isinstance(resolved.selection.weights, str) and resolved.selection.weights == RELEASED:
        sentence("Weights are those the suite has without your runs; the rule with your runs is among the presets.")
    with st.container(horizontal=True, gap="small", key="pages"):
        for page in pages(resolved.tables):
            st.page_link(page.script, label=page.title, help="")


def pages(made: Tables) -> list[Page]:
    """The pages that have something to show of a suite, in the order of the navigation."""
    of_data = [p for p in PAGES if (p.numbers is not None or p is DATA) and p is not CHANGES]
    return [p for p in of_data if p.name not in NEEDS or NEEDS[p.name](made)]
