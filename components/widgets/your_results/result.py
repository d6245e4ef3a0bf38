"""The suite made of the table: held for this session, audited in words, and shown on every page."""

from __future__ import annotations

import streamlit as st

from components.defaults import TITLES
from components.intake.suites import MARK, RELEASED
from components.intake.work import Work
from components.parts import audit_words as words
from components.parts.audit import audit as audit_part
from components.parts.controls import panel_with_controls
from components.parts.equivalence import panel_with_answers
from components.parts.inversion import panel_with_reconstructions
from components.selection import Selection, default_selection, parse
from components.stats.weights import preset_weights, presets
from components.text import counted, joined, shortened
from components.view import View
from components.widgets import address, cached, exports, notices, tables
from components.widgets.page import notes, section, sentence
from components.widgets.your_results import state
from data.problems import SuiteProblems
from data.registry import Tables

SAME = 5e-7
PAGES = ("leaderboard", "agreement", "clusters", "reliability", "stability", "reproduction", "data")
"""The pages that show any suite."""
AUDITS = {
    "calibration": panel_with_controls,
    "equivalence": panel_with_answers,
    "inversion": panel_with_reconstructions,
}
"""The pages that need more than runs of metrics: each with the panel it can show, none where a suite lacks that."""


def suite(work: Work, ready: bool) -> View | None:
    """The suite of a table without problems, private to this session, in the view that the address asks for."""
    made = state.made(work) if ready else None
    if isinstance(made, SuiteProblems):
        notices.notices("error", [p.message for p in made.problems])
    if not isinstance(made, Tables):
        if any(s.private for s in cached.suites()):
            cached.keep_private(None)
        return None
    known = {s.id for s in cached.suites() if s.private}
    if known != {made.suite.id} or cached.tables(made.suite.id) is not made:
        cached.keep_private(made)
    _into_address(work, made)
    selection, _ = parse(address.read(), made)
    return View(made, selection)


def _into_address(work: Work, made: Tables) -> None:
    """Let every page that is opened from here show this suite; choices already in the address stay."""
    query = address.read()
    if query.get("suite") == made.suite.id:
        return
    asked = {**query, "suite": made.suite.id}
    default = default_selection(made)
    if work.adding and work.panel != default.panel:
        asked.setdefault("panel", work.panel)
    if _weights_moved(made, default):
        asked.setdefault("weights", RELEASED)
    address.write(asked)
    address.remember()


def _weights_moved(made: Tables, default: Selection) -> bool:
    """Whether the added runs change what the suite weighs by default."""
    if RELEASED not in {p.name for p in presets(made)}:
        return False
    view = View(made, default)
    before = preset_weights(RELEASED, made, view.panel, view.reference)
    return bool(abs(before - view.w).max() > SAME)


def audit(view: View) -> None:
    """Step four: what these results can carry, in words."""
    section("4 · Audit", "What so many runs can show, and where your methods stand.")
    chosen = view.selection
    with st.spinner("Computing …"):
        found = audit_part(
            view,
            cached.part("leaderboard", chosen),
            cached.part("agreement", chosen),
            cached.part("stability_everywhere", chosen),
            yours(view),
        )
    for standing in words.standing_sentences(view, found):
        sentence(standing)
    sentence(words.size_sentence(view, found), words.reach_sentence(found))
    notes(
        _basis(view),
        words.missing_sentence(found),
        *words.constant_sentences(view, found),
        *words.agreement_sentences(view, found),
        *words.turned_sentences(view, found),
        words.dominated_sentence(view, found),
    )
    title = "Rank, interval and share of weightings under which a method leads"
    table = words.standings_table(found)
    tables.table(table, name="audit", title=title)
    exports.downloads(table, name="audit", title=title, view=view)


def yours(view: View) -> set[str]:
    """The methods that were added by the reader; none in a suite of its own."""
    return {m.id for m in view.tables.methods if m.label.endswith(MARK)}


def _basis(view: View) -> str:
    chosen = view.selection
    labels = {p.name: p.label for p in presets(view.tables)}
    weights = labels.get(chosen.weights, chosen.weights) if isinstance(chosen.weights, str) else "your own"
    more = " Other choices of the address apply too." if chosen.benchmarks or chosen.seeds or chosen.methods else ""
    return f"Panel {shortened(view.info.label)}, weights: {weights}.{more}"


def everywhere(view: View) -> None:
    """Step five: the same suite on every page."""
    section("5 · On every page")
    mine = [m.label for m in view.tables.methods if m.id in yours(view)]
    if mine:
        shown = joined([*mine[:4], f"{len(mine) - 4} more"] if len(mine) > 4 else mine)
        sentence(
            f"{shown} now {'stand' if len(mine) > 1 else 'stands'} among the methods of every page, marked “yours”."
        )
    else:
        n = counted(len(view.tables.methods), "method")
        sentence(f"Every page can now show {shortened(view.tables.suite.title, 60)} with its {n}.")
    if isinstance(view.selection.weights, str) and view.selection.weights == RELEASED:
        notes("Weights are those the suite has without your runs; the rule with your runs is among the presets.")
    with st.container(horizontal=True, gap="small", key="pages"):
        for name in _pages(view.tables):
            st.page_link(f"../pages/{name}.py", label=TITLES[name])


def _pages(made: Tables) -> list[str]:
    """The pages that have something to show of a suite, in the order of the navigation."""
    return [name for name in TITLES if name in PAGES or (name in AUDITS and AUDITS[name](made))]
