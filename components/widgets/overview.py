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
    left_column, right_column = st.columns([3, 2], gap="large", vertical_alignment="center")
    hero = (
        tag("h1", text(TITLE)),
        tag("p", text(WHAT), class_="lead"),
        tag("p", text(LIMIT), class_="limit"),
    )
    left_column.html(tag("div", *hero, class_="hero"))
    picture = right_column.container(key="contradict", height=260, border=False)
    st.html(tag("h2", text("Language models today"), class_="start"))
    cards = st.columns(len(leads.QUESTIONS), gap="small")
    frames = [
        card_place.container(border=True, key=f"card_{preset}")
        for card_place, preset in zip(cards, leads.QUESTIONS, strict=True)
    ]
    similar_line = st.container(key="similar").empty()
    st.html(_readers())
    _map(picture)
    for card_frame, (preset, question) in zip(frames, leads.QUESTIONS.items(), strict=True):
        card_frame.html(_card(preset, question))
    similar_sentence = similar.sentence(similar.compute(cached.served()))
    similar_line.html(tag("p", anchor(similar_sentence, STABILITY.path), class_="names"))


def _card(preset: str, question: str) -> str:
    leading = leads.lead(leads.rankings(cached.served(), preset))
    question_tag = tag("p", text(question), class_="quiet")
    if isinstance(leading, Absent):
        return question_tag + tag("p", text(leading.reason))
    ranking = link(leading.first, LEADERBOARD, weights=preset)
    further = anchor("See ranking", ranking)
    if leading.sure == "Unsure":
        further = anchor("Plan more seeds", link(leading.first, PLAN, weights=preset))
    method_names = _names_in_full(leading)
    meaning = address(ABOUT, {"term": "sure"})
    sure_tag = tag("a", text(leading.sure), href=meaning, **INSIDE, class_="sure")
    card_lines = (
        question_tag,
        tag("p", anchor(joined(method_names), ranking), class_="who"),
        tag("p", text(leads.text(leading)), class_="quiet"),
        tag("p", _dots(leading), sure_tag, further, class_="how"),
    )
    return "".join(card_lines)


def _names_in_full(leading: leads.Lead) -> list[str]:
    labels = leading.first.labels
    name_of_label = {
        labels.method(method): labels.in_full(method) for method in leading.first.panel.methods
    }
    return [name_of_label.get(method_label, method_label) for method_label in leading.methods]


def _dots(leading: leads.Lead) -> str:
    """Return a dot for each ranking: whether the method leads there, and how surely."""
    dot_tags = [tag("i", class_=standing) for standing in leading.standings]
    meanings = [leads.STANDINGS[standing] for standing in leading.standings]
    return tag("span", *dot_tags, class_="dots", role="img", aria_label="; ".join(meanings))


def _readers() -> str:
    rows = []
    for reader, link_label, link_place in READERS:
        rows.append(tag("li", text(reader), tag("b", anchor(link_label, link_place))))
    return tag("h2", text("I am …"), class_="start") + tag("ul", *rows, class_="readers")


def _map(map_place: DeltaGenerator) -> None:
    suite = openings("metrics")[0].suite
    if suite not in {listed.id for listed in cached.suites()}:
        return
    view = cached.resolved(default_selection(cached.tables(suite)))
    pairs = view.of(contradictions.compute)
    rows = []
    for row_index, (metric_label, metric_name) in enumerate(
        zip(pairs.labels, pairs.names, strict=True)
    ):
        cell_tags = [_cell(pairs, row_index, column) for column in range(row_index)]
        rows.append(tag("div", *cell_tags, tag("b", text(metric_label), title=metric_name)))
    picture = f"Kendall’s τ of metrics of {view.labels.suite}"
    stairs = tag("div", *rows, class_="stairs", role="img", aria_label=picture)
    more_link = anchor("Metrics contradict each other", link(view, AGREEMENT))
    map_place.html(stairs + tag("p", more_link, text(".")))


def _cell(pairs: contradictions.Contradictions, row_index: int, column_index: int) -> str:
    cell_tau = pairs.rows[row_index][column_index]
    if cell_tau is None:
        return tag("span", text("–"))
    ground = tau_colour(cell_tau, mode())
    cell_title = (
        f"{pairs.names[column_index]} and {pairs.names[row_index]}: τ {number(cell_tau, 2)}"
    )
    cell_style = f"background: {ground}; color: {ink_on(ground)}"
    return tag("span", text(number(cell_tau, 1)), title=cell_title, style=cell_style)
