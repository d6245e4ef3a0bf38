"""Your results on screen: the table, what is proposed of it, the rank, and the grid of its columns
and rows."""

import streamlit as st

from components import pages
from components.widgets import cached, notices, page, selection
from components.widgets.your_results import state
from components.widgets.your_results.columns import draw_columns
from components.widgets.your_results.numbers import draw_numbers
from components.widgets.your_results.result import draw_result
from components.widgets.your_results.rows import draw_rows
from components.widgets.your_results.source import draw_source


def show() -> None:
    """Draw the page."""
    page.page(pages.YOUR_RESULTS)
    missing = selection.missing_private()
    if missing and missing not in cached.made_here():
        text_of_missing = f"The table of this link ({missing}) is not here"
        notices.notice("warning", f"{text_of_missing}: bring it, and the link applies.")
    with st.container(key="your_results"):
        with st.container(key="your_source"):
            draw_source()
            notices.delivered()
        outcome = state.outcome()
        if outcome is not None:
            state.show_everywhere(outcome)
        with st.container(key="your_result"):
            draw_result(outcome)
        if outcome is not None and outcome.grid is not None:
            with st.container(key="your_grid"):
                draw_columns(outcome.grid, f"columns_{outcome.turn}")
                draw_rows(outcome.grid)
                draw_numbers(outcome)
