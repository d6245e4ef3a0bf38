"""What a shared view says of itself: title, sentences, links, snippets, citation."""

from __future__ import annotations

from datetime import date
from html import escape
from typing import Any
from urllib.parse import quote, urlencode

from components.citation import entry, study_text, tex
from components.defaults import NAME, PAGES, TAGLINE
from components.parts import (
    agreement_words,
    calibration_words,
    clusters_words,
    data_tables,
    equivalence_words,
    inversion_words,
    leaderboard_words,
    reliability_words,
    reproduction_words,
    stability_words,
)
from components.parts.leaderboard import summary
from components.parts.plain import plain
from components.report import PIECES
from components.selection import to_query
from components.text import cleaned, counted, markdown_text
from components.view import View

DATA = "data"
"""The parameter of a shared link that names the data version it was made with."""
EMBED_SIZE = (900, 640)


def query_of(view: View) -> str:
    """The query string of a link that lasts: every choice made, and the data version it was made with."""
    query = {**to_query(view.selection, view.tables), DATA: view.tables.data_version}
    return urlencode(query, safe=":,")


def link_of(view: View, place: str, page: str) -> str:
    """The whole link to a view; `place` is the address of the app, `page` the path of the page ("" = leaderboard)."""
    return f"{place.rstrip('/')}/{quote(page)}?{query_of(view)}"


def title_of(view: View, page: str) -> str:
    """The page and what it is about."""
    return f"{PAGES.get(page, NAME)}: {cleaned(view.info.label)}, {cleaned(view.tables.suite.title)}"


def said_on(view: View, page: str) -> list[str]:
    """The first sentences of a page, computed for this view."""
    match page:
        case "agreement":
            said = agreement_words.lead(view, _part(view, "agreement"))
        case "calibration":
            part = _part(view, "calibration")
            said = [part["reason"]] if part["reason"] else [calibration_words.lead(view, part)]
        case "equivalence":
            part = _part(view, "equivalence")
            said = [part["reason"]] if part["reason"] else [equivalence_words.lead(view, part)]
        case "clusters":
            said = clusters_words.sentences(view, _part(view, "clusters"))[:1]
        case "reliability":
            said = [reliability_words.lead_sentence(_part(view, "reliability"))]
        case "reproduction":
            said = [reproduction_words.summary_sentence(_part(view, "reproduction"))]
        case "stability":
            said = list(stability_words.lead_sentences(view, _part(view, "stability")))
        case "inversion":
            part = _part(view, "inversion")
            said = [inversion_words.headline(part)] if part["rows"] else []
        case "data":
            said = [data_tables.overview(view)]
        case "about" | "your-results":
            said = [TAGLINE]
        case _:
            rows = _part(view, "leaderboard")
            said = leaderboard_words.sentences(view, plain(summary(view)), rows)[:2]
    return [s for s in said if s]


def basis_of(view: View) -> str:
    """How much data a view rests on, and which."""
    number = f"{counted(view.panel.n_runs, 'run')} of {counted(len(view.panel.methods), 'method')}"
    return f"{number}, {view.selection.protocol} protocol, data version {view.tables.data_version}"


def markdown_snippet(view: View, link: str, page: str) -> str:
    """A Markdown link with what it rests on."""
    return f"[{markdown_text(title_of(view, page))}]({link}) ({markdown_text(basis_of(view))})"


def embed_snippet(view: View, link: str, page: str) -> str:
    """HTML that shows the page without navigation inside another one."""
    width, height = EMBED_SIZE
    address = escape(f"{link}&embed=true", quote=True)
    return (
        f'<iframe src="{address}" title="{escape(title_of(view, page), quote=True)}" width="{width}" '
        f'height="{height}" loading="lazy" style="border: 0; max-width: 100%"></iframe>'
    )


def cite_text(view: View, link: str, page: str, today: date) -> str:
    """This view in a sentence, with data version and date, and the study behind it."""
    return (
        f"{NAME}, {title_of(view, page)}. Data version {view.tables.data_version}, {view.selection.protocol} "
        f"protocol. {link} (seen {today.isoformat()}). Data: {study_text(view.tables.suite)}"
    )


def cite_bibtex(view: View, link: str, page: str, today: date) -> str:
    """This view as a BibTeX entry, with data version and date."""
    fields = {
        "title": f"{{{tex(NAME)}: {tex(title_of(view, page))}}}",
        "author": f"{{The {tex(NAME.lower())} contributors}}",
        "year": str(today.year),
        "url": link,
        "urldate": today.isoformat(),
        "note": tex(f"Data version {view.tables.data_version}, {view.selection.protocol} protocol"),
    }
    return entry("online", f"unlearning_leaderboard_{view.tables.data_version}", fields)


def _part(view: View, name: str) -> Any:
    return plain(PIECES[name](view))
