"""What a shared view says of itself: title, sentences, links, snippets, citation."""

from __future__ import annotations

from datetime import date
from urllib.parse import quote, urlencode

from components import views
from components.citation import entry, study_text
from components.defaults import NAME
from components.markup import tag
from components.resolved import Resolved
from components.selection import to_query
from components.text import cleaned, counted, latex_text, markdown_text

DATA = "data"
"""The parameter of a shared link that names the data version it was made with."""
EMBED_SIZE = (900, 640)


def query_of(resolved: Resolved) -> str:
    """The query string of a link that lasts: every choice made, and the data version it was made with."""
    query = {**to_query(resolved.selection, resolved.tables), DATA: resolved.tables.data_version}
    return urlencode(query, safe=":,")


def link_of(resolved: Resolved, place: str, page: str) -> str:
    """The whole link to a view; `place` is the address of the app, `page` the path of the page."""
    return f"{place.rstrip('/')}/{quote(page)}?{query_of(resolved)}"


def title_of(resolved: Resolved, page: str) -> str:
    """The page and what it is about."""
    shown = views.by_path(page)
    name = NAME if shown is None else shown.title
    return f"{name}: {cleaned(resolved.labels.panel)}, {cleaned(resolved.labels.suite)}"


def said_on(resolved: Resolved, page: str) -> list[str]:
    """The first sentences of a page, computed for this view."""
    shown = views.by_path(page)
    return [] if shown is None else [s for s in shown.leads(resolved) if s]


def basis_of(resolved: Resolved) -> str:
    """How much data a view rests on, and which."""
    number = f"{counted(resolved.panel.n_runs, 'run')} of {counted(len(resolved.panel.methods), 'method')}"
    return f"{number}, {resolved.selection.protocol} protocol, data version {resolved.tables.data_version}"


def markdown_snippet(resolved: Resolved, link: str, page: str) -> str:
    """A Markdown link with what it rests on."""
    return f"[{markdown_text(title_of(resolved, page))}]({link}) ({markdown_text(basis_of(resolved))})"


def embed_snippet(resolved: Resolved, link: str, page: str) -> str:
    """HTML that shows the page without navigation inside another one."""
    width, height = EMBED_SIZE
    return tag(
        "iframe",
        src=f"{link}&embed=true",
        title=title_of(resolved, page),
        width=width,
        height=height,
        loading="lazy",
        style="border: 0; max-width: 100%",
    )


def cite_text(resolved: Resolved, link: str, page: str, today: date) -> str:
    """This view in a sentence, with data version and date, and the study behind it."""
    return (
        f"{NAME}, {title_of(resolved, page)}. Data version {resolved.tables.data_version}, "
        f"{resolved.selection.protocol} protocol. {link} (seen {today.isoformat()}). "
        f"Data: {study_text(resolved.tables.suite)}"
    )


def cite_bibtex(resolved: Resolved, link: str, page: str, today: date) -> str:
    """This view as a BibTeX entry, with data version and date."""
    fields = {
        "title": f"{{{latex_text(NAME)}: {latex_text(title_of(resolved, page))}}}",
        "author": f"{{The {latex_text(NAME.lower())} contributors}}",
        "year": str(today.year),
        "url": link,
        "urldate": today.isoformat(),
        "note": latex_text(f"Data version {resolved.tables.data_version}, {resolved.selection.protocol} protocol"),
    }
    return entry("online", f"unlearning_leaderboard_{resolved.tables.data_version}", fields)
