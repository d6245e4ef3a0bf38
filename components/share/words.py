"""What a shared view says of itself: title, sentences, links, snippets, citation."""

from __future__ import annotations

import re
from datetime import date
from urllib.parse import quote, urlencode

from components import views
from components.citation import entry, study_entry, study_text
from components.defaults import NAME, VERSION
from components.markup import tag
from components.resolved import Resolved
from components.selection import to_query
from components.text import cleaned, counted, latex_text, markdown_text
from components.views.record import Across

DATA = "data"
"""The parameter of a shared link that names the data version it was made with."""
EMBED_SIZE = (900, 640)


def across_of(page: str) -> Across | None:
    """What a page says over all suites; None for a page about a view of one suite."""
    record = views.by_path(page)
    return None if record is None else record.across


def query_of(resolved: Resolved, page: str = "") -> str:
    """The query string of a link that lasts: every choice made, and the data version it was made with.

    A page that spans suites keeps nothing but the name that it is about.
    """
    if across_of(page) is not None:
        return urlencode({"id": resolved.selection.id} if resolved.selection.id else {})
    query = {**to_query(resolved.selection, resolved.tables), DATA: resolved.tables.data_version}
    return urlencode(query, safe=":,")


def link_of(resolved: Resolved, place: str, page: str) -> str:
    """The whole link to a view; `place` is the address of the app, `page` the path of the page."""
    query = query_of(resolved, page)
    return f"{place.rstrip('/')}/{quote(page)}{'?' if query else ''}{query}"


def title_of(resolved: Resolved, page: str) -> str:
    """The page and what it is about."""
    record, across = views.by_path(page), across_of(page)
    if record is not None and across is not None:
        wanted = resolved.selection.id
        return f"{record.title}{f' {cleaned(across.label(wanted))}' if wanted else ''}: every suite"
    name = NAME if record is None else record.title
    return f"{name}: {cleaned(resolved.labels.panel)}, {cleaned(resolved.labels.suite)}"


def lead_of(resolved: Resolved, page: str) -> list[str]:
    """The first sentences of a page, computed for this view."""
    record = views.by_path(page)
    return [] if record is None else [s for s in record.leads(resolved) if s]


def basis_of(resolved: Resolved, page: str = "") -> str:
    """How much data a view rests on, and which."""
    if across_of(page) is not None:
        return "Every suite served, each under its default weights"
    number = f"{counted(resolved.panel.n_runs, 'run')} of {counted(len(resolved.panel.methods), 'method')}"
    return f"{number}, {resolved.selection.protocol} protocol, data version {resolved.tables.data_version}"


def markdown_snippet(resolved: Resolved, link: str, page: str) -> str:
    """A Markdown link with what it rests on."""
    return f"[{markdown_text(title_of(resolved, page))}]({link}) ({markdown_text(basis_of(resolved, page))})"


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
    if across_of(page) is not None:
        return f"{NAME}, version {VERSION}, {title_of(resolved, page)}. {link} (seen {today.isoformat()})."
    return (
        f"{NAME}, {title_of(resolved, page)}. Data version {resolved.tables.data_version}, "
        f"{resolved.selection.protocol} protocol. {link} (seen {today.isoformat()}). "
        f"Data: {study_text(resolved.tables.suite)}"
    )


def cite_bibtex(resolved: Resolved, link: str, page: str, today: date) -> str:
    """This view as a BibTeX entry, with data version and date, and the study behind it as another."""
    across = across_of(page) is not None
    version = f"Version {VERSION}" if across else f"Data version {resolved.tables.data_version}"
    protocol = basis_of(resolved, page).casefold() if across else f"{resolved.selection.protocol} protocol"
    fields = {
        "title": f"{{{latex_text(NAME)}: {latex_text(title_of(resolved, page))}}}",
        "author": f"{{The {latex_text(NAME.lower())} contributors}}",
        "year": str(today.year),
        "url": link,
        "urldate": today.isoformat(),
        "note": latex_text(f"{version}, {protocol}"),
    }
    key = f"{page}_{resolved.selection.id}" if across else resolved.tables.data_version
    view = entry("online", f"unlearning_leaderboard_{re.sub('[^A-Za-z0-9_]', '_', key)}", fields)
    return view if across else f"{view}\n\n{study_entry(resolved.tables.suite)}"
