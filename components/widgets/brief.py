"""What only the screen has of the page Brief: the brief itself, to print and to take away."""

from datetime import UTC, datetime

import streamlit as st

from components import pages
from components.exports.provenance import file_name
from components.formats.registry import MARKDOWN
from components.links import lasting_link
from components.resolved import Resolved
from components.web.share import brief_document as made
from components.widgets.bar import head, room
from components.widgets.page import page
from components.widgets.share import here

_print = st.components.v2.component(
    "print_page",
    html='<button type="button">Print / PDF</button>',
    css="""
button {
  font: inherit; font-size: 0.875rem;
  color: var(--st-text-color); background: var(--st-background-color);
  padding: 0.25rem 0.75rem;
  border: 1px solid var(--st-border-color); border-radius: var(--st-button-radius);
  min-height: 2.5rem; cursor: pointer;
}
button:hover { border-color: var(--st-primary-color); color: var(--st-primary-color); }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
""",
    js=(
        'export default ({ parentElement }) => { parentElement.querySelector("button").onclick = ()'
        " => print(); }"
    ),
)


def show() -> None:
    """Draw the brief of what is chosen, with buttons that print it and give it as Markdown."""
    page(pages.BRIEF)
    view = head(pages.BRIEF)
    assert isinstance(view, Resolved)
    bar_room = room()
    address = lasting_link(view, here()[0], pages.BRIEF)
    whole_brief = made.brief(view, address, datetime.now(UTC).date())
    with bar_room or st.container(horizontal=True):
        _print(key="print_page", width="content", height="content")
        st.download_button(
            "Markdown",
            data=made.markdown(whole_brief),
            file_name=file_name(view, "brief", MARKDOWN.suffix),
            mime=MARKDOWN.media_type,
            key="brief_markdown",
            on_click="ignore",
        )
    st.html(made.html(whole_brief))
