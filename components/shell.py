"""Page settings, navigation and footer around every page."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from components import views
from components.defaults import NAME
from components.errors import LeaderboardError
from components.widgets import address, footer, names, notices, reconnect, style

FOLDER = Path(__file__).resolve().parent.parent / "pages"

st.set_page_config(page_title=NAME, layout="wide", initial_sidebar_state="collapsed")
style.style()
address.carry()
# one flat list, its groups marked by style.css: nested sections come out of Streamlit as a list that assistive
# technology cannot read
page = st.navigation(
    [
        st.Page(
            FOLDER / f"{p.name}.py",
            title=p.title,
            url_path=p.name.replace("_", "-"),
            default=p.start,
            visibility="visible" if p.across is None else "hidden",
        )
        for p in views.PAGES
    ],
    position="hidden" if st.context.is_embedded else "top",
)
address.remember()
try:
    page.run()
except LeaderboardError as error:
    notices.notice("error", str(error))
footer.footer(any(p.path == page.url_path for p in views.PAGES if p.across is not None))
names.follow()
reconnect.reconnect()
