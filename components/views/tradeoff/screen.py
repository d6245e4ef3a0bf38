"""The trade-off page, piece by piece: the picture that opens methods, and the table of shares beside it."""

from __future__ import annotations

import streamlit as st

from components.resolved import Resolved
from components.views import LEADERBOARD
from components.views.tradeoff import words
from components.views.tradeoff.figures import HEIGHT, scatter
from components.views.tradeoff.result import TradeoffResult
from components.views.tradeoff.tables import FROM, LINK, TO, best_for_table, points_table
from components.widgets import tables
from components.widgets.page import figure, mode, sentence
from components.widgets.selection import change, link

TITLE = "The trade-off between the two axes"


def picture(resolved: Resolved, result: TradeoffResult) -> None:
    """The figure; a click on a mark opens its method on the leaderboard."""
    state = figure(
        scatter(result, mode()),
        name="tradeoff",
        title=TITLE,
        reading=words.reading(result),
        table=points_table(result),
        resolved=resolved,
        height=HEIGHT,
        tools=True,
        on_select="rerun",
    )
    clicked = [p["customdata"][0] for p in state["selection"]["points"] if p.get("customdata")] if state else []
    if clicked and clicked[0]:
        change(method=str(clicked[0]))
        st.switch_page(LEADERBOARD.script)


def best_for(resolved: Resolved, result: TradeoffResult) -> None:
    """Who is best for which share of weight, with links to the leaderboard where a link can show it."""
    st.markdown("**Best for which weights**")
    sentence(words.best_for_sentence(result))
    private = resolved.tables.suite.private
    links = () if private else tuple(link(resolved, LEADERBOARD.path, method=b.method) for b in result.best_for)
    frame = best_for_table(result, links)
    percents = st.column_config.NumberColumn(format="%.1f", width=72)
    columns = {
        FROM: percents,
        TO: percents,
        LINK: st.column_config.LinkColumn(display_text="open", width=64, help="Open it on the leaderboard"),
    }
    tables.table(frame, name="best_for", title="Best for which weights", columns=columns)
