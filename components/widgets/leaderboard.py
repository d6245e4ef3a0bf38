"""The leaderboard on screen: the live board, then what it rests on."""

from collections.abc import Mapping

import streamlit as st

from components import pages, words
from components.answers.leaderboard.headline import RANKING
from components.answers.leaderboard.headline import compute as lead
from components.answers.record import Absent
from components.board.component import weights_board
from components.board.payload import board_of
from components.markup import tag, text
from components.resolved import Resolved
from components.results.finding_words import in_short
from components.results.trust import TrustRow, trust
from components.results.weightings import OWN, as_shares
from components.selection import default_selection
from components.widgets import address, cached
from components.widgets.bar import head
from components.widgets.names import link
from components.widgets.notices import notices
from components.widgets.selection import change
from components.widgets.show import live

MARKS = {"cannot tell": "undecided"}
"""The marks of the board by verdict, where they have another name."""


def show() -> None:
    """Draw the board, which runs alone when a weight moves, then the rest of the page."""
    st.html(tag("h1", text(pages.LEADERBOARD.title), class_="quiet-text"))
    head(pages.LEADERBOARD)
    live(board, pages.LEADERBOARD)


def board(view: Resolved) -> None:
    """Draw the first line, movable weights and the ranking that they give; on release, weights go
    into the address."""
    said = RANKING.said(view)
    notices("info", said.notices)
    links = {
        "Compare": _compared(view),
        "Runs": link(view, pages.DATA, table="runs", find="METHOD"),
        "Method": link(view, pages.METHOD, id="PAGE"),
        "How it could lead": f"{link(view, pages.STABILITY)}#what-each-method-needs-to-lead",
        "Brief": link(view, pages.BRIEF, compare="METHOD,AGAINST"),
    }
    trusted = cached.of(_trusted, default_selection(view.tables))
    drawn = board_of(view, view.of(lead), said, trusted, links, address.opened().get("open", ""))
    weights_board(drawn, key="weights_board", on_commit=lambda **chosen: change(**chosen))


def _compared(view: Resolved) -> str:
    """Where a method is compared over all suites, this panel opened, at these weights if they are
    those of groups."""
    weighed = as_shares(view)
    opened = f"{view.tables.suite.id}:{view.selection.panel}:RIVAL"
    weights = "" if weighed == OWN else weighed
    return link(view, pages.COMPARE, methods="PAGE,RIVALS", open=opened, weights=weights)


def _trusted(view: Resolved) -> Mapping[str, tuple[str, str]]:
    """Whether each metric can be trusted, in a word, and why."""
    found = view.of(trust)
    if isinstance(found, Absent):
        return {}
    by_page = {
        row.address: (MARKS.get(row.verdict, row.verdict), _why(row, found.suite))
        for row in found.rows
    }
    entries = words.entries("metrics", view.tables)
    return {i: by_page[n.address] for i, n in entries.items() if n.address in by_page}


def _why(row: TrustRow, suite: str) -> str:
    return ": ".join(filter(None, [row.verdict, in_short(row.findings, suite)]))
