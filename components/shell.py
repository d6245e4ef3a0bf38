"""Page settings, navigation and footer around every page."""

from __future__ import annotations

import streamlit as st

from components import views
from components.defaults import NAME
from components.errors import LeaderboardError, Unavailable
from components.widgets import footer, menu, names, notices, reconnect, selection

st.set_page_config(page_title=NAME, layout="wide", initial_sidebar_state="collapsed")
page = menu.menu()
try:
    if page.url_path != views.YOUR_RESULTS.path and selection.missing_private():
        # a table that the address names comes back where the browser keeps it; only then is what reads tables loaded
        from components.views.your_results.screen import keep

        keep.kept()
    page.run()
except Unavailable as error:
    notices.notice("error", str(error))
    st.stop()  # the footer would need it too
except LeaderboardError as error:
    notices.notice("error", str(error))
footer.footer(page.url_path in [p.path for p in views.PAGES if p.start or p.across is not None])
names.follow()
reconnect.reconnect()
