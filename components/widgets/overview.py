"""The start page: what this is, who leads and how surely, why weights matter, and where each reader
goes next."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.answers.overview import contradictions, leads, similar
from components.answers.record import Absent
from components.format import joined, number
from components.links import address
from components.markup import tag, text
from components.pages import (
    ABOUT,
    AGREEMENT,
    COMPARE,
    LEADERBOARD,
    PLAN,
    STABILITY,
    YOUR_RESULTS,
)
from components.plotting.theme import ink_on, tau_colour
from components.selection import default_selection
from components.widgets import cached
from components.widgets.names import INSIDE, anchor, link
from components.widgets.page import mode
from data.openings import openings

TITLE = "Which method makes an AI model forget?"
WHAT = (
    "Unlearning makes a trained model forget chosen data. See which methods do so best and which"
    " metrics to trust."
)
LIMIT = "A leaderboard does not certify erasure."
READERS = (
    ("a researcher choosing a method", "Leaderboard", LEADERBOARD.path),
    ("a reviewer checking a claim", "Compare", COMPARE.path),
    ("a student with own results", "Your results", YOUR_RESULTS.path),
    ("responsible for erasure", "Limits", address(ABOUT, {"term": "limits"})),
)


def show() -> None:
    """Draw what needs no numbers, then the numbers."""
    left, right = st.columns([3, 2], gap="large", vertical_alignment="center")
    hero = (
        tag("h1", text(TITLE)),
        tag("p", text(WHAT), class_="lead"),
        tag("p", text(LIMIT), class_="limit"),
    )
    left.html(tag("div", *hero, class_="hero"))
    picture = right.container(key="contradict", height=260, border=False)
    st.html(tag("h2", text("Language models today"), class_="start"))
    cards = st.columns(len(leads.QUESTIONS), gap="small")
    frames = [
        place.container(border=True, key=f"card_{preset}")
        for place, preset in zip(cards, leads.QUESTIONS, strict=True)
    ]
    line = st.container(key="similar").empty()
    st.html(_readers())
    _map(picture)
    for frame, (preset, question) in zip(frames, leads.QUESTIONS.items(), strict=True):
        frame.html(_card(preset, question))
    shown = similar.sentence(similar.compute(cached.served()))
    line.html(tag("p", anchor(shown, STABILITY.path), class_="names"))


def _card(preset: str, question: str) -> str:
    found = leads.lead(leads.rankings(cached.served(), preset), preset)
    if isinstance(found, Absent):
        return tag("p", text(question), class_="quiet") + tag("p", text(found.reason))
    ranking, labels = link(found.first, LEADERBOARD, weights=preset), found.first.labels
    in_full = {labels.method(m): labels.in_full(m) for m in found.first.panel.methods}
    ahead = found.sure != "Unsure"
    further = (
        ("See ranking", ranking)
        if ahead
        else ("Plan more seeds", link(found.first, PLAN, weights=preset))
    )
    said = "; ".join(leads.STANDINGS[s] for s in found.standings)
    dots = tag(
        "span",
        *(tag("i", class_=s) for s in found.standings),
        class_="dots",
        role="img",
        aria_label=said,
    )
    return "".join(
        [
            tag("p", text(question), class_="quiet"),
            tag(
                "p",
                anchor(joined([in_full.get(m, m) for m in found.methods]), ranking),
                class_="who",
            ),
            tag("p", text(leads.text(found)), class_="quiet"),
            tag(
                "p",
                dots,
                tag(
                    "a",
                    text(found.sure),
                    href=address(ABOUT, {"term": "sure"}),
                    **INSIDE,
                    class_="sure",
                ),
                anchor(*further),
                class_="how",
            ),
        ]
    )


def _readers() -> str:
    rows = (tag("li", text(who), tag("b", anchor(label, there))) for who, label, there in READERS)
    return tag("h2", text("I am …"), class_="start") + tag("ul", *rows, class_="readers")


def _map(place: DeltaGenerator) -> None:
    known = {s.id for s in cached.suites()}
    suite = openings("metrics")[0].suite
    if suite not in known:
        return
    view = cached.resolved(default_selection(cached.tables(suite)))
    found = view.of(contradictions.compute)
    rows = [
        tag(
            "div",
            *(_cell(found, i, j) for j in range(i)),
            tag("b", text(label), title=found.names[i]),
        )
        for i, label in enumerate(found.labels)
    ]
    more = anchor("Metrics contradict each other", link(view, AGREEMENT))
    place.html(
        tag(
            "div",
            *rows,
            class_="stairs",
            role="img",
            aria_label=f"Kendall’s τ of metrics of {view.labels.suite}",
        )
        + tag("p", more, text("."))
    )


def _cell(found: contradictions.Contradictions, i: int, j: int) -> str:
    tau = found.rows[i][j]
    if tau is None:
        return tag("span", text("–"))
    ground = tau_colour(tau, mode())
    title = f"{found.names[j]} and {found.names[i]}: τ {number(tau, 2)}"
    return tag(
        "span",
        text(number(tau, 1)),
        title=title,
        style=f"background: {ground}; color: {ink_on(ground)}",
    )
