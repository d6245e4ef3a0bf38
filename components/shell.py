"""Page settings, navigation and footer around every page."""

import streamlit as st

from components import pages
from components.defaults import NAME
from components.widgets import later, menu, notices, selection
from components.widgets.page import footer
from components.widgets.part import guarded

st.set_page_config(page_title=NAME, layout="wide", initial_sidebar_state="collapsed")
page = menu.menu()
menu.watching()
notices.start_run()
later.start_run(page.url_path)
with guarded():
    page.run()
if page.url_path:  # the start page has no more to say
    spans = page.url_path in [record.path for record in pages.PAGES if record.spans]
    if page.url_path == pages.YOUR_RESULTS.path:  # it shows a suite once it has made it
        spans = not selection.current()[0].suite.private
    footer(spans)
