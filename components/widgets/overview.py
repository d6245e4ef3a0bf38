"""The start page: what this is, who leads among models of each kind, that metrics contradict each
other, and where each reader goes next."""

from collections.abc import Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import kept, name_pages
from components.answers.agreement.taus import finding
from components.answers.overview import contradictions, similar
from components.defaults import INTRODUCTION
from components.format import counted, number
from components.links import address
from components.markup import tag, text
from components.pages import (
    ABOUT,
    AGREEMENT,
    BRIEF,
    COMPARE,
    LEADERBOARD,
    METHOD,
    OVERVIEW,
    STABILITY,
    YOUR_RESULTS,
)
from components.plotting.theme import ink_on, tau_colour
from components.results import leads
from components.results.source_count import sources_text
from components.selection import default_selection
from components.widgets import cached
from components.widgets.names import PAGE_OF_KIND, anchor, follow, link
from components.widgets.page import mode
from data.names import Kind
from data.openings import opening_suite

LIMIT = "A leaderboard does not certify erasure."
READERS = (
    ("a researcher choosing a method", LEADERBOARD),
    ("a reviewer checking a claim", COMPARE),
    ("a student with own results", YOUR_RESULTS),
    ("responsible for erasure", BRIEF),
)
SEARCHED: Mapping[Kind, str] = {"methods": "method", "metrics": "metric"}
"""What the search finds, and what it calls one of these."""
SearchedName = tuple[Kind, str]
"""A kind of name and the address of its page."""


def show() -> None:
    """Draw what needs no numbers, then the numbers."""
    left_column, right_column = st.columns([3, 2], gap="large", vertical_alignment="center")
    hero = (
        tag("h1", text(OVERVIEW.question)),
        tag("p", text(INTRODUCTION), class_="lead"),
        tag("p", anchor(LIMIT, address(ABOUT, {"term": "limits"})), class_="limit"),
    )
    left_column.html(tag("div", *hero, class_="hero"))
    with left_column.container(key="search"):
        _search()
    picture = right_column.container(key="contradict", height=200, border=False)
    st.html(tag("h2", text("Who leads today"), class_="start"))
    cards = st.columns(len(leads.KINDS), gap="small")
    frames = [
        card_place.container(border=True, key=f"card_{kind}")
        for card_place, kind in zip(cards, leads.KINDS, strict=True)
    ]
    similar_line = st.container(key="similar").empty()
    st.html(_readers())
    _map(picture)
    for card_frame, kind in zip(frames, leads.KINDS, strict=True):
        card_frame.html(_card(kind))
    similar_sentence = similar.sentence(kept.served().of(similar.compute))
    similar_line.html(tag("p", anchor(similar_sentence, STABILITY.path), class_="names"))


def _search() -> None:
    """Draw one box over all methods and metrics; a pick opens its page."""
    label_of_name: dict[SearchedName, str] = {}
    for kind, noun in SEARCHED.items():
        names = name_pages.label_by_address(kind, cached.served().suites)
        for name_address, label in names.items():
            label_of_name[kind, name_address] = f"{label} · {noun}"
    picked_name = st.selectbox(
        "Search methods and metrics",
        list(label_of_name),
        index=None,
        format_func=label_of_name.__getitem__,
        placeholder="Search methods and metrics",
        label_visibility="collapsed",
        key="search_names",
    )
    if picked_name is not None:
        kind, name_address = picked_name
        follow(address(PAGE_OF_KIND[kind], {"id": name_address}))


def _card(kind: leads.Kind) -> str:
    """Return who leads the rankings of a kind of model, and all of these behind a line."""
    leading = kept.served().of(leads.leads_of_kind, kind)
    lines = []
    for method in leads.named(leading):
        page = address(METHOD, {"id": method.method})
        lead = anchor(method.label, page)
        lines.append(tag("p", lead, " ", text(leads.line(method)), class_="lead"))
    return "".join(
        (
            tag("h3", text(leads.KINDS[kind]), class_="quiet"),
            tag("p", text(leads.head(leading)), class_="who"),
            *lines,
            _rankings(leading),
        )
    )


def _rankings(leading: leads.KindLeads) -> str:
    """Return all rankings of a kind of model with their leaders, one link each."""
    labels = name_pages.label_by_address("methods", kept.served().suites)
    rows = []
    for ranking in leading.rankings:
        target = link(ranking.view, LEADERBOARD)
        leader = leads.leader_words(ranking, labels.get(ranking.leader_address or "", ""))
        rows.append(tag("li", anchor(ranking.name, target), text(f": {leader}")))
    counts = f"{counted(len(leading.rankings), 'ranking')}, {sources_text(leading.n_sources)}"
    basis = tag("p", text(leads.basis(leading)))
    return tag("details", tag("summary", text(counts)), tag("ul", *rows), basis)


def _readers() -> str:
    rows = []
    for reader, page in READERS:
        rows.append(tag("li", text(reader), tag("b", anchor(page.title, page.path))))
    return tag("h2", text("I am …"), class_="start") + tag("ul", *rows, class_="readers")


def _map(map_place: DeltaGenerator) -> None:
    """Draw the metrics that contradict each other, and the link to the page that says the same."""
    suite = opening_suite("contradiction")
    if suite not in {listed.id for listed in cached.suites()}:
        return
    view = cached.resolved(default_selection(cached.tables(suite)))
    result = view.of(contradictions.compute)
    rows = []
    for row_index, metric_name in enumerate(result.names):
        cell_tags = [_cell(result, row_index, column) for column in range(row_index)]
        rows.append(tag("div", *cell_tags, tag("b", text(metric_name))))
    picture = f"Kendall’s τ of metrics of {view.labels.suite}. {finding(result.pairs)}"
    stairs = tag("div", *rows, class_="stairs", role="img", aria_label=picture)
    sentence = tag(
        "p",
        anchor("Metrics contradict each other", link(view, AGREEMENT)),
        text(": a destroyed model forgets everything and answers nothing."),
    )
    map_place.html(stairs + _legend(view.labels.suite) + sentence)


def _legend(suite: str) -> str:
    """Return what the colours of the map mean, and whose metrics it shows."""
    steps = [tau_colour(step, mode()) for step in (-1, -0.5, 0, 0.5, 1)]
    bar = tag("i", style=f"background: linear-gradient(90deg, {', '.join(steps)})")
    return tag(
        "p",
        text("contradict"),
        bar,
        text("agree"),
        tag("span", text(f"τ · {suite}")),
        class_="legend",
    )


def _cell(result: contradictions.Contradictions, row_index: int, column_index: int) -> str:
    cell_tau = result.rows[row_index][column_index]
    if cell_tau is None:
        return tag("span", text("–"))
    ground = tau_colour(cell_tau, mode())
    cell_title = (
        f"{result.names[column_index]} and {result.names[row_index]}: τ {number(cell_tau, 2)}"
    )
    cell_style = f"background: {ground}; color: {ink_on(ground)}"
    return tag("span", text(number(cell_tau, 1)), title=cell_title, style=cell_style)
