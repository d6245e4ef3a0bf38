"""Page settings, navigation and footer around every page."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from components.defaults import NAME
from components.errors import LeaderboardError
from components.widgets import address, footer, notices

HERE = Path(__file__).resolve().parent
PAGES = HERE.parent / "pages"

st.set_page_config(page_title=NAME, layout="wide", initial_sidebar_state="collapsed")
st.html(HERE / "widgets" / "style.css")
address.carry()
page = st.navigation(
    {
        "": [st.Page(PAGES / "leaderboard.py", title="Leaderboard", default=True)],
    },
    position="hidden" if st.context.is_embedded else "top",
)
address.remember()
try:
    page.run()
except LeaderboardError as error:
    notices.notice("error", str(error))
footer.footer()
