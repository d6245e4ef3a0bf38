"""Links on the screen: one form of a link, and how it is followed.

A link is an ordinary one, so that it opens in another tab and works from the keyboard; followed in
the same tab it stays in the session, and a user's own suite with it.
"""

from typing import Any

from components import links, pages, words
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
PAGE_OF_KIND = {"methods": pages.METHOD, "metrics": pages.METRIC}


def link(view: View, to: Page, **changes: Any) -> str:
    """Return the address of a page from a view on the page of this run, with these changes."""
    return links.link(view, address.current_page(), to, changes)


def href(view: View, target: Link) -> str:
    """Return the address of what a cell of a table leads to, "" if it leads nowhere."""
    if target.url:
        return target.url if target.url.startswith("https://") else ""
    to = pages.by_name(target.page) if target.page else address.current_page()
    return link(view, to, **target.choices)


def name_link(kind: Kind, tables: Tables, own_id: str) -> str:
    """Return the address of the page of what a suite calls so; a checkpoint leads to its family."""
    return links.address(PAGE_OF_KIND[kind], {"id": words.address(kind, tables, own_id)})


def anchor(text: object, href: str) -> str:
    """Return a link within the app, or out of it, as markup; the text is shown as it is."""
    away = {"target": "_blank", "rel": "noopener"} if href.startswith("https://") else INSIDE
    return tag("a", as_text(shortened(text, 80)), href=href, **away)


def outward(text: str, url: str) -> str:
    """Return a link out of the app as Markdown; text alone if there is none to follow."""
    return f"[{markdown_text(text)}]({url})" if url.startswith("https://") else markdown_text(text)
