"""Links on the screen: one form of a link, and how it is followed.

A link is an ordinary one, so that it opens in another tab and works from the keyboard; followed in
the same tab it stays in the session, and a user's own suite with it.
"""

from typing import Any

import streamlit as st

from components import links, name_pages, pages
from components.answers.record import Page
from components.format import markdown_text, shortened
from components.markup import tag
from components.markup import text as as_text
from components.served import View
from components.table import Link
from components.widgets import address
from data.names import Kind
from data.registry import Tables

INSIDE = {"data_inside": True}
"""What marks a link that is followed within the session (watching.js)."""
MAX_LETTERS = 80
PAGE_OF_KIND = {"methods": pages.METHOD, "metrics": pages.METRIC}
_FOLLOW = """
export default function ({ data }) {
  const link = Object.assign(document.createElement("a"), { href: data });
  if (link.href === location.href) return;
  link.dataset.inside = "";
  document.body.append(link);
  link.click();
  link.remove();
}
"""
_follow = st.components.v2.component("follow_link", js=_FOLLOW)


def link(view: View, to_page: Page, **changes: Any) -> str:
    """Return the address of a page from a view on the page of this run, with these changes."""
    return links.link(view, address.current_page(), to_page, changes)


def href(view: View, target: Link) -> str:
    """Return the address of what a cell of a table leads to, "" if it leads nowhere."""
    if target.url:
        return target.url if target.url.startswith("https://") else ""
    page = address.current_page()
    if target.page:
        page = pages.by_name(target.page)
    return link(view, page, **target.choices)


def name_link(kind: Kind, tables: Tables, id_in_suite: str) -> str:
    """Return the address of the page of a method or metric; a checkpoint leads to its family."""
    page = PAGE_OF_KIND[kind]
    return links.address(page, {"id": name_pages.address(kind, tables, id_in_suite)})


def anchor(anchor_text: object, href: str) -> str:
    """Return a link within the app, or out of it, as markup; the text is shown as it is."""
    attributes: dict[str, Any] = dict(INSIDE)
    if href.startswith("https://"):
        attributes = {"target": "_blank", "rel": "noopener"}
    return tag("a", as_text(shortened(anchor_text, MAX_LETTERS)), href=href, **attributes)


def follow(href: str) -> None:
    """Follow a link within the app as a click on it does: one step of the browser's history."""
    _follow(key="follow", data=href)


def outward(link_text: str, url: str) -> str:
    """Return a link out of the app as Markdown; text alone if there is none to follow."""
    shown_text = markdown_text(link_text)
    return f"[{shown_text}]({url})" if url.startswith("https://") else shown_text
