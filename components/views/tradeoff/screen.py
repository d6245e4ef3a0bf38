"""The trade-off page, piece by piece: weight that moves, the picture, the table of shares beside it, runs below."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from components.resolved import Resolved
from components.runs import runs_of
from components.views import LEADERBOARD
from components.views.tradeoff import words
from components.views.tradeoff.figures import scatter, steady
from components.views.tradeoff.live.component import FIGURE, live_of, share_slider, shares_table
from components.views.tradeoff.result import TradeoffResult
from components.views.tradeoff.tables import best_for_table, points_table
from components.widgets import tables
from components.widgets.exports import downloads
from components.widgets.page import figure, mode, sentence
from components.widgets.selection import change, control, link

TITLE = "The trade-off between the two axes"
_DRAWN = "_tradeoff_drawn"


def lead(resolved: Resolved, result: TradeoffResult) -> None:
    """Who is best, and the slider that moves weight between the axes; what is let go of goes into the address."""
    share_slider(live_of(resolved, result), key="tradeoff_share", on_commit=lambda weights: change(weights=weights))


def picture(resolved: Resolved, result: TradeoffResult) -> None:
    """The figure; a click or a lasso opens the runs of the marks chosen."""
    drawn = st.session_state[_DRAWN] = steady(result, st.session_state.get(_DRAWN))
    figure(
        scatter(drawn, mode()),
        name=FIGURE,
        title=TITLE,
        reading=words.reading(result),
        table=points_table(result),
        resolved=resolved,
        on_select=_open,
        selects=("points", "box", "lasso"),
        config={"displayModeBar": True, "modeBarButtonsToRemove": ["toImage", "zoom2d", "autoScale2d"]},
    )


def best_for(resolved: Resolved, result: TradeoffResult) -> None:
    """Who is best for which share of weight, with links to the leaderboard where a link can show it."""
    st.markdown("**Best for which weights**")
    sentence(words.best_for_sentence(result))
    private = resolved.tables.suite.private
    links = () if private else tuple(link(resolved, LEADERBOARD.path, method=b.method) for b in result.best_for)
    shares_table(result, links, key="tradeoff_shares")
    downloads(best_for_table(result), name="best_for", resolved=resolved)


def runs(resolved: Resolved) -> None:
    """The runs of the methods chosen, in the picture or by name, and the way to rank only them."""
    control(resolved, "opened")
    chosen = [m for m in resolved.panel.methods if m in resolved.selection.opened]
    if not chosen:
        return
    listed = runs_of(resolved, chosen)
    tables.table(listed, name="opened", title="Runs of the methods chosen", digits=4)
    with st.container(horizontal=True, gap="small"):
        downloads(listed, name="runs", resolved=resolved)
    if st.button("Rank only these on the leaderboard", key="rank_opened"):
        change(methods=tuple(chosen), opened=())
        st.switch_page(LEADERBOARD.script)


def _open() -> None:
    """Take over what was selected in the picture; its marks carry the id of their method first."""
    chosen: Mapping[str, list[dict[str, list[str]]]] = st.session_state[f"chart_{FIGURE}"]["selection"]
    change(opened=tuple(dict.fromkeys(p["customdata"][0] for p in chosen["points"] if p.get("customdata"))))
