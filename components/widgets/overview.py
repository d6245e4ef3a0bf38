"""The start page on screen: what a reader may want is drawn at once, the answers beside it follow one by one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.answers.calibration.ground_truth import compute as ground_truth
from components.answers.changes.versions import newest
from components.answers.overview import goals, leads
from components.answers.overview.leads import Lead
from components.answers.plan.experiment import EXPERIMENT, several_groups
from components.answers.record import Absent, Page
from components.answers.reproduction.claims import compute as reproduction
from components.defaults import NAME
from components.markup import table, tag, text
from components.pages import CALIBRATION, CHANGES, CHECK, COMPARE, LEADERBOARD, PLAN, RELIABILITY, REPRODUCTION
from components.pages import YOUR_RESULTS as OWN
from components.resolved import Resolved
from components.selection import default_selection, opening
from components.text import markdown_text
from components.widgets import cached
from components.widgets.names import INSIDE, anchor, line
from components.widgets.page import mode, section
from components.widgets.selection import link
from data.registry import Suite
from data.replications import replications

Place = tuple[str, str, str]
"""A suite, its panel, and what a row of its board is."""


def show() -> None:
    """Draw the page, then fill in the answers: everything else is there while they are computed."""
    st.title(NAME, anchor=False)
    st.container(key="introduction").markdown(" ".join(goals.INTRODUCTION))
    public, sizes = [s for s in cached.suites() if not s.private], cached.sizes()
    known = {s.id for s in public}
    judged = [s for s in public if sizes[s.id].pool_metrics]
    claimed = [s for s in public if sizes[s.id].claims]
    planned = next((s for s in public if several_groups(cached.tables(s.id))), None)
    language = [p for p in leads.LANGUAGE if p[0] in known]
    beside = [p for p in leads.BESIDE if p[0] in known]
    choose = _card(LEADERBOARD, goals.CHOOSE, (language or [(public[0].id, "", "")])[0][0])
    left, right = st.columns(2)
    with left:
        metric = _card(RELIABILITY, goals.METRIC, judged[0].id) if judged else None
    with right:
        claim = _card(CHECK, goals.CLAIM)
        plan = _card(PLAN, goals.PLAN, planned.id, difference=str(goals.DIFFERENCE)) if planned else None
        own = _card(OWN, goals.OWN)
        paper = _card(REPRODUCTION, goals.PAPER, claimed[0].id) if claimed else None
    section("Suites")
    suites()
    section("What is new")
    news_place = st.container(key="news").empty()
    st.page_link(CHANGES.script, label="All changes, rank by rank", help="")
    all_sizes = [sizes[s.id] for s in public]
    _answer(own, goals.own_verdict(all_sizes), "Nobody else sees it. It stays in this session.")
    _answer(claim, goals.claim_verdict(all_sizes, sum(map(len, replications().values()))))
    with claim:
        line("Or: ", {COMPARE.path: "is one method really ahead of another?"})
    _choose(choose, language, beside)
    if metric is not None:
        _metric(metric, judged[0])
    if plan is not None and planned is not None:
        _plan(plan, planned)
    if paper is not None:
        _paper(paper, claimed[0], {s.title: sizes[s.id].claims for s in claimed[1:]})
    news(news_place, public)


def _card(page: Page, goal: str, suite: str = "", **further: str) -> DeltaGenerator:
    """A goal that leads to its page; its answer comes later."""
    frame = st.container(border=True, key=f"goal_{page.name}", gap="xsmall")
    frame.page_link(page.script, label=goal, help="", query_params=_choices(suite) | further)
    return frame


def _answer(frame: DeltaGenerator, verdict: str, *evidence: str) -> None:
    frame.markdown(f"**{markdown_text(verdict)}**")
    for line_ in filter(None, evidence):
        frame.caption(markdown_text(line_))


def _choose(frame: DeltaGenerator, language: Sequence[Place], beside: Sequence[Place]) -> None:
    """Who leads under each priority, a row for each panel; each cell leads to the board that says so."""
    verdict, shown, rows, found = frame.empty(), frame.empty(), [], []
    frame.caption(leads.READING)
    heads = ["Suite and model", *leads.PRIORITIES.values()]
    for place in (*language, *beside):
        own = {w: _view(place, w) for w in leads.PRIORITIES}
        answers = {w: view.of(leads.compute) for w, view in own.items()}
        rows.append([_where(place), *(_cell(own[w], w, answers[w]) for w in leads.PRIORITIES)])
        shown.html(tag("div", table("Who leads, by what comes first", heads, rows), class_="leads"))
        if place in language:
            found += [a for a in answers.values() if isinstance(a, Lead)]
    verdict.markdown(f"**{markdown_text(leads.verdict(found))}**")


def _view(place: Place, weights: str) -> Resolved:
    suite, panel, rows = place
    return cached.resolved(replace(default_selection(cached.tables(suite)), panel=panel, rows=rows, weights=weights))


def _where(place: Place) -> str:
    suite, panel, rows = place
    tables = cached.tables(suite)
    view = cached.resolved(replace(default_selection(tables), panel=panel, rows=rows))
    return tag("span", anchor(tables.suite.title, link(view, LEADERBOARD.path)), tag("small", text(view.labels.panel)))


def _cell(view: Resolved, weights: str, lead: Lead | Absent) -> str:
    head = tag("span", text(leads.PRIORITIES[weights]), class_="head")
    if isinstance(lead, Absent):
        return head + tag("small", text(lead.reason))
    leader = tag("strong", anchor(leads.leader(lead), link(view, LEADERBOARD.path)))
    plan = [" · ", anchor("plan", link(view, PLAN.path))] if lead.low is not None and not lead.sure else []
    return head + leader + tag("small", text(leads.how_surely(lead)), *plan)


def _metric(frame: DeltaGenerator, suite: Suite) -> None:
    result = cached.of(ground_truth, default_selection(cached.tables(suite.id)))
    if result.rows:
        frame.markdown(f"**{markdown_text(goals.metric_verdict(result))}**")
        chart = _opening(CALIBRATION.path, suite.id)
        frame.html(tag("a", goals.metric_dots(result, mode()), href=chart, class_="chart", **INSIDE))
        frame.caption(markdown_text(goals.metric_evidence(result, suite.title)))


def _plan(frame: DeltaGenerator, suite: Suite) -> None:
    tables = cached.tables(suite.id)
    chosen = replace(default_selection(tables), panel=several_groups(tables), difference=goals.DIFFERENCE)
    lines = EXPERIMENT.said(cached.resolved(chosen)).lines
    _answer(frame, lines[0], " ".join(filter(None, [*lines[1:2], f"Spread as in {suite.title}."])))


def _paper(frame: DeltaGenerator, suite: Suite, others: Mapping[str, int]) -> None:
    result = cached.of(reproduction, default_selection(cached.tables(suite.id)))
    verdict = goals.paper_verdict(result)
    if verdict:
        _answer(frame, verdict, goals.paper_evidence(suite.title, others))


def suites() -> None:
    """Every suite in a line that opens its board."""
    cards = goals.cards(cached.suites(), cached.sizes(), cached.versions())
    entries = [goals.suite_entry(c, anchor(c.title, _opening(LEADERBOARD.path, c.id))) for c in cards]
    st.html(tag("ul", *entries, class_="suites"))


def _opening(path: str, suite: str) -> str:
    return f"{path}?{urlencode(_choices(suite))}"


def _choices(suite: str) -> dict[str, str]:
    return opening(suite, bool(cached.sizes()[suite].families)) if suite else {}


def news(place: DeltaGenerator, public: Sequence[Suite]) -> None:
    """What the newest data versions did to ranks."""
    lines: list[str] = []
    for suite in goals.newest_of(public, cached.versions()):
        lines += filter(None, [goals.news(cached.of(newest, default_selection(cached.tables(suite))))])
        place.markdown("\n".join(f"- {markdown_text(t)}" for t in lines))
