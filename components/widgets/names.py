"""Names that lead to the page of a method or metric: one form of the link, and how it is followed.

A link keeps nothing but the name. It is an ordinary one, so that it opens in another tab and works
from the keyboard; followed in the same tab it stays in the session, and a user's own suite with it.
"""

from components import words
from components.format import markdown_text, shortened
from components.markup import tag
from components.markup import text as as_text
from data.names import Kind
from data.registry import Tables

INSIDE = {"data_inside": True}
"""What marks a link that is followed within the session (watching.js)."""
PAGES = {"methods": "method", "metrics": "metric"}


def name_link(kind: Kind, tables: Tables, own_id: str) -> str:
    """Return the address of the page of what a suite calls so; a checkpoint leads to its family."""
    return f"{PAGES[kind]}?id={words.address(kind, tables, own_id)}"


def anchor(text: object, href: str) -> str:
    """Return a link within the app, or out of it, as markup; the text is shown as it is."""
    away = {"target": "_blank", "rel": "noopener"} if href.startswith("https://") else INSIDE
    return tag("a", as_text(shortened(text, 80)), href=href, **away)


def outward(text: str, url: str) -> str:
    """Return a link out of the app as Markdown; text alone if there is none to follow."""
    return f"[{markdown_text(text)}]({url})" if url.startswith("https://") else markdown_text(text)
