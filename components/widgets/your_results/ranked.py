"""The suite made of the table: held for this session, ranked, and shown on every page."""

from dataclasses import replace

import streamlit as st

from components import pages
from components.answers.record import Page
from components.answers.your_results.shared import shared, uncounted
from components.answers.your_results.standing import STANDING, yours
from components.choice_text import ROWS
from components.format import at_most, counted, joined, shortened
from components.intake.work import Work
from components.resolved import Resolved
from components.selection import default_selection, parse, to_text
from components.stats.ranking.weights import presets
from components.widgets import address, answer, cached, notices
from components.widgets.page import notes, section, sentence
from components.widgets.your_results import state
from data.problems import SuiteProblems
from data.registry import Tables


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
    return Resolved(made, replace(selection, rows=ROWS[0]), keep=cached.kept)


def _into_address(work: Work, made: Tables) -> None:
    """Let every page that is opened from here show this suite; choices already in the address stay.

    Where the added methods have no values of weighted metrics, or of benchmarks, the ranking rests on the shared ones:
    else they would have no rank.
    """
    query = address.read()
    if query.get("suite") == made.suite.id:
        return
    query = {**query, "suite": made.suite.id}
    default = default_selection(made)
    if work.adding:
        if work.panel != default.panel:
            query.setdefault("panel", work.panel)
        query = {**shared(made, replace(default, panel=work.panel)), **query}
    address.write(query)
    address.remember()


def ranked(work: Work, resolved: Resolved) -> None:
    """Step four: where your methods rank."""
    section("4 · Your rank", "Your methods beside the others, and what that rests on.")
    with st.spinner("Computing …"):
        answer.answer(STANDING, resolved, verdict=True)
    if work.adding:
        sentence(uncounted(work, resolved))
    chosen = resolved.selection
    labels = {p.name: p.label for p in presets(resolved.tables)}
    weights = labels.get(chosen.weights, chosen.weights) if isinstance(chosen.weights, str) else to_text(chosen.weights)
    filtered = chosen.seeds or chosen.methods
    benchmarks = f", benchmarks: {resolved.labels.listed_benchmarks(chosen.benchmarks)}" if chosen.benchmarks else ""
    others = " Other choices of the address apply too." if filtered else ""
    notes(f"Panel {shortened(resolved.info.label)}, weights: {weights}{benchmarks}.{others}")


def everywhere(resolved: Resolved) -> None:
    """Step five: the same suite on every page, and what the first of them answer."""
    section("5 · On every page")
    labels = {m.id: m.label for m in resolved.tables.methods}
    mine = [labels[m] for m in yours(resolved.tables)]
    if mine:
        sentence(f"{joined(at_most(4, mine))} {'is' if len(mine) == 1 else 'are'} now on every page, marked “yours”.")
    else:
        n = counted(len(resolved.tables.candidates), "method")
        sentence(f"Every page can now show {shortened(resolved.tables.suite.title, 60)} with its {n}.")
    for page in (pages.LEADERBOARD, pages.AGREEMENT):
        with st.spinner("Computing …"):
            sentence(f"{page.title}:", *page.leads(resolved))
    with st.container(horizontal=True, gap="small", key="pages"):
        for listed in linked(resolved.tables):
            st.page_link(listed.script, label=listed.title, help="")


def linked(made: Tables) -> list[Page]:
    """The pages that have something to show of a suite, in the order of the navigation."""
    listed = [p for p in pages.PAGES if (p.group in ("Rank", "Metrics") and not p.spans) or p is pages.DATA]
    return [p for p in listed if p not in pages.BY_LINK and (p.starts is None or p.starts(made))]
