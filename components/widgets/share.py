"""The link to exactly this view, with the data version it was made with."""

from __future__ import annotations

import streamlit as st

from components.view import View
from components.widgets.selection import share_query
from components.widgets.style import BUTTON

_HTML = '<button type="button">Copy link</button><span role="status"></span>'
_CSS = f":host {{ display: block; }} span {{ margin-left: 0.5rem; overflow-wrap: anywhere; }}{BUTTON}"
_JS = """
export default function ({ data, parentElement }) {
  const button = parentElement.querySelector("button");
  const status = parentElement.querySelector("[role=status]");
  button.onclick = async () => {
    const link = `${location.origin}${location.pathname}?${data.query}`;
    try {
      await navigator.clipboard.writeText(link);
      status.textContent = "Copied";
    } catch {
      status.textContent = link;
    }
    setTimeout(() => { if (status.textContent === "Copied") status.textContent = ""; }, 3000);
  };
}
"""

_copy = st.components.v2.component("copy_link", html=_HTML, css=_CSS, js=_JS)


def share(view: View) -> None:
    """A button that copies the link. A reader's own suite is in no link, so there is no button for it."""
    if not view.tables.suite.private:
        _copy(key="copy_link", data={"query": share_query(view)}, width="content", height="content")
