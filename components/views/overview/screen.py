"""The overview on screen: the doors stand at once, their answers follow one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.defaults import NAME
from components.resolved import Resolved
from components.selection import default_selection
from components.text import markdown_text
from components.views import CHANGES, LEADERBOARD, RELIABILITY, REPRODUCTION, YOUR_RESULTS
from components.views.calibration.ground_truth import ground_truth
from components.views.leaderboard.result import leaderboard
from components.views.overview import figures, words
from components.views.overview.result import cards, changes, paper, trust, win
from components.views.record import Page
from components.views.reproduction.result import reproduction
from components.widgets import cached
from components.widgets.page import mode

Answer = tuple[str, str, str]
"""A verdict, its picture and what it rests on."""


@dataclass(frozen=True)
class Door:
    """A question that leads to the page which answers it; `answer` fills `frame` from a suite's default view."""

    frame: DeltaGenerator
    suite: str
    answer: Callable[[Resolved], Answer | None]


def introduction() -> None:
    """What this is, in three sentences."""
    st.title(NAME, anchor=False)
    st.container(key="introduction").markdown(" ".join(words.INTRODUCTION))


def doors() -> Sequence[Door]:
    """Draw the doors that some public suite can answer; `answers` fills them."""
    public, sizes = [s for s in cached.suites() if not s.private], cached.sizes()
    judged = [s for s in public if sizes[s.id].pool_metrics]
    claimed = [s for s in public if sizes[s.id].claims]
    others = {s.title: sizes[s.id].claims for s in claimed[1:]}
    wanted: list[tuple[str, Page, str, Callable[[Resolved], Answer | None]]] = [
        *((words.WINS, LEADERBOARD, s.id, _win) for s in public[:1]),
        *((words.TRUSTED, RELIABILITY, s.id, _trust) for s in judged[:1]),
        *((words.HOLDS, REPRODUCTION, s.id, lambda resolved: _paper(resolved, others)) for s in claimed[:1]),
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
        for card in cards(cached.suites(), cached.sizes(), cached.versions()):
            with st.container(border=True, key=f"suite_{card.id}", gap="xsmall"):
                st.page_link(
                    LEADERBOARD.script, label=markdown_text(card.title), help="", query_params={"suite": card.id}
                )
                st.markdown(markdown_text(card.what))
                st.caption(markdown_text(words.card_line(card)))


def news() -> None:
    """What changed last, and the way to bring something."""
    told = [words.change_line(c) for c in changes(cached.suites(), cached.versions())]
    st.markdown("\n".join(f"- {markdown_text(t)}" for t in told))
    st.page_link(CHANGES.script, label="What became of ranks", help="")
    st.page_link(YOUR_RESULTS.script, label="Bring your own results", help="")


def _win(resolved: Resolved) -> Answer | None:
    winner = win(cached.of(leaderboard, resolved.selection))
    if winner is None:
        return None
    return words.win_verdict(winner), figures.win_bars(winner, mode()), words.win_evidence(winner)


def _trust(resolved: Resolved) -> Answer | None:
    trusted = trust(resolved.labels.suite, cached.of(ground_truth, resolved.selection))
    if trusted is None:
        return None
    return words.trust_verdict(trusted), figures.trust_dots(trusted, mode()), words.trust_evidence(trusted)


def _paper(resolved: Resolved, others: Mapping[str, int]) -> Answer | None:
    checked = paper(resolved.labels.suite, cached.of(reproduction, resolved.selection), others)
    if checked is None:
        return None
    return words.paper_verdict(checked), figures.paper_squares(checked, mode()), words.paper_evidence(checked)
