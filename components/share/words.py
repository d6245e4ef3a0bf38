"""What a shared view says of itself: title, sentences, links, snippets, citation."""

from __future__ import annotations

from datetime import date
from html import escape
from typing import Any
from urllib.parse import quote, urlencode

from components.citation import entry, study_text, tex
from components.defaults import NAME, PAGES, TAGLINE
from components.plain import plain
from components.report import PIECES
from components.resolved import Resolved
from components.selection import to_query
from components.text import cleaned, counted, markdown_text
from components.views.agreement import words as agreement_words
from components.views.calibration import words as calibration_words
from components.views.clusters import words as clusters_words
from components.views.data import result as data_tables
from components.views.equivalence import words as equivalence_words
from components.views.inversion import words as inversion_words
from components.views.leaderboard import words as leaderboard_words
from components.views.leaderboard.result import summary
from components.views.reliability import words as reliability_words
from components.views.reproduction import words as reproduction_words
from components.views.stability import words as stability_words

DATA = "data"
"""The parameter of a shared link that names the data version it was made with."""
EMBED_SIZE = (900, 640)


def query_of(resolved: Resolved) -> str:
    """The query string of a link that lasts: every choice made, and the data version it was made with."""
    query = {**to_query(resolved.selection, resolved.tables), DATA: resolved.tables.data_version}
    return urlencode(query, safe=":,")


def link_of(resolved: Resolved, place: str, page: str) -> str:
    """The whole link to a view; `place` is the address of the app, `page` the path of the page ("" = leaderboard)."""
    return f"{place.rstrip('/')}/{quote(page)}?{query_of(resolved)}"


def title_of(resolved: Resolved, page: str) -> str:
    """The page and what it is about."""
    return f"{PAGES.get(page, NAME)}: {cleaned(resolved.info.label)}, {cleaned(resolved.tables.suite.title)}"


def said_on(resolved: Resolved, page: str) -> list[str]:
    """The first sentences of a page, computed for this view."""
    match page:
        case "agreement":
            said = agreement_words.lead(resolved, _part(resolved, "agreement"))
        case "calibration":
            part = _part(resolved, "calibration")
            said = [part["reason"]] if part["reason"] else [calibration_words.lead(resolved, part)]
        case "equivalence":
            part = _part(resolved, "equivalence")
            said = [part["reason"]] if part["reason"] else [equivalence_words.lead(resolved, part)]
        case "clusters":
            said = clusters_words.sentences(resolved, _part(resolved, "clusters"))[:1]
        case "reliability":
            said = [reliability_words.lead_sentence(_part(resolved, "reliability"))]
        case "reproduction":
            said = [reproduction_words.summary_sentence(_part(resolved, "reproduction"))]
        case "stability":
            said = list(stability_words.lead_sentences(resolved, _part(resolved, "stability")))
        case "inversion":
            part = _part(resolved, "inversion")
            said = [inversion_words.headline(part)] if part["rows"] else []
        case "data":
            said = [data_tables.overview(resolved)]
        case "about" | "your-results":
            said = [TAGLINE]
        case _:
            rows = _part(resolved, "leaderboard")
            said = leaderboard_words.sentences(resolved, plain(summary(resolved)), rows)[:2]
    return [s for s in said if s]


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
    address = escape(f"{link}&embed=true", quote=True)
    return (
        f'<iframe src="{address}" title="{escape(title_of(resolved, page), quote=True)}" width="{width}" '
        f'height="{height}" loading="lazy" style="border: 0; max-width: 100%"></iframe>'
    )


def cite_text(resolved: Resolved, link: str, page: str, today: date) -> str:
    """This view in a sentence, with data version and date, and the study behind it."""
    return (
        f"{NAME}, {title_of(resolved, page)}. Data version {resolved.tables.data_version}, {resolved.selection.protocol} "
        f"protocol. {link} (seen {today.isoformat()}). Data: {study_text(resolved.tables.suite)}"
    )


def cite_bibtex(resolved: Resolved, link: str, page: str, today: date) -> str:
    """This view as a BibTeX entry, with data version and date."""
    fields = {
        "title": f"{{{tex(NAME)}: {tex(title_of(resolved, page))}}}",
        "author": f"{{The {tex(NAME.lower())} contributors}}",
        "year": str(today.year),
        "url": link,
        "urldate": today.isoformat(),
        "note": tex(f"Data version {resolved.tables.data_version}, {resolved.selection.protocol} protocol"),
    }
    return entry("online", f"unlearning_leaderboard_{resolved.tables.data_version}", fields)


def _part(resolved: Resolved, name: str) -> Any:
    return plain(PIECES[name](resolved))
