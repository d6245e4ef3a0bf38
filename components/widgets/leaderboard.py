"""The leaderboard on screen: the live board, then what it rests on."""

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from components import name_pages, pages
from components.answers.leaderboard.headline import RANKING
from components.answers.leaderboard.headline import compute as headline_of
from components.answers.record import Absent
from components.board.component import weights_board
from components.board.payload import board_of
from components.markup import tag, text
from components.resolved import Resolved
from components.results.finding_words import by_place
from components.results.trust import TrustResult, TrustRow
from components.results.trusted import trusted
from components.results.weightings import as_shares
from components.selection import default_selection
from components.widgets import address, cached
from components.widgets.bar import head
from components.widgets.names import link
from components.widgets.notices import notices
from components.widgets.part import part
from components.widgets.selection import change
from components.widgets.show import live

MARKS = {"cannot tell": "undecided"}
"""The marks of the board by verdict, where they have another name."""


def show() -> None:
    """Draw the board, which runs alone when a weight moves, then the rest of the page.

    An embedded page is the board alone."""
    st.html(tag("h1", text(pages.LEADERBOARD.title), class_="quiet-text"))
    head(pages.LEADERBOARD)
    if st.context.is_embedded:
        part(board)
    else:
        live(board, pages.LEADERBOARD)


def board(view: Resolved) -> None:
    """Draw the first line, movable weights and the ranking that they give; on release, weights go
    into the address."""
    headline = RANKING.said(view)
    notices("info", headline.notices)
    link_of_page = {
        "Compare": _compared(view),
        "Runs": link(view, pages.DATA, table="runs", find="METHOD"),
        "Method": link(view, pages.METHOD, id="PAGE"),
        "How it could lead": f"{link(view, pages.STABILITY)}#what-each-method-needs-to-lead",
        "Brief": link(view, pages.BRIEF, compare="METHOD,AGAINST"),
    }
    usual = replace(
        default_selection(view.tables),
        panel=view.selection.panel,
        benchmarks=view.selection.benchmarks,
    )
    trust_in_metrics = cached.of(trust_of_metric, usual)
    open_row = address.opened().get("open", "")
    drawn_board = board_of(
        view,
        view.of(headline_of),
        headline,
        trust_in_metrics,
        link_of_page,
        opened=open_row,
        closeness=link(view, pages.LEADERBOARD, aim="reference"),
        whole=link(view, pages.LEADERBOARD),
        is_embedded=bool(st.context.is_embedded),
    )
    weights_board(drawn_board, key="weights_board", on_commit=change)


def _compared(view: Resolved) -> str:
    """Return where a method is compared over all suites, this panel opened.

    Weights are those of the view if they are weights of groups.
    """
    weights = as_shares(view)
    opened = f"{view.tables.suite.id}:{view.selection.panel}:RIVAL"
    return link(view, pages.COMPARE, methods="PAGE,RIVALS", open=opened, weights=weights)


def trust_of_metric(view: Resolved) -> Mapping[str, tuple[str, str]]:
    """Return by metric whether it can be trusted, in a word, and why."""
    evidence = view.of(trusted)
    if isinstance(evidence, Absent):
        return {}
    mark_of_address = {row.address: _mark(row, evidence) for row in evidence.rows}
    mark_of_metric: dict[str, tuple[str, str]] = {}
    for metric, name_entry in name_pages.entries("metrics", view.tables).items():
        if name_entry.address in mark_of_address:
            mark_of_metric[metric] = mark_of_address[name_entry.address]
    return mark_of_metric


def _mark(row: TrustRow, evidence: TrustResult) -> tuple[str, str]:
    mark = MARKS.get(row.verdict, row.verdict)
    reason = by_place(evidence, row)
    return mark, reason if reason.startswith(mark) else f"{mark}: {reason}"
