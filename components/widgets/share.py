"""Passing exactly this view on: its link, snippets and citation."""

from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import urlsplit

import streamlit as st

from components import pages
from components.answers.record import Page
from components.links import lasting_link
from components.resolved import Resolved
from components.served import View
from components.web.share import words
from components.widgets import exports

_HTML = '<button type="button">Copy link</button><span role="status"></span>'
_CSS = """
:host { display: block; }
span { margin-left: 0.5rem; overflow-wrap: anywhere; }
button {
  font: inherit; font-size: 0.875rem;
  color: var(--st-text-color); background: var(--st-background-color);
  border: 1px solid var(--st-border-color); border-radius: var(--st-button-radius);
  padding: 0.25rem 0.75rem; min-height: 2.5rem; cursor: pointer; white-space: nowrap;
}
button:hover { border-color: var(--st-primary-color); color: var(--st-primary-color); }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
"""
_JS = """
export default function ({ data, parentElement }) {
  const button = parentElement.querySelector("button");
  const status = parentElement.querySelector("[role=status]");
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(data.link);
      status.textContent = "Copied";
    } catch {
      status.textContent = data.link;
    }
    setTimeout(() => { if (status.textContent === "Copied") status.textContent = ""; }, 3000);
  };
}
"""
_copy = st.components.v2.component("copy_link", html=_HTML, css=_CSS, js=_JS)


@st.fragment
def share(view: Callable[[], View]) -> None:
    """A button that opens everything; what is inside is made of the `view` at that moment.

    An embedded page belongs to the page around it: no button there. A link to a reader's own suite
    contains its choices, not its data, and says so."""
    if st.context.is_embedded:
        return
    opened = st.popover("Share", key="share", on_change="rerun")
    if opened.open:
        with opened:
            shown_view = view()
            app_place, page = here()
            if isinstance(shown_view, Resolved) and shown_view.tables.suite.private:
                _private(shown_view, app_place, page)
            else:
                _inside(shown_view, app_place, page)
            if page is pages.LEADERBOARD:
                st.caption("The ranking as a picture")
                exports.save_mark("ranking", {"title": "the ranking"})


def here() -> tuple[str, Page]:
    """Return the address of the app, and this page."""
    page_url = urlsplit(st.context.url or "")
    url_path = page_url.path.rstrip("/")
    before, _, last_part = url_path.rpartition("/")
    page = pages.by_path(last_part) or pages.OVERVIEW
    folder = before if page.path else url_path
    return f"{page_url.scheme}://{page_url.netloc}{folder}", page


def _private(resolved: View, app_place: str, page: Page) -> None:
    private_link = lasting_link(resolved, app_place, page)
    _copy(key="copy_link", data={"link": private_link}, width="content", height="content")
    _text(
        "This view, for whoever has your file: the weights and choices travel in the link, your"
        " results do not",
        private_link,
    )


def _inside(resolved: View, app_place: str, page: Page) -> None:
    shared_link = lasting_link(resolved, app_place, page)
    today = datetime.now(UTC).date()
    link_tab, snippets, citation = st.tabs(["Link", "Embed", "Cite"])
    with link_tab:
        _copy(key="copy_link", data={"link": shared_link}, width="content", height="content")
        _text("This view", shared_link)
    with snippets:
        _text("Markdown", words.markdown_snippet(resolved, shared_link, page))
        _text("HTML, without navigation", words.embed_snippet(resolved, shared_link, page))
    with citation:
        _text("Text", words.cite_text(resolved, shared_link, page, today))
        _text("BibTeX", words.cite_bibtex(resolved, shared_link, page, today))


def _text(field_label: str, field_text: str) -> None:
    st.caption(field_label)
    st.code(field_text, language=None, wrap_lines=True)
