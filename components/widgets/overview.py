"""The overview on screen: the doors are drawn at once, their answers follow one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.answers.calibration.ground_truth import compute as ground_truth
from components.answers.leaderboard.ranking import compute as ranking
from components.answers.overview import doors as overview
from components.answers.record import Page
from components.answers.reproduction.claims import compute as reproduction
from components.defaults import NAME
from components.pages import CHANGES, LEADERBOARD, RELIABILITY, REPRODUCTION, YOUR_RESULTS
from components.resolved import Resolved
from components.selection import default_selection
from components.text import markdown_text
from components.widgets import cached
from components.widgets.page import mode, section

Answer = tuple[str, str, str]
"""A verdict, its picture and what it rests on."""


@dataclass(frozen=True)
class Door:
    """A question that leads to the page which answers it; `answer` fills `frame` from a suite's default view."""

    frame: DeltaGenerator
    suite: str
    answer: Callable[[Resolved], Answer | None]


def show() -> None:
    """Draw the page."""
    introduction()
    drawn = doors()
    section("Suites")
    suites()
    section("What changed last")
    news()
    answers(drawn)  # last: everything else is there while they are computed


def introduction() -> None:
    """What this is, in three sentences."""
    st.title(NAME, anchor=False)
    st.container(key="introduction").markdown(" ".join(overview.INTRODUCTION))


def doors() -> Sequence[Door]:
    """Draw the doors that some public suite can answer; `answers` fills them."""
    public, sizes = [s for s in cached.suites() if not s.private], cached.sizes()
    judged = [s for s in public if sizes[s.id].pool_metrics]
    claimed = [s for s in public if sizes[s.id].claims]
    others = {s.title: sizes[s.id].claims for s in claimed[1:]}
    wanted: list[tuple[str, Page, str, Callable[[Resolved], Answer | None]]] = [
        *((overview.WINS, LEADERBOARD, s.id, _win) for s in public[:1]),
        *((overview.TRUSTED, RELIABILITY, s.id, _trust) for s in judged[:1]),
        *((overview.HOLDS, REPRODUCTION, s.id, lambda resolved: _paper(resolved, others)) for s in claimed[:1]),
    ]
    drawn = []
    for place, (question, page, suite, answer) in zip(st.columns(len(wanted)), wanted, strict=True):
        frame = place.container(border=True, key=f"door_{page.name}", gap="xsmall")
        frame.page_link(page.script, label=question, help="", query_params={"suite": suite})
        drawn.append(Door(frame, suite, answer))
    return drawn


def answers(drawn: Sequence[Door]) -> None:
    """Fill the doors one by one."""
    for door in drawn:
        answer = door.answer(cached.resolved(default_selection(cached.tables(door.suite))))
        if answer is None:
            continue
        verdict, picture, evidence = answer
        door.frame.markdown(f"**{markdown_text(verdict)}**")
        door.frame.html(picture)
        door.frame.caption(markdown_text(evidence))


def suites() -> None:
    """Every suite as a card that opens its board."""
    with st.container(key="suites", gap="small"):
        for card in overview.cards(cached.suites(), cached.sizes(), cached.versions()):
            with st.container(border=True, key=f"suite_{card.id}", gap="xsmall"):
                st.page_link(
                    LEADERBOARD.script, label=markdown_text(card.title), help="", query_params={"suite": card.id}
                )
                st.markdown(markdown_text(card.what))
                st.caption(markdown_text(overview.card_line(card)))


def news() -> None:
    """What changed last, and the way to bring something."""
    told = [overview.change_line(c) for c in overview.changes(cached.suites(), cached.versions())]
    st.markdown("\n".join(f"- {markdown_text(t)}" for t in told))
    st.page_link(CHANGES.script, label="What became of ranks", help="")
    st.page_link(YOUR_RESULTS.script, label="Bring your own results", help="")


def _win(resolved: Resolved) -> Answer | None:
    winner = overview.win(resolved.of(ranking), resolved.row_labels)
    if winner is None:
        return None
    return overview.win_verdict(winner), overview.win_bars(winner, mode()), overview.win_evidence(winner)


def _trust(resolved: Resolved) -> Answer | None:
    trusted = overview.trust(resolved.labels.suite, cached.of(ground_truth, resolved.selection))
    if trusted is None:
        return None
    return overview.trust_verdict(trusted), overview.trust_dots(trusted, mode()), overview.trust_evidence(trusted)


def _paper(resolved: Resolved, others: Mapping[str, int]) -> Answer | None:
    checked = overview.paper(resolved.labels.suite, cached.of(reproduction, resolved.selection), others)
    if checked is None:
        return None
    return overview.paper_verdict(checked), overview.paper_squares(checked, mode()), overview.paper_evidence(checked)
