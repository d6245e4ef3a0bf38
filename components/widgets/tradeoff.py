"""What only the screen has of the trade-off: the slider that moves weight, and the way to rank what is open."""

import streamlit as st

from components import pages
from components.answers.tradeoff.lead import beaten_sentence, explanation, say
from components.answers.tradeoff.opened import OPENED
from components.answers.tradeoff.opened import compute as opened
from components.answers.tradeoff.plane import compute
from components.board.share import live_of, share_slider
from components.resolved import Resolved
from components.widgets import notices
from components.widgets.answer import answer
from components.widgets.page import notes, sentence
from components.widgets.selection import change, control, link


def share(view: Resolved) -> None:
    """Who is best, and the slider that moves weight between the axes; on release, weights go into the address."""
    result = view.of(compute)
    if missing := explanation(result):
        notices.notice("info", missing)
        return
    live = live_of(view, result, link(view, pages.LEADERBOARD.path))
    share_slider(live, key="tradeoff_share", on_commit=lambda weights: change(weights=weights))
    sentence(beaten_sentence(result, view.row_labels))
    notes(*say(result, view.row_labels).notes)


def opened_runs(view: Resolved) -> None:
    """The runs of the methods chosen, and the way to rank only these."""
    control(view, "opened")
    answer(OPENED, view)
    chosen = view.of(opened).methods
    if chosen and st.button("Rank only these on the leaderboard", key="rank_opened"):
        change(methods=chosen, opened=())
        st.switch_page(pages.LEADERBOARD.script)
