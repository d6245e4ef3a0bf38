"""The menu: pages under the headings of their groups, each with the question it answers, on a telephone behind "Menu".

Streamlit hides a page's question from sight (style.css shows it) and draws the groups of the narrow menu as a list
that assistive technology cannot read, behind a button without a word. Both are mended in the reader's browser.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.navigation.page import Page

from components import views
from components.widgets import address

FOLDER = Path(__file__).resolve().parents[2] / "pages"

MENDED = """() => {
const mend = () => {
  const list = document.querySelector('[data-testid="stSidebarNavItems"]:not([role])');
  if (list) {
    list.setAttribute("role", "none");
    for (const item of list.querySelectorAll("li")) item.setAttribute("role", "none");
    for (const head of list.querySelectorAll("header")) {
      head.parentElement.setAttribute("role", "group");
      head.parentElement.setAttribute("aria-label", head.innerText.split("\\n")[0]);
    }
  }
  const button = document.querySelector('[data-testid="stExpandSidebarButton"]:not([aria-label="Menu"])');
  if (button) button.setAttribute("aria-label", "Menu");
};

let waiting = false;
const observer = new MutationObserver(() => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; mend(); });
});
observer.observe(document.querySelector('[data-testid="stApp"]'), { childList: true, subtree: true });
mend();
return () => observer.disconnect();
}"""
"""Watches the menu (`watching`)."""


def menu() -> Page:
    """Draw the menu and give back the page to run, the reader's choices carried to it."""
    groups: dict[str, list[Page]] = {}
    start = ""
    for record in views.PAGES:
        entry = st.Page(
            FOLDER / f"{record.name}.py",
            title=record.title,
            url_path=record.name.replace("_", "-"),
            default=record.start,
            help=record.question,
            visibility="visible" if record.across is None else "hidden",
        )
        groups.setdefault(record.group, []).append(entry)
        start = entry._script_hash if record.start else start
    address.carry(start)
    page = st.navigation(groups, position="hidden" if st.context.is_embedded else "top")
    address.remember(start)
    return page
